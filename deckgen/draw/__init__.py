"""The drawing kit: what every room that draws has in common, in mm, before any file format."""
