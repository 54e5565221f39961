"""The certificate of a real deck: what is printed is what the audit says."""

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache

import pypdfium2
import pytest
from certificate_audits import audit_of, said
from cli_fixtures import GAME, deck_bytes, run
from click.testing import CliRunner

from deckgen.cli.program import program
from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.verification import deck_of
from deckgen.deck.cards import read_deck
from deckgen.deck.deal.generator import generate
from deckgen.document.certificate.certificate import certificate, guarantee, shorten_id, summary
from deckgen.document.certificate.cover import audit_identity, group_digits
from deckgen.document.pages import document_style
from deckgen.draw.drawing import Path, Text
from deckgen.draw.fonts import Fonts
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.errors import PressError
from deckgen.game import read_game
from deckgen.odds import describe
from deckgen.press.pdf.operators import bounds_of
from deckgen.press.write import pages_pdf


@pytest.fixture(scope="module")
def audited(tmp_path_factory):
    path = tmp_path_factory.mktemp("deck") / "deck.json"
    path.write_bytes(deck_bytes())
    game = read_game(GAME)
    return audit([deck_of(read_deck(path), game)], game)


@pytest.fixture(scope="module")
def pages(audited):
    """Its certificate."""
    return certificate(audited)


@pytest.fixture(scope="module")
def read(pages):
    """What a reader copies out of it, page by page."""
    return words(pages)


@cache
def _set_of_two():
    game = read_game(GAME)
    spec = game.decks[0]
    return audit([generate(game, spec, "7", n, 2) for n in (1, 2)], game)


def words(pages):
    """What a reader copies out of the PDF, page by page, each run of spaces and lines one space."""
    document = pypdfium2.PdfDocument(pages_pdf(pages, title="Test"))
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


def rounded(value, places):
    exact = Decimal(value.numerator) / value.denominator  # ties have few digits, so that the division is exact
    return str(exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def test_every_cell_s_numbers_can_be_read_back_from_the_pdf(audited, read):
    text = " ".join(read)
    for cell in audited.cells:
        name = f"{cell.cell.column}–{cell.cell.row}"
        target = str(cell.target) if len(str(cell.target)) <= 15 else f"{float(cell.target):.6f}…"
        residue = "exact" if cell.exact else f"{float(cell.residue):+.7f}".replace("-", "−")
        row = (
            f"{describe(cell.cell.roll)} {target} {cell.mean} {residue} {cell.open_cards} {rounded(cell.tail_error, 3)}"
        )
        assert row in text, name
        residue = f"{float(cell.long_run_residue):+.4f}".replace("-", "−") if cell.long_run_residue else "0.0000"
        assert f"{rounded(cell.long_run_mean, 4)} {residue}" in text, name


def test_what_cannot_be_exact_has_its_fraction_in_full_and_the_reason(audited, read):
    text = " ".join(read)
    inexact = [cell for cell in audited.cells if not cell.exactness.possible]
    assert inexact
    for cell in inexact:
        assert f"{cell.target} {cell.mean} {' '.join(cell.exactness.reason.split())}" in text


def test_frequencies_stand_with_their_shares(audited, read):
    text = " ".join(read)
    some = [f for f in audited.frequencies if not f.place and f.target.denominator > 1]
    assert some
    for f in some:
        assert f"{f.value} {f.cards} {rounded(f.target, 3)}" in text


def test_it_says_which_deck_it_is_of_and_how_to_check_it(audited, read):
    first = read[1]
    deck = audited.decks[0]
    for text in (
        audited.game.title,
        audited.spec.title,
        deck.id,
        deck.generator,
        "deckgen verify",
        audited.spec.sha256,
    ):
        assert text in first


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_lies_outside_the_margins_but_the_running_head_and_foot(audited, paper):
    pages = certificate(audited, paper)
    margins = document_style(audited.game).page
    for page in pages[1:]:
        for item in page.items:
            if isinstance(item, Text):
                continue
            left, top, right, bottom = bounds_of([item], page.style)
            assert left >= 15
            assert right <= page.width - 15
            assert top >= 12
            assert bottom <= page.height - 12
        fonts = Fonts(page.style.fonts)
        for text in (item for item in page.items if isinstance(item, Text)):
            width = fonts.width(text.string, text.typeface, text.size)
            assert text.x >= 17 - 1e-3, text
            assert text.x + width <= page.width - 17 + 0.01, text
            if text.slot not in ("page", "masthead"):
                assert margins.top <= text.y <= page.height - margins.bottom, text


def test_no_type_is_below_six_and_a_half_points(pages):
    sizes = {item.size for page in pages for item in page.items if isinstance(item, Text)}
    assert min(sizes) >= 6.5 * 25.4 / 72 - 1e-9


def test_pages_are_numbered_and_carry_the_deck_s_id(audited, read):
    for number, page in enumerate(read[1:], 2):
        assert f"page {number} of {len(read)}" in page
        assert shorten_id(audited.decks[0].id) in page


def test_the_same_audit_gives_the_same_bytes_and_few_of_them(audited, pages):
    first, second = (pages_pdf(made, title="Test") for made in (pages, certificate(audited)))
    assert first == second
    assert len(first) < 300_000


def test_a_miss_is_told_in_words_and_by_a_cross(audited):
    worst = replace(audited.cells[0], tail_error=Fraction(7, 4), problems=("tails",))
    missed = replace(audited, cells=(worst, *audited.cells[1:]))
    pages = words(certificate(missed))
    assert "Not passed" in pages[1]
    assert "1.750" in pages[1]
    fine = replace(audited, cells=tuple(replace(c, problems=()) for c in audited.cells))
    assert "within all limits" in words(certificate(fine))[0]


def test_a_set_names_each_deck_and_the_whole():
    pages = words(certificate(_set_of_two(), "letter"))
    for deck in _set_of_two().decks:
        assert deck.id[:39] in pages[1]
        assert deck.id[39:] in pages[1]
    assert "the whole set together" in pages[1]


def test_the_first_page_is_to_frame_and_has_the_seal_of_the_id(audited):
    first = certificate(audited)[0]
    printed = words([first])[0]
    for text in ("This is to certify", audited.decks[0].seed, group_digits(audited.decks[0].id), "deckgen verify"):
        assert text in printed
    other = replace(audited, decks=(replace(audited.decks[0], seed="another"),))
    lines = [[item for item in page.items if isinstance(item, Path)] for page in (first, certificate(other)[0])]
    assert lines[0] != lines[1]
    assert len(pages_pdf([first], title="Test")) < 120_000


def test_the_seal_of_a_set_follows_from_all_its_ids():
    both = _set_of_two()
    assert audit_identity(both) != audit_identity(replace(both, decks=both.decks[::-1]))
    assert audit_identity(both) not in {deck.id for deck in both.decks}


@pytest.mark.parametrize("seed", ["x" * 200, "long words " * 18, "7"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_any_seed_keeps_to_its_cartouche(audited, seed, paper):
    page = certificate(replace(audited, decks=(replace(audited.decks[0], seed=seed),)), paper)[0]
    fonts = Fonts(page.style.fonts)
    lines = [item for item in page.items if isinstance(item, Text) and item.slot == "cartouche"]
    assert lines
    for text in lines:
        assert text.size >= 6.5 * 25.4 / 72 - 1e-9
        assert text.x > 28
        assert text.x + fonts.width(text.string, text.typeface, text.size) < page.width - 28


def test_a_seed_that_the_face_cannot_show_is_escaped(audited):
    strange = replace(audited, decks=(replace(audited.decks[0], seed="骰子 1"),))
    assert r"\u9ab0\u5b50 1" in words(certificate(strange))[0]


def test_an_unknown_paper_is_refused(audited):
    with pytest.raises(PressError, match="a4"):
        certificate(audited, "a9")


def test_the_command_writes_it(tmp_path):
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    out = tmp_path / "certificate.pdf"
    arguments = ["audit", str(tmp_path / "deck.json"), "--format", "pdf", "--paper", "letter", "-o", str(out)]
    CliRunner().invoke(program, arguments)  # the exit code is the audit's verdict
    page = pypdfium2.PdfDocument(out)[0]
    assert page.get_size() == pytest.approx((612, 792))
    assert run("audit", "--help").stdout.count("--paper")


def test_a_deck_without_rolls_has_a_certificate_too(audited):
    bare = replace(audited, cells=(), independence=replace(audited.independence, pairs=0),
                   balance=replace(audited.balance, percentiles=()))  # fmt: skip
    pages = words(certificate(bare))
    assert "Frequencies" in " ".join(pages)
    assert "average exactly" not in pages[0].split("What is guaranteed")[1]


# The guarantee


def guaranteed(audit):
    return " ".join(said(guarantee(load_stylesheet(), audit)))


def test_it_counts_what_is_exact_and_what_is_rounded():
    audit = audit_of()
    rounded = sum(not c.exactness.possible for c in audit.cells)
    assert rounded
    text = guaranteed(audit)
    assert f"{len(audit.cells) - rounded} of the {len(audit.cells)} results" in text
    assert ("One result has" if rounded == 1 else f"{rounded} results have") in text


def test_what_is_exact_over_a_set_by_choice_is_not_said_to_be_exact():
    audit = audit_of()
    cells = tuple(replace(c, allowance=Fraction(1, 41)) if c.exactness.possible else c for c in audit.cells)
    chosen = sum(c.exactness.possible for c in cells)
    text = guaranteed(replace(audit, cells=cells))
    assert f"0 of the {len(cells)} results" in text
    assert f"{chosen} results could be exact in each deck, but" in text
    assert f"less than {1 / 41:.5f} off" in text


def test_it_promises_nothing_that_a_deck_does_not_have():
    audit = audit_of()
    possible = tuple(c for c in audit.cells if c.exactness.possible)
    text = guaranteed(replace(audit, cells=possible, frequencies=()))
    assert f"All {len(possible)} results" in text
    assert "Rounded." not in text
    assert "Frequencies." not in text
    assert guaranteed(replace(audit, cells=(), frequencies=())).strip() == "What is guaranteed"


def test_the_bound_is_that_of_the_whole_set():
    audit = audit_of(2)
    bound = max(c.allowance for c in audit.cells) * 2
    assert f"less than {float(bound):.5f} off" in guaranteed(audit)


@pytest.mark.finding("R15")
@pytest.mark.parametrize("seed", ["W" * 200, "campaign of " * 12])
def test_a_long_seed_has_room(audited, seed):
    longer = replace(audited, decks=(replace(audited.decks[0], seed=seed),))
    assert seed[:30] in " ".join(words(certificate(longer)))


STYLE = load_stylesheet()


def test_the_verdict_is_in_words_and_in_shape():
    good = audit_of()
    bad = replace(good, cells=(replace(good.cells[0], problems=("mean",)), *good.cells[1:]))
    assert "Passed" in said([summary(STYLE, good, [])])
    assert {"Not passed", "see the lines with a cross"} <= set(said([summary(STYLE, bad, [])]))
    for own, color in ((good, "accent"), (bad, "alarm")):
        panel = summary(STYLE, own, [])(176)[-1]
        assert next(i.fill for i in panel.items if isinstance(i, Path)) == STYLE.color(color)


def test_the_key_figures_are_those_of_the_audit():
    audit = audit_of()
    words = said([summary(STYLE, audit, [])])
    assert f"{sum(c.exact for c in audit.cells)}/{len(audit.cells)}" in words
    assert f"{float(max(c.tail_error for c in audit.cells)):.2f}" in words
    assert f"{audit.independence.mean:.3f}" in words


def test_a_set_says_how_many_decks_it_has():
    assert any("a set of 2 decks" in line for line in said([summary(STYLE, audit_of(2), [])]))


@pytest.mark.parametrize(
    ("lengths", "rows"),
    [([5, 5], [2]), ([5, 99, 5], [1, 1, 1]), ([99, 5, 5], [1, 2]), ([5, 5, 5], [2, 1])],
)
def test_short_facts_stand_beside_each_other_and_long_ones_alone(lengths, rows):
    facts = [(f"fact {i}", "m" * length) for i, length in enumerate(lengths)]
    strips = summary(STYLE, audit_of(), facts)(176)[-len(rows) :]
    names = [[i.string for i in s.items if getattr(i, "string", "").startswith("fact")] for s in strips]
    assert [len(own) for own in names] == rows
    assert [name for own in names for name in own] == [name for name, _ in facts]


def test_a_run_keeps_no_percentiles_of_cards_and_has_no_plot_of_them():
    game = read_game(GAME)
    spec = game.decks[0]
    run_audit = audit((generate(game, spec, "7", n, 2) for n in (1, 2)), game)
    note = "of each card, by its position in the deck"
    assert any(note in page for page in words(certificate(_set_of_two())))
    assert not any(note in page for page in words(certificate(run_audit)))
