"""What a project says of its own code: files of rules between the reviewed file and the root, and what its linter is
told. The nearest first. Read as data: nothing of it is run, and nothing in it is obeyed here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from anchorline.reviewers.code_context import Standard

Read = Callable[[str], bytes | None]
"""The bytes of a file by its path from the root; None when there is none, or it may not be read."""

ROOM = 12_000
"""Characters of all standards of one file."""

_LONGEST, _LONGEST_CONFIGURATION = 4_000, 2_000
_MOST_FOLDERS = 20
_PROSE = ("AGENTS.md", "CLAUDE.md", "CONTRIBUTING.md", "CONTRIBUTING.rst", "CONTRIBUTING.txt", "CONTRIBUTING")
_ELSEWHERE = (".github/CONTRIBUTING.md", "docs/CONTRIBUTING.md")  # seen from the root
_SCRIPT = (
    "eslint.config.js", "eslint.config.mjs", "eslint.config.cjs", "eslint.config.ts", ".eslintrc", ".eslintrc.json",
    ".eslintrc.js", ".eslintrc.cjs", ".eslintrc.yml", ".eslintrc.yaml", "biome.json", "biome.jsonc", "tsconfig.json",
)  # fmt: skip
_CONFIGURATION: dict[str, tuple[str, ...]] = {
    "python": (
        "ruff.toml", ".ruff.toml", "pyproject.toml", "setup.cfg", ".flake8", "mypy.ini", ".mypy.ini", ".pylintrc",
    ),
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
    "typescriptreact": _SCRIPT,
    "go": (".golangci.yml", ".golangci.yaml", ".golangci.toml"),
    "rust": ("clippy.toml", ".clippy.toml"),
    "java": ("checkstyle.xml", "config/checkstyle/checkstyle.xml"),
    "ruby": (".rubocop.yml",),
    "swift": (".swiftlint.yml",),
}  # fmt: skip
_SHARED = frozenset({"pyproject.toml", "setup.cfg"})
_LINTERS = re.compile(r"\[(?:tool\.)?(?:ruff|mypy|flake8|pylint|pycodestyle|pydocstyle|pyright|bandit|black|isort)\b")


def standards_of(path: str, language: str, read: Read) -> tuple[Standard, ...]:
    """The standards that hold for a file, in `ROOM`. `path` is the file's own, from the root, with "/" between parts.
    Two names for one text (a link, a copy) are one."""
    found: list[Standard] = []
    seen: set[str] = set()
    left = ROOM
    for name in _names(path, language):
        data = read(name)
        if data is None:
            continue
        last = name.rpartition("/")[2]
        prose = last in _PROSE
        text = data.decode("utf-8", "replace").removeprefix("\ufeff").strip()
        if last in _SHARED:
            text = _linters_own(text)
        if not text or text in seen:
            continue
        seen.add(text)
        text = _cut(text, min(left, _LONGEST if prose else _LONGEST_CONFIGURATION))
        found.append(Standard(name, text))
        left -= len(text)
        if left < 200:  # nothing that is worth a heading
            break
    return tuple(found)


def _names(path: str, language: str) -> Iterator[str]:
    """Rules in words before configuration, for they say what no linter checks; in each, the nearest first."""
    folders = path.split("/")[:-1][:_MOST_FOLDERS]
    above = ["".join(f"{folder}/" for folder in folders[:count]) for count in range(len(folders), -1, -1)]
    for folder in above:
        yield from (folder + name for name in _PROSE)
    yield from _ELSEWHERE
    for folder in above:
        yield from (folder + name for name in _CONFIGURATION.get(language, ()))


def _linters_own(text: str) -> str:
    """The tables of a shared configuration file that are about linting."""
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("["):
            inside = _LINTERS.match(line) is not None
        if inside and line.strip():
            kept.append(line)
    return "\n".join(kept)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    end = text.rfind("\n", 0, most)
    return text[: end if end > most // 2 else most] + "\n[cut here]"
