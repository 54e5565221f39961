"""Writers of drawings: PDF for print targets, SVG, PNG."""
