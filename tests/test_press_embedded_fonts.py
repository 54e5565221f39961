from deckgen.press.embedded_fonts import codes


def test_plain_text_is_on_one_page_and_reads_as_it_is():
    assert [*codes("Ökonomie (a\\b)")] == [(0, "Ökonomie \\(a\\\\b\\)")]
    assert [page for page, _ in codes("5–8\xa0½ “Ł” ≤")] == [0]
    assert [*codes("a\xa0b")] == [*codes("a b")]


def test_every_letter_has_a_code_of_its_own():
    placed = [next(codes(chr(code))) for code in range(33, 0x3000) if code not in (0xA0, 0xAD)]
    assert len(set(placed)) == len(placed)
    assert all(code not in {"\n", "\r"} for _, code in placed)


def test_letters_of_other_scripts_are_on_pages_of_their_own():
    (latin, _), (greek, _), (back, _) = codes("aλb")
    assert latin == back == 0 != greek
