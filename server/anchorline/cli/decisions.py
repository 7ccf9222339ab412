"""`anchorline decisions`: what was decided about findings; forget it, or carry it to a team and back."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import one_line
from anchorline.cli.streams import tell

if TYPE_CHECKING:
    from anchorline.findings.decisions import Decision
    from anchorline.memory.decisions import DecisionStore
    from anchorline.memory.standing import Standing

decisions = typer.Typer(
    help="Show, forget, export or import what was decided about findings.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_TEAM_FOLDER = ".anchorline"
_DOCUMENT = Annotated[
    str | None, typer.Option("--document", metavar="PATH", help="Only what was decided about this document.")
]


@decisions.command("list")
def list_decisions(
    document: _DOCUMENT = None,
    format_: Annotated[Literal["table", "json"], typer.Option("--format", help="How they are written.")] = "table",
) -> int:
    """List decisions, the latest first."""
    known, told = _chosen(document)
    if format_ == "json":
        print(json.dumps([_as_json(each) for each in known], indent=2))
        return told
    if not known:
        print("Nothing was decided" + (f" about {one_line(document)}." if document else "."))
        return told
    for each in known:
        day = time.strftime("%Y-%m-%d", time.localtime(each.at))
        where = one_line(each.path, 60) if each.path else "(known by hash)"
        if each.scope.value != "finding":
            where = f"all of {where}" if each.scope.value == "file" else f"all below {one_line(each.workspace, 60)}"
        what = f"“{one_line(each.claim.title, 80)}”" if each.claim.title and each.scope.value == "finding" else ""
        reason = f" ({one_line(each.reason, 120)})" if each.reason else ""
        rule = one_line(each.claim.rule, 40)
        print(f"{each.id}  {day}  {each.kind.value:<12}  {rule}  {where}  {what}{reason}".rstrip())
    return told


@decisions.command("forget")
def forget(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="As `decisions list` shows them.")] = None,
    document: _DOCUMENT = None,
    everything: Annotated[bool, typer.Option("--all", help="Every decision there is.")] = False,
) -> int:
    """Forget decisions, so that what they hid is found again."""
    if bool(ids) + (document is not None) + everything != 1:
        raise UsageError("say what to forget: ids, --document PATH, or --all")
    store = _store(make=False)
    gone = 0
    if store is not None:
        if everything:
            gone = store.forget_all()
        elif document is not None:
            gone = store.forget([each.id for each in _about(store, document)])
        else:
            known = {each.id for each in store.decisions()}
            unknown = [each for each in ids or () if each not in known]
            if unknown:
                raise UsageError(f"there is no decision {one_line(unknown[0], 40)}; see `anchorline decisions list`")
            gone = store.forget(ids or ())
    print(f"{gone} {'decision' if gone == 1 else 'decisions'} forgotten.")
    return _told(store)


@decisions.command("export")
def export(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="The file to write; `-` is standard output.")],
    workspace: Annotated[
        str, typer.Option("--workspace", metavar="FOLDER", help="The folder whose decisions are meant.")
    ] = ".",
) -> int:
    """Write the decisions of a workspace as hashes without any text: sorted lines of JSON, for a team or a baseline."""
    from anchorline.findings.wire.decided import exported  # noqa: PLC0415 - help needs none of it

    root = _root(workspace)
    store = _store(make=False)
    text = exported(_seen_from(store, root) if store is not None else ())
    if told := _told(store):
        return told  # rather than a file that lacks what could not be read
    if file == "-":
        sys.stdout.write(text)
        return Exit.OK
    try:
        path = Path(file)
        if path.parent.name == _TEAM_FOLDER:  # any other folder that is not there was mistyped
            path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{one_line(file)} cannot be written ({error.strerror}); choose another file") from None
    lines = text.count("\n")
    tell(f"anchorline: {lines} {'decision' if lines == 1 else 'decisions'} written to {one_line(file)}.")
    return Exit.OK


@decisions.command("import")
def import_(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="What `decisions export` wrote; `-` is standard input.")
    ],
    workspace: Annotated[
        str, typer.Option("--workspace", metavar="FOLDER", help="The folder that they are about.")
    ] = ".",
) -> int:
    """Take over decisions of others into one's own store, for one workspace."""
    from anchorline.findings.wire.decided import imported  # noqa: PLC0415 - help needs none of it

    text = read_text(file)
    found, problems = imported(text, "standard input" if file == "-" else file)
    for problem in problems:
        tell(f"anchorline: {one_line(problem)}")
    root = str(_root(workspace))
    store = _store(make=True)
    assert store is not None
    known = {(each.workspace, each.id) for each in store.decisions()}
    new = [each for each in (replace(each, workspace=root) for each in found) if (root, each.id) not in known]
    written = store.record_all(new)
    told = _told(store)
    print(f"{written} {'decision' if written == 1 else 'decisions'} taken over, {len(found) - len(new)} known already.")
    nothing_read = bool(problems) and not found
    return Exit.INCOMPLETE if nothing_read or written != len(new) else told


def read_text(file: str) -> str:
    """A file, or standard input. Raises UsageError, in one sentence."""
    from anchorline.cli.reading import stdin_data  # noqa: PLC0415
    from anchorline.workspace.files import MAX_DOCUMENT, UnreadableError, read_bytes  # noqa: PLC0415

    if file == "-":
        data, problem = stdin_data()
        if problem is not None:
            raise UsageError(problem)
        if len(data) > MAX_DOCUMENT:
            raise UsageError(f"standard input is larger than {MAX_DOCUMENT // 1_000_000} MB; send it in parts")
    else:
        try:
            data = read_bytes(Path(file), MAX_DOCUMENT)
        except UnreadableError as problem:
            raise UsageError(f"{one_line(file)} {problem}") from None
    return data.decode("utf-8-sig", "replace")


def _store(*, make: bool) -> DecisionStore | None:
    from anchorline.memory.decisions import DecisionStore  # noqa: PLC0415
    from anchorline.memory.store import Store  # noqa: PLC0415
    from anchorline.settings import load  # noqa: PLC0415
    from anchorline.state import state_file  # noqa: PLC0415

    place = state_file(load(None).settings)
    if not make and _is_absent(place):
        return None
    store = DecisionStore(Store(place))
    if not store.lasting:
        raise UsageError(one_line(store.problems[0]))
    return store


def _is_absent(place: Path) -> bool:
    """Whether nothing is kept yet. What is there and cannot be looked at is another matter."""
    try:
        place.stat()
    except FileNotFoundError:
        return True
    except OSError:
        pass
    return False


def _told(store: DecisionStore | None) -> Exit:
    """Say what was wrong with the store; what that means for the command."""
    problems = store.problems if store is not None else []
    for problem in problems:
        tell(f"anchorline: {one_line(problem)}")
    return Exit.INCOMPLETE if problems else Exit.OK


def _chosen(document: str | None) -> tuple[tuple[Decision, ...], Exit]:
    store = _store(make=False)
    if store is None:
        return (), Exit.OK
    found = store.decisions() if document is None else _about(store, document)
    return found, _told(store)


def _about(store: DecisionStore, document: str) -> tuple[Decision, ...]:
    from anchorline.cli.paths import absolute  # noqa: PLC0415
    from anchorline.recall import Recall, about_moved  # noqa: PLC0415
    from anchorline.workspace.files import read_document  # noqa: PLC0415

    places = _standing(document).seen_from()
    found = [each for workspace, digest in places for each in store.decisions(workspace, digest)]
    snapshot, _ = read_document(absolute(document), document)
    if snapshot is not None:
        found += about_moved(Recall().moved(store, _standing(document)), snapshot.text)
    return tuple(sorted(found, key=lambda each: (-each.at, each.id)))


def _standing(document: str) -> Standing:
    from anchorline.cli.paths import absolute  # noqa: PLC0415
    from anchorline.recall import standing_of  # noqa: PLC0415

    return standing_of(absolute(document), None, "")


def _root(folder: str) -> Path:
    """The repository that holds the folder, or the folder itself, as a review has it."""
    from anchorline.cli.paths import absolute, shown_path  # noqa: PLC0415
    from anchorline.workspace.paths import real_folder  # noqa: PLC0415
    from anchorline.workspace.walk import walk_root  # noqa: PLC0415

    real = real_folder(absolute(folder))
    if real is None:
        raise UsageError(f"{shown_path(absolute(folder))} is no folder; say by --workspace which is meant")
    return walk_root(real)


def _seen_from(store: DecisionStore, root: Path) -> list[Decision]:
    """The decisions about what is below a folder, as seen from there."""
    from anchorline.findings.decisions import digest  # noqa: PLC0415

    found = []
    for each in store.decisions():
        if each.workspace == str(root):
            found.append(each)
        elif each.path and each.workspace and Path(each.workspace).is_relative_to(root):
            path = (Path(each.workspace).relative_to(root) / each.path).as_posix()
            found.append(replace(each, workspace=str(root), path=path, document=digest(path)))
    return found


def _as_json(decision: Decision) -> dict[str, object]:
    claim = decision.claim
    return {
        "id": decision.id,
        "kind": decision.kind.value,
        "scope": decision.scope.value,
        "rule": claim.rule,
        "reviewers": list(claim.reviewers),
        "at": decision.at,
        "workspace": decision.workspace,
        "path": decision.path,
        "section": decision.section,
        "title": claim.title,
        "evidence": list(decision.quotes),
        "reason": decision.reason,
        "own": decision.own,
    }
