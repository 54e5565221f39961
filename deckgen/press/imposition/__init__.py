"""How faces lie on pages, and what is drawn beside them."""
