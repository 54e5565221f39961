"""Characters for sheets: read from files, tables and filled sheets, and written for other programs."""
