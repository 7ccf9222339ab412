"""What documents share, so that a folder of N documents is walked once, not N times."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from anchorline.reviewers.base import Existence
from anchorline.workspace import moment as module
from anchorline.workspace.known import KnownFiles
from anchorline.workspace.moment import Listings, Moment
from anchorline.workspace.objects import Objects
from anchorline.workspace.walk import Walk
from anchorline.workspace.workspace import FileWorkspace
from workspace_kit import Git, write

NAMES = [f"note-{number:02}.md" for number in range(30)]


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The roots of the walks that were begun."""
    begun: list[Path] = []
    files = Walk.files

    def counted(self: Walk, folder: Path | None = None, *, most: int = 0) -> Iterator[Path]:
        begun.append(self.root)
        return files(self, folder, most=most)

    monkeypatch.setattr(Walk, "files", counted)
    return begun


def near(root: Path, moment: Moment | None) -> list[tuple[str, ...]]:
    return [
        tuple(FileWorkspace(root / name, [root], moment=moment).near_matches(target))
        for name in NAMES
        for target in ("note-99.md", "sub/note-01.md", "absent.md")
    ]


def test_documents_of_one_moment_walk_their_folder_once_and_find_the_same(tmp_path: Path, walks: list[Path]) -> None:
    write(tmp_path, dict.fromkeys(NAMES, ""))
    alone = near(tmp_path, None)
    assert len(walks) == len(alone)
    walks.clear()
    assert near(tmp_path, Moment()) == alone
    assert len(walks) == 1
    assert alone[0] == tuple(NAMES[:10])


def test_documents_of_one_repository_read_its_index_once(
    repository: Path, git: Git, walks: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(repository, dict.fromkeys(NAMES, ""))
    git(repository, "add", "-A")
    listed: list[int] = []
    monkeypatch.setattr(module, "KnownFiles", lambda files: listed.append(len(files)) or KnownFiles(files))
    alone = near(repository, None)
    listed.clear()
    assert near(repository, Moment()) == alone
    assert listed == [len(NAMES) + 4]
    assert not walks


def test_two_folders_are_two_listings(tmp_path: Path, walks: list[Path]) -> None:
    write(tmp_path, {"a/one.md": "", "b/other.md": ""})
    moment = Moment()
    for folder, target, found in [("a", "onee.md", ("one.md",)), ("b", "onee.md", ()), ("a", "two.md", ())]:
        workspace = FileWorkspace(tmp_path / folder / "x.md", [tmp_path / folder], moment=moment)
        assert workspace.near_matches(target) == found
    assert walks == [(tmp_path / "a").resolve(), (tmp_path / "b").resolve()]


def test_a_listing_is_kept_for_its_seconds_and_until_it_is_cleared(tmp_path: Path, walks: list[Path]) -> None:
    now = [0.0]
    listings = Listings(10, clock=lambda: now[0])
    write(tmp_path, {"plan.md": "", "guide.md": ""})

    def found() -> list[str]:
        return list(FileWorkspace(tmp_path / "plan.md", [tmp_path], moment=Moment(listings)).near_matches("guides.md"))

    assert found() == ["guide.md"]
    write(tmp_path, {"guided.md": ""})
    (tmp_path / "guide.md").unlink()
    now[0] = 9
    assert found() == []  # what is gone is never suggested
    assert len(walks) == 1
    now[0] = 11
    assert found() == ["guided.md"]
    write(tmp_path, {"guide.md": ""})
    listings.clear()
    assert found() == ["guide.md", "guided.md"]
    assert len(walks) == 3


def test_the_comparisons_of_one_document_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, dict.fromkeys(NAMES, ""))
    monkeypatch.setattr("anchorline.workspace.workspace.MAX_COMPARED", 2 * len(NAMES))
    asked: list[bool] = []
    like = KnownFiles.like

    def counted(self: KnownFiles, wanted: str, *, by_letters: bool) -> set[str]:
        asked.append(by_letters)
        return like(self, wanted, by_letters=by_letters)

    monkeypatch.setattr(KnownFiles, "like", counted)
    workspace = FileWorkspace(tmp_path / "plan.md", [tmp_path])
    assert [len(workspace.near_matches(target)) for target in ("note-98.md", "note-99.md", "note-00x.md")] == [
        10,
        10,
        0,
    ]
    assert workspace.near_matches("sub/note-01.md") == ("note-01.md",)  # the same name needs no comparison by letters
    assert asked == [True, True, False, False]


def test_each_tree_is_read_once_however_many_paths_are_looked_up(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment, read = Moment(), []
    entries = Objects.entries
    monkeypatch.setattr(Objects, "entries", lambda self, tree: read.append(tree) or entries(self, tree))
    for name in NAMES:
        workspace = FileWorkspace(repository / "docs" / name, moment=moment)
        assert workspace.beside(f"gone-{name}") is workspace.beside(f"guide/{name}") is Existence.MISSING
        assert workspace.beside("guide/setup.md") is Existence.FILE
    assert read
    assert len(read) == len(set(read))
