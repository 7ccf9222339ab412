# ruff: noqa: INP001, T201 - a script beside the pages it writes, which says what it wrote
"""Write the pages that follow from the code: `python -m docs.generate`.

One function makes one page and knows nothing of files; `pages` names them all. A test compares every page with its
file, so a page that is generated is never edited by hand. Of a page that is written by hand, only what stands between
the comments `generated: NAME` and `end` is made here.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from anchorline.cli.manual import command_helps
from anchorline.cli.pages import page, page_markdown
from anchorline.findings.words import Profile
from anchorline.reviewers.checks import all_checks
from anchorline.reviewers.persona import Persona, Signal
from anchorline.reviewers.personas import built_in
from anchorline.settings.editors import described, editor_schema
from anchorline.settings.layers import CONFIG_DIR, variable_of
from anchorline.settings.schema import SETTINGS, Merge, Setting, Workspace
from anchorline.settings.shown import shown

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # the other scripts here, however this one was started

from screenshot import review_svg  # noqa: E402 - needs the line above


def pages() -> dict[str, str]:
    """Every generated page by its path below docs/, with forward slashes."""
    by_hand = (HERE / "personas.md").read_text(encoding="utf-8")
    return {
        "settings.md": settings_page(),
        "cli.md": cli_page(),
        "personas.md": filled(by_hand, {profile.value: personas_table(profile) for profile in Profile}),
        "images/review.svg": review_svg(),
        "../editors/vscode/package.json": extension_manifest(),
        **check_pages(),
    }


def extension_manifest() -> str:
    """The manifest of the VS Code extension, with the settings of this version and all else as it stands there."""
    manifest = json.loads((HERE / "../editors/vscode/package.json").read_text(encoding="utf-8"))
    contributes = manifest["contributes"]
    reviews = next(part for part in contributes["configuration"] if part["title"] == "Reviews")
    reviews["properties"] = extension_settings()
    own = [name for part in contributes["configuration"] if part is not reviews for name in part["properties"]]
    manifest["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] = [
        *own,
        *(
            f"anchorline.{row.camel_key}"
            for row in SETTINGS
            if row.workspace is not Workspace.ALWAYS and not row.only_user_file
        ),
    ]
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def extension_settings() -> dict[str, Any]:
    """The settings as VS Code shows them best: with their true defaults, since this extension sends only what the
    person has set (`editor_schema` is for editors that send defaults too)."""
    rows = {f"anchorline.{row.camel_key}": row for row in SETTINGS}
    properties = {}
    for name, schema in editor_schema().items():
        row = rows[name]
        kind = row.kind.schema["type"]
        default = {} if kind == "object" else _json(row.default)
        properties[name] = {
            **described(row),
            **(_one_of_the_checks() if row.key == "checks.disable" else {}),
            "type": [kind, "null"] if default is None else kind,
            "default": default,
            **{key: schema[key] for key in ("scope", "order")},
            "markdownDescription": row.doc,
        }
    return properties


def _one_of_the_checks() -> dict[str, Any]:
    known = [page(check) for check in all_checks()]
    names = {"enum": [each.id for each in known], "enumDescriptions": [each.summary for each in known]}
    return {"items": {"type": "string", **names}, "uniqueItems": True}


def _json(value: object) -> object:
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value  # as JavaScript writes it


def filled(page: str, parts: Mapping[str, str]) -> str:
    """The page with its generated parts made anew, by their names."""
    for name, text in parts.items():
        opening, closing = f"<!-- generated: {name} -->\n", "<!-- end -->"
        found = re.compile(f"({re.escape(opening)})(.*?)({re.escape(closing)})", re.DOTALL)
        page, count = found.subn(lambda match, text=text: f"{match[1]}\n{text}\n{match[3]}", page)
        if count != 1:
            raise SystemExit(f"the part {name} stands {count} times; write {opening.strip()} and {closing} round it")
    return page


def personas_table(profile: Profile) -> str:
    personas = [persona for persona in built_in() if persona.profile is profile]
    rows = ((persona.name, _reads(persona), persona.about) for persona in personas)
    return _table(("persona", "reads when", "looks for"), rows)


def _reads(persona: Persona) -> str:
    if persona.always:
        return "always"
    return "; ".join(dict.fromkeys(_reason(signal) for signal in persona.signals))


def _reason(signal: Signal) -> str:
    if signal.paths:
        where = ", ".join(f"`{path}`" for path in signal.paths)
        narrowed = f" and is {' or '.join(signal.languages)}" if signal.languages else ""
        return f"it stands in {where}{narrowed}"
    if signal.languages and not signal.words:
        return f"it is {', '.join(signal.languages)}"
    if signal.changed_lines is not None:
        return f"{signal.changed_lines} lines or more came or went"
    return signal.reason


def cli_page() -> str:
    helps = (f"## `anchorline {name}`\n\n```text\n{text}\n```\n" for name, text in command_helps())
    return "\n".join((CLI_HEAD, *helps, CLI_FORMATS))


CLI_HEAD = """\
# Command line

<!-- Generated from the code by `make docs`; do not edit. -->

```console
$ anchorline review docs/plan.md                  # one file
$ anchorline review . --since origin/main         # what a branch changed, judged by the rules of the base
$ anchorline review . --format sarif > out.sarif  # for code scanning
$ cat plan.md | anchorline review -               # standard input
$ anchorline review --fix docs/plan.md            # apply what is safe, report what is left
```

Results go to standard output, progress and problems to standard error.

| exit status of `review` | means |
|---|---|
| 0 | reviewed, and nothing at or above `--fail-on` (default `p1`; hints never count) |
| 1 | something is |
| 2 | the command or its configuration was wrong; nothing was reviewed |
| 3 | a review is incomplete or failed: a missing, unreadable, too large or not UTF-8 file; the others were reviewed |

Status 3 also means that a reviewer failed, or that the base of a change cannot be read. Too large is a file of more
than 4,000,000 characters. What is skipped does not count, and says why: nothing has changed, a lock file, a change that
is too large for models. `--require-models` makes status 3 of the last one, for nobody has read it.

A file that is named is reviewed, whatever the ignore rules say. Below a folder that is named, `.gitignore`, `.ignore`,
`.anchorlineignore` and the settings `review.include` and `review.exclude` decide, and only languages that are known
here are looked at. A symbolic link that is named is followed within its repository (without one, the working folder or
the link's own), and never to a file that holds keys; another is refused, with exit status 3. Links in documents are
judged where a repository, or a folder that was named, holds the file.

With `--since` models read what the change touches: of source the change, a plan as a whole. A file that it does not
touch costs nothing; the checks look at it all the same, for a change elsewhere may have broken a link in it.
"""

CLI_FORMATS = """\
## Formats

- `text`, for people: `path:line:column`, the line with a mark, why it matters, the fix. Lines and columns count from 1,
  columns in characters. Colours only on a terminal; `NO_COLOR` and `FORCE_COLOR` are respected.
- `json`: everything, the ledger included; `anchorline schema` prints its JSON Schema. Lines and columns count from 0,
  columns in UTF-16 code units. The same inputs give the same bytes, `usage` aside.
- `sarif`: SARIF 2.1.0, for code scanning and for editors.
- `github`: annotations of GitHub Actions.

Characters that act instead of showing (controls, marks that reorder text) are printed as escapes. Under GitHub Actions
no line that holds text of a document can be read as a workflow command.

## Environment

| variable | what |
|---|---|
| `NO_COLOR`, `FORCE_COLOR` | colours never, or always |
| `ANCHORLINE_DEBUG` | show a traceback where an internal error is otherwise one sentence |
| `ANCHORLINE_*` | settings, see [settings](settings.md) |
"""


def check_pages() -> dict[str, str]:
    pages = [page(check) for check in all_checks()]
    note = "<!-- Generated from the check's docstring by `make docs`; do not edit. -->\n"
    rows = ((f"[`{each.id}`]({each.id}.md)", each.summary, str(each.severity), str(each.scope)) for each in pages)
    index = f"# Checks\n\n{note}\n" + _table(("check", "finds", "severity", "runs on"), rows)
    return {"checks/README.md": index} | {f"checks/{each.id}.md": page_markdown(each) for each in pages}


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
        f"- It must be {_cell(row.kind.words)}{':' if row.options else '.'}",
        *(f"  - `{word}`: {_cell(meaning)}" for word, meaning in row.options.items()),
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
