from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anchorline.text.docs import documented_parameters
from anchorline.text.generated import is_generated
from anchorline.text.signature import MAX_NAME
from anchorline.text.source import MAX_SOURCE, SOURCE_LANGUAGES, SourceUnit, error_count, outline_source
from anchorline.text.span import Span


def unit(text: str, language: str, name: str) -> SourceUnit:
    (found,) = [each for each in outline_source(text, language).units if each.name == name]
    return found


@pytest.mark.parametrize(
    ("language", "text", "parameters", "is_open"),
    [
        ("python", "def f(a, b=1, /, *, c: int = 2): ...", ["a", "b", "c"], False),
        ("python", "async def f(a, *rest): ...", ["a", "rest"], True),
        ("python", "class A:\n    def f(self, **options: int): ...", ["self", "options"], True),
        ("javascript", "function f(a, b = 1) {}", ["a", "b"], False),
        ("javascript", "export const f = async (a, ...rest) => a", ["a"], True),
        ("javascript", "const f = a => a", ["a"], False),
        ("javascript", "module.f = function ({ a }, b) {}", ["b"], True),
        ("typescript", "export function f(this: X, a: string, b?: number): void {}", ["this", "a", "b"], False),
        ("typescript", "class A { private f(public a: string) {} }", ["a"], False),
        ("typescript", "interface A { f(a: string, ...rest: string[]): void }", ["a"], True),
        ("typescriptreact", "const f = (a: X) => <b>{a}</b>", ["a"], False),
        ("go", "package p\nfunc f(a, b int, c string) {}", ["a", "b", "c"], False),
        ("go", "package p\nfunc (r *T) f(a ...int) {}", ["a"], True),
        ("rust", "impl A { fn f(&self, a: u8, (b, c): D) {} }", ["a"], True),
        ("java", "class A { int f(final int a, String... rest) { return 0; } }", ["a", "rest"], False),
    ],
)
def test_a_signature_lists_its_names_and_whether_it_is_open(
    language: str, text: str, parameters: list[str], is_open: bool
) -> None:
    signature = unit(text, language, "f").signature
    assert (list(signature.parameters), signature.open) == (parameters, is_open)


@pytest.mark.parametrize(
    ("language", "text", "doc"),
    [
        ("python", 'def f():\n    """One."""\n', '"""One."""'),
        ("python", 'def f():\n    # why\n    """One."""\n', '"""One."""'),
        ("python", "def f():\n    return 'One.'\n", None),
        ("javascript", "/** One. */\nexport const f = () => 1;\n", "/** One. */"),
        ("javascript", "/** One. */\nA.prototype.f = function () {}\n", "/** One. */"),
        ("javascript", "/* One. */\nfunction f() {}\n", None),
        ("javascript", "/** Of g. */\nconst g = wrap(function f() {})\n", None),
        ("javascript", "/** Of x. */\nlet x;\nfunction f() {}\n", None),
        ("typescript", "class A {\n  /** One. */\n  @Dec()\n  f() {}\n}", "/** One. */"),
        ("go", "package p\n\n// Not this.\n\n// One.\n// Two.\nfunc f() {}\n", "// One.\n// Two."),
        ("rust", "/// One.\n/// Two.\n#[inline]\nfn f() {}\n", "/// One.\n/// Two.\n"),
        ("java", "class A {\n  /** One. */\n  @Override\n  void f() {}\n}", "/** One. */"),
    ],
)
def test_a_doc_comment_is_the_one_right_before(language: str, text: str, doc: str | None) -> None:
    span = unit(text, language, "f").doc
    assert (span and span.of(text)) == doc


def test_units_know_what_encloses_them() -> None:
    text = "class A:\n    x: int = 1\n    @wraps(g)\n    def f(self):\n        def g(): pass\n\ndef h(): pass\n"
    outline = outline_source(text, "python")
    assert [(u.kind, u.name, u.parent) for u in outline.units] == [
        ("class", "A", -1), ("method", "f", 0), ("function", "g", 1), ("function", "h", -1),
    ]  # fmt: skip
    assert outline.units[0].fields == ("x",)
    assert outline.units[1].signature.decorators == ("wraps",)
    assert outline.units[1].span.of(text).startswith("@wraps(g)")
    assert outline.units[1].header.of(text) == "f(self)"
    inner = outline.unit_at(text.index("pass"))
    assert inner is not None
    assert inner.name == "g"
    assert outline.unit_at(len(text)) is None


@pytest.mark.parametrize("language", sorted(SOURCE_LANGUAGES))
def test_spans_count_code_points(language: str) -> None:
    mark = "#" if language == "python" else "//"
    text = f"{mark} é 😀 ü\r\n{mark} ß\n"
    assert [span.of(text).strip() for span in outline_source(text, language).comments] == [
        f"{mark} é 😀 ü",
        f"{mark} ß",
    ]


@given(st.text(alphabet="é😀a\"'\n #()", max_size=60))
def test_python_comments_are_found_where_they_stand(text: str) -> None:
    assert all(span.of(text).startswith("#") for span in outline_source(text, "python").comments)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(SOURCE_LANGUAGES)),
    st.text() | st.text(alphabet="{}()[]<>=;:'\"`/*#@$ \n\\fnclasdetuiporx😀\x00\ud800"),
)
def test_any_text_has_an_outline(language: str, text: str) -> None:
    outline = outline_source(text, language)
    whole = Span(0, len(text))
    for each in outline.units:
        assert whole.start <= each.span.start <= each.header.start <= each.header.end <= each.span.end <= whole.end
        assert each.parent < len(outline.units)
        if each.doc is not None:
            documented_parameters(text, each.doc, language)
    assert outline.problems or error_count(text, language) == outline.error_count


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "[" * 50_000),
        ("python", "x = " + "(" * 20_000 + ")" * 20_000),
        ("javascript", "function f(){" * 3_000 + "}" * 3_000),
        ("javascript", "a=>" * 3_000 + "1"),
        ("typescript", "/** @param a */" * 5_000),
        ("go", "// a\n" * 20_000 + "func f() {}"),
        ("rust", "#[a]\n" * 5_000 + "fn f() {}"),
        ("java", "class A {" * 2_000),
        ("python", '"""' + "a" * 200_000),
    ],
)
def test_deep_and_endless_texts_come_to_an_end(language: str, text: str) -> None:
    outline_source(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("java", "a<b<" * 50_000),
        ("java", ">f(" * 5_000),
        ("python", "[" * 500_000),
        ("javascript", ";-" * 8_000),
        ("rust", ";(" * 8_000),
        ("typescript", "}-" * 2_500),
        ("go", ")" * 600 + "(" * 600),
    ],
)
def test_what_would_keep_the_parser_for_ever_is_given_up(language: str, text: str) -> None:
    (problem,) = outline_source(text, language).problems
    assert "no sense" in problem
    assert error_count(text, language) is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "TABLE = [" + "[0, 1], " * 5_000 + "]\n"),
        ("javascript", "x={a:[1,2,{b:3}]};" * 2_000),
        ("java", "class A { boolean f(int i) { return i < 1; } }\n" * 500),
        ("python", "# " + "=" * 78 + "\n" + "x = 1\n" * 2_000),
    ],
)
def test_dense_source_is_still_source(language: str, text: str) -> None:
    assert outline_source(text, language).problems == ()


class _Counting(bytes):
    """Counts the bytes that it hands out."""

    handed_out = 0

    def __getitem__(self, key):  # type: ignore[no-untyped-def]
        found = super().__getitem__(key)
        type(self).handed_out += len(found)
        return found


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("go", "func f(a int) {}\n" * 2_000),
        ("java", "class A {\n" + "/** @param b x */ void f(int a) {}\n" * 1_000 + "}\n"),
        ("python", 'def f(a):\n    """One."""\n' * 1_000),
        ("python", f"def f({', '.join(f'p{n}' for n in range(5_000))}): ...\n"),
        ("javascript", "/** @param b x */\nfunction f(a) {}\n" * 1_000),
        ("javascript", ("x = " + "({[" * 30 + "a" + "]: function () {}})" * 30 + ";\n") * 20),
    ],
    ids=["go", "java", "python", "many parameters", "javascript", "names in names"],
)
def test_names_are_read_without_handing_out_the_source_again_for_each(
    monkeypatch: pytest.MonkeyPatch, language: str, text: str
) -> None:
    expected = outline_source(text, language)
    monkeypatch.setattr("anchorline.text.source.encoded", lambda text: _Counting(text.encode()))
    monkeypatch.setattr(_Counting, "handed_out", 0)
    assert outline_source(text, language) == expected
    assert _Counting.handed_out < 40 * len(text)


def test_a_name_that_is_computed_from_a_long_text_is_cut() -> None:
    text = f"x = {{['{'a' * 5_000}']: function () {{}}}}"
    (found,) = outline_source(text, "javascript").units
    assert found.name == text[found.name_span.start :][:MAX_NAME]
    assert found.name_span.of(text).endswith("']")


def test_what_is_not_parsed_says_so() -> None:
    assert outline_source("x", "cobol").problems == ("cobol is not parsed here.",)
    assert outline_source("x" * (MAX_SOURCE + 1), "python").problems
    assert error_count("x", "cobol") is None


def test_errors_are_counted() -> None:
    assert error_count("def f(a):\n    return a\n", "python") == 0
    assert (error_count("def f(:\n", "python") or 0) > 0
    broken = unit("def f(a b):\n    pass\n", "python", "f")
    assert broken.broken


def test_only_strings_over_several_lines_are_listed() -> None:
    text = "a = 'x'\nb = '''x\ny'''\n"
    assert [span.of(text) for span in outline_source(text, "python").strings] == ["'''x\ny'''"]


def test_importing_the_module_loads_no_parser() -> None:
    program = "import sys, anchorline.text.source; sys.exit(any(m.startswith('tree_sitter') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


GOOGLE = """
    Do it.

    Args:
        a: One.
            Note: no.
        b (dict(str)): Two.

    Returns:
        c: no
"""
NUMPY = """
    Do it.

    Parameters
    ----------
    a, b : int
        One.
    c : str

    Returns
    -------
    d : int
"""
SPHINX = """
    :param a: One.
    :param str b: Two.
    :param www-c: no
    :type d: int
"""
JSDOC = """/**
 * @param {string} a One.
 * @param {{x: {y: 1}}} [b=1] Two.
 * @param b.deep no
 * @param {...string} c no
 * see @param d
 */"""


@pytest.mark.parametrize(
    ("language", "doc", "names"),
    [
        ("python", GOOGLE, "ab"),
        ("python", NUMPY, "abc"),
        ("python", SPHINX, "ab"),
        ("python", "\n    Args:\n      Example: no.\n      Note: no\n", ""),
        ("javascript", JSDOC, "ab"),
        ("java", "/**\n * @param <T> type\n * @param a one\n */", "a"),
    ],
)
def test_documented_names_are_read_in_every_style(language: str, doc: str, names: str) -> None:
    text = f"é {doc}"
    found = documented_parameters(text, Span(2, len(text)), language)
    assert [name.name for name in found] == list(names)
    assert all(name.span.of(text) == name.name for name in found)


@pytest.mark.parametrize(
    ("text", "generated"),
    [
        ("# Code generated by protoc. DO NOT EDIT.\n", True),
        ("/* @generated */\n", True),
        ("#!/bin/sh\n\n# GENERATED FILE - DO NOT EDIT\n", True),
        ("/**\n * Autogenerated by Thrift Compiler (1.0)\n *\n * DO NOT EDIT UNLESS YOU ARE SURE\n */\n", True),
        ("// <auto-generated>\n//     By a tool.\n// </auto-generated>\n", True),
        ("// Generated from Sum.g4 by ANTLR 4.13\n", True),
        ("// eslint-disable\n\n// This file was automatically generated by routes.\n", True),
        ("# DO NOT EDIT: this file is generated by build.py\n", True),
        ("let a=1;" * 1_000, True),
        ("/* A licence. */\n" + "let a='b';" * 1_000, True),
        ("x" * 6_000, True),
        ("# A renderer.\nx = 1\n", False),
        ("# Settings page; generated by hand\n", False),
        ("# NOTE: do not change without asking the team\n", False),
        ("# The report is generated by the nightly job.\n", False),
        ("# Finds files whose head says `Code generated by x. DO NOT EDIT.`\n", False),
        ("# Files that are marked @generated are passed over.\n", False),
        ("# Do not edit the numbers: what is generated leans on them.\n", False),
        ('"""Parse.\n\nDo not modify the result: it is shared.\n"""\n', False),
        ('"""\n# Code generated by protoc. DO NOT EDIT.\n"""\n', False),
        ("x = 1\n# Code generated by protoc. DO NOT EDIT.\n", False),
        ('ERROR = "Do not edit this field"\n', False),
        ("KEY = '" + "a;" * 5_000 + "'\n", False),
        ("KEY = '" + "a" * 5_001 + "'\n\n\ndef f():\n    return KEY\n", False),
        ("", False),
    ],
)
def test_generated_files_are_known_by_their_head(text: str, generated: bool) -> None:
    assert is_generated(text) is generated
