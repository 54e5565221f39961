"""Where everything is on a page of each kind of print file, to a tenth of a millimeter.

``outlines`` says what a golden holds. Look at the difference after ``pytest --update-goldens``.
"""

from dataclasses import replace

import pytest
from outlines import page_outline
from press_drawings import card, drawing

from deckgen.draw.paper import find_paper
from deckgen.press.box import box_book, net_for
from deckgen.press.contact import ContactOptions, FaceStrip, contact_book
from deckgen.press.imposition.impose import colophon_page, die_line_page, impose
from deckgen.press.imposition.n_up import apply_sheet_options, grid_for, n_up_pages
from deckgen.press.options import Options
from deckgen.press.printers import calibration_book
from deckgen.press.target import load_target

A4, LETTER = find_paper("a4"), find_paper("letter")
HOME, PRESS = load_target("home"), load_target("press")


def outlines(pages):
    return "\n".join(map(page_outline, pages))


def test_a_contact_sheet_has_its_heading_over_the_first_row_of_a_strip_and_of_a_sheet(golden):
    small = [(f"card {number}", drawing(width=40, height=60, title=f"{number}")) for number in range(7)]
    strips = [FaceStrip("first deck", tuple(small)), FaceStrip("second deck", tuple(small[:2]))]
    book = contact_book(strips, ContactOptions(LETTER, 3, "the foot"), "T")
    assert len(book.pages) == 2
    golden("press/contact.txt", outlines(book.pages))


def test_a_calibration_sheet(golden):
    book = calibration_book(A4, Options(back_offset=(0.5, -1.0), back_rotate=0.2))
    golden("press/calibration.txt", outlines(book.pages))
    assert not book.scaling  # what is measured must be printed at its size
    assert book.duplex == "DuplexFlipLongEdge"


@pytest.mark.parametrize("glued", [True, False])
def test_a_box(golden, glued):
    net = net_for((63.5, 88.9), [54], 0.3, glued=glued)
    faces = {name: drawing(width=width, height=height, title=name) for name, (width, height) in net.sizes().items()}
    book = box_book(faces, net, PRESS, A4, title="Box")
    golden(f"press/box-{'glued' if glued else 'folded'}.txt", outlines(book.pages))


def test_a_box_for_a_print_shop_is_as_large_as_its_net(golden):
    net = net_for((63.5, 88.9), [54], 0.3)
    faces = {name: drawing(width=width, height=height, title=name) for name, (width, height) in net.sizes().items()}
    (page,) = box_book(faces, net, PRESS, title="Box").pages
    golden("press/box-alone.txt", page_outline(replace(page, marks=None)))


def test_cards_for_a_print_shop_one_on_a_page(golden):
    target = replace(PRESS, dieline=3.5)
    golden("press/one-up.txt", outlines(impose([card(1)], card(9), target, Options()).pages))
    with_crops = replace(PRESS, crop=HOME.crop, slug=8.0)
    golden("press/one-up-crops.txt", outlines(impose([card(1)], card(9), with_crops, Options()).pages))
    golden("press/die.txt", page_outline(die_line_page(card(1), target)))


@pytest.mark.parametrize("flip", ["long-edge", "short-edge", "gutterfold"])
def test_cards_on_sheets(golden, flip):
    options = Options(title="A deck", footer="deck 1", flip=flip, back_offset=(0.5, -1.0), back_rotate=0.2)
    target = apply_sheet_options(HOME, options)
    fronts = [card(number) for number in range(5)]
    golden(f"press/sheets-{flip}.txt", outlines(n_up_pages(fronts, card(99), target, A4, options)))


def test_labels_lie_where_their_sheet_has_them(golden):
    options = Options(title="A deck")
    label = drawing(width=40, height=40, bleed=0, title="label")
    target = apply_sheet_options(load_target("rayfilm-4040k"), options)
    golden("press/labels.txt", outlines(n_up_pages([label] * 3, label, target, A4, options)))


def test_a_colophon(golden):
    options = Options(title="A deck", colophon=(("seed", "42"), ("deck ids", "sha256:" + "ab" * 96)))
    grid = grid_for(card(), HOME, A4, options)
    golden("press/colophon.txt", page_outline(colophon_page(A4, HOME, options, grid)))
