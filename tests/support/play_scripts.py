"""Models for the scripts of the page that plays a deck: as much as the table and what counts need."""


def small_model(size=54, jokers=(0, 53), draw="without-replacement", reshuffle="jokers", **more):
    """A deck in which some cards are jokers, and no card says anything."""
    cards = [{"impulse": i, "joker": i in jokers, "sections": {}} for i in range(size)]
    facts = {
        "id": "sha256:" + "1a2b3c4d" * 8,
        "draw": draw,
        "reshuffle": reshuffle,
        "decimal": ".",
        "percent": "%",
    }
    return {**facts, "cards": cards, "sections": [], "words": {}, **more}
