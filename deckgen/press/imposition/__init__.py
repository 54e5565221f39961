"""Imposition: arranging faces on pages, with marks beside them."""
