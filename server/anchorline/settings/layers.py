"""From texts and tables to raw layers: which keys somebody gave, where, and not yet whether the values are any good.

Pure: nothing here opens a file or looks at the environment by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import NamedTuple

from anchorline.settings.schema import BY_KEY, GROUPS
from anchorline.settings.shown import plain

USER_FILE = "config.toml"
OWN_FILE = ".anchorline.toml"
SHARED_FILE = "pyproject.toml"
WORKSPACE_FILES = (OWN_FILE, SHARED_FILE)
"""The names that a workspace's configuration has, in every folder; the first that holds one counts."""

ENVIRONMENT_PREFIX = "ANCHORLINE_"
CONFIG_DIR = "ANCHORLINE_CONFIG_DIR"
RESERVED_VARIABLES = frozenset({CONFIG_DIR, "ANCHORLINE_DEBUG", "ANCHORLINE_LOOPBACK_ONLY"})
"""Variables with the prefix that are no settings."""

MOST_BYTES = 1_000_000
MOST_UNKNOWN = 10
"""Unknown keys of one file that are named one by one."""


class Layer(IntEnum):
    """Where a value comes from. The greater is the stronger."""

    DEFAULT = 0
    USER = 1
    WORKSPACE = 2
    ENVIRONMENT = 3
    EDITOR = 4
    COMMAND_LINE = 5

    @property
    def personal(self) -> bool:
        """Whether the person set it, rather than the program or the repository."""
        return self not in (Layer.DEFAULT, Layer.WORKSPACE)


class Given(NamedTuple):
    """A value as somebody wrote it. `origin` is what they call the place; `as_text` when it has still to be read."""

    value: object
    origin: str
    as_text: bool = False


class RawLayer(NamedTuple):
    """What one place says, by dotted key in snake_case. `folder` is that of a workspace file, relative, "" for the
    workspace folder itself."""

    layer: Layer
    origin: str
    given: Mapping[str, Given] = MappingProxyType({})
    folder: str = ""
    problems: tuple[str, ...] = ()


class Unreadable(NamedTuple):
    """A file that is there and cannot be used. `reason` completes "docs/.anchorline.toml …"."""

    reason: str


Content = bytes | Unreadable | None
"""What a file holds; None when there is none."""

Reader = Callable[[str], Content]
"""Reads a file by its path relative to the workspace folder, with forward slashes."""


def toml_layer(content: Content, layer: Layer, origin: str, folder: str = "") -> RawLayer:
    """The layer of one file. No file is an empty layer; a file that cannot be used, an empty one with a problem."""
    name = plain(origin)
    if isinstance(content, Unreadable):
        return RawLayer(layer, origin, folder=folder, problems=(f"{name} {content.reason}; it is ignored",))
    if content is None:
        return RawLayer(layer, origin, folder=folder)
    tree, problem = parse_toml(content)
    if problem is not None:
        return RawLayer(layer, origin, folder=folder, problems=(_of_file(name, problem),))
    if origin.rpartition("/")[2] == SHARED_FILE:
        tool = tree.get("tool", {})
        ours = tool.get("anchorline", {}) if isinstance(tool, Mapping) else {}
        for key, value in (("tool", tool), ("tool.anchorline", ours)):
            if not isinstance(value, Mapping):
                said = _of_file(name, f"`{key}` must be a table; it is ignored")
                return RawLayer(layer, origin, folder=folder, problems=(said,))
        tree = ours
    given, problems = flatten(tree, origin)
    return RawLayer(layer, origin, given, folder, problems)


def workspace_layers(read: Reader, folder: str, called: Callable[[str], str] = str) -> tuple[RawLayer, ...]:
    """The layers of all folders from the workspace folder down to `folder` (relative, forward slashes), weakest
    first. Folders without configuration have none. `called` says what people call a file of the workspace."""
    layers: list[RawLayer] = []
    for place in folders_down_to(folder):
        for name in WORKSPACE_FILES:
            path = f"{place}/{name}" if place else name
            content = read(path)
            if name == SHARED_FILE and not _mentions_us(content):
                continue
            layers.append(toml_layer(content, Layer.WORKSPACE, called(path), place))
            if content is not None:
                break
    return tuple(layer for layer in layers if layer.given or layer.problems)


def folders_down_to(folder: str) -> tuple[str, ...]:
    """`a/b` → "", "a", "a/b". A folder outside the workspace has no configuration but the workspace folder's."""
    parts = [part for part in folder.split("/") if part not in ("", ".")]
    if ".." in parts or folder.startswith("/"):
        return ("",)
    return ("", *("/".join(parts[: count + 1]) for count in range(len(parts))))


def environment_layer(environ: Mapping[str, str]) -> RawLayer:
    """`ANCHORLINE_REVIEW__SETTLE_MS=200`. An empty variable is as good as none, but empties a list."""
    given: dict[str, Given] = {}
    unknown: list[str] = []
    for variable in sorted(environ):
        if not variable.upper().startswith(ENVIRONMENT_PREFIX) or variable.upper() in RESERVED_VARIABLES:
            continue
        key = variable[len(ENVIRONMENT_PREFIX) :].lower().replace("__", ".")
        row = BY_KEY.get(key)
        if row is None:
            unknown.append(variable)
        elif environ[variable].strip() or isinstance(row.default, tuple):
            given[key] = Given(environ[variable], variable, as_text=True)
    problems = tuple(
        f"{plain(variable)} is no setting{_suggestion(variable, (variable_of(key) for key in BY_KEY))}; it is ignored"
        for variable in unknown[:MOST_UNKNOWN]
    )
    return RawLayer(Layer.ENVIRONMENT, "environment", given, problems=problems)


def variable_of(key: str) -> str:
    return ENVIRONMENT_PREFIX + key.upper().replace(".", "__")


def editor_layer(options: object) -> RawLayer:
    """What an editor sent: nested or dotted, camelCase or snake_case; null means that nothing is set."""
    origin = "editor settings"
    if options is None:
        return RawLayer(Layer.EDITOR, origin)
    if not isinstance(options, Mapping):
        return RawLayer(Layer.EDITOR, origin, problems=("editor settings are no object; they are ignored",))
    inner = options.get("anchorline")
    given, problems = flatten(inner if isinstance(inner, Mapping) and len(options) == 1 else options, origin)
    return RawLayer(Layer.EDITOR, origin, given, problems=problems)


def command_line_layer(values: Mapping[str, object]) -> RawLayer:
    """Values by dotted key, already typed or still as text; None means that the option was not given."""
    given = {
        key: Given(value, "command line", as_text=isinstance(value, str))
        for key, value in values.items()
        if value is not None
    }
    return RawLayer(Layer.COMMAND_LINE, "command line", given)


def flatten(tree: Mapping[str, object], origin: str) -> tuple[dict[str, Given], tuple[str, ...]]:
    """Known keys by their dotted name; a problem for each key that is none of ours."""
    given: dict[str, Given] = {}
    unknown: list[str] = []
    problems: list[str] = []

    def visit(table: Mapping[str, object], prefix: str) -> None:
        for name, value in table.items():
            written = prefix + str(name)[:200]
            key = snake(written).removeprefix("anchorline.")
            if value is None:
                continue
            if key in BY_KEY:
                given[key] = Given(value, origin)
            elif key not in GROUPS:
                unknown.append(written)
            elif isinstance(value, Mapping):
                visit(value, f"{key}.")
            else:
                problems.append(_of_file(plain(origin), f"`{key}` must be a table; it is ignored"))

    visit(tree, "")
    for key in unknown[:MOST_UNKNOWN]:
        advice = _suggestion(snake(key), BY_KEY)
        problems.append(_of_file(plain(origin), f"unknown setting `{plain(key)}`{advice}; it is ignored"))
    if len(unknown) > MOST_UNKNOWN:
        problems.append(_of_file(plain(origin), f"{len(unknown) - MOST_UNKNOWN} more unknown settings are ignored"))
    return given, tuple(problems)


_HUMP = r"(?<=[a-z0-9])([A-Z])"


def snake(key: str) -> str:
    return re.sub(_HUMP, lambda match: f"_{match.group().lower()}", key)


_LINE = r" ?\(at line (\d+), column \d+\)| ?\(at end of document\)"
# A key of very many parts makes the parser's time grow with the square of their number.
_DEEP_KEY = r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}"""


def parse_toml(content: bytes) -> tuple[Mapping[str, object], str | None]:
    """The table, or an empty one and the reason, with the line where it is known ("3: not valid TOML: …")."""
    import tomllib  # noqa: PLC0415 - where there is no file, there is nothing to parse

    if len(content) > MOST_BYTES:
        return {}, f"larger than {MOST_BYTES // 1_000_000} MB; the file is ignored"
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return {}, f"{content[: error.start].count(10) + 1}: not UTF-8; the file is ignored, save it as UTF-8"
    if deep := re.search(_DEEP_KEY, text):
        line = text.count("\n", 0, deep.start()) + 1
        return {}, f"{line}: a key of more than 32 parts; the file is ignored"
    try:
        return tomllib.loads(text), None
    except RecursionError:
        return {}, "nested too deeply; the file is ignored"
    except ValueError as error:
        said = str(error)
        found = re.search(_LINE, said)
        reason = plain(re.sub(_LINE, "", said))
        if found is None:
            return {}, f"not valid TOML: {reason}; the file is ignored"
        line = int(found.group(1)) if found.group(1) else text.rstrip().count("\n") + 1
        return {}, f"{line}: not valid TOML: {reason}; the file is ignored until it is corrected"


def _of_file(name: str, problem: str) -> str:
    """`name:3: …` where the problem begins with a line, `name: …` elsewhere."""
    return (
        f"{name}:{problem}" if problem[:1].isdigit() and problem.partition(":")[0].isdigit() else f"{name}: {problem}"
    )


def _suggestion(key: str, known: Iterable[str]) -> str:
    import difflib  # noqa: PLC0415 - only a mistake needs it

    near = difflib.get_close_matches(key[:60], list(known), n=1, cutoff=0.6)
    if not near and "." not in key:
        near = [candidate for candidate in known if candidate.rpartition(".")[2] == key]
    return f" (did you mean `{near[0]}`?)" if near else ""


def _mentions_us(content: Content) -> bool:
    """Whether a file that belongs to other tools too has anything for us: if not, its faults are not ours to report."""
    return isinstance(content, Unreadable) or (content is not None and b"anchorline" in content)
