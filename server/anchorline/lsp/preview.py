"""The preview of proposed fixes, for editors that show none of their own: a Markdown document, as the report is one."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from lsprotocol import types

from anchorline.evidence.fix import fix_key
from anchorline.lsp import report, uris
from anchorline.lsp.describe import diff
from anchorline.lsp.fixes import Combination
from anchorline.lsp.markdown import fenced, inline
from anchorline.lsp.protocol import NoAnswerError

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


def stamp(proposed: Combination) -> str:
    """Stands for these fixes, wherever in the text they are by now: what is applied is what was shown."""
    keys = [fix_key(held.finding) for held in proposed.findings]
    return hashlib.sha256(repr(keys).encode("utf-8", "surrogatepass")).hexdigest()


def markdown(name: str, proposed: Combination) -> str:
    lines = [
        f"# {counted(len(proposed.findings), 'proposed fix')} for {inline(name, 200)}",
        "",
        "Nothing has been changed yet. Run the same action or command again to apply all of them, or take the quick "
        "fix of each finding.",
        "",
    ]
    for number, held in enumerate(proposed.findings, start=1):
        finding = held.finding
        where = f" in “{inline(finding.section, 120)}”" if finding.section else ""
        lines += [
            f"## {number}. {inline(finding.title, 200)}{where}",
            "",
            inline(finding.suggested_fix or finding.why_it_matters),
            "",
            fenced(diff(finding.edits), "diff", lines=200),
            "",
        ]
    return "\n".join(lines)


def opened(ls: Session, path: str) -> str:
    """Have a document that was written shown where the editor can; its URI."""
    uri = uris.from_path(path)
    if ls.client.show_document:
        ls.tasks.start("show", _show(ls, uri))
    return uri


def write(name: str, proposed: Combination) -> str:
    """The path. Raises OSError."""
    return report.write(f"{name}.fixes", markdown(name, proposed))


def counted(count: int, what: str) -> str:
    """`3 safe fixes`. For words that end in x."""
    return f"{count} {what}{'' if count == 1 else 'es'}"


async def _show(ls: Session, uri: str) -> None:
    try:
        await ls.protocol.ask(types.WINDOW_SHOW_DOCUMENT, {"uri": uri, "takeFocus": True})
    except NoAnswerError as error:
        ls.log_message(f"{uri} is not shown: {error}.")
