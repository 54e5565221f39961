import pytest

from deckgen.draw.contrast import contrast, first_readable, luminance

BLACK, WHITE, NAVY, GRAY = "#000000", "#ffffff", "#15213d", "#777777"


def test_contrast_is_that_of_the_web_guidelines():
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(WHITE, WHITE) == 1
    assert contrast(GRAY, WHITE) == contrast(WHITE, GRAY) == pytest.approx(4.48, abs=0.01)
    assert luminance(BLACK) == 0
    assert luminance(WHITE) == pytest.approx(1)


def test_the_first_color_that_is_read_is_taken_else_the_best_of_all():
    assert first_readable(WHITE, [GRAY, NAVY], [BLACK]) == NAVY
    assert first_readable(WHITE, [GRAY, NAVY], [BLACK], minimum=3) == GRAY
    assert first_readable(NAVY, [BLACK], [GRAY, WHITE]) == WHITE
