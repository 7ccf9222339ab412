"""The names of the commands, so that the handshake needs nothing that carries them out."""

from __future__ import annotations

REVIEW = "anchorline.review"
REVIEW_THOROUGHLY = "anchorline.reviewThoroughly"
CANCEL = "anchorline.cancel"
PAUSE = "anchorline.pause"
APPLY_SAFE_FIXES = "anchorline.applySafeFixes"
APPLY_PROPOSED = "anchorline.applyProposed"
DISMISS = "anchorline.dismiss"
DEFER = "anchorline.defer"
UNDISMISS = "anchorline.undismiss"
UNDISMISS_ALL = "anchorline.undismissAll"
CONVERGE = "anchorline.converge"
SHOW_REPORT = "anchorline.showReport"
ASK_AGAIN = "anchorline.askAgain"
CLEAR_CACHE = "anchorline.clearCache"
DEBUG_INFORMATION = "anchorline.debugInformation"

COMMANDS = (
    REVIEW, REVIEW_THOROUGHLY, CANCEL, PAUSE, APPLY_SAFE_FIXES, APPLY_PROPOSED, DISMISS, DEFER, UNDISMISS,
    UNDISMISS_ALL, CONVERGE, SHOW_REPORT, ASK_AGAIN, CLEAR_CACHE, DEBUG_INFORMATION,
)  # fmt: skip
"""What this version carries out. A client may turn each of these into a command of its own."""
