"""Which personas read a document, and why."""

from __future__ import annotations

import pytest

from anchorline.findings.words import DocumentType, Profile
from anchorline.reviewers.activation import activate, traits_of, traits_of_code, unknown_names
from anchorline.reviewers.persona import Persona, Signal
from anchorline.reviewers.personas import built_in
from anchorline.text.families import learn_families
from anchorline.text.outline import read_outline


def traits(text: str, document_type: DocumentType = DocumentType.PLAN):
    outline = read_outline(text)
    return traits_of(outline, document_type, learn_families(outline))


def readers(text: str, document_type: DocumentType = DocumentType.PLAN, **settings) -> dict[str, str]:
    return {a.persona.name: a.why for a in activate(built_in(), traits(text, document_type), **settings) if a.reads}


def why(text: str, signal: Signal, document_type: DocumentType = DocumentType.PLAN) -> str | None:
    (found,) = activate([Persona("p", "Read.", signals=(signal,))], traits(text, document_type))
    return found.why if found.reads else None


UNITS = "".join(f"## Unit {number}: part\n\nDo it.\n\n" for number in range(1, 10))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The upload button opens a dialog; the empty state shows a banner.", "design-lens"),
        ("# User interface\n\nA list.", "design-lens"),
        ("Each request carries a session token; roles are checked.", "security-lens"),
        ("We keep the email address of the reader.", "security-lens"),
        ("The goal is adoption; success is measured by this metric for every objective.", "product-lens"),
        ("Out of scope: the export. Non-goals: the import.", "scope-guardian"),
        (UNITS, "scope-guardian"),
        (UNITS, "adversarial"),
        ("The migration is irreversible in production; a rollback means downtime.", "adversarial"),
        ("Die Anmeldung prüft das Passwort und die Berechtigungen.", "security-lens"),
    ],
)
def test_a_signal_makes_a_persona_read(text, name):
    assert name in readers(text)


@pytest.mark.parametrize(
    "text",
    [
        "We rename the module and move its tests.",
        "```\nbutton dialog screen token session password\n```\n\nThe tests move.",
        "> The button, the dialog and the screen, said somebody.\n\nThe tests move.",
        "The author authored an authentic tokenizer.",
    ],
)
def test_without_a_signal_in_the_authors_own_words_only_those_read_that_always_do(text):
    assert list(readers(text)) == ["coherence", "feasibility"]


def test_a_type_of_document_is_a_signal():
    assert "product-lens" in readers("Text.", DocumentType.REQUIREMENTS)
    assert "adversarial" in readers("Text.", DocumentType.ADR)


def test_the_reason_names_what_was_found():
    assert readers(UNITS)["adversarial"] == "many numbered parts (9 of Unit)"
    assert readers("A token and a session.")["security-lens"] == (
        "it deals with identity, rights or secrets (token*, session*)"
    )
    assert readers("Text.")["coherence"] == "reads every document"


def test_settings_win_over_signals_and_disabling_over_enabling():
    found = readers("Text.", enable=["design-lens", "coherence"], disable=["coherence"])
    assert found == {"feasibility": "reads every document", "design-lens": "enabled in the settings"}


def test_names_that_no_persona_has_are_told():
    assert unknown_names(built_in(), ["coherence", "dezign", "dezign"]) == ("dezign",)


@pytest.mark.parametrize(
    ("word", "text", "found"),
    [
        ("token", "A token.", True), ("token", "Tokens.", False), ("token*", "Tokens.", True),
        ("token*", "A tok.", False),
        ("out of scope", "It is out of\nscope here.", True), ("out of scope", "Out of scopes.", False),
        ("trade-off*", "The Trade-offs are", True), ("non-goal*", "nongoals", False), ("größe*", "Die GRÖSSEN", True),
        ("straße*", "Die Straßen", True),
    ],
)  # fmt: skip
def test_words_stand_alone_and_stems_begin_a_word(word, text, found):
    assert (why(text, Signal("r", (word.casefold(),))) is not None) is found


def test_so_many_different_words_are_needed():
    signal = Signal("r", ("one", "two", "three"), at_least=2)
    assert why("one one one", signal) is None
    assert why("one and three", signal) == "r (one, three)"


def test_a_heading_signal_looks_at_headings_only():
    signal = Signal("r", ("screens",), in_headings=True)
    assert why("Some screens.", signal) is None
    assert why("# The screens\n\nText.", signal) == "r (screens)"


def why_code(signal: Signal, text: str = "", units: tuple[str, ...] = (), **where) -> str | None:
    where = {"language": "python", "path": "src/app/views.py", "changed_lines": 3, **where}
    persona = Persona("p", "Read.", Profile.CODE, signals=(signal,))
    (found,) = activate([persona], traits_of_code(text, units, **where), profile=Profile.CODE)
    return found.why if found.reads else None


@pytest.mark.parametrize(
    ("signal", "where", "why"),
    [
        (Signal("s", words=("token",)), {"text": "def authToken(): ..."}, "s (token)"),
        (Signal("s", words=("token",)), {"text": "auth_token = 1"}, "s (token)"),
        (Signal("s", words=("token",)), {"text": "tokenize(x)"}, None),
        (Signal("s", words=("login",), in_headings=True), {"text": "login", "units": ("logout",)}, None),
        (Signal("s", words=("login",), in_headings=True), {"units": ("LoginView",)}, "s (login)"),
        (Signal("s", languages=("python",)), {}, "s (it is python)"),
        (Signal("s", languages=("go",)), {}, None),
        (Signal("s", paths=("*.py",)), {}, "s (its path matches *.py)"),
        (Signal("s", paths=("*.py",), languages=("python",)), {}, "s (its path matches *.py)"),
        (Signal("s", paths=("*.py",), languages=("go",)), {}, None),
        (Signal("s", words=("token",), languages=("python",)), {"text": "token"}, "s (token)"),
        (Signal("s", words=("token",), languages=("go",)), {"text": "token"}, None),
        (Signal("s", words=("token",), languages=("python",)), {"text": "word"}, None),
        (Signal("s", paths=("app/",)), {}, "s (its path matches app/)"),
        (Signal("s", paths=("views.py/",)), {}, None),
        (Signal("s", paths=("test_*",)), {"path": "tests/Test_views.py"}, "s (its path matches test_*)"),
        (Signal("s", changed_lines=3), {}, "s (3 lines)"),
        (Signal("s", changed_lines=4), {}, None),
        (Signal("s", decisions=True), {"decisions": 2}, "s (2 of them)"),
        (Signal("s", decisions=True), {}, None),
    ],
)
def test_signals_of_a_change(signal, where, why):
    assert why_code(signal, **where) == why


def test_personas_for_documents_never_read_code_and_the_other_way_round():
    found = activate(
        built_in(), traits_of_code("", (), language="go", path="a.go", changed_lines=1), profile=Profile.CODE
    )
    assert {each.persona.profile for each in found} == {Profile.CODE}
    assert {"correctness", "testing"} <= {each.persona.name for each in found if each.reads}
