"""Playing with an ordinary poker deck: what each of its cards means, in print, for screens and as text."""
