from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.workspace.paths import Kind, parts_from, percent_decoded, refusal, resolve


@pytest.mark.parametrize(
    "written",
    [
        "//server/share/x.md", "\\\\server\\share", "/\\server", "\\\\.\\pipe\\x", "\\\\?\\C:\\x", "/etc/passwd", "\\x",
        "C:x", "c:/x", "CON", "docs/nul.txt", "com1.md", "lpt¹", "http://a.example/x", "file:///x",
        "mailto:a@b.example", "javascript:x", "a\x00b", "a\nb", "~/x", "~other/x", "", "   ",
        "x" * 5000, "a/" * 300, ".git/config",
        "docs/.GIT/hooks", ".git. /config",
    ],
)  # fmt: skip
def test_a_path_that_could_leave_is_refused_by_its_text(written: str) -> None:
    assert refusal(written)


@pytest.mark.parametrize(
    "written",
    ["a.md", "docs/a.md", "../a.md", "./a", "a b.md", "ünï.md", ".github/x.yml", "console.md", "a/nullable.py"],
)
def test_an_ordinary_path_is_looked_up(written: str) -> None:
    assert refusal(written) is None


def test_a_refused_path_reaches_no_file_system_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    written = ["//server/x", "\\\\server\\x", "C:\\x", "NUL", "../../x", "docs/../../../x", "/x", "ftp://x", "a\x00"]
    with monkeypatch.context() as patched:
        for name in ("lstat", "stat", "open", "scandir", "readlink"):
            patched.setattr(os, name, lambda *_, name=name, **__: asked.append(name))
        kinds = [resolve(tmp_path, path, ["docs"]).kind for path in written]
    assert asked == []
    assert set(kinds) == {Kind.REFUSED}


@pytest.mark.parametrize(
    ("start", "written", "parts"),
    [
        (["docs"], "a.md", ["docs", "a.md"]),
        (["docs"], "../a.md", ["a.md"]),
        (["docs"], "../../a.md", None),
        ([], "..", None),
        (["a", "b"], "./.././c", ["a", "c"]),
        (["a"], "..\\b", ["b"]),
        ([], "a/../../b", None),
    ],
)
def test_parts_are_counted_from_where_the_path_stands(start: list[str], written: str, parts: list[str] | None) -> None:
    assert parts_from(start, written) == parts


@given(st.text(max_size=40), st.lists(st.sampled_from(["a", "b"]), max_size=3))
def test_no_path_whatever_leads_out_of_the_root(written: str, start: list[str]) -> None:
    parts = parts_from(start, written)
    assert parts is None or ".." not in parts


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "a.md").write_text("a")
    (tmp_path / "secret.md").write_text("s")
    return root


def test_files_folders_and_absent_ones_are_told_apart(tree: Path) -> None:
    assert resolve(tree, "docs/a.md").kind is Kind.FILE
    assert resolve(tree, "docs").kind is Kind.FOLDER
    assert resolve(tree, "docs/b.md").kind is Kind.MISSING
    assert resolve(tree, "docs/a.md/b").kind is Kind.MISSING
    assert resolve(tree, "docs/A.md").kind is Kind.MISSING
    found = resolve(tree, "a.md", ["docs"])
    assert (found.path, found.inside) == (tree / "docs" / "a.md", "docs/a.md")


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("docs/a.md", Kind.FILE),
        ("docs/../docs/a.md", Kind.FILE),
        ("../secret.md", Kind.REFUSED),
        ("docs/../../secret.md", Kind.REFUSED),
        ("ROOT/docs/a.md", Kind.FILE),
        ("ROOT/../secret.md", Kind.REFUSED),
        ("/etc/hostname", Kind.REFUSED),
        ("link", Kind.REFUSED),
        (".git/config", Kind.REFUSED),
        ("nowhere", Kind.MISSING),
    ],
)
def test_a_link_is_followed_inside_the_root_only(tree: Path, target: str, kind: Kind) -> None:
    (tree / "link").symlink_to(target.replace("ROOT", str(tree)))
    assert resolve(tree, "link").kind is kind


def test_a_linked_folder_is_judged_like_its_target(tree: Path, tmp_path: Path) -> None:
    (tree / "out").symlink_to(tmp_path)
    (tree / "in").symlink_to("docs")
    assert resolve(tree, "out/secret.md").kind is Kind.REFUSED
    assert resolve(tree, "in/a.md").inside == "docs/a.md"


def test_a_loop_of_links_ends(tree: Path) -> None:
    (tree / "one").symlink_to("two")
    (tree / "two").symlink_to("one")
    assert resolve(tree, "one/x").kind is Kind.REFUSED


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_pipes_and_sockets_are_refused(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tree / "pipe")
    assert resolve(tree, "pipe").kind is Kind.REFUSED
    monkeypatch.chdir(tree)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        assert resolve(tree, "s").kind is Kind.REFUSED


def test_percent_escapes_are_decoded_once() -> None:
    assert percent_decoded("a%20b%2525") == "a b%25"
    assert percent_decoded("%FF") == "%FF"
