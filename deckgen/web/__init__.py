"""The kit under pages for the screen: templates, the colours of a style sheet, one file with its scripts."""
