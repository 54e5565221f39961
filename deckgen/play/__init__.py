"""The deck in the browser: a page that draws, resolves what a card says, and counts what was drawn."""
