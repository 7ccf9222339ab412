"""What holds for a file because of where it stands: root, settings, trust, and the base it is compared with."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from anchorline.cli.exits import UsageError
from anchorline.cli.paths import shown_in, shown_path, working_folder
from anchorline.findings.decisions import digest
from anchorline.recall import Team
from anchorline.settings import Resolved, disk_reader, load, resolve, user_layer
from anchorline.settings.files import listed_as_trusted
from anchorline.settings.layers import Content, Reader, Unreadable
from anchorline.text.changeset import ChangeSet
from anchorline.whereabouts import Names, nothing_earlier
from anchorline.workspace.change import change_since
from anchorline.workspace.files import UnreadableError
from anchorline.workspace.moment import Moment
from anchorline.workspace.objects import MAX_FILES, Commit
from anchorline.workspace.paths import parts_below, real_folder
from anchorline.workspace.repository import Repository
from anchorline.workspace.standards import Read
from anchorline.workspace.walk import Rules, Walk, walk_root
from anchorline.workspace.workspace import FileWorkspace

if TYPE_CHECKING:
    from anchorline.acceptance import OwnProfiles


class Surroundings:
    """Answers for one run of the command, each thing looked up once.

    `since` is a revision: then the workspace's own configuration and its ignore files are read from it, so that a
    change cannot soften its own review. `command_line` holds settings by dotted key.
    """

    def __init__(self, since: str | None, *, trust: bool, command_line: Mapping[str, object]) -> None:
        self._since = since
        self._trust = trust
        self._command_line = command_line
        self._trusted_folders = resolve([user_layer()]).settings.trusted_folders
        self._settings: dict[tuple[Path, str], Resolved] = {}
        self._profiles: dict[Path, OwnProfiles] = {}
        self._names: dict[Path, Mapping[str, str]] = {}
        self._revisions: dict[Path, tuple[Repository, Commit]] = {}
        self.moment = Moment()
        self._walks: dict[tuple[Path, tuple[str, ...], tuple[str, ...]], Walk] = {}

    def root_of(self, file: Path, named: Path | None = None) -> Path:
        """The repository, or else the named folder, the working folder when it holds the file, the file's own."""
        folder = real_folder(file.parent) or file.parent
        root = walk_root(folder)
        if root != folder or os.path.lexists(root / ".git"):
            return root
        holding = (real_folder(outer) for outer in (named, working_folder()) if outer is not None)
        return next((outer for outer in holding if outer is not None and folder.is_relative_to(outer)), folder)

    def trusted(self, root: Path) -> bool:
        return self._trust or listed_as_trusted(root, self._trusted_folders)

    def own_profiles(self, file: Path, root: Path) -> OwnProfiles | None:
        """The personas that a trusted folder brings; None of another."""
        if not self.trusted(root):
            return None
        if root not in self._profiles:
            from anchorline.acceptance import own_profiles  # noqa: PLC0415 - most runs ask no model

            if self._since is None:
                self._profiles[root] = own_profiles(root, vouched=self._trust)
            else:
                self._profiles[root] = self._profiles_at_revision(file, root)
        return self._profiles[root]

    def unbelieved_profiles(self, root: Path) -> str | None:
        """A sentence for the person when a folder that is not trusted brings personas; None otherwise."""
        from anchorline.acceptance import PLACE  # noqa: PLC0415 - see `own_profiles`

        if self.trusted(root) or not any((root / PLACE).glob("*.md")):
            return None
        return (
            f"{shown_in(root, PLACE)}: these personas are not used, for the folder is not trusted; list it in "
            "trusted_folders of your own config.toml, or run with --trust."
        )

    def team(self, file: Path, root: Path) -> Team | None:
        """The way to what the team of a trusted folder decided; None of another."""
        if not self.trusted(root):
            return None
        read = disk_reader(root) if self._since is None else self._reader_at_revision(file)
        return Team(root, read, partial(shown_in, root), self.earlier(file, root))

    def earlier(self, file: Path, root: Path) -> Names:
        """The names that files below the root had in the revision that the run compares with."""
        return nothing_earlier if self._since is None else partial(self._names_at_revision, file, root)

    def _names_at_revision(self, file: Path, root: Path) -> Mapping[str, str]:
        repository, commit = self._at_revision(file)
        if root not in self._names:
            inside = parts_below(repository.root, root)
            lead = "".join(f"{part}/" for part in inside or ())
            names = () if inside is None else repository.files_among(commit, MAX_FILES)
            self._names[root] = {
                digest(name[len(lead) :]): name[len(lead) :] for name in names if name.startswith(lead)
            }
        return self._names[root]

    def settings_of(self, file: Path, root: Path) -> Resolved:
        """All files of a folder have the same settings."""
        folder = _below(root, real_folder(file.parent) or file.parent)
        key = (root, folder)
        if key not in self._settings:
            name = f"{folder}/{file.name}" if folder else file.name
            read = None if self._since is None else self._reader_at_revision(file)
            self._settings[key] = load(
                root,
                name,
                trusted=self.trusted(root),
                command_line=self._command_line,
                read=read,
                called=partial(shown_in, root),
            )
        return self._settings[key]

    @cached_property
    def without_place(self) -> Resolved:
        """The settings of text that stands in no folder."""
        return load(None, command_line=self._command_line)

    def files_below(self, folder: Path) -> Sequence[Path]:
        """The files to review below a folder that was named, under the name that it was given."""
        real = real_folder(folder)
        if real is None:
            return ()
        inside = real / "any"
        root = self.root_of(inside, folder)
        walk = self._walk(root, self.settings_of(inside, root))
        found = [file for file in walk.files(real) if not self.excluded(file, root)]
        # A folder that may not be listed is named like a file: reading it says why nothing in it was reviewed.
        unlisted = [
            place
            for place in dict.fromkeys(walk.unlisted)
            if place.is_relative_to(real) and not self.excluded(place, root, folder=True)
        ]
        return [folder / place.relative_to(real) for place in (*found, *unlisted)]

    @property
    def problems(self) -> list[str]:
        """Sentences about ignore files that were met and do not count."""
        said = {path: problem for walk in self._walks.values() for path, problem in walk.problems.items()}
        return [f"{shown_path(path)} {problem}" for path, problem in sorted(said.items())]

    def excluded(self, file: Path, root: Path, *, folder: bool = False) -> bool:
        """Whether the settings of the file's own folder leave it out."""
        return self._walk(root, self.settings_of(file, root)).is_excluded(file, folder=folder)

    def check_since(self, files: Iterable[Path]) -> None:
        """Before anything is reviewed or fixed: raises UsageError where there is nothing to compare with."""
        if self._since is not None:
            for file in files:
                if os.path.lexists(file):
                    self._at_revision(file)

    @property
    def since(self) -> str | None:
        return self._since

    def change(self, workspace: FileWorkspace, text: str, base: str) -> tuple[ChangeSet, str | None]:
        """(what has changed in a file, problem). `base` is the setting; `--since` wins over it."""
        return change_since(workspace.repository, workspace.path, text, base, since=self._since)

    def reader(self, file: Path) -> Read | None:
        """How the rules of a project are read that hold for a file; None: from the disk, as they are now."""
        if self._since is None:
            return None
        read = self._reader_at_revision(file)

        def data(name: str) -> bytes | None:
            content = read(name)
            return content if isinstance(content, bytes) else None

        return data

    def _walk(self, root: Path, resolved: Resolved) -> Walk:
        rules = resolved.settings.review
        key = (root, rules.include, rules.exclude)
        if key not in self._walks:
            self._walks[key] = Walk(*key, rules=self._ignore_reader(root / "any"))
        return self._walks[key]

    def _ignore_reader(self, file: Path) -> Rules | None:
        if self._since is None:
            return None
        read = self._reader_at_revision(file)

        def rules(name: str) -> bytes | None:
            content = read(name)
            if isinstance(content, Unreadable):
                raise UnreadableError(content.reason)
            return content

        return rules

    def _reader_at_revision(self, file: Path) -> Reader:
        repository, commit = self._at_revision(file)

        def read(name: str) -> Content:
            text = repository.text_at(commit, name)
            if text is not None:
                return text.encode()
            loss = repository.loss_at(commit, name)
            return None if loss is None else Unreadable(f"cannot be read at {self._since}: {loss}")

        return read

    def _profiles_at_revision(self, file: Path, root: Path) -> OwnProfiles:
        from anchorline.acceptance import PLACE, OwnProfiles  # noqa: PLC0415 - as above
        from anchorline.reviewers.personas import MOST_FILES  # noqa: PLC0415 - as above
        from anchorline.reviewers.profile_file import ProfileFile  # noqa: PLC0415 - as above

        repository, commit = self._at_revision(file)
        folder = repository.relative(root / PLACE)
        names = (name for name in repository.files_at(commit) if name.rpartition("/")[0] == folder)
        profiles = sorted(name for name in names if name.casefold().endswith(".md"))[:MOST_FILES]
        texts = ((name, repository.text_at(commit, name)) for name in profiles)
        files = (ProfileFile(f"{self._since}:{name}", text.encode()) for name, text in texts if text is not None)
        return OwnProfiles(root, tuple(files), vouched=self._trust)

    def _at_revision(self, file: Path) -> tuple[Repository, Commit]:
        """Raises UsageError: who asks for a comparison must not silently get none."""
        assert self._since is not None
        repository, problem = self.moment.repository_of(file)
        if repository is None:
            raise UsageError(problem or f"--since compares with a repository, and {_standing(file)} is in none.")
        if repository.root not in self._revisions:
            commit, problem = repository.commit(self._since)
            if commit is None:
                raise UsageError(f"--since: {problem or 'the repository has no commits yet.'}")
            self._revisions[repository.root] = (repository, commit)
        return self._revisions[repository.root]


def _standing(file: Path) -> str:
    """For people: the file, or the folder when what was asked is what holds in a folder."""
    return shown_path(file if os.path.lexists(file) else file.parent)


def _below(root: Path, folder: Path) -> str:
    try:
        relative = folder.relative_to(root).as_posix()
    except ValueError:
        return ""
    return "" if relative == "." else relative
