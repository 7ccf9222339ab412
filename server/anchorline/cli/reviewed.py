"""What the command line knows of one file: its name, its text as reviewed, and the review."""

from __future__ import annotations

from dataclasses import dataclass

from anchorline.findings.review import Review
from anchorline.findings.words import DocumentType, Profile, Severity, Status
from anchorline.text.lines import LineIndex
from anchorline.text.snapshot import Snapshot, language_of


@dataclass(frozen=True, slots=True)
class Reviewed:
    """`path` is as people see it, see `paths.shown_path`. `snapshot` is None when nothing was read."""

    path: str
    review: Review
    snapshot: Snapshot | None = None

    @property
    def lines(self) -> LineIndex:
        return self.snapshot.lines if self.snapshot is not None else LineIndex("")

    @property
    def is_whole(self) -> bool:
        return self.review.status in (Status.COMPLETE, Status.SKIPPED)

    def reaches(self, bar: Severity | None) -> bool:
        """Whether a finding stands at or above the bar. Hints never do; no bar, nothing does."""
        if bar is None:
            return False
        return any(finding.actionable and finding.severity.rank <= bar.rank for finding in self.review.findings)


def not_reviewed(path: str, status: Status, reason: str, snapshot: Snapshot | None = None) -> Reviewed:
    """A file without findings because nothing looked for any: never an approval unless skipping it was wanted."""
    language = snapshot.language if snapshot is not None else language_of(path)
    review = Review(
        sha256=snapshot.sha256 if snapshot is not None else "",
        profile=Profile.DOCUMENT if language == "markdown" else Profile.CODE,
        document_type=DocumentType.OTHER,
        status=status,
        reason=reason,
    )
    return Reviewed(path, review, snapshot)
