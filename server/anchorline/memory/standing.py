"""Where a document stands, as memory knows it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from anchorline.findings.decisions import digest

_MOST_FOLDERS = 60


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a document stands: its workspace (an absolute folder, "" for none), and its path in there with `/`; its URI
    where there is no workspace."""

    workspace: str
    path: str

    @property
    def document(self) -> str:
        return digest(self.path)

    def seen_from(self) -> list[tuple[str, str]]:
        """(folder, digest of the path in there) for the workspace and every folder around or in it: who opened another
        folder of the same repository decided about the same file."""
        if not self.workspace:
            return [("", self.document)]
        parts = (*PurePath(self.workspace).parts, *self.path.split("/"))
        cuts = range(len(parts) - 1, max(len(parts) - 1 - _MOST_FOLDERS, 0), -1)
        return [(str(PurePath(*parts[:cut])), digest("/".join(parts[cut:]))) for cut in cuts]
