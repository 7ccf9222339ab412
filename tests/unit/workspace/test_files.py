from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from anchorline.workspace.files import MAX_DOCUMENT, read_document, snapshot_of_bytes, write_document


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"caf\xe9\n", ["not UTF-8", "0xE9", "line 1", "save it as UTF-8"]),
        (b"a\nb\x00c", ["NUL", "line 2"]),
        (b"\xff\xfea\x00", ["UTF-16", "UTF-8"]),
        (b"x" * (MAX_DOCUMENT + 1), ["10.0 MB", "Split"]),
    ],
)
def test_what_is_no_text_is_named_with_its_remedy(tmp_path: Path, data: bytes, words: list[str]) -> None:
    (tmp_path / "x.md").write_bytes(data)
    snapshot, problem = read_document(tmp_path / "x.md", "x.md")
    assert snapshot is None
    assert problem is not None
    assert problem.startswith("x.md ")
    assert [word for word in words if word not in problem] == []


def test_missing_folders_loops_and_pipes_each_have_their_sentence(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name, words in [
        ("absent.md", "does not exist"),
        ("folder", "is a folder"),
        ("loop", "loop of links"),
        ("pipe", "pipe"),
        ("pipe/x", "does not exist"),
        ("a\x00b", "no valid path"),
        ("n" * 300, "cannot be read"),
    ]:
        snapshot, problem = read_document(tmp_path / name, name)
        assert snapshot is None
        assert problem is not None
        assert problem.startswith(name)
        assert words in problem


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs devices")
def test_a_device_is_never_opened() -> None:
    assert "device" in str(read_document(Path("/dev/zero"))[1])


@pytest.mark.skipif(os.geteuid() == 0, reason="permission checks do not bind root")
def test_no_permission_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("x")
    (tmp_path / "x.md").chmod(0)
    assert "permission denied" in str(read_document(tmp_path / "x.md")[1])


def test_a_refused_open_is_said_as_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.md").write_text("x")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refuse)
        _, problem = read_document(tmp_path / "x.md")
    assert "permission denied" in str(problem)


def test_an_empty_file_is_a_text_and_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("")
    snapshot, problem = read_document(tmp_path / "x.md", "x.md")
    assert snapshot is not None
    assert snapshot.text == ""
    assert problem == "x.md is empty; there is nothing to review."


def test_the_mark_is_remembered_and_line_ends_are_kept(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_bytes(b"\xef\xbb\xbfa = 1\r\nb\rc\n")
    snapshot, problem = read_document(tmp_path / "x.py")
    assert problem is None
    assert snapshot is not None
    assert (snapshot.bom, snapshot.text, snapshot.language) == (True, "a = 1\r\nb\rc\n", "python")
    assert snapshot.uri == (tmp_path / "x.py").as_uri()


def test_standard_input_is_judged_like_a_file() -> None:
    assert snapshot_of_bytes(b"# A\n", "a.md")[1] is None
    assert "NUL" in str(snapshot_of_bytes(b"\x00", "a.md")[1])


def test_writing_keeps_mark_mode_ends_and_links(tmp_path: Path) -> None:
    real = tmp_path / "real.md"
    real.write_bytes(b"\xef\xbb\xbfa\r\nb\r\n")
    real.chmod(0o640)
    (tmp_path / "link.md").symlink_to("real.md")
    snapshot, _ = read_document(tmp_path / "link.md")
    assert snapshot is not None
    assert write_document(tmp_path / "link.md", snapshot, "a\r\nc\r\n") is None
    assert real.read_bytes() == b"\xef\xbb\xbfa\r\nc\r\n"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert (tmp_path / "link.md").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.md", "real.md"]


def test_a_file_that_changed_meanwhile_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_text("one")
    snapshot, _ = read_document(path, "x.md")
    assert snapshot is not None
    path.write_text("two")
    assert "changed since" in str(write_document(path, snapshot, "three"))
    assert path.read_text() == "two"


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.md"
    path.write_text("one")
    snapshot, _ = read_document(path, "x.md")
    assert snapshot is not None

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert (
        write_document(path, snapshot, "two") == "x.md cannot be written: No space left on device; nothing was changed."
    )
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("x.md", "one")]


def test_all_names_of_a_file_get_the_new_text(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("A rather long text.\n")
    os.link(tmp_path / "a.md", tmp_path / "b.md")
    snapshot, _ = read_document(tmp_path / "a.md")
    assert snapshot is not None
    assert write_document(tmp_path / "a.md", snapshot, "Short.\n") is None
    assert [(tmp_path / name).read_text() for name in ("a.md", "b.md")] == ["Short.\n"] * 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.md", "b.md"]


def test_a_file_of_several_names_gets_its_text_back_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("one\n")
    os.link(tmp_path / "a.md", tmp_path / "b.md")
    snapshot, _ = read_document(tmp_path / "a.md", "a.md")
    assert snapshot is not None
    sync = os.fsync
    failures = iter([OSError(28, "No space left on device")])

    def fail_once(handle: int) -> None:
        for failure in failures:
            raise failure
        sync(handle)

    monkeypatch.setattr(os, "fsync", fail_once)
    problem = write_document(tmp_path / "a.md", snapshot, "one and two\n")
    assert problem == "a.md cannot be written: No space left on device; nothing was changed."
    assert (tmp_path / "b.md").read_text() == "one\n"


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    """A file with an extended attribute."""
    path = tmp_path / "a.md"
    path.write_text("one\n")
    try:
        os.setxattr(path, "user.origin", b"desk")
    except (AttributeError, OSError):
        pytest.skip("no extended attributes here")
    return path


@pytest.mark.parametrize("copied", [True, False])
def test_extended_attributes_stay(marked: Path, monkeypatch: pytest.MonkeyPatch, copied: bool) -> None:
    number = marked.stat().st_ino
    if not copied:

        def refuse(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "setxattr", refuse)
    snapshot, _ = read_document(marked)
    assert snapshot is not None
    assert write_document(marked, snapshot, "two\n") is None
    assert (marked.read_text(), os.getxattr(marked, "user.origin")) == ("two\n", b"desk")
    assert (marked.stat().st_ino == number) is not copied  # where they cannot be copied, the file itself is written
    assert [path.name for path in marked.parent.iterdir()] == ["a.md"]
