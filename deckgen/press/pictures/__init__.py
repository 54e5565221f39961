"""Drawings as pictures: SVG, PNG, markup of web pages."""
