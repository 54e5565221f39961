"""PDF files: operators, objects, fonts, pages, and what standards ask of them."""
