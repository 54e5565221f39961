"""What expressions in text say, in the words of several programs, and what is wrong with others."""

from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given, strategies as st
from odds_twins import D00, D66

from deckgen.odds.expression import Arithmetic, Bands, Number, Test as Check, Versus
from deckgen.odds.grammar import GrammarError, parse
from deckgen.odds.roll import Die, Roll, parse_dice

ABILITY = Die("ability", ((), ("success",), ("success", "success"), ("advantage",)))
DANGER = Die("danger", ((), ("failure",), ("threat",)))
DICE = {"ability": ABILITY, "danger": DANGER, "dark side": Die("dark side", (2, 4))}
FATE = Die("dF", (-1, 0, 1))


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("4d6", Roll((6,) * 4)),
        ("D20", Roll((20,))),
        ("d%", Roll((100,))),
        ("2 d8", Roll((8, 8))),
        ("4dF + 2", Roll((), special=(FATE,) * 4, bonus=2)),
        ("d66", Roll((), special=(D66,))),
        ("d00", Roll((), special=(D00,))),
        ("2d{2,4,6}", Roll((), special=(Die("d{2,4,6}", (2, 4, 6)),) * 2)),
        ("d{-1..1}", Roll((), special=(Die("d{-1,0,1}", (-1, 0, 1)),))),
        ("d{1..66}", Roll((66,))),
        ("d{0:2, 1}", Roll((), special=(Die("d{0,0,1}", (0, 0, 1)),))),
        ("d{-, hit, hit hit}", Roll((), "symbols", special=(Die("d{-,hit,hit hit}", ((), ("hit",), ("hit", "hit"))),))),
        ("2 ability", Roll((), "symbols", special=(ABILITY, ABILITY))),
        ('2 "dark side"', Roll((), special=(DICE["dark side"],) * 2)),
        ("d8 + d6", Roll((8, 6))),
        ("1 + d6 - 3", Roll((6,), bonus=-2)),
        ("2d6 + 1 - 8", Roll((6, 6), bonus=-7)),
        ("(d8 + d6) open", Roll((8, 6), explode="open")),
        ("d8 open + d6 open", Roll((8, 6), explode="open")),
        ("(d8 + d6) open highest", Roll((8, 6), "highest", "open", maxima="all")),
        ("3d10 highest, open", Roll((10,) * 3, "highest", "open", maxima="all")),
        ("3d10 open highest maxima choose", Roll((10,) * 3, "highest", "open")),
        ("5d10 open highest 3", Roll((10,) * 5, "highest", "open", maxima="all", kept=3)),
        ("3d6 penetrating", Roll((6,) * 3, explode="penetrating")),
        ("d6 explode once", Roll((6,), explode="once")),
        ("2d10 open on 9", Roll((10, 10), explode="open", explode_on=9)),
        ("2d10 on 9", Roll((10, 10), explode="open", explode_on=9)),
        ("2d10 open on 10", Roll((10, 10), explode="open")),
        ("(d10 + d8) open on 8", Roll((10, 8), explode="open", explode_on=8)),
        ("4d6 drop lowest", Roll((6,) * 4, "highest", kept=3)),
        ("4d6 drop 2", Roll((6,) * 4, "highest", kept=2)),
        ("4d6 drop highest", Roll((6,) * 4, "lowest", kept=3)),
        ("3d6 middle", Roll((6,) * 3, "middle")),
        ("3d6 keep 3", Roll((6,) * 3)),
        ("0d6 highest", Roll((6, 6), "lowest")),
        ("0d6 highest criticals", Roll((6, 6), "lowest")),
        ("d20 adv natural", Roll((20, 20), "highest", marks=("natural",))),
        ("d20 disadvantage", Roll((20, 20), "lowest")),
        ("4d6 reroll 1 2 once", Roll((6,) * 4, reroll=(1, 2), reroll_once=True)),
        ("6d6 >= 6 push ones", Roll((6,) * 6, "count", success_at=6, push=True, marks=("ones",))),
        ("5d10 >= 8 again 10 botch", Roll((10,) * 5, "count", "again", success_at=8, marks=("botch",))),
        ("5d10 > 7 again 9", Roll((10,) * 5, "count", "again", success_at=8, explode_on=9)),
        ("5d10 again >= 8", Roll((10,) * 5, "count", "again", success_at=8)),
        ("5d20 <= 11 minus ones", Roll((20,) * 5, "count", at_most=11, minus_ones=True)),
        ("(d8 + d6) < 3", Roll((8, 6), "count", at_most=2)),
        ("d6 count >= 5", Roll((6,), "count", success_at=5)),
        ("8d6 >= 5 glitch", Roll((6,) * 8, "count", success_at=5, marks=("glitch",))),
        ("8d10 sets", Roll((10,) * 8, "set")),
        ("8d10 sets tallest", Roll((10,) * 8, "set", tallest=True)),
        ("d100 bonus 2", Roll((100,), tens=2)),
        ("d100 penalty", Roll((100,), tens=-1)),
        ("3d6 fails half", Roll((6,) * 3, critical_failure=True)),
        ("3d6 lowest fails lowest", Roll((6,) * 3, "lowest", critical_failure=True, failing="lowest")),
        (
            "(d10 + d8 + d6 + d6) highest 2 effect hitches",
            Roll((10, 8, 6, 6), "highest", kept=2, marks=("effect", "hitches")),
        ),
        (
            "(2 ability + danger) symbols cancel success failure cancel advantage threat",
            Roll(
                (),
                "symbols",
                special=(ABILITY, ABILITY, DANGER),
                cancel=(("success", "failure"), ("advantage", "threat")),
            ),
        ),
        ("2 + 3 * 4", Number(14)),
        ("-7 / 2", Number(-4)),
        ("-7 * -2", Number(14)),
        ("min(2d6)", Roll((6, 6))),
        ("d6 * 2 + 1", Arithmetic("+", Arithmetic("*", Roll((6,)), Number(2)), Number(1))),
        ("d6 - d4 - 1", Arithmetic("-", Arithmetic("-", Roll((6,)), Roll((4,))), Number(1))),
        ("d8 + (4d6 drop lowest)", Arithmetic("+", Roll((8,)), Roll((6,) * 4, "highest", kept=3))),
        ("min(d6, 2d4, 3)", Arithmetic("min", Arithmetic("min", Roll((6,)), Roll((4, 4))), Number(3))),
        ("d20 natural + 2 >= 12", Check(Roll((20,), bonus=2, marks=("natural",)), ">=", Number(12))),
        ("d8 + d6 >= 5", Check(Roll((8, 6)), ">=", Number(5))),
        ("2d20 highest >= 12", Check(Roll((20, 20), "highest"), ">=", Number(12))),
        ("5d10 >= 8 >= 2", Check(Roll((10,) * 5, "count", success_at=8), ">=", Number(2))),
        (
            "3d6 total <= 12 critical 3-4 fumble 18-17",
            Check(Roll((6,) * 3), "<=", Number(12), critical=(3, 4), fumble=(17, 18)),
        ),
        (
            "d100 bonus 1 <= 45 bands 1/2 1/5 critical 1 fumble 96-100",
            Check(Roll((100,), tens=1), "<=", Number(45), ((1, 5), (1, 2)), (1, 1), (96, 100)),
        ),
        ("d00 < 35 doubles", Check(Roll((), special=(D00,), marks=("doubles",)), "<", Number(35), doubles=True)),
        (
            "d100 reversed <= 45 tens doubles",
            Check(Roll((100,), marks=("reversed", "doubles")), "<=", Number(45), doubles=True, degrees="tens"),
        ),
        ("d20 = 2d10 margin", Check(Roll((20,)), "=", Roll((10, 10)), degrees="margin")),
        ("2d6 + 1 bands miss 7 partial 10 full", Bands(Roll((6, 6), bonus=1), ("miss", "partial", "full"), (7, 10))),
        ("4dF bands weak hit -1 strong hit", Bands(Roll((), special=(FATE,) * 4), ("weak hit", "strong hit"), (-1,))),
        (
            "3d6 highest criticals bands bad 4 partial 6 full",
            Bands(Roll((6,) * 3, "highest", marks=("criticals",)), ("bad", "partial", "full"), (4, 6), "critical"),
        ),
        ("2d6+3 vs 2d6", Versus(Roll((6, 6), bonus=3), Roll((6, 6)))),
        ("d6 + 2 vs each 2d10 match", Versus(Roll((6,), bonus=2), Roll((10, 10)), singly=True, match=True)),
    ],
)
def test_expressions_are_read(text, expression):
    assert parse(text, DICE) == expression


@pytest.mark.parametrize(
    ("foreign", "text"),
    [
        ("4d6kh3", "4d6 highest 3"),
        ("4d6k3", "4d6 highest 3"),
        ("4d6dl1", "4d6 drop lowest"),
        ("2d20kl", "2d20 lowest"),
        ("3d6dh1", "3d6 drop highest"),
        ("d6!", "d6 open"),
        ("3d6!!", "3d6 open"),
        ("5d10! >= 8", "5d10 >= 8 again"),
        ("5d10!! >= 12", "5d10 open >= 12"),
        ("d6!p", "d6 penetrating"),
        ("d20 + 2d6!", "d20 + (2d6 open)"),
        ("4d6r1", "4d6 reroll 1"),
        ("2d10ro1", "2d10 reroll 1 once"),
        ("{d8, d6} highest", "(d8 + d6) highest"),
        ("{2d8,d6}kh1", "(2d8 + d6) highest"),
        ("highest(d8, d6)", "(d8 + d6) highest"),
        ("[highest 3 of 4d6]", "4d6 highest 3"),
        ("[lowest of 2d20]", "2d20 lowest"),
        ("highest of 3d10", "3d10 highest"),
        ("[[2d6 + 3]]", "2d6 + 3"),
        ("2d6−2", "2d6 - 2"),
        ("d6×2÷3", "d6 * 2 / 3"),
        ("5d10 ≥ 8", "5d10 >= 8"),
        ("d20 ≠ 3", "d20 != 3"),
    ],
)
def test_other_programs_forms_of_the_same_meaning_are_read(foreign, text):
    assert parse(foreign) == parse(text)


@pytest.mark.parametrize("text", ["3d6", "d100", "2d6+d8-1", "39d999", "d6+d6+d6+d6+d6+d6+999"])
def test_dice_of_games_mean_the_same(text):
    assert parse(text) == parse_dice(text)


@pytest.mark.parametrize(
    ("text", "letter", "message"),
    [
        ("9999999d6", 0, "this is no pool of 1 to 100 dice; roll as many"),
        ("100d6 + d6", 6, "this is no pool of 1 to 100 dice"),
        ("0d6", 0, "this is no pool of 1 to 100 dice; roll as many, or 0d6 highest"),
        ("d0", 0, 'this is no die; write 1 to 1,000 sides, such as "d6", or faces: "d{2,4,6}"'),
        ("d1001", 0, "this is no die"),
        ("2 + d-1", 4, 'a die needs its number of sides, 1 or more; write it behind the d: "d6"'),
        ("d{9..1}", 0, "this is no die"),
        ("d{1,hit}", 0, "this is no die"),
        ("d{1,,2}", 0, "this is no die"),
        ("d6 open on 1", 8, "rolled without end"),
        ("d1 open", 3, "rolled without end"),
        ("5d10 >= 8 again 1", 10, "rolled without end"),
        ("d4 reroll 1 2 3 4", 3, "a die is rolled again whatever it shows"),
        ("d6 reroll 1 2 3 open on 4", 21, "rolled without end"),
        ("d100 open on 4", 10, "a d100 explodes on more than 9 of 10 numbers"),
        ("2d6 open on 7", 12, "no die shows 7; write 6 or less"),
        ("2d6 natural + 1", 4, "natural needs a single die, or one that is kept"),
        ("3d6 botch", 4, "botch needs dice that are counted"),
        ("4d6 middle 3", 4, "4 dice have no middle 3"),
        ("d8+d6 highest", 6, 'write "(d8+d6) highest" or "d8+(d6 highest)"'),
        ("d8 + 2d6 open + 3", 9, 'write "(d8 + 2d6) open" or "d8 + (2d6 open)"'),
        ("4d6 drop lowes", 9, 'nothing is called "lowes"; did you mean "lowest"?'),
        ("2 abilty", 2, 'did you mean "ability"?'),
        ("3d6 <= 12", 4, 'for their sum write "3d6 total <= 12"'),
        ("3d6 >= 12", 4, 'for their sum write "3d6 total >= 12"'),
        ("3d6 = 12", 4, 'for their sum write "3d6 total = 12"'),
        ("3d6 >= d6", 4, 'for their sum write "3d6 total >= d6"'),
        ("3d6 open >= 1000", 9, "by >= or <= and a number that only some show"),
        ("2d6 + 1 open", 8, 'write it there, such as "4d6 open"'),
        ("d20 >= 12 natural", 10, "is not right behind dice"),
        ("d20 margin", 4, '"margin" needs a test before it'),
        ("3d6 adv", 4, 'write "max(3d6, 3d6)"'),
        ("4d6 highest 5", 4, "of 4 dice no 5 can be kept; keep 1 to 4"),
        ("4d6 drop 4", 4, "of 4 dice no 0 can be kept"),
        ("4d6 highest lowest", 12, '"lowest" contradicts a word before it'),
        ("2d6 open penetrating", 9, '"penetrating" contradicts a word before it'),
        ("d20 >= 5 margin tens", 16, '"tens" contradicts a word before it'),
        ("d6 / 0", 3, "nothing can be divided by 0"),
        ("999 * 999", 4, "a number is beyond 99999"),
        ("2d6 bands", 9, "bands are names between rising numbers"),
        ("2d6 bands miss", 14, "here a number is missing"),
        ("2d6 bands a 7 b 6 c", 16, "bands are names between rising numbers"),
        ("d100 <= 45 bands 1/5 2", 21, "bands of a test are fractions of its number"),
        ("2d6 + d8 - 2d4 >= 3 doubles", 0, "doubles are of one roll"),
        ("--d6", 1, '"-" cannot be here'),
        ("min 2", 4, '"2" cannot follow here; write ( or [ or {'),
        ("5d10 >= 8 again 10 + 2", 19, 'write brackets: "(5d10 >= 8 again 10) + ..."'),
        ("(d20 >= 5) + 2", 0, "its result is a word"),
        ("2d6 d8", 4, 'join them: "2d6 + d8"'),
        ("(2d6", 0, '"(" is not closed'),
        ("2d6)", 3, 'no bracket is open for ")"'),
        ("d6, d8", 2, "quote each expression alone"),
        ("{d6, 2} highest", 0, "only dice can be listed with commas"),
        ("2d6 +", 5, "here dice or a number are missing"),
        ("2 ability cancel succes failure", 17, 'no die shows "succes"; did you mean "success"?'),
        ("5d6 minus two", 10, '"two" cannot follow here; write ones'),
        ("3d6 maxima one", 11, "maxima are of the highest of open dice"),
        ("d6!>5", 2, 'write "open on 5"'),
        ("4@d6", 1, '"@" is no sign of expressions'),
        ("", 0, "here dice or a number are missing"),
    ],
)
def test_errors_say_where_and_what_to_write_instead(text, letter, message):
    with pytest.raises(GrammarError) as caught:
        parse(text, DICE)
    first, *excerpt = str(caught.value).split("\n")
    assert message in first
    assert excerpt == ([f"    {text}", "    " + " " * letter + "^"] if text else [])


HOSTILE = {
    "brackets": "(" * 10_000,
    "brackets in 1000 letters": "(" * 1000,
    "closed brackets": "(" * 400 + "d6" + ")" * 400,
    "minus": "-" * 900 + "d6",
    "rivals": "d6" + " vs d6" * 150,
    "digits": "9" * 1000,
    "a long product": "*".join(["9999"] * 180),
    "many dice": "d6+" * 300 + "d6",
    "many faces": "d{1..999,1..999}",
    "many functions": "max(" * 200,
    "many bands": "d6 bands " + "a " * 400,
    "a control character": "d20\x1b[2J",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_refused_at_once(text):
    start = process_time()
    with pytest.raises(GrammarError) as caught:
        parse(text)
    assert process_time() - start < 0.5
    assert str(caught.value).endswith("^")
    assert str(caught.value).replace("\n", "").isprintable()
    assert len(str(caught.value)) < 400


POOLS = st.sampled_from(
    ["d6", "2d6", "3d10", "5d10", "d20", "d100", "d00", "d66", "4dF", "2d{2,4,6}", "(d8 + d6)", "{2d6, d4}"]
)
NUMBERS = st.integers(1, 12).map(str)
PLAIN_WORDS = (
    "open", "penetrating", "once", "adv", "dis", "drop lowest", "total", "count", "push", "minus ones", "again", "sets tallest",
    "natural", "botch", "doubles", "ones", "criticals", "fails all", "bonus 1", "reroll 1 2", "reroll 1 once", "maxima one", "match",
)  # fmt: skip
WORDS = st.sampled_from(PLAIN_WORDS) | st.builds(
    "{} {}".format, st.sampled_from(["highest", "lowest", "middle", "open on", "again", ">=", "<="]), NUMBERS
)
ROLLS = st.builds(lambda dice, words: " ".join((dice, *words)), POOLS, st.lists(WORDS, max_size=4))
TOTALS = st.recursive(
    ROLLS | NUMBERS,
    lambda inner: (
        st.builds("({}) {} ({})".format, inner, st.sampled_from("+-*/"), inner)
        | st.builds("{} {} {}".format, inner, st.sampled_from("+-*/"), inner)
        | st.builds("max({}, {})".format, inner, inner)
    ),
    max_leaves=4,
)
OPTIONS = st.sampled_from(["critical 1", "fumble 3-5", "bands 1/5 1/2", "doubles", "margin", "tens"])
READINGS = (
    TOTALS
    | st.builds(
        lambda left, sign, right, words: " ".join((left, sign, right, *words)),
        TOTALS,
        st.sampled_from([">=", ">", "<=", "<", "=", "!="]),
        TOTALS,
        st.lists(OPTIONS, max_size=3),
    )
    | st.builds("{} bands low {} high".format, TOTALS, NUMBERS)
    | st.builds("{} vs {}{}".format, TOTALS, st.sampled_from(["", "each "]), TOTALS)
)


@given(st.text(max_size=80) | READINGS)
def test_any_text_is_read_or_refused(text):
    with suppress(GrammarError):
        parse(text)


@given(READINGS)
def test_brackets_around_all_change_nothing(text):
    with suppress(GrammarError):
        expression = parse(text)
        assert parse(f" ({text})") == expression


@given(TOTALS)
def test_words_are_read_in_capital_letters_too(text):
    with suppress(GrammarError):
        expression = parse(text)
        assert parse(text.upper()) == expression
