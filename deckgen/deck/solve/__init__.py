"""Solving cells: which numbers stand on how many cards, with the mean exact and the odds close."""
