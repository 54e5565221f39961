"""Conversion tables: what each card of an ordinary poker deck means, in print, for screens and as text."""
