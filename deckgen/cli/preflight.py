"""``preflight``: would a print shop take these PDFs."""

from functools import partial
from pathlib import Path

from deckgen.cli.command import argument, command, option
from deckgen.cli.names import File
from deckgen.cli.options import A_TARGET, TO_STDOUT, kind_option
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError, Fault, PressError


@command(
    "deckgen preflight press.pdf --target press",
    "deckgen preflight tuckbox.pdf -o report.json",
    "deckgen preflight run/ more.pdf -o report.json",
)
def preflight(
    files: tuple[Path, ...] = argument("files", "FILE|FOLDER...", File(".pdf"), nargs=-1, required=True),
    target: str | None = option(
        "--target T", "A print target that takes PDF, or a path to one; any print shop by default.", A_TARGET
    ),
    kind: str | None = kind_option("text", "json", of="Of the report"),
    out: Output = TO_STDOUT,
) -> None:
    """Check PDFs as a print shop would.

    They may be any PDFs, whatever made them; of folders all in them, and in folders there. Looked at are boxes,
    colours, ink, fonts, lines, text near the cut, and what PDF/X and PDF/VT ask for. The exit code is 1 if
    something is found.
    """
    kind = out.kind("text", "json", asked=kind)
    from deckgen.confined import Confinement
    from deckgen.preflight import confined_preflight, preflight_all
    from deckgen.press.target import load_target

    wanted = load_target(target) if target else None
    if wanted is not None and not wanted.is_pdf:
        what = f"the target {wanted.name} takes pictures, not PDF"
        raise DeckgenError(Fault("--target", None, "", what, "name a target that takes PDF"))
    one = len(files) == 1 and not files[0].is_dir()
    with Confinement(PressError) as process:
        look = partial(confined_preflight, process)
        report = look(files[0], wanted) if one else preflight_all(files, wanted, out.progress, look)
    out.put(
        report.to_json() if kind == "json" else report.to_text().encode("utf-8", "backslashreplace"),
        f"{files[0].stem if one else 'all'}-preflight.{'json' if kind == 'json' else 'txt'}",
    )
    if faults := report.faults():
        raise DeckgenError(faults)
