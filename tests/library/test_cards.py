from pathlib import Path

import pytest
from cli_fixtures import GAME
from press_drawings import drawing

from deckgen.card.rules.reference import NAME
from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.summary import summary
from deckgen.draw.drawing import Faces
from deckgen.game import read_game
from deckgen.library.cards import Cards
from deckgen.library.choices import DeckSelection, find_spec, layout_of
from deckgen.library.decks import deal
from deckgen.press.options import Options
from deckgen.press.target import load_target


@pytest.fixture(scope="module")
def dealt():
    game = read_game(GAME)
    return deal(game, find_spec(game, None), DeckSelection("a b"), print)[0]


def test_what_it_takes_to_deal_again_is_told(dealt):
    facts = dict(dealt.colophon_facts())
    assert facts["seed"] == "a b"
    assert facts["deck id"] == dealt.data.id
    assert dealt.footer.split(" · ") == [
        dealt.stem,
        dealt.data.id.removeprefix("sha256:")[:12],
        dealt.data.generator,
    ]


def test_the_card_that_tells_of_a_deck_is_its_last(dealt):
    layout = layout_of(dealt.game, dealt.spec)
    found = dealt.audit().summary
    assert found == summary(audit([dealt.data], dealt.game))
    plain, more = dealt.faces(layout), dealt.faces(layout, colophon=found)
    assert repr(more.references[:-1]) == repr(plain.references)
    assert more.references[-1][0] == NAME
    alone = dealt.faces(layout, references=False, colophon=found)
    assert repr(alone.references) == repr(more.references[-1:])
    assert repr(alone.fronts) == repr(plain.fronts)


def test_a_file_a_folder_and_bytes_hold_the_same(dealt, tmp_path):
    faces = dealt.faces(layout_of(dealt.game, dealt.spec))
    options = Options(paper="letter")
    files = Cards(dealt.data, dealt.stem, dealt.title, faces, load_target("home"), options, dealt.describe, only=[3])
    (file,) = files.save_files(tmp_path / "card.svg", "svg")
    assert file.read_bytes() == files.content("svg")
    pdf = Cards(dealt.data, dealt.stem, dealt.title, faces, load_target("home"), options, dealt.describe)
    (file,) = pdf.save_folder(tmp_path / "out")
    assert file == tmp_path / "out" / f"{dealt.stem}-home-letter.pdf"
    assert file.read_bytes() == pdf.content() == pdf.pdf()


@pytest.mark.parametrize(
    ("target", "url", "out", "part"),
    [
        ("tabletop-simulator", "", "table", "Tabletop Simulator loads pictures by full addresses"),
        ("tabletop-simulator", "example.org/", "a.zip", "example.org/future"),
        ("tabletop-simulator", "https://x.org/d", "b", "--url https://x.org/d/ ?"),
        ("tabletop-simulator", "https://example.org/deck/", "table", None),
        ("tabletop-simulator", "file:///C:/decks/", "table", None),
        ("foundry", "", "module.zip", None),
        ("thegamecrafter", "https://x.org/", "c.zip", "--url does nothing here"),
    ],
)
def test_an_address_that_leads_nowhere_is_doubted(dealt, target, url, out, part):
    """Nothing is drawn for that."""
    faces = Faces((), drawing())
    files = Cards(dealt.data, dealt.stem, dealt.title, faces, load_target(target), Options(), dealt.describe, url=url)
    told = list(files.warnings(Path(out), "zip"))
    assert len(told) == (0 if part is None else 1)
    assert part is None or part in told[0]
