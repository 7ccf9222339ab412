"""What no model reads, and the reason it is told with."""

from __future__ import annotations

import pytest

from anchorline.review import examine
from anchorline.reviewers.base import NoWorkspace
from anchorline.reviewers.unread import MOST_CHANGED, is_code, why_unread
from anchorline.text.changeset import change_of
from anchorline.text.snapshot import Snapshot, language_of

BASE = "def mean(values):\n    # all of them\n    total = sum(values)\n    return total / len(values)\n"


def why(text: str, base: str | None = BASE, name: str = "app.py", was: str | None = None) -> str | None:
    snapshot = Snapshot("file:///app.py", text, language=language_of(name), name=name)
    return why_unread(
        examine(snapshot, NoWorkspace(), change=change_of(base, text, renamed_from=was, compared_with="HEAD"))
    )


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
        pytest.param("\0" * 5_000, "a NUL byte", id="no text"),
        pytest.param(BASE + "x = '\0'\n", "a NUL byte", id="a NUL in a text"),
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
        (".yarn/releases/yarn-4.0.cjs", "vendored"),
        (".pnp.cjs", "generated, by its name"),
        ("gradlew.bat", "generated, by its name"),
        ("lib/model.freezed.dart", "generated, by its name"),
        ("web/api_pb.d.ts", "generated, by its name"),
        ("web/routes.gen.ts", "generated, by its name"),
        ("web/__generated__/query.ts", "generated (it lies in __generated__)"),
        ("static/2.chunk.js", "minified"),
        ("src/regenerated.py", None),
        ("src/gradlew_runner.py", None),
        ("src/vendors.py", None),
        ("src/blocking.py", None),
    ],
)
def test_a_name_that_says_enough(name, reason):
    found = why("x = 1\n", "x = 2\n", name)
    assert found is None if reason is None else reason in (found or "")


@pytest.mark.parametrize("name", ["vendor/a.py", "a_pb2.py", "a.min.js", "third_party/lib/a.go"])
def test_a_change_puts_no_file_out_of_review_by_a_new_name(name):
    assert why("x = 1\n", "x = 2\n", name, was="a.py") is None
    assert why("x = 1\n", "x = 2\n", name, was=f"old/{name}") is not None


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


CGO = 'package a\n\n/*\n#define SIZE 1\n*/\nimport "C"\n\n// Size of it.\nfunc Size() int { return int(C.SIZE) }\n'
IGNORE = "a = b()  # type: ignore\nc = d()\n"


@pytest.mark.parametrize(
    ("name", "before", "after", "unread"),
    [
        pytest.param("a.go", CGO, CGO.replace("SIZE 1", "SIZE 2"), False, id="C before an import of C"),
        pytest.param("a.go", CGO.replace('"C"', '(\n\t"C"\n)'), CGO.replace('"C"', '(\n\t"C"\n)').replace("E 1", "E 2"),
                     False, id="C before a group with C"),
        pytest.param("a.go", CGO.replace('"C"', '"io"'), CGO.replace('"C"', '"io"').replace("E 1", "E 2"), True,
                     id="a comment before another import"),
        pytest.param("a.go", "package a\n\nvar x = 1\n", "//go:build linux\n\npackage a\n\nvar x = 1\n", False,
                     id="a constraint of a build"),
        pytest.param("a.go", "package a\n\nvar x = 1\n", "package a\n\n//sys:x y\nvar x = 1\n", False,
                     id="a directive"),
        pytest.param("a.ts", "f()\n", '/// <reference types="node" />\nf()\n', False, id="a reference to types"),
        pytest.param("a.ts", "f()\n", "/// Calls it.\nf()\n", True, id="three strokes"),
        pytest.param("a.py", IGNORE, "a = b()\nc = d()  # type: ignore\n", False, id="moved to another line"),
        pytest.param("a.py", IGNORE, "a = b()\n# type: ignore\nc = d()\n", False, id="moved below its line"),
        pytest.param("a.py", IGNORE, "a = b()  # type: ignore\nc = d()  # type: ignore\n", False, id="once more"),
        pytest.param("a.py", "f(a,  # noqa\n  b)\n", "f(a, b  # noqa\n)\n", False, id="moved in a call"),
        pytest.param("a.py", "f(a,\n  b)  # noqa\n", "f(a, b)  # noqa\n", False, id="more code on its line"),
        pytest.param("a.py", IGNORE, IGNORE.replace("= b", "=  b") + "# The end.\n", True, id="untouched"),
        pytest.param("a.js", "// eslint-disable-next-line\nf()\ng()\n", "f()\n// eslint-disable-next-line\ng()\n",
                     False, id="moved past a statement"),
        pytest.param("a.sh", "run \\\n  all\n", "run \\ \n  all\n", False, id="white space after a continuation"),
        pytest.param("a.sh", "cat <<E\na\nE\n", "cat <<E\na\n\nE\n", False, id="an empty line in a document"),
        pytest.param("a.rb", "def f\n  1\nend\n", "def f\n  1  \n\nend\n", True, id="white space at a line end"),
    ],
)  # fmt: skip
def test_a_comment_that_is_code_counts_with_its_place_and_its_number(name, before, after, unread):
    assert (why(after, before, name) is not None) is unread


DUMP = "INSERT INTO city VALUES (1, 'Ulm');\n" * 200


@pytest.mark.parametrize(
    ("text", "base", "reason"),
    [
        (DUMP, None, "it is data, by its content"),
        ("INSERT INTO city VALUES\n" + "(1, 'Ulm'),\n" * 200 + "(2, 'Rom');\n", None, "it is data, by its content"),
        ("--\n-- PostgreSQL database dump\n--\n\nSET x = 1;\n", None, "it is generated, by its content"),
        ("ALTER TABLE city ADD name text;\n" * 3 + "INSERT INTO city VALUES (1, 'Ulm');\n" * 5, None, None),
        (DUMP, "ALTER TABLE city ADD name text;\n", None),
    ],
)
def test_a_dump_of_a_database_is_not_read(text, base, reason):
    found = why(text, base, "city.sql")
    assert found is None if reason is None else (found or "").startswith(reason)


@pytest.mark.parametrize("language", ["json5", "dotenv", "svg", "go.sum", "jupyter", "gitcommit"])
def test_what_editors_call_data_is_no_code(language):
    assert not is_code(language)


def test_a_text_that_does_not_parse_is_read_when_in_doubt():
    assert why("def f(:\n    x  = 1\n", "def f(:\n    x = 1\n") is None


@pytest.mark.parametrize(
    ("language", "code"), [("python", True), ("ruby", True), ("swift", True), ("markdown", False), ("json", False)]
)
def test_what_is_code(language, code):
    assert is_code(language) is code
