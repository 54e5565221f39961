"""The card map: every section of a card named and explained."""
