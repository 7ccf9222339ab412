"""Diagnostics are pushed for the text that the client has, and never point at text without their evidence."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wire.wire_client import Message, WireClient, full_range

PLAN = "file:///plans/plan.md"


def at(line: int, start: int, end_line: int | None = None, end: int | None = None) -> Message:
    return {
        "start": {"line": line, "character": start},
        "end": {"line": line if end_line is None else end_line, "character": start if end is None else end},
    }


def replace(range_: Message, text: str) -> Message:
    return {"range": range_, "text": text}


def opened(client: WireClient, text: str, uri: str = PLAN) -> list[Message]:
    client.open(uri, text)
    return client.diagnostics(uri, 1)


def rules(diagnostics: list[Message]) -> list[str]:
    return [diagnostic["code"].removeprefix("word-") for diagnostic in diagnostics]


def test_a_finding_is_a_diagnostic_with_all_that_the_client_can_take(client):
    client.initialize(
        {
            "textDocument": {
                "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True, "dataSupport": True}
            }
        }
    )
    (teh, twice) = opened(client, "teh plan\ntwice, yes twice\n")
    assert teh["source"] == "anchorline"
    assert teh["message"] == "The word teh is doubtful"
    assert teh["severity"] == 3
    assert teh["range"] == at(0, 0, end=3)
    assert teh["codeDescription"]["href"].endswith("/word-teh.md")
    assert teh["data"]["id"] == "teh-0"
    assert len(teh["data"]["hash"]) == 64
    assert twice["severity"] == 2
    (related,) = twice["relatedInformation"]
    assert related["location"] == {"uri": PLAN, "range": at(1, 11, end=16)}


def test_a_client_that_can_take_nothing_gets_nothing_optional(ready):
    (_, twice) = opened(ready, "teh plan\ntwice, yes twice\n")
    assert set(twice) == {"range", "severity", "code", "source", "message"}


def test_a_clean_document_gets_an_empty_list_and_then_nothing_on_change(ready):
    assert opened(ready, "the plan\n") == []
    ready.change(PLAN, 2, replace(at(0, 0), "x"))
    # The next publication is that of the checks, for the version they saw.
    assert [m["method"] for m in ready.drained()] == []


def test_every_change_is_followed_by_the_findings_at_their_new_places(ready):
    opened(ready, "a\nteh plan\nmaybe\n")
    ready.change(PLAN, 2, replace(at(0, 0), "one\ntwo\n"))
    first = ready.diagnostics(PLAN, 2)
    assert [d["range"] for d in first] == [at(3, 0, end=3), at(4, 0, end=5)]
    ready.change(PLAN, 7, replace(at(4, 5), "!"))
    assert [d["range"] for d in ready.diagnostics(PLAN, 7)] == [at(3, 0, end=3), at(4, 0, end=5)]


@pytest.mark.parametrize("text", [None, 5, True])
def test_a_change_whose_text_is_no_text_changes_nothing(ready, text):
    opened(ready, "a\nteh plan\n")
    ready.change(PLAN, 2, {"text": text})
    ready.change(PLAN, 3, replace(at(0, 0), "x"))
    assert [d["range"] for d in ready.diagnostics(PLAN, 3)] == [at(1, 0, end=3)]
    ready.notify("textDocument/didSave", {"textDocument": {"uri": PLAN}, "text": text})
    ready.change(PLAN, 4, replace(at(0, 0), "y"))
    assert [d["range"] for d in ready.diagnostics(PLAN, 4)] == [at(1, 0, end=3)]


def test_several_changes_of_one_message_apply_one_after_the_other(ready):
    opened(ready, "teh plan\n")
    ready.change(PLAN, 2, replace(at(0, 0), "abc "), replace(at(0, 0, end=3), "x\n"), replace(at(0, 0), "> "))
    (teh,) = ready.diagnostics(PLAN, 2)
    assert teh["range"] == at(1, 1, end=4)


def test_an_edit_that_destroys_evidence_withdraws_the_finding_at_once_and_undo_restores_it(ready):
    opened(ready, "teh plan\nmaybe later\n")
    ready.change(PLAN, 2, replace(at(0, 1, end=3), "he"))
    assert rules(ready.diagnostics(PLAN, 2)) == ["maybe"]
    ready.change(PLAN, 3, replace(at(0, 1, end=3), "eh"))
    assert rules(ready.diagnostics(PLAN, 3)) == ["teh", "maybe"]


def test_when_the_last_finding_is_withdrawn_the_client_is_told(ready):
    opened(ready, "teh plan\n")
    ready.change(PLAN, 2, replace(at(0, 0, end=3), "the"))
    assert ready.diagnostics(PLAN, 2) == []


def test_a_full_text_change_moves_only_what_changed(ready):
    opened(ready, "teh plan\nmaybe\n")
    ready.change(PLAN, 2, {"text": "A title\n\nteh plan\nmaybe\n"})
    assert [d["range"] for d in ready.diagnostics(PLAN, 2)] == [at(2, 0, end=3), at(3, 0, end=5)]


def test_the_checks_run_again_when_typing_stops(ready):
    opened(ready, "plan\n")
    for version in range(2, 6):
        ready.change(PLAN, version, replace(at(0, 0), "teh "))
    assert rules(ready.diagnostics(PLAN, 5)) == ["teh"] * 4


def test_a_result_for_an_older_text_is_shown_where_its_evidence_stands_now(ready):
    ready.open(PLAN, "teh plan\n")  # the first review also loads the engine, so the change is there before its end
    ready.change(PLAN, 2, replace(at(0, 0), "new line\n"))
    (teh,) = ready.diagnostics(PLAN, 2)
    assert teh["range"] == at(1, 0, end=3)


def test_closing_empties_the_list(ready):
    opened(ready, "teh plan\n")
    ready.notify("textDocument/didClose", {"textDocument": {"uri": PLAN}})
    assert ready.diagnostics(PLAN) == []
    ready.change(PLAN, 2, replace(at(0, 0), "x"))
    assert ready.drained() == []


def test_closing_while_a_review_runs_shows_nothing_afterwards(ready):
    ready.open(PLAN, "SLOW teh\n")
    ready.notify("textDocument/didClose", {"textDocument": {"uri": PLAN}})
    assert ready.diagnostics(PLAN) == []
    assert opened(ready, "the other plan\n", "file:///plans/other.md") == []
    assert all(m["params"]["uri"] != PLAN for m in ready.drained() if "params" in m)


def published(messages: list[Message]) -> list[Message]:
    return [m["params"] for m in messages if m.get("method") == "textDocument/publishDiagnostics"]


def test_between_reviews_the_list_is_never_empty_while_a_finding_stands(ready):
    opened(ready, "teh plan\n")
    for version in range(2, 30):
        ready.change(PLAN, version, replace(at(0, 3), " x"))
    ready.notify("textDocument/didSave", {"textDocument": {"uri": PLAN}})
    ready.diagnostics(PLAN, 29)
    assert all(each["diagnostics"] for each in published(ready.seen))


def test_what_only_moved_is_told_once_typing_rests(ready):
    opened(ready, "teh plan\n")
    start = len(ready.seen)
    for version in range(2, 100):
        ready.change(PLAN, version, replace(at(0, 0), "x "))
    (teh,) = ready.diagnostics(PLAN, 99)
    assert teh["range"] == at(0, 196, end=199)
    assert len(published(ready.seen[start:])) < 20  # one, unless the machine was busy


def test_what_only_moved_is_told_in_the_end_though_typing_never_rests(ready):
    opened(ready, "teh plan\n")
    start, version = len(ready.seen), 1
    while not published(ready.seen[start:]) and version < 5_000:
        version += 1
        ready.change(PLAN, version, replace(at(1, 0), "x"))
        ready.drained()
    (moved, *_) = published(ready.seen[start:])
    assert moved["diagnostics"][0]["range"] == at(0, 0, end=3)


def test_what_comes_or_goes_is_told_before_anything_else_is_answered(ready):
    opened(ready, "teh plan\nmaybe later\n")
    ready.change(PLAN, 2, replace(at(0, 0), "x "))  # told at once, as the first of several
    ready.change(PLAN, 3, replace(at(0, 0), "x "))  # put off,
    ready.change(PLAN, 4, replace(at(1, 0, end=5), "later"))
    moved, gone = published(ready.drained())
    assert (moved["version"], rules(moved["diagnostics"])) == (2, ["teh", "maybe"])
    assert (gone["version"], rules(gone["diagnostics"])) == (4, ["teh"])  # and told with this
    ready.change(PLAN, 5, replace(at(1, 0, end=5), "maybe"))
    (back,) = published(ready.drained())
    assert (back["version"], rules(back["diagnostics"])) == (5, ["teh", "maybe"])


@pytest.mark.parametrize(
    "uri", ["git:/plans/plan.md?HEAD", "vscode-notebook-cell:/plans/a.ipynb#1", "output:x", "http://x/y.md", "plan.md"]
)
def test_documents_of_other_schemes_are_left_alone(ready, uri):
    ready.open(uri, "teh plan\n")
    ready.change(uri, 2, replace(at(0, 0), "teh "))
    ready.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    ready.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert ready.drained() == []


def test_an_untitled_document_is_reviewed(ready):
    assert rules(opened(ready, "teh plan\n", "untitled:Untitled-1")) == ["teh"]


def test_two_spellings_of_one_uri_are_one_document_and_the_client_sees_its_own(ready):
    assert rules(opened(ready, "teh plan\n", "file:///c%3A/plans/plan.md")) == ["teh"]
    ready.change("file:///C:/plans/plan.md", 2, replace(at(0, 0), "maybe "))
    assert rules(ready.diagnostics("file:///c%3A/plans/plan.md", 2)) == ["teh"]


@pytest.mark.parametrize("separator", ["\f", "\v", "\x85", "\u2028", "\u2029", "\x1c"])
def test_only_three_line_ends_count(ready, separator):
    text = f"first{separator}still first\rsecond\r\nthird\nteh plan\n"
    (teh,) = opened(ready, text)
    assert teh["range"] == at(3, 0, end=3)
    ready.change(PLAN, 2, replace(at(0, 5, end=6), "! "), replace(at(3, 0), "now "))
    (teh,) = ready.diagnostics(PLAN, 2)
    assert teh["range"] == at(3, 4, end=7)


@pytest.mark.parametrize(("encoding", "start"), [("utf-8", 10), ("utf-16", 6), ("utf-32", 5)])
def test_characters_are_counted_in_the_units_that_were_agreed(client, encoding, start):
    client.initialize({"general": {"positionEncodings": [encoding]}})
    (teh,) = opened(client, "é ñ 🎉 teh\n")
    assert teh["range"] == at(0, start + 1, end=start + 4)
    client.change(PLAN, 2, replace(at(0, start), "!"))
    (teh,) = client.diagnostics(PLAN, 2)
    assert teh["range"] == at(0, start + 2, end=start + 5)


def test_a_save_with_another_text_than_ours_is_believed(ready):
    opened(ready, "teh plan\n")
    ready.notify("textDocument/didSave", {"textDocument": {"uri": PLAN}, "text": "a plan\nmaybe teh\n"})
    ready.wait_for(
        lambda m: (
            m.get("method") == "textDocument/publishDiagnostics"
            and rules(m["params"]["diagnostics"]) == ["maybe", "teh"]
        )
    )


def test_at_most_so_many_actionable_findings_are_shown_and_blocking_ones_always(client):
    client.initialize(initializationOptions={"settings": {"maxActionable": 2}})
    diagnostics = opened(client, "maybe teh colour hmm fatal fatal maybe hmm\n")
    assert rules(diagnostics) == ["maybe", "teh", "hmm", "fatal", "fatal", "hmm"]


def test_a_review_that_fails_leaves_what_was_found(ready):
    opened(ready, "teh plan\n")
    ready.change(PLAN, 2, replace(at(0, 8), " BREAK"))
    assert rules(ready.diagnostics(PLAN, 2)) == ["teh"]
    ready.command("review", PLAN)
    ready.change(PLAN, 3, replace(at(0, 0), "x "))
    assert rules(ready.diagnostics(PLAN, 3)) == ["teh"]


def test_an_incomplete_review_keeps_what_the_missing_reviewer_found(ready):
    opened(ready, "teh plan\n")
    ready.change(PLAN, 2, replace(at(0, 8), " PARTIAL"))
    assert rules(ready.diagnostics(PLAN, 2)) == ["teh"]
    assert rules(ready.diagnostics(PLAN, 2)) == ["teh"]  # of the review itself


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    edits=st.lists(
        st.tuples(
            st.integers(0, 5), st.integers(0, 12), st.integers(0, 2), st.integers(0, 12),
            st.sampled_from(["", "teh", "\n", "x", " maybe ", "\r\n", "é🎉", "the\nplan"]),
        ),
        min_size=1, max_size=6,
    )
)  # fmt: skip
def test_after_any_edits_every_diagnostic_points_at_its_word(shared, edits):
    uri = "file:///plans/any.md"
    text = "teh plan\nmaybe colour\n🎉 teh end\n"
    shared.open(uri, text)
    shared.diagnostics(uri, 1)
    version = 1
    for line, character, lines_more, end, new in edits:
        version += 1
        start, stop = (line, character), max((line + lines_more, end), (line, character))
        shared.change(uri, version, replace(at(*start, *stop), new))
        text = spliced(text, start, stop, new)
    shared.notify("textDocument/didSave", {"textDocument": {"uri": uri}, "text": text})
    shared.request("anchorline/nothing")
    # The review of the save is the last publication: a document of another version would have been resynced.
    for message in shared.seen:
        if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["version"] == version:
            for diagnostic in message["params"]["diagnostics"]:
                assert words_at(text, diagnostic["range"]) == diagnostic["code"].removeprefix("word-")
    shared.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    shared.drained()
    shared.seen.clear()


def lines_of(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def offset(text: str, position: tuple[int, int]) -> int:
    """By hand and slowly, in UTF-16 units, as the specification says it."""
    line, character = position
    at_ = 0
    for _ in range(line):
        ends = [(text.find(e, at_), len(e)) for e in ("\r\n", "\n", "\r") if text.find(e, at_) >= 0]
        if not ends:
            return len(text)
        first = min(end for end, _ in ends)
        at_ = first + max(size for end, size in ends if end == first)
    units = 0
    while at_ < len(text) and text[at_] not in "\r\n":
        width = len(text[at_].encode("utf-16-le")) // 2
        if units + width > character:
            break
        units += width
        at_ += 1
    return at_


def spliced(text: str, start: tuple[int, int], end: tuple[int, int], new: str) -> str:
    first = offset(text, start)
    return text[:first] + new + text[max(first, offset(text, end)) :]


def words_at(text: str, range_: Message) -> str:
    start, end = ((range_[side]["line"], range_[side]["character"]) for side in ("start", "end"))
    return text[offset(text, start) : offset(text, end)]


def test_the_whole_text_can_be_replaced_by_range(ready):
    text = "teh plan\nmaybe"
    opened(ready, text)
    ready.change(PLAN, 2, replace(full_range(text), "a\nmaybe"))
    assert [d["range"] for d in ready.diagnostics(PLAN, 2)] == [at(1, 0, end=5)]
