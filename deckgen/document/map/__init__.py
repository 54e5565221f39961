"""The card map: a page that names and explains every section of a card."""
