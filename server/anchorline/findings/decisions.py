"""What a person, or a run that acted for one, decided about a finding; and how it is found again.

A decision belongs to a reviewer and to text, never to wording: models reword titles and choose categories anew.
"""

from __future__ import annotations

from enum import StrEnum


class DecisionKind(StrEnum):
    """DISMISSED: no problem. DEFERRED: not now. APPLIED: its fix was made. UNDONE: its fix was taken back.
    ACKNOWLEDGED: seen, and left as it is."""

    DISMISSED = "dismissed"
    DEFERRED = "deferred"
    APPLIED = "applied"
    UNDONE = "undone"
    ACKNOWLEDGED = "acknowledged"


class Scope(StrEnum):
    """How far a decision reaches: this finding, or its rule in this file, or in this workspace."""

    FINDING = "finding"
    FILE = "file"
    WORKSPACE = "workspace"
