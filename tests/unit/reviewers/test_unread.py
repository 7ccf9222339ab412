"""What no model reads, and the reason it is told with."""

from __future__ import annotations

import pytest

from anchorline.review import examine
from anchorline.reviewers.base import NoWorkspace
from anchorline.reviewers.unread import MOST_CHANGED, is_code, why_unread
from anchorline.text.changeset import change_of
from anchorline.text.snapshot import Snapshot, language_of

BASE = "def mean(values):\n    # all of them\n    total = sum(values)\n    return total / len(values)\n"


def why(text: str, base: str | None = BASE, name: str = "app.py") -> str | None:
    snapshot = Snapshot("file:///app.py", text, language=language_of(name), name=name)
    return why_unread(examine(snapshot, NoWorkspace(), change=change_of(base, text, compared_with="HEAD")))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param(BASE, "nothing has changed since HEAD", id="nothing"),
        pytest.param(BASE.replace("\n", "\r\n"), "nothing has changed since HEAD", id="line ends"),
        pytest.param(BASE.replace("total = sum", "total  =  sum"), "only white space and comments", id="white space"),
        pytest.param(BASE.replace("all of them", "each one"), "only white space and comments", id="a comment"),
        pytest.param(BASE.replace("    # all of them\n", ""), "only white space and comments", id="a comment less"),
        pytest.param("# new\n\n" + BASE, "only white space and comments", id="a comment more"),
        pytest.param("", "there is nothing in it", id="emptied"),
        pytest.param("<<<<<<< a\nx = 1\n=======\nx = 2\n>>>>>>> b\n", "a merge has left conflicts", id="conflicts"),
        pytest.param("\n".join(f"value_{n} = {n}" for n in range(MOST_CHANGED // 10)), "characters have changed",
                     id="too much"),
    ],
)  # fmt: skip
def test_a_change_that_no_model_reads(text, reason):
    assert reason in (why(text) or "")


@pytest.mark.parametrize(
    ("text", "base"),
    [
        pytest.param(BASE.replace("len(values)", "len(values) or 1"), BASE, id="code"),
        pytest.param("def f(a):\n    if a:\n        b()\n        c()\n", "def f(a):\n    if a:\n        b()\n    c()\n",
                     id="an indentation that means something"),
        pytest.param("x = 'a  b'\n", "x = 'a b'\n", id="white space in a string"),
        pytest.param(BASE.replace("# all of them", "# type: ignore"), BASE, id="a comment for a tool"),
        pytest.param(BASE.replace("    # all of them\n", "    values = []\n"), BASE, id="code in a comment's place"),
        pytest.param('"""New words."""\n' + BASE, '"""Words."""\n' + BASE, id="a docstring is code"),
        pytest.param(BASE, None, id="a new file"),
    ],
)  # fmt: skip
def test_a_change_that_models_read(text, base):
    assert why(text, base) is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Cargo.lock", "lock file"),
        ("web/package-lock.json", "lock file"),
        ("vendor/lib/a.py", "vendored (it lies in vendor)"),
        ("third_party/a.go", "vendored"),
        ("static/app.min.js", "minified"),
        ("api/service_pb2.py", "generated, by its name"),
        ("api/service.pb.go", "generated, by its name"),
        ("src/vendors.py", None),
        ("src/blocking.py", None),
    ],
)
def test_a_name_that_says_enough(name, reason):
    found = why("x = 1\n", "x = 2\n", name)
    assert found is None if reason is None else reason in (found or "")


@pytest.mark.parametrize(
    ("before", "after", "unread"),
    [
        ("function f() { return x }", "function f() {\n  return x\n}", True),
        ("function f() { return x }", "function f() { return\n x }", False),
        ("const a = `x ${ b } y`", "const a = `x ${ b }  y`", False),
        ("f(a,b)", "f(a, b) // both", True),
        ("f(a,b)", "f(a, b) // eslint-disable-line", False),
    ],
)
def test_white_space_is_what_the_language_says(before, after, unread):
    assert (why(after, before, "app.js") is not None) is unread


def test_a_text_that_does_not_parse_is_read_when_in_doubt():
    assert why("def f(:\n    x  = 1\n", "def f(:\n    x = 1\n") is None


@pytest.mark.parametrize(
    ("language", "code"), [("python", True), ("ruby", True), ("swift", True), ("markdown", False), ("json", False)]
)
def test_what_is_code(language, code):
    assert is_code(language) is code
