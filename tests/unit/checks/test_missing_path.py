from __future__ import annotations

import pytest

from anchorline.reviewers.checks.missing_path import CHECK
from plan_checks_kit import FilesAround
from source_checks_kit import findings

FILES = [
    "src/app/render.py",
    "src/app/view.ts",
    "docs/guide.md",
    "docs/api/index.md",
    "include/core.h",
    "lib/a/util.go",
]


def around() -> FilesAround:
    return FilesAround(FILES, "src/app/main.py")


@pytest.mark.parametrize(
    ("language", "text", "path"),
    [
        ("python", "# See docs/setup.md for the order.\n", "docs/setup.md"),
        ("python", "x = 1  # keep in sync with src/app/reader.py\n", "src/app/reader.py"),
        ("typescript", "/* The rules are in `docs/rules.md`. */\n", "docs/rules.md"),
        ("go", "package p\n\n// Tested in src/app/render_test.go.\n", "src/app/render_test.go"),
        ("rust", "/// Explained in docs/guide/rust.md, at length.\n", "docs/guide/rust.md"),
        ("java", "// src/app/Main.java starts it\n", "src/app/Main.java"),
    ],
)
def test_a_path_that_leads_nowhere_is_shown(language: str, text: str, path: str) -> None:
    (found,) = findings(CHECK, text, language, workspace=around())
    assert [quote.text for quote in found.evidence] == [path]
    assert found.confidence == 75


@pytest.mark.parametrize(
    "comment",
    [
        "See docs/guide.md.",
        "See api/index.md.",
        "See app/render.py.",
        "See other/setup.md.",  # no such folder at the root
        "See https://example.org/docs/setup.md.",
        "See src/app/*.py and docs/**/x.md.",
        "See docs/<name>.md, docs/{name}.md and docs/$NAME.md.",
        "See docs/foo.md and docs/path/to/x.md.",
        "The value 'docs/setup.md' is joined.",
        "docs/setup.md was removed.",
        "Moved here from docs/setup.md.",
        "Writes docs/setup.md.",
        "For example docs/setup.md.",
        "Copied from upstream's docs/setup.md.",
        "As docs/setup.md had it before version 2.1",
        "Built from src/app/view.js.",
        "See project/src/app/render.py.",
        "Either input/output or and/or.",
        "Import src/app/thing.",
        "See ../docs/setup.md and /docs/setup.md and ~/docs/setup.md.",
        "Never docs/setup.md*",
        "docs/2026/01.md",
    ],
)
def test_a_path_that_leaves_doubt_is_left_alone(comment: str) -> None:
    assert findings(CHECK, f"# {comment}\n", "python", workspace=around()) == []


def test_strings_and_code_are_no_comments() -> None:
    text = 'x = "docs/setup.md"\ny = docs/setup.md\n"""See docs/setup.md."""\n'
    assert findings(CHECK, text, "python", workspace=around()) == []


def test_without_a_repository_nothing_can_be_said() -> None:
    assert findings(CHECK, "# See docs/setup.md.\n", "python") == []


def test_generated_files_and_old_lines_are_left_alone() -> None:
    text = "# See docs/setup.md.\n"
    assert findings(CHECK, "# @generated\n\n\n" + text, "python", workspace=around()) == []
    assert findings(CHECK, text + "x = 1\n", "python", base=text, workspace=around()) == []
