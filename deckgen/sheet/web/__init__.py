"""Sheets for the screen: one HTML file with the fields, formulas and trackers of the PDF, which works offline."""
