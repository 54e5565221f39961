"""Sheets for the screen: one offline HTML file with the fields, formulas and trackers of the PDF."""
