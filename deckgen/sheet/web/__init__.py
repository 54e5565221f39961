"""Sheets for the screen: one HTML file with the fields, formulas and trackers of the PDF, which works offline.

``page.sheet_html`` makes it: a template for each kind of block, the theme's look as CSS, and small scripts that
hold what is typed, save it in the browser, and read and write YAML and XFDF.
"""
