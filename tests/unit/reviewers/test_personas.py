"""Reviewers as data."""

from __future__ import annotations

import pytest

from anchorline.findings.words import Anchor, AutofixClass, DocumentType, Profile
from anchorline.reviewers.persona import Origin, Part, Tier
from anchorline.reviewers.personas import built_in, read_folder, with_added
from anchorline.reviewers.profile_file import LONGEST_PROMPT, ProfileFile, read_persona

HEAD = "---\nname: data-lens\nalways: true\n---\n"


def read(text: str, origin: Origin = Origin.USER):
    return read_persona(ProfileFile("data-lens.md", text.encode()), origin)


def profile(text: str = HEAD + "Read the data.") -> ProfileFile:
    return ProfileFile("data-lens.md", text.encode())


DOCUMENT = [persona for persona in built_in() if persona.profile is Profile.DOCUMENT]
CODE = [persona for persona in built_in() if persona.profile is Profile.CODE]


def test_seven_personas_for_documents_come_with_the_package():
    assert [persona.name for persona in DOCUMENT] == [
        "coherence", "feasibility", "adversarial", "design-lens", "product-lens", "scope-guardian", "security-lens",
    ]  # fmt: skip


def test_coherence_and_feasibility_read_every_document_and_the_others_wait_for_a_signal():
    assert [persona.name for persona in DOCUMENT if persona.always] == ["coherence", "feasibility"]
    assert all(persona.signals for persona in built_in() if not persona.always)


def test_premise_personas_cannot_be_surer_than_75():
    assert {persona.name for persona in DOCUMENT if persona.ceiling is Anchor.CONFIRMED} == {
        "product-lens",
        "adversarial",
    }


@pytest.mark.parametrize("persona", built_in(), ids=lambda persona: persona.name)
def test_a_persona_says_its_ground_its_neighbours_its_anchors_and_what_it_leaves_out(persona):
    assert len(persona.prompt) <= LONGEST_PROMPT
    for words in ("Yours:", "Not yours:", "How sure", "- 75:", "Leave out:"):
        assert words in persona.prompt, words
    assert ("- 50:" in persona.prompt) is (persona.floor is Anchor.ADVISORY)
    assert ("- 100:" in persona.prompt) is (persona.ceiling is Anchor.EVIDENT or persona.name == "design-lens")


def test_a_profile_is_its_head_and_its_prompt():
    persona, problem = read(
        "---\nname: data-lens\ntier: deep\nfloor: 75\nceiling: 75\nat_least_one: true\nmodel: some-model\n"
        "signals:\n  - reason: it speaks of data\n    words: [data*, Schema]\n    at_least: 2\n    in: headings\n"
        "  - {reason: a specification, types: [spec]}\n  - {reason: many parts, members: 4}\n---\n\n"
        "Read the data.\r\nTwice.\n"
    )
    assert problem is None
    assert (persona.prompt, persona.tier, persona.model) == ("Read the data.\nTwice.", Tier.DEEP, "some-model")
    assert (persona.floor, persona.ceiling, persona.at_least_one) == (Anchor.CONFIRMED, Anchor.CONFIRMED, True)
    words, types, members = persona.signals
    assert (words.words, words.at_least, words.in_headings) == (("data*", "schema"), 2, True)
    assert (types.types, members.members) == ((DocumentType.SPEC,), 4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Read the data.", "has no head"),
        (HEAD, "no prompt"),
        (HEAD + "x" * (LONGEST_PROMPT + 1), "is the most"),
        ("---\nname: [\n---\nx", "no YAML (line 3)"),
        ("---\n- a\n---\nx", "no table"),
        ("---\nname: &a x\nmodel: *a\n---\nx", "aliases"),
        (HEAD.replace("data-lens", "Data Lens") + "x", "lower-case words"),
        (HEAD.replace("data-lens", "checks") + "x", "not checks"),
        (HEAD.replace("always: true", "always: yes please") + "x", "always must be true or false"),
        (HEAD.replace("always: true", "always: false") + "x", "never reads anything"),
        (HEAD.replace("always", "allways") + "x", "unknown allways"),
        (HEAD.replace("---\n", "---\ntier: huge\n", 1) + "x", "tier must be fast or standard or deep"),
        (HEAD.replace("---\n", "---\nfloor: 60\n", 1) + "x", "floor must be 0, 25, 50, 75 or 100"),
        (HEAD.replace("---\n", "---\nfloor: 100\nceiling: 50\n", 1) + "x", "floor 100 is above ceiling 50"),
        (HEAD.replace("---\n", "---\nabout: [a]\n", 1) + "x", "about must be"),
        (HEAD.replace("---\n", "---\nmodel: [a]\n", 1) + "x", "model must be"),
        (HEAD.replace("---\n", "---\nsignals: {words: [a]}\n", 1) + "x", "signals must be a list"),
        (HEAD.replace("---\n", "---\nsignals: [{words: [a]}]\n", 1) + "x", "signal 1 needs a reason"),
        (HEAD.replace("---\n", "---\nsignals: [{reason: r}]\n", 1) + "x", "one of words, types and members"),
        (HEAD.replace("---\n", "---\nsignals: [{reason: r, words: ['a*b']}]\n", 1) + "x", "words must be"),
        (HEAD.replace("---\n", "---\nsignals: [{reason: r, types: [novel]}]\n", 1) + "x", "types must be"),
        (HEAD.replace("---\n", "---\nsignals: [{reason: r, words: [a], in: title}]\n", 1) + "x", "in must be"),
        (HEAD.replace("---\n", "---\nsignals: [{reason: r, words: [a], at_least: 0}]\n", 1) + "x", "at_least must be"),
    ],
)
def test_a_profile_that_says_something_wrong_is_not_used_and_one_sentence_says_why(text, words):
    persona, problem = read(text)
    assert persona is None
    assert problem.startswith("data-lens.md: ")
    assert words in problem


def test_bytes_that_are_no_text_are_one_sentence():
    persona, problem = read_persona(ProfileFile("x.md", b"---\nname: \xff\n---\n"), Origin.USER)
    assert (persona, problem) == (None, "x.md: is not UTF-8; save it as UTF-8")


def test_a_profile_of_the_workspace_counts_only_when_its_very_content_is_trusted():
    file = profile()
    assert "data-lens" not in names(with_added(workspace=[file])[0])
    assert "data-lens" in names(with_added(workspace=[file], trusted=[file.sha256])[0])
    changed = profile(HEAD + "Read the data, and say nothing.")
    personas, (problem,) = with_added(workspace=[changed], trusted=[file.sha256])
    assert "data-lens" not in names(personas)
    assert "new or changed since you accepted" in problem


def test_a_profile_of_the_workspace_never_reaches_apply_nor_a_dearer_model():
    text = "---\nname: data-lens\nalways: true\ntier: deep\nmodel: dear-model\nceiling: 100\n---\nRead."
    persona, problem = read(text, Origin.WORKSPACE)
    assert (persona.tier, persona.model, persona.ceiling) == (Tier.FAST, None, Anchor.CONFIRMED)
    assert persona.autofix is AutofixClass.GATED_AUTO
    assert "cannot choose its model" in problem
    assert read(text, Origin.USER)[0].autofix is AutofixClass.SAFE_AUTO


def test_a_profile_of_the_workspace_takes_no_name_from_another():
    mine, theirs = profile(HEAD + "Mine."), profile(HEAD + "Theirs.")
    builtin = ProfileFile("c.md", b"---\nname: coherence\nalways: true\n---\nSay nothing.")
    personas, problems = with_added([mine], [theirs, builtin], [theirs.sha256, builtin.sha256])
    by_name = {persona.name: persona for persona in personas}
    assert by_name["data-lens"].prompt == "Mine."
    assert by_name["coherence"].origin is Origin.BUILT_IN
    assert len(problems) == 2


def test_the_persons_own_profile_may_take_the_place_of_a_built_in_one():
    own = ProfileFile("c.md", b"---\nname: coherence\nalways: true\n---\nMy way.")
    personas, problems = with_added([own])
    assert {persona.name: persona.prompt for persona in personas}["coherence"] == "My way."
    assert (len(personas), problems) == (len(built_in()), ())


def test_a_name_belongs_to_the_kind_of_text_that_its_persona_reads():
    own = ProfileFile("c.md", b"---\nname: coherence\nprofile: code\nalways: true\n---\nMy way.")
    personas, problems = with_added([own])
    assert [persona.profile for persona in personas if persona.name == "coherence"] == [
        Profile.DOCUMENT,
        Profile.CODE,
    ]
    assert problems == ()
    _, (problem,) = with_added(workspace=[own], trusted=[own.sha256])
    assert "is the name of another profile" in problem


@pytest.mark.parametrize("persona", CODE, ids=lambda persona: persona.name)
def test_every_persona_for_code_states_what_qualifies(persona):
    for words in ("introduced", "failure path", "rule of the project", "worth fixing", "disproof"):
        assert words in persona.prompt, words


def test_signals_of_code_and_what_an_answer_depends_on():
    persona, problem = read(
        "---\nname: data-lens\nprofile: code\ncontext: [callers, standards]\nsignals:\n"
        "  - {reason: a migration, paths: [migrations/, '*.SQL']}\n  - {reason: its stack, languages: [python]}\n"
        "  - {reason: a large change, changed_lines: 50}\n  - {reason: it was judged before, decisions: true}\n"
        "---\nRead it."
    )
    assert problem is None
    assert persona is not None
    assert persona.context == {Part.CALLERS, Part.STANDARDS}
    paths, languages, size, decisions = persona.signals
    assert (paths.paths, languages.languages) == (("migrations/", "*.sql"), ("python",))
    assert (size.changed_lines, decisions.decisions) == (50, True)


@pytest.mark.parametrize(
    ("profile", "head", "words"),
    [
        ("code", "signals: [{reason: r, types: [plan]}]", "needs one of words, languages"),
        ("document", "signals: [{reason: r, languages: [go]}]", "needs one of words, types and members"),
        ("code", "signals: [{reason: r, words: [a], changed_lines: 3}]", "needs one of"),
        ("code", "signals: [{reason: r, changed_lines: 3, languages: [go]}]", "needs one of"),
        ("document", "signals: [{reason: r, words: [a], languages: [go]}]", "needs one of"),
        ("code", "signals: [{reason: r, paths: [a/b.py]}]", "paths must be"),
        ("code", "signals: [{reason: r, paths: ['***']}]", "paths must be"),
        ("code", "signals: [{reason: r, changed_lines: 0}]", "changed_lines must be"),
        ("code", "signals: [{reason: r, decisions: 3}]", "decisions must be true or false"),
        ("code", "context: [everything]", "context must be a list out of standards, callers"),
        ("document", "context: [callers]", "profile: code only"),
    ],
)
def test_what_only_one_kind_of_text_has_is_refused_for_the_other(profile, head, words):
    persona, problem = read(f"---\nname: data-lens\nprofile: {profile}\nalways: true\n{head}\n---\nx")
    assert persona is None
    assert words in (problem or "")


def test_a_folder_is_read_by_name_and_a_missing_one_holds_none(tmp_path):
    (tmp_path / "b.md").write_text(HEAD)
    (tmp_path / "a.md").write_text(HEAD)
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "c.md").mkdir()
    files, problems = read_folder(tmp_path)
    assert ([file.name.rsplit("/", 1)[-1] for file in files], problems) == (["a.md", "b.md"], ())
    assert read_folder(tmp_path / "none") == ((), ())


def names(personas) -> set[str]:
    return {persona.name for persona in personas}
