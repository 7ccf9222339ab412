from __future__ import annotations

import pytest

from anchorline.reviewers.checks.documented_parameter import CHECK
from anchorline.text.edits import TextEdit, apply_edits
from source_checks_kit import findings


def google(names: str, signature: str, before: str = "", body: str = "return 1") -> str:
    entries = "".join(f"        {name}: What it is.\n" for name in names.split())
    return f'{before}def f({signature}):\n    """Do it.\n\n    Args:\n{entries}    """\n    {body}\n'


def jsdoc(names: str, signature: str, body: str = "return 1", tags: str = "") -> str:
    entries = "".join(f" * @param {{string}} {name} What it is.\n" for name in names.split())
    return f"/**\n * Do it.\n{tags}{entries} */\nfunction f({signature}) {{ {body} }}\n"


NUMPY = """def f(a):
    '''Do it.

    Parameters
    ----------
    a : int
    lost : int
        Gone.
    '''
    return a
"""
SPHINX = """def f(a):
    '''Do it.

    :param a: One.
    :param str lost: Gone.
    '''
    return a
"""
CLASS = """class A:
    '''Hold it.

    Args:
        a: One.
        lost: Gone.
    '''

    def __init__(self, a):
        self.a = a
"""
JAVA = "class A {\n  /**\n   * Do it.\n   * @param lost gone\n   */\n  int f(int kept) { return kept; }\n}\n"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", google("a lost", "a")),
        ("python", google("lost", "a, b=1")),
        ("python", google("a lost", "self, a", "@staticmethod\n")),
        ("python", NUMPY),
        ("python", SPHINX),
        ("python", CLASS),
        ("javascript", jsdoc("a lost", "a, other")),
        ("typescript", "class A {\n  /** @param lost gone */\n  f(kept: string): number { return 1 }\n}\n"),
        ("java", JAVA),
    ],
)
def test_a_name_that_the_signature_lacks_is_shown(language: str, text: str) -> None:
    (found,) = findings(CHECK, text, language)
    assert found.evidence[0].text == "lost"
    assert "`lost`" in found.title
    assert found.confidence == 100


@pytest.mark.parametrize(
    "text",
    [
        google("a b", "a, b"),
        google("a", "a, b, c"),  # never the reverse
        google("a lost", "a, **options"),
        google("a lost", "a, *rest"),
        google("a lost", "a", "@click.command()\n"),
        google("a lost", "a", body="..."),
        google("a lost", "a", body="pass"),
        google("a lost", "a", body="return a + lost"),
        google("a lost", "a", body="def inner(lost): return lost\n    return inner"),
        google("one two", "request"),  # documents something else
        google("a _b C", "a, b, c"),
        google("a depth", "a, unused_depth"),
        google("a str", "a"),
        google("Example Note", "a"),
        "@overload\n" + google("a lost", "a") + google("a lost", "a"),
        'def f(a):\n    """Do it.\n\n    :param lost a: One.\n    :param www-lost: Two.\n    """\n    return a\n',
        'def f(a):\n    """Do it.\n\n    .. method:: g(lost)\n\n       :param lost: One.\n    """\n    return a\n',
        CLASS.replace("a: One", "b: One"),  # nothing shows that it speaks of the constructor
        CLASS.replace("class A", "@dataclass\nclass A"),
        CLASS.replace("    def __init__", "    lost: int\n\n    def __init__"),
        CLASS + "\n    def visit(self, lost): ...\n",
        CLASS.replace("def __init__(self, a)", "def __init__(self, a, **more)"),
        google("a lost", "a b"),  # does not parse
        "# This file is generated. Do not edit.\n" + google("a lost", "a"),
    ],
)
def test_python_that_leaves_doubt_is_left_alone(text: str) -> None:
    assert findings(CHECK, text, "python") == []


@pytest.mark.parametrize(
    "text",
    [
        jsdoc("a lost", "a"),  # the last ones may be left out, and still be passed
        jsdoc("options options.deep", "options"),
        jsdoc("a lost", "a, other, ...rest"),
        jsdoc("a lost", "a, { other }"),
        jsdoc("a lost", "a, other", "return arguments.length + lost"),
        jsdoc("a lost", "a, other", ""),
        jsdoc("a lost", "a, other", tags=" * @callback f\n"),
        jsdoc("The", "a"),
        jsdoc("a lost", "a, other /* lost */"),
        "/** @param lost gone */\nconst g = wrap(function (kept) { return 1 })\n",
    ],
)
def test_javascript_that_leaves_doubt_is_left_alone(text: str) -> None:
    assert findings(CHECK, text, "javascript") == []


def test_conventions_of_go_and_rust_have_no_parameters() -> None:
    assert findings(CHECK, "package p\n\n// f does.\n// @param lost gone\nfunc f(a int) int { return a }\n", "go") == []


def test_an_almost_equal_parameter_is_offered_as_the_fix() -> None:
    text = google("count lenght", "count, length")
    (found,) = findings(CHECK, text, "python")
    assert found.autofix_class == "gated_auto"
    (edit,) = found.edits
    assert edit.span is not None
    assert "length: What" in apply_edits(text, [TextEdit(edit.span, edit.new)])


def test_only_a_changed_entry_or_signature_counts() -> None:
    text = google("a lost", "a")
    assert findings(CHECK, text + "x = 1\n", "python", base=text) == []
    assert len(findings(CHECK, text, "python", base=google("a lost", "a, lost"))) == 1
    assert len(findings(CHECK, text, "python", base=google("a", "a"))) == 1
