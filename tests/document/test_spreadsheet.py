import csv
import io

import pytest

from deckgen.document.spreadsheet import csv_bytes


@pytest.mark.finding("R16")
def test_no_text_is_a_formula():
    formulas = [
        '=HYPERLINK("http://x")',
        "+cmd|' /C calc'!A0",
        "-2+3+cmd",
        "@SUM(A1)",
        "\t=1",
        "\r\n=1",
        "-=1",
    ]
    ((*cells,),) = csv.reader(io.StringIO(csv_bytes([formulas]).decode(), newline=""))
    assert cells == [f"'{text}" for text in formulas]


def test_numbers_and_other_texts_are_as_they_are():
    rows = [["a", -1, "-1", "+2", "-0.5", "-", "", None, 0.25], ["a=b", "'x", "ß, ü"]]
    assert csv_bytes(rows) == 'a,-1,-1,+2,-0.5,-,,,0.25\r\na=b,\'x,"ß, ü"\r\n'.encode()
