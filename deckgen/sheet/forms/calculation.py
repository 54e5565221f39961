"""What a form computes by itself: its derived fields, the fields that override them, and the scripts.

A derived field is read-only. Over it lies a text field that overrides it: what is typed there counts instead, for
other formulas, too. Viewers run the calculations of all fields, in the order of the form's list, whenever one
changes. Without scripts the fields are the same, and stay as deckgen computed them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deckgen.language import Language
from deckgen.records import record
from deckgen.sheet.character import Character
from deckgen.sheet.model import OVERRIDES, SheetSpec, full
from deckgen.sheet.paper.fill import Filled
from deckgen.sheet.program import script

RUN = "deckgenShow(event)"
"""The calculation of every derived field."""
_SHOW = """\
var deckgenShow=(function(doc){
var sheet,of,shown;
return function(event){
var name=event.target.name,prefix=(/^[0-9]+[.]/.exec(name)||[""])[0];
if(!sheet||of!==prefix||shown[name]){
of=prefix;
shown={};
sheet=deckgenSheet(function(own){
var field=doc.getField(prefix+own);
var text=field&&field.name===prefix+own?String(field.valueAsString):"";
return text==="Off"?"":text;
});
}
shown[name]=true;
event.value=sheet.text(name.slice(prefix.length));
};
})(this);
"""
"""Shows a field's value. One that is computed for the second time says that something has changed since.

Instead of a field that is not there pdf.js gives one whose name ends alike.
"""


@record
class FieldPart:
    """A field as it is written: its full name, what stands in it, and whether it is computed."""

    name: str
    filled: Filled
    computed: bool = False


@record
class Calculation:
    """The derived fields of a form by their full names, each after those it rests on, and what is written over which.

    ``script`` is the program that computes them, empty if there is none.
    """

    order: Mapping[str, None]
    overridden: frozenset[str]
    script: str
    language: Language

    def parts(self, prefix: str, filled: Filled) -> list[FieldPart]:
        """The fields of a slot: of a derived one the computed field, then the one that overrides it."""
        name, slot = full(prefix, filled.slot.name), filled.slot
        if name not in self.order:
            return [FieldPart(name, filled)]
        tip = self.language.phrase("{field}: your own value instead of the computed one", field=slot.tip)
        empty = Filled(slot, "", size=slot.size)
        below, above = (empty, filled) if name in self.overridden else (filled, empty)
        own = full(prefix, OVERRIDES, slot.name)
        return [
            FieldPart(name, below, computed=True),
            FieldPart(own, replace(above, slot=replace(slot, tip=tip))),
        ]


def calculation(
    spec: SheetSpec, people: Sequence[tuple[str, Character | None]], *, scripts: bool
) -> Calculation:
    """The calculation of characters' forms in one file; each with what the names of its fields begin with."""
    every = [(prefix, person.rows if person else {}) for prefix, person in people]
    longest = {name: max(rows.get(name, 0) for _, rows in every) for name in spec.groups}
    order = {full(prefix, name): None for prefix, rows in every for name in spec.derived(rows)}
    overridden = {full(prefix, name) for prefix, person in people if person for name in person.overrides}
    program = script(spec, longest) + _SHOW if scripts and order else ""
    return Calculation(order, frozenset(overridden), program, spec.language)
