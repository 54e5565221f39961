"""PDF files: operators, objects, fonts, pages, and the requirements of standards."""
