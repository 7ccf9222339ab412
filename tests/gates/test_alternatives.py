from dataclasses import replace

import pytest

from anchorline.findings.words import Action
from anchorline.gates.alternatives import alternatives
from kit import context, finding

TEXT = "alpha beta gamma"
EDIT = (("alpha", "delta"),)


def judged(**options):
    """The finding as the gate leaves it."""
    category = options.pop("category", "other")
    candidate = replace(finding(TEXT, "alpha", **options), category=category)
    (passed,) = alternatives((candidate,), context(TEXT)).findings
    return passed


ONE_REMEDY = [
    "Say delta.",
    "Ship code that reads both names first, then migrate, then remove the old name in a later release.",
    "Read the new name with a fallback to the old one for one release, and search for the old name in Unit 2 too.",
    "Tie the accessible name to the visible label and include toolbar.py in Unit 3.",
    "When the list is empty, show the next command to run.",
    "Pass the severity filter in the scorer instead of the empty one.",
    "Unit 3 should name the audit table.",
    "The summary must say five.",
    'Print "retry or give up" when the third attempt fails.',
    "Add the retry table to Unit 2, or leave it as it is.",
    "Add the retry table to Unit 2; the alternative is to do nothing.",
    "Define a power event as one that takes a right from somebody else.",
    "Name `retry_after` in Unit 2.",
    "Add a limit of 5 attempts to Unit 2.",
    "Verschiebe den Schritt hinter die Migration.",
    "Nenne in Abschnitt 2 die Zahl 5, oder lass alles, wie es ist.",
    "Den alten Namen noch eine Version lang lesen, oder nichts tun.",
]
A_CHOICE = [
    "Say delta, or remove the sentence.",
    "Either say delta or name the owner.",
    "Write the hash as metadata, or read it from the tags.",
    "Add the two backends to the table, or correct the background.",
    "Remove the flag and/or document it.",
    "Say delta. Alternatively, name both.",
    "Option A: say delta. Option B: name the owner.",
    "Nenne delta oder streiche den Satz.",
    "Den Satz streichen oder die Zahl in Abschnitt 2 ändern.",
    "Entweder delta nennen oder den Satz entfernen.",
    "Alternativ könnte der Satz entfallen.",
]
STILL_OPEN = [
    None,
    "",
    "Decide whether delta is meant.",
    "Pick the primary dimension and list the preferences under it.",
    "Say delta, and settle the save pattern first.",
    "Make the save pattern a decision of its own before Unit 1.",
    "Is delta meant?",
    "State whether the change is in scope.",
    "Say what happens when the third attempt fails.",
    "Freeze the copy when the branch opens, and name who archives it.",
    "Describe how the two orders differ.",
    "Define the timeout.",
    "Specify the behaviour on failure.",
    "Name the owner of the table.",
    "Add a success criterion.",
    "Set a limit for the retries.",
    "Add a useful set, for example one for each channel.",
    "Consider a smaller table.",
    "Perhaps move the step behind the migration.",
    "If callers are known, keep the name; if none are, drop it.",
    "Check the usage; otherwise drop the alias.",
    "Show a hint (rename it or run again) when the file is missing.",
    "The retry limit is inconsistent.",
    "Kläre, ob delta gemeint ist.",
    "Lege fest, wer die Tabelle pflegt.",
    "Definiere die Frist.",
    "Vielleicht den Schritt hinter die Migration verschieben.",
    "x" * 1_000,
    "Say delta. Move the step. Add the table. Name `a`. Drop the rest.",
]


@pytest.mark.parametrize("fix", ONE_REMEDY)
def test_a_manual_finding_whose_prose_commits_to_one_remedy_is_gated(fix):
    assert judged(fix=fix).autofix_class == "gated_auto"


@pytest.mark.parametrize("fix", A_CHOICE + STILL_OPEN)
def test_a_fix_that_offers_a_choice_or_leaves_something_open_stays_with_the_author(fix):
    assert judged(fix=fix).autofix_class == "manual"


@pytest.mark.parametrize(
    ("fix", "class_"),
    [
        (None, "gated_auto"),
        ("Say delta, for the table lists alpha or beta.", "gated_auto"),
        ("State who owns it, for example by saying delta.", "gated_auto"),
        ("Say delta, or remove the sentence.", "manual"),
        ("Decide whether delta is meant.", "manual"),
        ("Is delta meant?", "manual"),
        ("Nenne delta oder streiche den Satz; entscheide, ob er gilt.", "manual"),
    ],
)
def test_one_edit_that_is_written_down_commits_by_itself_unless_it_is_one_of_several(fix, class_):
    assert judged(edits=EDIT, fix=fix).autofix_class == class_


def test_two_edits_without_a_word_stay_with_the_author():
    assert judged(edits=(*EDIT, ("beta", "epsilon"))).autofix_class == "manual"


@pytest.mark.parametrize(
    ("category", "edits", "class_"),
    [
        ("premise", EDIT, "manual"),
        ("scope", EDIT, "manual"),
        ("scope", (), "manual"),
        ("risk", EDIT, "gated_auto"),
        ("risk", (), "manual"),
        ("sequence", (), "gated_auto"),
    ],
)
def test_what_is_worth_building_and_which_danger_is_worth_bearing_is_the_authors(category, edits, class_):
    assert judged(category=category, edits=edits, fix="Say delta.").autofix_class == class_


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("The save pattern is left open", "Unit 1 cannot be built."),
        ("The order is undecided", "Unit 1 cannot be built."),
        ("Unit 1 waits", "The dimension has not been chosen, and Unit 1 is built on it."),
        ("Unit 1 waits", "Either the property is given up or the longer list is in scope."),
        ("Unit 1 waits", "The author could also move the check to the gateway."),
        ("Unit 1 waits", "An alternative would be to drop the table."),
        ("Einheit 1 wartet", "Die Reihenfolge ist noch offen."),
    ],
)
def test_a_matter_that_is_itself_an_open_choice_is_not_closed_by_one_answer(title, why):
    assert judged(title=title, why=why, fix="Say delta.").autofix_class == "manual"


@pytest.mark.parametrize("autofix", ["safe_auto", "gated_auto"])
@pytest.mark.parametrize(
    ("fix", "why", "stays"),
    [
        ("Say delta.", "It fails.", True),
        ("Say delta, or do nothing.", "It fails.", True),
        ("Say delta.", "Readers build alpha or drop it.", True),
        ("Say delta.", "An alternative is to leave it as it is.", True),
        ("Say delta.", "The alternative, to accept the defect, helps nobody.", True),
        ("Say delta.", "Only a copy was weighed as an alternative.", True),
        ("Say delta.", "We considered leaving it.", True),
        ('Say "alpha or drop it".', "It fails.", True),
        ("Say that nobody may edit or delete it.", "It fails.", True),
        ("Say delta, or add alpha to the list.", "It fails.", False),
        ("Say delta or drop the sentence.", "It fails.", False),
        ("Say delta.", "The author could go either way here.", False),
        ("Say delta.", "An alternative would be to drop the table, which costs a release.", False),
        ("Say delta.", "Another option is a table of its own, dismissed for its price.", False),
        ("Say delta.", "One could also keep both names for a release.", False),
        ("Say delta.", "I considered dropping R4, but it is promised.", False),
        ("Say delta.", "Dropping R4 would also work, at the price of the promise.", False),
        ("Say delta. Alternatively, name both.", "It fails.", False),
        ("Nenne delta.", "Man könnte auch den Satz streichen.", False),
        ("Nenne delta.", "Den Satz zu streichen wäre ebenso gut.", False),
    ],
)
def test_a_fix_whose_own_words_name_a_real_alternative_is_the_authors(autofix, fix, why, stays):
    assert judged(autofix=autofix, edits=EDIT, fix=fix, why=why).autofix_class == (autofix if stays else "manual")


@pytest.mark.parametrize(
    ("options", "action"),
    [
        ({"fix": "Say delta."}, Action.APPLY),
        ({"fix": "Say delta.", "category": "scope"}, Action.APPLY),
        ({"edits": EDIT, "autofix": "gated_auto"}, Action.APPLY),
        ({"fix": "Say delta, or remove the sentence."}, Action.DEFER),
        ({"fix": "Decide whether delta is meant."}, Action.DEFER),
        ({"fix": "Say delta.", "title": "The order is undecided"}, Action.DEFER),
        ({"fix": None}, None),
        ({"fix": "Define the limit."}, None),
        ({"fix": "Leave the sentence as it is."}, Action.SKIP),
        ({"fix": "No change is needed."}, Action.SKIP),
    ],
)
def test_what_a_finding_recommends_is_read_off_its_own_words(options, action):
    assert judged(**options).action is action


def test_a_check_has_no_alternatives():
    candidate = finding(TEXT, "alpha", reviewer="checks", edits=EDIT)
    assert alternatives((candidate,), context(TEXT)).findings == (candidate,)


@pytest.mark.parametrize(
    "word", ["either ", "or ", "must a b ", "option a ", "«", "“", "if a, b ", "oder x x ", "add a a "]
)
def test_words_that_repeat_for_ever_are_read_in_a_moment(word):
    hostile = word * 50_000
    assert judged(fix=hostile, why=hostile).autofix_class == "manual"
