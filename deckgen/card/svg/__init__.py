"""SVG templates: parsed safely, styled, and compiled to drawing items."""
