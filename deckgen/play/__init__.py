"""The deck in the browser: a page that draws cards, resolves rolls, and counts results."""
