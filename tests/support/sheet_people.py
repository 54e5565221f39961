"""Random characters that a sheet accepts, and what stands in the fields of a form for one."""

from contextlib import suppress
from random import Random

from deckgen.errors import DeckgenError
from deckgen.sheet.character import build_character
from deckgen.sheet.model import join_name
from deckgen.sources import ExactFloat, YamlFile

WORDS = (
    "First aid",
    "Öl & Straße",
    "ride (horse)",
    "Pistols",
    "sword",
    "ПИСТОЛЕТ",
    "a/b_c",
    "Σας",
    "x 1",
    "½",
)


class _Maker:
    """Makes the data of a character; ``short`` texts and numbers fit on any sheet."""

    def __init__(self, spec, seed, *, short):
        self.chance, self.short = Random(f"{spec.game} {seed}"), short  # noqa: S311 (not for secrets)
        known = [name for group in spec.groups.values() for name in (*group.known, *group.names)]
        self.words = [*WORDS, *known, *(each.lower() for each in known)]
        if short:
            self.words = [word[:4] for word in WORDS if word.isascii()] + [w for w in known if len(w) < 9]

    def number(self, column):
        chance = self.chance
        top = min(column.most, chance.choice((5, 12, column.most)), 6 if self.short else column.most)
        whole = chance.randint(column.least, max(column.least, top))
        # Weights and the like may be any number; half a die or a level and a half is refused.
        parts = column.most > 999 or chance.random() < 0.002
        places = chance.choice(("", ".5", ".125")) if parts and 0 <= whole < column.most else ""
        return ExactFloat(f"{whole}{places}") if places else whole

    def value(self, column):
        if column.derived or column.type == "picture":
            return None
        if not column.required and self.chance.random() < 0.2:
            return None
        match column.type:
            case "number":
                return self.number(column)
            case "track":
                return self.chance.randint(0, column.most)
            case "dice":
                count = self.chance.choice((1, 2, 3) if self.short else (1, 2, 3, 5, 21))
                return f"{min(count, column.most)}{self.chance.choice(column.options)}"
            case "choice":
                return column.label_of(self.chance.choice(column.options))
        text = column.label_of(self.chance.choice(self.words)[: column.most])
        return text[:2] if self.short and column.most < 30 else text

    def entry(self, group):
        found = {column.name: self.value(column) for column in group.columns}
        given = {name: each for name, each in found.items() if each is not None}
        return given.get("") if "" in found else given

    def rows(self, group, most):
        rows, said = [], set()
        for _ in range(self.chance.randint(0, most)):
            row = self.entry(group)
            if group.known and group.key:
                row[group.key] = self.chance.choice(group.known)
            own = tuple(str(row.get(name, "")).strip().casefold() for name in group.once)
            if row and not (any(own) and own in said):
                rows.append(row)
                said.add(own)
        return rows


def random_data(spec, seed, *, more_rows=3, short=False):
    """A character's data: every kind of value, some of it missing, some derived values overridden.

    Lists may have ``more_rows`` than the sheet.
    """
    maker = _Maker(spec, seed, short=short)
    data = {"game": spec.game}
    for group in spec.groups.values():
        if group.kind == "one":
            data[group.name] = maker.entry(group)
        elif group.kind == "keys":
            entries = {key: maker.entry(group) for key in group.keys}
            data[group.name] = {key: entry for key, entry in entries.items() if entry is not None}
        else:
            data[group.name] = maker.rows(group, group.rows + more_rows)
    derived = [
        join_name(group.name, key, column.name)
        for group in spec.groups.values()
        for key, _ in group.entries(len(data[group.name]) if group.kind == "rows" else None)
        for column in group.columns
        if column.derived
    ]
    own = maker.chance.sample(derived, min(len(derived), maker.chance.choice((0, 0, 1, 3))))
    data["overrides"] = {name: maker.chance.choice((0, 7, 3)) for name in own}
    return {name: value for name, value in data.items() if value is not None}


def random_person(spec, seed, **options):
    """A random character. Raises CharacterError if a formula cannot be computed."""
    return build_character(
        YamlFile(spec.source.path.with_name(f"{seed}.yaml"), random_data(spec, seed, **options)), spec
    )


def random_people(spec, count, **options):
    """So many random characters, of those that the sheet accepts; most are."""
    found, seed = [], 0
    while len(found) < count:
        seed += 1
        with suppress(DeckgenError):
            found.append(random_person(spec, seed, **options))
    assert seed < 1.2 * count + 5
    return found


def form_texts(spec, person):
    """What stands in the fields of a character's form that can be typed into."""
    derived = set(spec.derived(person.rows))
    texts = {name: text for name, text in person.texts.items() if name not in derived}
    texts |= {f"{name}.{i}": "Yes" for name, marks in person.marks.items() for i in range(1, marks + 1)}
    return texts | {join_name("overrides", name): person.texts[name] for name in person.overrides}
