"""Exit status, and the one exception that ends a command with a sentence."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What a caller may rely on. INCOMPLETE wins over FINDINGS: what was not reviewed is not known to be clean."""

    OK = 0
    FINDINGS = 1
    USAGE = 2
    INCOMPLETE = 3
    INTERRUPTED = 130
    PIPE_CLOSED = 141


class UsageError(Exception):
    """The command cannot start as it was given; the text is one sentence with the remedy."""
