"""What was decided about a finding holds for as long as its evidence stands, whatever is said anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from anchorline import gates
from anchorline.findings.decisions import Claim, Decision, DecisionKind, Scope, claim_of, decision_about, without_text
from anchorline.findings.finding import Finding, Quote, Raised
from anchorline.findings.ledger import Ledger
from anchorline.findings.remembered import Remembered
from anchorline.findings.trace import Place
from anchorline.findings.words import Profile, Route
from anchorline.text.outline import read_outline
from anchorline.text.snapshot import Snapshot
from kit import raised

PLAN = """# Move the ledger

Everybody gains when the ledger moves to the new store this quarter.

## Copy

The copy runs once a night, and readers may see gaps while it runs. Nobody has measured how long it takes.
It needs four workers and two disks.

## Switch

Readers are switched over in one step. The old ledger stays readable for thirty days.
A second switch needs four workers and one disk.
"""
GAPS = "readers may see gaps while it runs"


def reviewed(
    text: str, *found: Raised, profile: Profile = Profile.DOCUMENT, **known: object
) -> tuple[list[Finding], Ledger]:
    language = "markdown" if profile is Profile.DOCUMENT else "python"
    outline = read_outline(text) if profile is Profile.DOCUMENT else None
    snapshot = Snapshot("file:///plan.md", text, language=language)
    context = gates.GateContext(snapshot, profile, outline, remembered=Remembered(**known))  # type: ignore[arg-type]
    findings, ledger = gates.run(found, context)
    assert ledger.balanced
    return list(findings), ledger


def decided(text: str, found: Raised, kind: str = "dismissed", scope: str = "finding", **more: object) -> Decision:
    ((finding,), _) = reviewed(text, found, profile=more.pop("profile", Profile.DOCUMENT))  # type: ignore[arg-type]
    return decision_about(finding, DecisionKind(kind), Scope(scope), **more)  # type: ignore[arg-type]


def is_hidden(decision: Decision, text: str, *found: Raised, **more: object) -> bool:
    findings, ledger = reviewed(text, *found, decisions=(decision,), **more)
    assert not findings or not ledger.drops
    return not findings


SAME_MATTER = {
    "the very same": (PLAN, raised(GAPS)),
    "a reworded title": (PLAN, raised(GAPS, title="Nightly copying leaves holes", why="Nobody knows why.")),
    "another category": (PLAN, raised(GAPS, rule="coherence/risk", category="risk")),
    "a longer quote": (PLAN, raised("and readers may see gaps while it runs. Nobody")),
    "a shorter quote": (PLAN, raised("readers may see gaps")),
    "an edit elsewhere": (PLAN.replace("thirty", "ninety").replace("this quarter", "in spring"), raised(GAPS)),
    "an edit on one side": (PLAN.replace("runs once a night", "starts daily at two"), raised(GAPS)),
    "an edit on both sides": (
        PLAN.replace("runs once a night", "starts daily at two").replace("Nobody has measured", "Its length is open"),
        raised(GAPS),
    ),
    "other line ends": (PLAN.replace("\n", "\r\n"), raised(GAPS)),
    "another wrap": (
        PLAN.replace("see gaps while", "see\ngaps  while"),
        raised("readers may see\ngaps  while it runs"),
    ),
    "emphasis": (PLAN.replace("gaps", "**gaps**"), raised("readers may see **gaps** while it runs")),
    "further evidence": (PLAN, raised(GAPS, "one step")),
    "a section above": ("# News\n\nNothing.\n\n" + PLAN, raised(GAPS)),
}
MEANINGS = {
    "a sign": ("keep it at -5 degrees or less", "keep it at 5 degrees or less"),
    "a comparison": ("with >5 rows it is slow", "with 5 rows it is slow"),
    "a comparison with spaces": ("with rows > 5 it is slow", "with rows 5 it is slow"),
    "about": ("it takes ~5 minutes a day", "it takes 5 minutes a day"),
    "a language": ("written in C# for all users", "written in C for all users"),
    "a range": ("it takes 5-10 minutes a day", "it takes 5, 10 minutes a day"),
    "a pattern": ("it reads *.py of all users", "it reads .py of all users"),
    "a decimal": ("it takes 1.5 minutes a day", "it takes 1 5 minutes a day"),
    "a negation": ("only if !done for all users", "only if done for all users"),
}
LOOKS = {
    "a dash": ("it takes 5-10 minutes a day", "it takes 5–10 minutes a day"),
    "emphasis": ("it takes 5 minutes a day", "it takes **5** minutes a day"),
    "more emphasis": ("it takes -5 minutes a day", "it *takes* **-5** minutes a day."),
    "a hyphen": ("Unit-7 takes minutes a day", "Unit 7 takes minutes a day"),
    "a list": ("it takes 5 minutes a day", "- it takes 5 minutes a day"),
    "a quotation": ("it takes 5 minutes a day", "> it takes 5\n> minutes a day"),
}


def meant(words: str) -> str:
    return f"# A\n\nBefore it stands a text of words.\n\n{words}\n\nBehind it stands a text of words.\n"


@pytest.mark.parametrize("case", MEANINGS)
def test_a_sign_that_changes_the_meaning_asks_anew(case):
    was, now = MEANINGS[case]
    assert not is_hidden(decided(meant(was), raised(was)), meant(now), raised(now))
    assert is_hidden(decided(meant(was), raised(was)), meant(was), raised(was))


@pytest.mark.parametrize("case", LOOKS)
def test_a_sign_that_changes_the_looks_does_not(case):
    was, now = LOOKS[case]
    assert is_hidden(decided(meant(was), raised(was)), meant(now), raised(now.lstrip("->* ")))


OTHER_MATTER = {
    "a real edit of the evidence": (PLAN.replace("may see", "will see"), raised("readers will see gaps while it runs")),
    "one word less": (PLAN.replace("may see gaps", "see gaps"), raised("readers see gaps while it runs")),
    "another reviewer": (PLAN, raised(GAPS, reviewer="feasibility")),
    "another sentence": (PLAN, raised("Readers are switched over in one step")),
    "a renamed section": (PLAN.replace("## Copy", "## Copying"), raised(GAPS)),
    "a sentence of a paragraph": (
        PLAN, raised("Nobody has measured how long it takes"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SAME_MATTER)
def test_a_dismissed_finding_stays_away_after(case):
    assert is_hidden(decided(PLAN, raised(GAPS)), *SAME_MATTER[case])


@pytest.mark.parametrize("case", OTHER_MATTER)
def test_a_dismissal_says_nothing_about(case):
    assert not is_hidden(decided(PLAN, raised(GAPS)), *OTHER_MATTER[case])


def check(quote: str, text: str, nth: int = 0, rule: str = "count-mismatch") -> Raised:
    at = -1
    for _ in range(nth + 1):
        at = text.index(quote, at + 1)
    span = gates.base.Span(at, at + len(quote))
    return replace(raised(reviewer="checks", rule=rule), evidence=(Quote(quote, span),))


def test_equal_words_elsewhere_are_told_apart_by_what_is_around_them():
    decision = decided(PLAN, check("four", PLAN))
    findings, ledger = reviewed(PLAN, check("four", PLAN), check("four", PLAN, 1), decisions=(decision,))
    assert [finding.span.start for finding in findings] == [PLAN.rindex("four")]
    assert ledger.dropped == {"decided": 1}


TABLE = "# Table\n\n" + "\n".join(f"| R{n} | must | TBD | open |" for n in range(9)) + "\n"


@pytest.mark.parametrize("row", range(9))
def test_one_row_of_a_table_is_dismissed_and_no_other(row):
    every = [check("TBD", TABLE, n, "placeholder") for n in range(9)]
    findings, _ = reviewed(TABLE, *every, decisions=(decided(TABLE, every[row]),))
    assert [TABLE[TABLE.rindex("R", 0, f.span.start) :][:2] for f in findings] == [
        f"R{n}" for n in range(9) if n != row
    ]


def test_a_check_is_known_by_its_rule():
    decision = decided(PLAN, check("four", PLAN))
    assert is_hidden(decision, PLAN, check("four", PLAN))
    assert not is_hidden(decision, PLAN, check("four", PLAN, rule="placeholder"))


def test_the_title_chooses_where_one_reviewer_says_two_things_about_one_sentence():
    gap = raised(GAPS, title="Gaps break requirement two", why="Users lose money.", fix="Copy in one transaction.")
    vague = raised(GAPS, title="Who are the readers", why="Nobody knows whom to ask.", fix="Name the teams.")
    decision = decided(PLAN, vague)
    reworded = replace(vague, title="It is open who the readers are")
    findings, _ = reviewed(PLAN, gap, reworded, decisions=(decision,))
    assert [finding.title for finding in findings] == ["Gaps break requirement two"]


def test_a_merged_finding_is_away_when_all_of_it_was_decided():
    one, two = (raised(GAPS, reviewer=name, title="Readers may see gaps") for name in ("coherence", "feasibility"))
    ((merged,), _) = reviewed(PLAN, one, two)
    assert merged.reviewers == ("coherence", "feasibility")
    decision = decision_about(merged, DecisionKind.DISMISSED)
    assert is_hidden(decision, PLAN, one)
    assert is_hidden(decision, PLAN, two)
    apart = replace(two, title="Operators cannot tell when it is done", why_it_matters="They wait.")
    assert is_hidden(decision, PLAN, one, apart)
    for half, whole in ((one, two), (two, one)):
        findings, ledger = reviewed(PLAN, one, two, decisions=(decided(PLAN, half),))
        assert (len(findings), ledger.dropped) == (1, {})
        findings, ledger = reviewed(PLAN, one, two, baseline=(decided(PLAN, half),))
        assert (len(findings), ledger.dropped) == (1, {})
        findings, ledger = reviewed(PLAN, one, two, decisions=(decided(PLAN, half), decided(PLAN, whole)))
        assert (findings, ledger.dropped) == ([], {"decided": 1})


THIRTY = "The old ledger stays readable for thirty days"


def test_a_contradiction_is_asked_anew_when_either_side_is_edited():
    both = raised(GAPS, THIRTY)
    decision = decided(PLAN, both)
    assert is_hidden(decision, PLAN, both)
    assert is_hidden(decision, PLAN, raised(THIRTY, GAPS))
    assert is_hidden(decision, PLAN, raised(GAPS))
    ninety = PLAN.replace("thirty", "ninety")
    assert not is_hidden(decision, ninety, raised(GAPS, THIRTY.replace("thirty", "ninety")))
    assert not is_hidden(decision, ninety, raised(GAPS))


QUESTIONS = "\n## Deferred / Open Questions\n\n### From 2026-11-30 review\n\n"
ENTRIES = {
    "its entry": (QUESTIONS + f"- T: Why. (coherence/other, “{GAPS}”)\n", True),
    "its entry, cut": (QUESTIONS + "- T: Why. (coherence/other, “readers may see ga…”)\n", True),
    "its entry, wrapped": (
        QUESTIONS + "- T: Why. (coherence/other,\n  “readers may see\n  gaps while it runs”)\n",
        True,
    ),
    "its entry, reworded": (QUESTIONS + f"1. [ ] Gaps?! (coherence/other, “{GAPS}”) Kim asks.\n", True),
    "nothing": ("", False),
    "an empty section": (QUESTIONS, False),
    "another entry": (QUESTIONS + "- T: Why. (coherence/other, “Nobody has measured”)\n", False),
    "another reviewer's entry": (QUESTIONS + f"- T: Why. (feasibility/other, “{GAPS}”)\n", False),
    "the words elsewhere": ("\nOf (coherence/other, “readers may see ga…”).\n", False),
}


@pytest.mark.parametrize("case", ENTRIES)
@pytest.mark.parametrize("known_by_hash", [False, True])
def test_what_is_put_off_stays_away_while_the_open_questions_hold(case, known_by_hash):
    decision = decided(PLAN, raised(GAPS), "deferred")
    if known_by_hash:
        decision = without_text(decision)
    written, hidden = ENTRIES[case]
    assert is_hidden(decision, PLAN + written, raised(GAPS)) is hidden
    edited = OTHER_MATTER["a real edit of the evidence"]
    assert not is_hidden(decision, edited[0] + written, *edited[1:])


def test_a_rule_that_is_no_problem_here_is_silent_about_everything_here():
    for scope in ("file", "workspace"):
        decision = decided(PLAN, check("four", PLAN), scope=scope)
        assert is_hidden(decision, PLAN.replace("four", "five"), check("five", PLAN.replace("four", "five"), 1))
        assert not is_hidden(decision, PLAN, check("four", PLAN, rule="placeholder"))


def test_a_persona_that_files_it_elsewhere_is_not_heard_either():
    for scope in ("file", "workspace"):
        decision = decided(PLAN, raised(GAPS), scope=scope)
        assert is_hidden(decision, PLAN, raised(GAPS, rule="coherence/risk"))
        assert not is_hidden(decision, PLAN, raised(THIRTY, rule="coherence/risk"))


def test_what_was_dropped_is_counted_and_says_why():
    _, ledger = reviewed(PLAN, raised(GAPS), decisions=(decided(PLAN, raised(GAPS)),))
    (drop,) = ledger.drops
    assert (drop.gate, drop.reason) == ("decided", "dismissed earlier, and its evidence stands")


def test_a_fix_that_was_applied_and_is_back_did_not_land():
    found = raised(GAPS, confidence=100, autofix="safe_auto", edits=(("see gaps", "see no gaps"),))
    findings, _ = reviewed(PLAN, found, decisions=(decided(PLAN, found, "applied"),))
    assert not findings[0].landed
    assert findings[0].why_it_matters.startswith("Its fix was applied, and did not land.")
    partly = PLAN.replace("see gaps", "see some gaps")
    ((finding,), _) = reviewed(
        partly, raised("readers may see some gaps while it runs"), decisions=(decided(PLAN, found, "applied"),)
    )
    assert not finding.landed


TYPO = raised(
    "Nobody has measured", confidence=100, autofix="safe_auto", edits=(("how long it takes", "how long ledger takes"),)
)


def test_a_fix_that_was_applied_and_whose_old_text_is_back_is_never_applied_unattended():
    """It was taken back where nobody saw it: in a closed file, or by a checkout."""
    applied = decided(PLAN, TYPO, "applied", at=1)
    ((finding,), _) = reviewed(PLAN, TYPO)
    assert finding.route is Route.APPLY
    ((finding,), _) = reviewed(PLAN, TYPO, decisions=(applied,))
    assert (finding.route, finding.landed) == (Route.PROPOSED, False)


def test_a_fix_that_was_undone_is_never_applied_unattended():
    ((finding,), _) = reviewed(PLAN, TYPO)
    assert finding.route is Route.APPLY
    undone = decided(PLAN, TYPO, "undone", at=2)
    ((finding,), _) = reviewed(PLAN, TYPO, decisions=(decided(PLAN, TYPO, "applied", at=1), undone))
    assert finding.route is Route.PROPOSED
    assert finding.landed


def test_what_was_acknowledged_informs():
    ((finding,), _) = reviewed(PLAN, raised(GAPS), decisions=(decided(PLAN, raised(GAPS), "acknowledged"),))
    assert finding.route is Route.FYI


def test_a_file_that_was_renamed_takes_its_decisions_along():
    one, rule = decided(PLAN, raised(GAPS)), decided(PLAN, check("four", PLAN), scope="file")
    edited = PLAN.replace("thirty", "ninety")
    findings, _ = reviewed(edited, raised(GAPS), check("four", edited, 1), moved=(one, rule))
    assert findings == []
    other = "# Another plan\n\n## Copy\n\nBecause the job is slow, readers may see gaps while it runs for an hour.\n"
    other += "It has four.\n"
    findings, ledger = reviewed(other, raised(GAPS), check("four", other), moved=(one, rule))
    assert findings
    assert not ledger.drops


def test_what_the_baseline_knows_does_not_count():
    known = decided(PLAN, raised(GAPS))
    by_id = replace(known, claim=Claim((), "", (), known.claim.finding))
    by_evidence = replace(known, claim=replace(known.claim, finding=""))
    for each in (known, by_id, by_evidence, decided(PLAN, raised(GAPS), scope="file")):
        findings, ledger = reviewed(PLAN, raised(GAPS), raised(THIRTY, reviewer="scope"), baseline=(each,))
        assert [each.rule for each in findings] == ["scope/other"]
        assert ledger.dropped == {"baseline": 1}


def test_of_what_the_baseline_knows_of_a_file_that_is_gone_only_the_same_place_counts():
    known = decided(PLAN, raised(GAPS))
    by_id = replace(known, claim=replace(known.claim, traces=()))
    by_evidence = replace(known, claim=replace(known.claim, finding=""))
    rule = decided(PLAN, raised(GAPS), scope="file")
    other = "# Another plan\n\n## Copy\n\nBecause the job is slow, readers may see gaps while it runs for an hour.\n"
    for each in (known, by_id, by_evidence, rule):
        findings, ledger = reviewed(PLAN, raised(GAPS), baseline_moved=(each,))
        assert (findings, ledger.dropped) == ([], {"baseline": 1})
        assert reviewed(other, raised(GAPS), baseline_moved=(each,))[0]


CODE = "def f(a, b):\n    if a == b:\n        return total(a)\n    return 1\n"


def test_in_source_every_symbol_is_evidence():
    found = raised("if a == b:", reviewer="correctness")
    decision = decided(CODE, found, profile=Profile.CODE)
    assert is_hidden(decision, CODE, found, profile=Profile.CODE)
    edited = CODE.replace("==", "!=")
    assert not is_hidden(decision, edited, raised("if a != b:", reviewer="correctness"), profile=Profile.CODE)


def test_decisions_are_the_same_from_the_text_and_from_what_a_finding_takes_along():
    ((finding,), _) = reviewed(PLAN, raised(GAPS, THIRTY))
    outline = read_outline(PLAN)
    places = [Place(PLAN, each.span, outline.section_at(each.span.start).title) for each in finding.evidence]
    assert tuple(place.trace() for place in places) == claim_of(finding).traces
