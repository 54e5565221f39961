"""Sheets as PDF forms: their fields, what these compute, and what is read back from them."""
