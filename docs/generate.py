# ruff: noqa: INP001, T201 - a script beside the pages it writes, which says what it wrote
"""Write the pages that follow from the code: `python -m docs.generate`.

One function makes one page and knows nothing of files; `pages` names them all. A test compares every page with its
file, so a page that is generated is never edited by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from anchorline.settings.layers import CONFIG_DIR, variable_of
from anchorline.settings.schema import SETTINGS, Merge, Setting
from anchorline.settings.shown import shown

HERE = Path(__file__).resolve().parent


def pages() -> dict[str, str]:
    """Every generated page by its path below docs/, with forward slashes."""
    return {"settings.md": settings_page()}


def settings_page() -> str:
    rows = [row for row in SETTINGS if not row.only_user_file]
    parts = [
        SETTINGS_HEAD.format(variable=variable_of("review.settle_ms"), config_dir=CONFIG_DIR),
        _table(
            ("setting", "default", "a workspace file may set it"),
            ((f"[`{row.key}`](#{_slug(row.key)})", _default(row), str(row.workspace)) for row in SETTINGS),
        ),
        "## Each setting\n",
        *(_entry(row) for row in rows),
        SETTINGS_USER_FILE,
        *(_entry(row) for row in SETTINGS if row.only_user_file),
        SETTINGS_FAULTS,
    ]
    return "\n".join(parts)


SETTINGS_HEAD = """\
# Settings

<!-- Generated from the code by `make docs`; do not edit. -->

No setting is needed. Where you want one, write it where it belongs:

| layer, weakest first | where | form |
|---|---|---|
| yours | `config.toml` in the configuration folder of your system (Linux: `~/.config/anchorline/`) | TOML |
| the workspace's | `.anchorline.toml`, or `[tool.anchorline]` in `pyproject.toml` | TOML |
| environment | variables `ANCHORLINE_*` | `{variable}=200`: `__` between the parts, commas in lists |
| editor | section `anchorline` | nested or dotted, `settleMs` or `settle_ms` |
| command line | the options of `anchorline review` | |

`anchorline doctor` prints every value and the place that it came from. `{config_dir}` names another folder for
your `config.toml`.

Workspace files are read from the workspace folder down to the folder of the file under review, and the nearest one
wins. In one folder `.anchorline.toml` comes before `pyproject.toml`, which is then not read. `filters` of all
configuration files are united, and `path_instructions` follow one another from the outermost folder to the nearest;
every other list replaces the weaker one. Patterns mean what they mean in a `.gitignore` of the same folder; those of
your own file and of the editor start at the workspace folder.

```toml
# .anchorline.toml
strictness = "chill"
filters = ["naming"]

[review]
exclude = ["drafts/", "node_modules/"]

[checks]
disable = ["placeholder"]

[severity_map]
P2 = "Hint"
"P1/75" = "Information"
```

## What a workspace file may set

A workspace file comes with the repository, perhaps from a stranger. It chooses what is reviewed and how strictly; it
never chooses where text is sent, with which model, or at what price. `budget.*` it may lower, never raise. Some
settings count only when the workspace is trusted: in the editor, by the editor's own word; on the command line, by
`--trust` or [`trusted_folders`](#trusted_folders). With `--since REV` the files are read from that revision, so that a
change cannot soften its own review. Everything else in a workspace file is a warning, and is ignored.
"""

SETTINGS_USER_FILE = """\
## Only in your own config.toml
"""

SETTINGS_FAULTS = """\
## When something is wrong

An unknown key, a value that is not of its kind, a file that is not TOML, not UTF-8, larger than 1 MB or not readable:
each is a warning that names the file and the key. The next weaker value holds, and the review goes on.
"""

_MERGED = {
    Merge.UNITE: "Configuration files add to each other.",
    Merge.CONCATENATE: "Configuration files follow one another.",
}


def _entry(row: Setting) -> str:
    lines = [
        f"### `{row.key}`\n",
        f"{row.doc}\n",
        f"- It must be {_cell(row.kind.words)}.",
        f"- Default: {_default(row)}",
    ]
    if not row.only_user_file:
        lines.append(f"- Editor: `anchorline.{row.camel_key}` · environment: `{variable_of(row.key)}`")
        lines.append(f"- Workspace file: {row.workspace}")
    if row.merge in _MERGED:
        lines.append(f"- {_MERGED[row.merge]}")
    if row.key == "review.exclude":
        lines.append("- The built-in list: " + ", ".join(f"`{pattern}`" for pattern in row.default))  # type: ignore[attr-defined]
    return "\n".join(lines) + "\n"


def _default(row: Setting) -> str:
    if row.key == "review.exclude":
        return "built-in list"
    if row.kind.schema["type"] == "object":
        return "`{}`"
    return "none" if row.default is None else f"`{shown(row.default)}`"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("*", "\\*")


def _slug(heading: str) -> str:
    """The fragment that GitHub gives a heading of one code span."""
    return "".join(c for c in heading.lower() if c.isalnum() or c in "_-")


def main() -> None:
    for name, text in pages().items():
        path = HERE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"docs/{name}")


if __name__ == "__main__":
    main()
