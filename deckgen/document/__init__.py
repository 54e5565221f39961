"""Printed documents: pages with text, tables and plots as drawings, and the documents built of them."""
