"""``python -m deckgen`` is ``deckgen``."""

from deckgen.cli import main

if __name__ == "__main__":
    main()
