"""The studio: a page that makes what a group prints, for those who type no commands; here, or in a browser alone."""
