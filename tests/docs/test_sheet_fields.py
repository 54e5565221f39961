import re

from golden_files import compare
from sheet_fields import FILE, listing
from sheet_fixtures import GAMES, sheet


def test_the_list_of_field_names_is_current(request):
    made = listing(sheet(game).spec for game in GAMES)
    compare(FILE, made, update=request.config.getoption("--update-goldens"))


def test_every_field_of_a_sheet_is_in_the_list():
    for game in GAMES:
        names = re.findall(r"`([a-z_.N0-9]+)`", listing([sheet(game).spec]))
        patterns = [re.compile(re.escape(n).replace("NN", r"\d\d").replace("N", r"\d+")) for n in names]
        for slot in (slot for template in sheet(game).blank for slot in template.slots):
            assert any(pattern.fullmatch(slot.name) for pattern in patterns), slot.name
