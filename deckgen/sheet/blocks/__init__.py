"""The kinds of blocks, by the name they have in sheet.yaml."""

from deckgen.sheet.blocks.base import Kind
from deckgen.sheet.blocks.entries import FIELDS, LIST, NOTES, RECORDS
from deckgen.sheet.blocks.figure import FIGURE
from deckgen.sheet.blocks.reading import BANNER, TABLE, TEXT
from deckgen.sheet.blocks.tracks import COUNTDOWN, LADDER, PIPS, WOUNDS

KINDS: dict[str, Kind] = {
    "banner": BANNER,
    "fields": FIELDS,
    "records": RECORDS,
    "list": LIST,
    "notes": NOTES,
    "wounds": WOUNDS,
    "ladder": LADDER,
    "pips": PIPS,
    "countdown": COUNTDOWN,
    "table": TABLE,
    "text": TEXT,
    "figure": FIGURE,
}
