"""Jobs of several steps: building a game, batches of decks, clusters. No command line here."""
