"""Why no model has read a document: in the few words of a status, and in a sentence for who asked for a review."""

from __future__ import annotations

SWITCHED_OFF = "models are switched off"
NO_MODEL = "no model is configured"
NO_WAY = "no model can be reached"
ON_SAVE = "models read it when it is saved"
ON_COMMAND = "models read it when a review is asked for"
NOT_A_PLAN = "it is not read as a plan"
IF_AGREED = "models read it when it is saved, if you agree"
WAITS = "waits for your answer whether models may read it"
NO_ANSWER = "you have not answered whether models may read it"
NEVER = "you answered Never"

ASKED_AGAIN = "What you answered before is forgotten: you are asked before any more text is sent."
NOBODY_ASKED = "Your own settings say which model reads, or when, so nobody is asked."
NO_MODEL_ASKED = "No model is configured (or the provider is off), so only checks ran."
NEVER_ASKED = (
    "You answered Never to sending text to this model, so only checks ran. “Ask Again Whether Models May Read” (the "
    "command anchorline.askAgain) puts the question again."
)


def not_a_plan_asked(name: str, kind: str) -> str:
    """`name` of the file, `kind` as what it is read: "" for nothing in particular."""
    return (
        f"{name} is not read as a plan, requirements, spec or ADR{f' but {kind}' if kind else ''}, so only checks ran: "
        "`type: plan` in its front matter says what it is, or the setting review.documents sends all Markdown to "
        "models."
    )
