from deckgen.press.recent import Recent


def test_what_was_not_asked_for_longest_is_forgotten_first():
    made = []
    memory = Recent(2)
    for key in "abacba":
        memory.get(key, lambda key=key: made.append(key))
    assert made == ["a", "b", "c", "b", "a"]
    memory.forget("a")
    memory.get("b", lambda: made.append("-"))
    memory.get("a", lambda: made.append("a"))
    assert made[5:] == ["a"]
