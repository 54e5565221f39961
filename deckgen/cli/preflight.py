"""``preflight``: would a print shop take this PDF."""

from pathlib import Path

from deckgen.cli.command import argument, command, option
from deckgen.cli.options import FILE, TO_FILE, text_or
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError, Fault


@command(
    "deckgen preflight press.pdf --target press", "deckgen preflight tuckbox.pdf --format json -o report.json"
)
def preflight(
    file: Path = argument("file", "FILE.pdf", FILE),
    target: str | None = option(
        "--target T", "A print target that takes PDF, or a path to one; any print shop by default."
    ),
    kind: str = text_or("json", of="Of the report."),
    out: Output = TO_FILE,
) -> None:
    """Check a PDF as a print shop would.

    It may be any PDF, whatever made it. Looked at are boxes, colours, ink, fonts, lines, text near the cut,
    and what PDF/X forbids. The exit code is 1 if something is found.
    """
    from deckgen.preflight import preflight as look
    from deckgen.press.target import load_target

    wanted = load_target(target) if target else None
    if wanted is not None and not wanted.is_pdf:
        what = f"the target {wanted.name} takes pictures, not PDF"
        raise DeckgenError(Fault("--target", None, "", what, "name a target that takes PDF"))
    report = look(file, wanted)
    out.put(report.to_json() if kind == "json" else report.to_text().encode())
    if not report.passed:
        what = f"{len(report.findings)} findings for {report.rules}"
        raise DeckgenError(Fault(str(file), None, "", what, "mend what the report tells"))
