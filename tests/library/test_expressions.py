"""Rolls that are compared: every format, and every error at once."""

import csv
import io
import json
import re
from fractions import Fraction

import pytest

from deckgen import DeckgenError, compare_rolls
from deckgen.odds import distribution, parse_dice


def text_of(*expressions, language="en"):
    return compare_rolls(*expressions, language=language).content("text").decode()


def test_one_roll_has_its_measures_side_by_side():
    assert text_of("2d2") == (
        "2d2  mean 3.0000\n"
        "\n"
        "total   exactly      at least      at most\n"
        "    2   25.00% 1/4   100.00% 1      25.00% 1/4\n"
        "    3   50.00% 1/2    75.00% 3/4    75.00% 3/4\n"
        "    4   25.00% 1/4    25.00% 1/4   100.00% 1\n"
    )


def test_several_rolls_are_side_by_side_for_each_measure():
    text = text_of("d2", "d3 natural")
    assert text.startswith("A  d2  mean 1.5000 (3/2)\nB  d3 natural  mean 2.0000\n\ntotal, exactly")
    assert re.findall(r"^total, (.*?)  ", text, re.MULTILINE) == ["exactly", "at least", "at most"]
    assert re.search(r"^ +3 +– +33.33% 1/3$", text, re.MULTILINE)
    assert re.search(r"natural, B +exactly\n +lowest +33.33% 1/3\n", text)


def test_fractions_that_are_too_long_are_left_to_the_other_formats():
    assert "/" not in text_of("30d6")
    (roll,) = json.loads(compare_rolls("30d6").content("json"))["rolls"]
    assert roll["parts"][0]["chances"][0]["exactly"] == f"1/{6**30}"


def test_endless_rolls_end_where_more_is_rare_and_say_so():
    text = text_of("d6 open", "d100")
    assert "A  d6 open  mean 4.2000 (21/5)  > 32: 0.01%" in text
    assert re.search(r"^ +33 {10,}1.00% 1/100$", text, re.MULTILINE)


def test_parts_beside_an_endless_one_have_all_their_chances():
    text = text_of("4d6 open bands low 10 high")
    assert text.startswith("4d6 open bands low 10 high  > 56: 0.01%")
    assert re.search(r"^ high +90.59% 587/648", text, re.MULTILINE)


def test_marks_are_counted_and_words_are_translated():
    assert re.search(
        r"^Schnitzer +genau\n +ja +10,04\u202f% 781/7776$", text_of("5d6 >= 5 botch", language="de"), re.MULTILINE
    )


def test_csv_has_every_chance_as_fraction_and_decimal():
    head, *lines = csv.reader(io.StringIO(compare_rolls("3d6", "d2 natural").content("csv").decode()))
    assert head[:5] == ["roll", "part", "value", "exactly", "at_least"]
    dice = distribution(parse_dice("3d6"))
    for roll, part, value, exactly, at_least, at_most, *decimals in lines[:16]:
        assert (roll, part) == ("3d6", "total")
        assert Fraction(at_least) == dice.tail(int(value))
        assert Fraction(exactly) == dice.tail(int(value)) - dice.tail(int(value) + 1)
        assert Fraction(at_most) == 1 - dice.tail(int(value) + 1)
        assert decimals == [f"{float(Fraction(chance)):.6f}" for chance in (exactly, at_least, at_most)]
    assert lines[-1] == ["d2 natural", "natural", "highest", "1/2", "", "", "0.500000", "", ""]


def test_json_has_the_parts_alone_and_together():
    (roll,) = json.loads(compare_rolls("5d10 >= 8 botch").content("json"))["rolls"]
    assert (roll["roll"], roll["mean"], roll["more"]) == ("5d10 >= 8 botch", "3/2", "0")
    assert [part["name"] for part in roll["parts"]] == ["successes", "botch"]
    assert sum(Fraction(result["chance"]) for result in roll["results"]) == 1
    botch = sum(Fraction(result["chance"]) for result in roll["results"] if result["botch"])
    assert Fraction(roll["parts"][1]["chances"][0]["exactly"]) == botch > 0


def test_the_page_has_a_bar_for_each_value_of_each_roll_and_needs_no_network():
    html = compare_rolls("2d6", "d4").content("html").decode()
    assert html.count("<svg ") == 2
    assert html.count("<rect ") == 2 * 12
    assert "<th>12" in html
    assert "http://" not in html
    assert "https://" not in html


def test_a_mark_that_never_happens_has_no_bar():
    html = compare_rolls("3d6 >= 1 botch").content("html").decode()
    assert 'height="0.0"' in html


def test_all_errors_come_at_once_with_their_carets():
    with pytest.raises(DeckgenError) as caught:
        compare_rolls("3d6", "4d6 drop lowes", "d0", "d100 >= 5 bands 1/5")
    message = str(caught.value)
    assert 'did you mean "lowest"?\n    4d6 drop lowes\n             ^\n' in message
    assert "    d0\n    ^" in message
    assert "d100 >= 5 bands 1/5: bands: " in message
    assert len(caught.value.problems) == 3


def test_more_rolls_than_letters_are_numbered():
    assert "\nZ  d27  mean 14.0000\n27  d28  mean 14.5000 (29/2)\n" in text_of(*(f"d{sides}" for sides in range(2, 29)))


def test_a_list_that_nobody_reads_is_refused():
    with pytest.raises(DeckgenError, match="has 93,883 different results; list 20,000 at most"):
        compare_rolls("d300 * d600 + d2")
