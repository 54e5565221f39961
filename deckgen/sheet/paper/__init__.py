"""Sheets as drawings: what a page shows, and how values are made to fit."""
