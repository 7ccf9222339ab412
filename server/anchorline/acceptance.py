"""Which profiles of a trusted repository count: those whose very content the person has accepted.

To trust a folder accepts the profiles that stand in it when it is first met. What comes or changes later, with a pull
or a branch, is not believed before `anchorline personas --accept`. Only `--trust` on a command line vouches for the
folder as it stands: in that run all its profiles count.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from anchorline.memory.store import Store
from anchorline.reviewers.personas import read_folder
from anchorline.reviewers.profile_file import ProfileFile

PLACE = ".anchorline/personas"


@dataclass(frozen=True, slots=True)
class OwnProfiles:
    """The profiles of a folder that the person trusts. `vouched`: as they are, whatever was accepted before."""

    folder: Path
    files: tuple[ProfileFile, ...]
    problems: tuple[str, ...] = ()
    vouched: bool = False


def own_profiles(folder: Path, *, vouched: bool = False) -> OwnProfiles:
    """The profiles that stand in a folder now."""
    files, problems = read_folder(folder / PLACE, within=folder)
    return OwnProfiles(folder, files, problems, vouched)


def counting(own: OwnProfiles, store: Store) -> frozenset[str]:
    """SHA-256 sums of the profiles that count."""
    strange = () if own.vouched else unaccepted(own, store)
    return frozenset(file.sha256 for file in own.files if file not in strange)


def unaccepted(own: OwnProfiles, store: Store) -> tuple[ProfileFile, ...]:
    """The profiles that came or changed since the folder was first met."""
    if not _is_met(own.folder, store):
        return ()
    return tuple(file for file in own.files if store.fact(_profile(file.sha256)) is None)


def met(own: OwnProfiles, store: Store) -> None:
    """Accept what stands in a folder that is met for the first time. One without profiles is not met yet."""
    if own.files and not _is_met(own.folder, store):
        for file in own.files:
            accept(file, own.folder, store)


def accept(file: ProfileFile, folder: Path, store: Store) -> bool:
    """Remember that the person accepts a profile of the folder as it is. False when that could not be written."""
    return store.set_fact(_profile(file.sha256), file.name) and store.set_fact(_folder(folder), "met")


def _is_met(folder: Path, store: Store) -> bool:
    return store.fact(_folder(folder)) is not None


def _profile(sha256: str) -> str:
    return f"profile {sha256}"


def _folder(folder: Path) -> str:
    return f"profiles of {folder}"
