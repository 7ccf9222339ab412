"""What is gathered round a change: standards, the nearest first, and places that use what changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from anchorline.review import examine
from anchorline.reviewers.base import NoWorkspace
from anchorline.reviewers.changed_symbols import changed_symbols
from anchorline.reviewers.code_context import CodeContext
from anchorline.text.changeset import change_of
from anchorline.workspace.context import code_context
from anchorline.workspace.files import read_document
from anchorline.workspace.standards import ROOM, standards_of
from anchorline.workspace.workspace import FileWorkspace
from workspace_kit import write

BEFORE = "def fetch_order(number):\n    return number\n\n\ndef unrelated():\n    return 1\n"
AFTER = BEFORE.replace("return number\n", "return number + 1\n")


def context(
    file: Path, before: str | None = BEFORE, thorough: bool = False, exclude: tuple[str, ...] = ()
) -> CodeContext:
    snapshot, _ = read_document(file)
    assert snapshot is not None
    subject = examine(snapshot, FileWorkspace(file), change=change_of(before, snapshot.text))
    return code_context(subject, thorough=thorough, exclude=exclude)


def uses(file: Path, **options) -> list[tuple[str, int, str]]:
    return [(use.path, use.line, use.text) for use in context(file, **options).uses]


@pytest.fixture
def root(repository: Path) -> Path:
    write(repository, {"app/orders/fetch.py": AFTER})
    return repository


def test_uses_come_from_files_of_the_same_kind_the_nearest_first(root):
    write(
        root,
        {
            "top.py": "fetch_order(9)\n",
            "app/views.py": "from app.orders.fetch import fetch_order\n\n\nshow(fetch_order(1))\n",
            "app/orders/list.py": "x = prefetch_order(1)\ny = [fetch_order(n) for n in range(3)]\n",
            "app/orders/page.ts": "fetch_order(1)\n",
            "app/orders/notes.md": "fetch_order(1)\n",
        },
    )
    assert uses(root / "app/orders/fetch.py") == [
        ("app/orders/list.py", 2, "y = [fetch_order(n) for n in range(3)]"),
        ("app/views.py", 1, "from app.orders.fetch import fetch_order"),
        ("app/views.py", 4, "show(fetch_order(1))"),
        ("top.py", 1, "fetch_order(9)"),
    ]


def test_what_ignore_files_leave_out_links_lead_to_and_vendors_brought_is_not_searched(root, tmp_path):
    write(tmp_path, {"outside/secret.py": "fetch_order('outside')\n"})
    write(root, {"made/built.py": "fetch_order(1)\n", "vendor/lib.py": "fetch_order(2)\n", ".env": "fetch_order=3\n"})
    (root / "app/link.py").symlink_to(tmp_path / "outside/secret.py")
    (root / "app/folder").symlink_to(tmp_path / "outside")
    assert uses(root / "app/orders/fetch.py") == []


def test_nothing_is_shown_of_files_that_settings_exclude_or_that_keep_keys(root):
    write(
        root,
        {
            "drafts/deep/one.py": "fetch_order(1)\n",
            "app/private_one.py": "fetch_order(2)\n",
            "app/secrets/two.py": "fetch_order(3)\n",
            "app/shown.py": "fetch_order(4)\n",
        },
    )
    found = uses(root / "app/orders/fetch.py", exclude=("drafts/", "private_*"))
    assert [path for path, _, _ in found] == ["app/shown.py"]


def test_a_flood_of_uses_is_bounded(root):
    write(root, {f"app/many/m{number}.py": "fetch_order(1)\n" * 500 for number in range(30)})
    found = uses(root / "app/orders/fetch.py", thorough=True)
    assert len(found) == 5
    assert {line for _, line, _ in found} == {1, 2}


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        (BEFORE, AFTER, ["fetch_order"]),
        (BEFORE, BEFORE.replace("unrelated", "related"), ["unrelated", "related"]),
        (BEFORE, "def unrelated():\n    return 1\n", ["fetch_order", "unrelated"]),
        (None, AFTER, []),
        ("x = 1\n", "x = 2\n", []),
        ("def run(a):\n    pass\n", "def run(a, b):\n    pass\n", []),
    ],
)
def test_changed_symbols_are_what_was_altered_or_taken_away(tmp_path, before, after, names):
    (tmp_path / "a.py").write_text(after)
    snapshot, _ = read_document(tmp_path / "a.py")
    subject = examine(snapshot, FileWorkspace(tmp_path / "a.py"), change=change_of(before, after))
    assert list(changed_symbols(subject)) == names


FILES = {
    "AGENTS.md": "Root rules.",
    "CONTRIBUTING.md": "How to contribute.",
    "app/CLAUDE.md": "App rules.",
    "app/AGENTS.md": "Root rules.",
    "app/orders/AGENTS.md": "Order rules.",
    "pyproject.toml": "[project]\nname = 'x'\n\n[tool.ruff]\nline-length = 99\n\n[tool.pytest]\nx = 1\n",
    "app/ruff.toml": "select = ['ALL']",
    ".eslintrc.json": "{}",
    "other/AGENTS.md": "Not ours.",
}


def read(name: str) -> bytes | None:
    text = FILES.get(name)
    return None if text is None else text.encode()


def test_standards_are_the_nearest_first_rules_before_configuration_each_text_once():
    found = standards_of("app/orders/fetch.py", "python", read)
    assert [(each.name, each.text) for each in found] == [
        ("app/orders/AGENTS.md", "Order rules."),
        ("app/AGENTS.md", "Root rules."),
        ("app/CLAUDE.md", "App rules."),
        ("CONTRIBUTING.md", "How to contribute."),
        ("app/ruff.toml", "select = ['ALL']"),
        ("pyproject.toml", "[tool.ruff]\nline-length = 99"),
    ]
    assert [each.name for each in standards_of("a.ts", "typescript", read)] == [
        "AGENTS.md",
        "CONTRIBUTING.md",
        ".eslintrc.json",
    ]


def test_standards_have_so_much_room_and_no_more():
    found = standards_of("a/b/c/d/e.py", "python", lambda name: (name + "\n").encode() * 1_000)
    assert sum(len(each.text) for each in found) <= ROOM + 100
    assert all(each.text.endswith("[cut here]") for each in found)


def test_standards_that_are_links_out_pipes_or_ignored_are_left_alone(root, tmp_path):
    write(tmp_path, {"secret.md": "Not for you."})
    write(root, {".gitignore": "CONTRIBUTING.md\n", "CONTRIBUTING.md": "Mine alone.", "app/AGENTS.md": "Rules."})
    (root / "AGENTS.md").symlink_to(tmp_path / "secret.md")
    (root / "CLAUDE.md").symlink_to("app/AGENTS.md")
    os.mkfifo(root / "CONTRIBUTING.txt")
    found = context(root / "app/orders/fetch.py").standards
    assert [(each.name, each.text) for each in found] == [("app/AGENTS.md", "Rules.")]


KEPT = {
    ".env": "TOKEN=1",
    "deploy.pem": "-----BEGIN",
    "secrets/rules.md": "In a folder of keys.",
    "local.txt": "Mine alone.",
    "made/rules.md": "Ignored by its folder.",
    "drafts/rules.md": "Excluded by the settings.",
    "rules/shared.md": "For everybody.",
}


@pytest.mark.parametrize("standard", ["CLAUDE.md", "AGENTS.md", "app/CONTRIBUTING.md", "ruff.toml"])
@pytest.mark.parametrize("kept", KEPT)
def test_a_standard_that_is_a_link_shows_only_what_may_be_shown_under_its_own_name(root, git, standard, kept):
    write(root, KEPT | {".gitignore": "made/\nlocal.txt\n"})
    (root / standard).symlink_to(os.path.relpath(root / kept, (root / standard).parent))
    git(root, "add", standard)
    found = context(root / "app/orders/fetch.py", exclude=("drafts/",)).standards
    assert [each.text for each in found] == (["For everybody."] if kept == "rules/shared.md" else [])


def test_a_folder_that_is_a_link_shows_no_standards_of_a_folder_of_keys(root):
    write(root, {"secrets/CONTRIBUTING.md": "Key rules."})
    (root / ".github").symlink_to("secrets")
    assert context(root / "app/orders/fetch.py").standards == ()


def test_standards_that_settings_exclude_are_not_shown(root):
    write(root, {"AGENTS.md": "Mine.", "app/AGENTS.md": "Ours."})
    found = context(root / "app/orders/fetch.py", exclude=("/AGENTS.md",)).standards
    assert [each.text for each in found] == ["Ours."]


def test_text_that_stands_nowhere_has_nothing_round_it(tmp_path):
    (tmp_path / "a.py").write_text(AFTER)
    snapshot, _ = read_document(tmp_path / "a.py")
    assert code_context(examine(snapshot, NoWorkspace(), change=change_of(None, AFTER))) == CodeContext()
