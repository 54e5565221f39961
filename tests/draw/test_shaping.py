import unicodedata
from dataclasses import replace
from types import SimpleNamespace

import bidi
import pytest
import uharfbuzz
from hypothesis import given, strategies as st
from script_fonts import SENTENCES, script_font, script_fonts

from deckgen.draw.blocks.flow import paragraph
from deckgen.draw.fonts import font_face_css
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.shaping import can_break, is_right_to_left, is_shaped, order_runs, split_breaks, split_clusters
from deckgen.draw.stylesheet import TextStyle
from deckgen.draw.text import fit, wrap
from deckgen.draw.truetype import read_font, shape
from deckgen.language import Language


def seen(line):
    """A line as it is seen from left to right, all brackets alike."""
    parts = [part for part, _ in order_runs([(line, "face")])]
    return "".join(part[:: -1 if is_strong(part) else 1] for part in parts).translate({ord(")"): "("})


def is_strong(string):
    return any(unicodedata.bidirectional(char) in {"R", "AL"} for char in string)


def test_plain_letters_stay_as_they_are():
    assert not any(map(is_shaped, ("Größe", "Żółw", "Привет", "Ωmega", "K♥", "½ × −3", "“quoted”…")))
    runs = (("Größe (3)", "bold"), ("!", "regular"))
    assert order_runs(runs) == runs


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("שלום (12)!", ["!(", "12", "שלום ("]),
        ("abc שלום (12) x", ["abc ", "(", "12", "שלום (", " x"]),
        ("שלום abc עולם", [" עולם", "abc", "שלום "]),
        ("x (שלום) y", ["x (", "שלום", ") y"]),
        ("می\u200cخواهم", ["می\u200cخواهم"]),
        ("\u200fabc!", ["!", "abc"]),
        ("\u200fabc", ["abc"]),
    ],
)
def test_runs_go_from_left_to_right_and_their_letters_as_they_are_read(line, parts):
    assert [part for part, _ in order_runs([(line, "face")])] == parts


@given(st.text("abאב 12(),-!", min_size=1, max_size=14).map(str.strip).filter(bool))
def test_a_line_is_seen_as_another_program_shows_it(line):
    assert seen(line) == bidi.get_display(line).translate({ord(")"): "("})


def test_a_run_keeps_its_typeface_and_a_line_its_direction():
    assert order_runs([("שלום ", "regular"), ("עולם", "bold")]) == (("עולם", "bold"), ("שלום ", "regular"))
    assert is_right_to_left("12 שלום abc")
    assert not is_right_to_left("abc שלום")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("吾輩は猫である。名前", ["吾", "輩", "は", "猫", "で", "あ", "る。", "名", "前"]),
        ("「東京」（笑）……", ["「東", "京」", "（笑）……"]),
        ("東京Tokyo3.5円、don’t", ["東", "京", "Tokyo3.5", "円、", "don’t"]),
        ("チェック", ["チェッ", "ク"]),
        ("Größe-mal(3)", ["Größe-mal(3)"]),
    ],
)
def test_lines_break_between_kanji_but_not_before_closing_punctuation(text, parts):
    assert split_breaks(text) == parts
    assert not can_break("東", "。")
    assert can_break("東", "京")


def test_marks_stay_with_their_letter():
    assert split_clusters("क्षत्रि की") == ["क्ष", "त्रि", " ", "की"]
    assert split_clusters("👩\u200d👧é") == ["👩\u200d👧", "é"]
    assert split_clusters("Größe") == [*"Größe"]


@pytest.mark.parametrize("script", SENTENCES)
def test_glyphs_and_advances_are_those_of_harfbuzz(script):
    path, word = script_font(script), SENTENCES[script].split("،")[0].split("は")[0]
    font, buffer = read_font(path), uharfbuzz.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    uharfbuzz.shape(uharfbuzz.Font(font.face), buffer)
    pairs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    x, expected = 0.0, []
    for info, position in pairs:
        expected.append((info.codepoint, x + position.x_offset / font.em, position.y_offset / font.em))
        x += position.x_advance / font.em
    start, glyphs = 0.0, []
    for cluster, advance in shape(path, word):
        glyphs += [(number, start + dx, dy) for number, dx, dy in cluster.glyphs]
        start += advance
    assert [number for number, *_ in glyphs] == [number for number, *_ in expected]
    assert [place for _, *place in glyphs] == [pytest.approx(place) for _, *place in expected]
    assert start == pytest.approx(x)
    letters = [cluster.letters for cluster, _ in shape(path, word)]
    assert "".join(letters[:: -1 if script == "arabic" else 1]) == word


@pytest.mark.parametrize("script", SENTENCES)
def test_what_is_drawn_is_as_wide_as_measured(script):
    fonts = script_fonts(script)
    parts = fonts.runs(SENTENCES[script], "regular")
    drawn = sum(advance for part, face in parts for _, advance, *_ in read_font(fonts.files[face]).advances(part))
    assert fonts.em_width(SENTENCES[script], "regular") == pytest.approx(drawn)


def test_each_script_is_of_its_font_and_latin_of_the_theme():
    fonts = script_fonts()
    assert fonts.runs("Tokyo 東京 3", "bold") == (("Tokyo ", "bold"), ("東京 ", "fallback-3"), ("3", "bold"))
    assert fonts.runs("कि", "bold") == (("कि", "fallback-2"),)


def test_joined_letters_are_not_spaced():
    fonts, word = script_fonts(), SENTENCES["arabic"]
    width = fonts.em_width(word, "regular")
    tight = fit(word, "regular", fonts, 4, 3.9 * width, 9, 1, -0.03)
    assert (tight.spacing, tight.fits) == (0, True)
    assert tight.size == pytest.approx(3.9)
    assert fonts.width(word, "regular", 4, 0.5) == pytest.approx(4 * width)


def test_high_letters_fit_into_their_box():
    fonts = script_fonts()
    assert fonts.height("Ag", "regular") == fonts.cap("regular")
    japanese = read_font(script_font("japanese"))
    cap, size = fonts.cap("regular"), fit("国", "regular", fonts, 9, 9, 3, 1, 0).size
    assert size == fit("一", "regular", fonts, 9, 9, 3, 1, 0).size
    top, bottom = japanese.extent("国")
    middle = cap / 2
    assert size * max(top - middle, middle - bottom) <= 1.5
    pen = Pen(fonts)
    pen.text("कि", Box(0, 0, 9, 3), "regular", 9, "#000000")
    (text,) = pen.items
    top, bottom = read_font(script_font("devanagari")).extent("कि")
    assert text.y - top * text.size >= -1e-6
    assert text.y - bottom * text.size <= 3 + 1e-6


@pytest.mark.parametrize("script", SENTENCES)
def test_wrapped_lines_have_all_letters_and_fit(script):
    fonts, text = script_fonts(), f"{SENTENCES[script]} Abc {SENTENCES[script]}"
    lines = wrap([(text, "regular")], 3, 30, fonts)
    assert len(lines) > 2
    assert all(line.width <= 30 + 1e-6 for line in lines)
    shown = "".join(line.string for line in lines).replace("\u200f", "")
    assert shown.replace(" ", "") == text.replace(" ", "")


def test_a_paragraph_from_right_to_left_is_at_the_right():
    fonts = script_fonts()
    lines = wrap([("مرحبا بالعالم كله Latin words that make a line", "regular")], 3, 20, fonts)
    assert [line.indent + line.width for line in lines] == pytest.approx([20] * len(lines))
    pen = Pen(fonts)
    last = lines[-1]
    pen.runs(last, 1, 0, 3, "#000000")
    assert pen.items[0].x == pytest.approx(1 + last.indent)
    pen.begin("")
    pen.text("مرحبا", Box(0, 0, 30, 4), "regular", 3, "#000000", 0.0)
    assert pen.items[0].x == pytest.approx(30 - fonts.em_width("مرحبا", "regular") * 3)
    assert all(line.indent == 0 for line in wrap([("Latin مرحبا", "regular")], 3, 20, fonts))


@pytest.mark.parametrize(("align", "share"), [(0.0, 1.0), (0.5, 0.5), (1.0, 1.0)])
def test_a_paragraph_of_a_page_is_where_its_style_says(align, share):
    fonts = script_fonts()
    texts = {"text": replace(TextStyle(size=3, ink="#000000", rule="", mark_ink="", icon_ink=""), align=align)}
    style = SimpleNamespace(fonts=fonts, language=Language(), texts=texts, pen=lambda: Pen(fonts))
    (strip, *_) = paragraph(style, "مرحبا")(40)
    assert strip.items[0].x == pytest.approx(share * (40 - 3 * fonts.em_width("مرحبا", "regular")))


def test_a_web_page_gets_the_letters_of_other_scripts():
    fonts = script_fonts()
    css = font_face_css(fonts, "Aक東", [("regular", "Text", "font-weight:400")])
    assert css.count("@font-face{font-family:Text;font-weight:400") == 3
    assert "unicode-range:U+915;" in css
    assert "unicode-range:U+6771;" in css
    assert css.startswith(font_face_css(script_fonts(), "A", [("regular", "Text", "font-weight:400")])[:60])
