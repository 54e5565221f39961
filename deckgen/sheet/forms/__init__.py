"""Sheets as PDF forms: their fields, what these compute, and the values read from them."""
