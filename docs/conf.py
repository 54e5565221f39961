"""How Sphinx makes the site: ``make site`` writes it to build/site."""

project = "deckgen"
author = "the deckgen authors"
extensions = ["myst_parser"]
exclude_patterns = ["tools", "images", "prototypes", "template"]
html_theme = "furo"
html_title = "deckgen"
html_copy_source = html_show_sourcelink = False
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3
