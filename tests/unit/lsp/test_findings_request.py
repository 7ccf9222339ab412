"""What the list of findings shares with the engine without importing it."""

from __future__ import annotations

from anchorline.gates.memory import DECIDED
from anchorline.lsp import findings_request


def test_dismissed_findings_are_known_by_the_name_of_their_gate():
    assert findings_request.DECIDED == DECIDED
