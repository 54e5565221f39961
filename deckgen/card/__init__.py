"""The cards of a deck as drawings: layouts, widgets, backs, tokens."""
