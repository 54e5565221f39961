"""``preflight``: would a print shop take this PDF."""

from pathlib import Path

from deckgen.cli.command import argument, command, option
from deckgen.cli.names import File
from deckgen.cli.options import A_TARGET, TO_STDOUT, kind_option
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError, Fault


@command("deckgen preflight press.pdf --target press", "deckgen preflight tuckbox.pdf -o report.json")
def preflight(
    file: Path = argument("file", "FILE.pdf", File(".pdf")),
    target: str | None = option(
        "--target T", "A print target that takes PDF, or a path to one; any print shop by default.", A_TARGET
    ),
    kind: str | None = kind_option("text", "json", of="Of the report"),
    out: Output = TO_STDOUT,
) -> None:
    """Check a PDF as a print shop would.

    It may be any PDF, whatever made it. Looked at are boxes, colours, ink, fonts, lines, text near the cut,
    and what PDF/X forbids. The exit code is 1 if something is found.
    """
    kind = out.kind("text", "json", asked=kind)
    from deckgen.preflight import preflight as look
    from deckgen.press.target import load_target

    wanted = load_target(target) if target else None
    if wanted is not None and not wanted.is_pdf:
        what = f"the target {wanted.name} takes pictures, not PDF"
        raise DeckgenError(Fault("--target", None, "", what, "name a target that takes PDF"))
    report = look(file, wanted)
    out.put(
        report.to_json() if kind == "json" else report.to_text().encode(),
        f"{file.stem}-preflight.{'json' if kind == 'json' else 'txt'}",
    )
    if not report.passed:
        what = f"{len(report.findings)} findings for {report.rules}"
        raise DeckgenError(Fault(str(file), None, "", what, "mend what the report tells"))
