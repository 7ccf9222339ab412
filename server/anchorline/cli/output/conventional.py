"""The first words of a message outside the editor: Conventional Comments, when the settings want them."""

from __future__ import annotations

from anchorline.cli.output.escape import one_line
from anchorline.findings.finding import Finding
from anchorline.gates.shape import conventional_label


def worded(finding: Finding, *, conventional: bool) -> str:
    """The message in one safe line, with its label unless it has one already."""
    message = one_line(finding.message or finding.title)
    label = f"{conventional_label(finding)}: "
    return message if not conventional or message.startswith(label) else label + message
