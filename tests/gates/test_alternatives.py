from dataclasses import replace

import pytest

from anchorline.gates.alternatives import alternatives
from kit import context, finding

TEXT = "alpha beta gamma"
EDIT = (("alpha", "delta"),)


@pytest.mark.parametrize(
    ("fix", "class_"),
    [
        ("Say delta.", "gated_auto"),
        ("Say delta, for the table lists alpha or beta.", "gated_auto"),
        ("Say delta or leave it as it is.", "gated_auto"),
        ("Say delta, or do nothing.", "gated_auto"),
        (None, "gated_auto"),
        ("Say delta, or remove the sentence.", "manual"),
        ("Either say delta or name the owner.", "manual"),
        ("Decide whether delta is meant.", "manual"),
        ("Is delta meant?", "manual"),
        ("Nenne delta oder streiche den Satz; entscheide, ob er gilt.", "manual"),
    ],
)
def test_a_manual_finding_with_one_concrete_edit_is_gated_unless_it_offers_a_choice(fix, class_):
    passed = alternatives((finding(TEXT, "alpha", edits=EDIT, fix=fix),), context(TEXT))
    assert [f.autofix_class for f in passed.findings] == [class_]


@pytest.mark.parametrize(
    "options",
    [
        {"edits": ()},
        {"edits": (*EDIT, ("beta", "epsilon"))},
        {"confidence": 50},
        {"category_": "premise"},
    ],
)
def test_what_is_not_one_sure_edit_stays_with_the_author(options):
    category = options.pop("category_", "other")
    candidate = replace(finding(TEXT, "alpha", **({"edits": EDIT} | options)), category=category)
    assert alternatives((candidate,), context(TEXT)).findings == (candidate,)


@pytest.mark.parametrize("autofix", ["safe_auto", "gated_auto"])
@pytest.mark.parametrize(
    ("fix", "why", "stays"),
    [
        ("Say delta.", "It fails.", True),
        ("Say delta, or do nothing.", "It fails.", True),
        ("Say delta.", "Readers build alpha or drop it.", True),
        ("Say delta, or add alpha to the list.", "It fails.", False),
        ("Say delta.", "The author could go either way here.", False),
        ("Say delta. Alternatively, name both.", "It fails.", False),
    ],
)
def test_a_fix_whose_own_words_name_a_real_alternative_is_the_authors(autofix, fix, why, stays):
    candidate = finding(TEXT, "alpha", autofix=autofix, edits=EDIT, fix=fix, why=why)
    (judged,) = alternatives((candidate,), context(TEXT)).findings
    assert judged.autofix_class == (autofix if stays else "manual")


def test_a_check_has_no_alternatives():
    candidate = finding(TEXT, "alpha", reviewer="checks", edits=EDIT)
    assert alternatives((candidate,), context(TEXT)).findings == (candidate,)
