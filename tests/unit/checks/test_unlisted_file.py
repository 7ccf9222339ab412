from __future__ import annotations

import pytest

from anchorline.findings.words import AutofixClass
from anchorline.reviewers.checks.unlisted_file import CHECK
from plan_checks_kit import FilesAround, findings, fixed, places


def unit(approach: str, files: str = "`core/lexer.go`", head: str = "### Unit 1: Tokens") -> str:
    return f"# Plan\n\n{head}\n\n**Files:** {files}\n\n**Approach:** {approach}\n\n**Verification:** It passes.\n"


NEW = "core/testdata/tokens.json"

FIRES = {
    "at the start": unit(f"Update `{NEW}`."),
    "at the start of a later sentence": unit(f"Keep the rules. Then update `{NEW}` so that both agree."),
    "after and": unit(f"Add the token to the table, and update the checked-in golden file `{NEW}`."),
    "over a line end": unit(f"Add the token, and\nupdate the golden file `{NEW}`\nso the two agree."),
    "after a semicolon": unit(f"Add the token; then regenerate `{NEW}`."),
    "as an item": unit(f"\n\n- Add the token\n- Edit `{NEW}` accordingly"),
    "as a labelled item": unit(f"\n\n- Add the token\n- **Golden file:** extend `{NEW}` with it"),
    "add a case to": unit(f"Add a test case to `{NEW}`."),
    "also": unit(f"Also modify `{NEW}`, which lists every token."),
    "German": unit(f"Ergänze die Tabelle, und aktualisiere die Datei `{NEW}`.").replace("Approach", "Vorgehen"),
    "plain labels": unit(f"Update `{NEW}`.").replace("**", ""),
    "fields as list items": f"## Unit 1\n\n- **Files:** `core/lexer.go`\n- **Approach:** Update `{NEW}`.\n- "
    f"**Tests:** none\n",
    "fields as headings": f"## Unit 1\n\n### Files\n\n- `core/lexer.go`\n\n### Approach\n\nUpdate `{NEW}`.\n",
    "units as check boxes": f"# P\n\n- [ ] Unit 1: a\n\n**Files:** `core/lexer.go`\n\n**Approach:** Update `{NEW}`.\n\n"
    "- [ ] Unit 2: b\n\n**Files:** `core/parser.go`\n\n**Approach:** Nothing.\n",
}

SILENT = {
    "it is listed": unit(f"Update `{NEW}`.", f"`core/lexer.go`, `{NEW}`"),
    "listed with ./": unit(f"Update `./{NEW}`.", f"`core/lexer.go`, `{NEW}`"),
    "listed with a line": unit(f"Update `{NEW}`.", f"`core/lexer.go`, `{NEW}:12-40`"),
    "listed by a longer path": unit("Update `testdata/tokens.json`.", f"`core/lexer.go`, `{NEW}`"),
    "listed by a shorter path": unit(f"Update `{NEW}`.", "`core/lexer.go`, `tokens.json`"),
    "listed by its folder": unit(f"Update `{NEW}`.", "`core/lexer.go`, `core/testdata/`"),
    "listed by a pattern": unit(f"Update `{NEW}`.", "`core/**/*.json`, `core/lexer.go`"),
    "listed by braces": unit(f"Update `{NEW}`.", "`core/testdata/{tokens,names}.json`"),
    "listed by a link": unit(f"Update `{NEW}`.", f"[tokens](../{NEW}), `core/lexer.go`"),
    "listed without backticks": unit(f"Update `{NEW}`.", f"core/lexer.go, {NEW}"),
    "listed further down": unit(f"Update `{NEW}`.", f"\n\n- `core/lexer.go`\n- Test: `{NEW}`"),
    "an open list": unit(f"Update `{NEW}`.", "`core/lexer.go` and related golden files"),
    "an open list, call sites": unit(f"Update `{NEW}`.", "`core/lexer.go`, call sites that name a token"),
    "an open list, etc.": unit(f"Update `{NEW}`.", "`core/lexer.go`, etc."),
    "another unit lists it": unit(f"Update `{NEW}`.")
    + f"\n### Unit 2: Golden\n\n**Files:** `{NEW}`\n\n**Approach:** Nothing.\n",
    "another list of the unit": unit(f"Update `{NEW}`.") + f"\n**Test files:** `{NEW}`\n",
    "read": unit(f"Read `{NEW}` first. See `{NEW}`. Follow `{NEW}`. Run `{NEW}`. Mirror `{NEW}`."),
    "the path is no object": unit(f"Update the loader to read `{NEW}`. Extend the rules like `{NEW}`."),
    "a reference to it": unit(f"Add a link to `{NEW}`. Update the references to `{NEW}`."),
    "the path is only an attribute": unit(f"Update `{NEW}` callers. Change `{NEW}`'s readers."),
    "denied": unit(f"Do not update `{NEW}`. Never edit `{NEW}`. Update nothing in `{NEW}`."),
    "denied afterwards": unit(f"Update `{NEW}`? No: it is not touched."),
    "conditional": unit(
        f"If the shape changes, update `{NEW}`. Update `{NEW}` if needed. Update `{NEW}` only when red."
    ),
    "a condition before and": unit(f"When the shape changes, bump the version, and update `{NEW}`."),
    "optional": unit(f"Optionally update `{NEW}`. You may edit it, and update `{NEW}` later."),
    "an alternative": unit(f"Either inline the table or update `{NEW}`. Alternatively, keep it, and update `{NEW}`."),
    "past": unit(f"The last release changed it, and updated `{NEW}` already."),
    "other units": unit(f"Unit 2 updates `{NEW}`. Add it here, and update `{NEW}` in Unit 2. Update `{NEW}` (U3)."),
    "a later change": unit(f"Update `{NEW}` in a follow-up."),
    "what the program does": unit(
        f"The job reads the table, and updates `{NEW}`. A worker that will parse, check, and update `{NEW}`."
    ),
    "a list of infinitives": unit(f"Teach the tool to parse, validate, and update `{NEW}`."),
    "what a running program writes": unit(
        "Write `core/state.json` on exit. Delete `core/run.lock`. Create `core/cache.db`."
    ),
    "a folder": unit("Update `core/testdata/`. Update `core/testdata`."),
    "a pattern": unit("Update `core/*.go`. Update `core/<name>.go`. Update `core/{a,b}.go`."),
    "no path": unit("Update `tokens.json`. Change `a/b`. Extend `GET /v1/x.json`."),
    "names in packages": unit("Extend `core/ast.Node`. Change `core/lexer.scan`. Update `core/config.default`."),
    "media types and hosts": unit("Change `application/vnd.api`. Update `example.org/core/x.html`."),
    "outside": unit("Update `/etc/core.conf`, `~/core/x.go`, `../core/x.go`. Edit `node_modules/x/y.js`."),
    "another top folder": unit("Update `docs/tokens.md`."),
    "no Files field": f"## Unit 1\n\n**Approach:** Update `{NEW}`.\n",
    "an empty Files field": unit(f"Update `{NEW}`.", "none"),
    "options": "# Plan\n\n## Alternatives\n\n" + unit(f"Update `{NEW}`.").replace("# Plan\n\n", ""),
    "options by number": unit(f"Update `{NEW}`.", head="### Option 1: Tokens"),
    "code and quotations": unit(f"\n\n```\nUpdate `{NEW}`.\n```\n\n> Update `{NEW}`.\n\n<!-- Update `{NEW}`. -->"),
    "deferred": "# Plan\n\n## Deferred / Open Questions\n\n" + unit(f"Update `{NEW}`.").replace("# Plan\n\n", ""),
    "another field": unit("Nothing.").replace("It passes.", f"Update `{NEW}`."),
}


@pytest.mark.parametrize("text", FIRES.values(), ids=FIRES.keys())
def test_it_fires_on_the_path(text: str) -> None:
    assert [quote for quote, _ in places(CHECK, text)] == [NEW]
    assert places(CHECK, fixed(CHECK, text)) == []


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text) == []


D, E, G = "core/d.go", "core/e.go", "core/testdata/g.txt"

JOINED = {
    "two items": (f"\n\n- Update `{D}`\n- Update `{E}`", [D, E]),
    "two sentences": (f"Update `{D}`. Then extend `{E}`.", [D, E]),
    "and": (f"Update `{D}` and `{E}`.", [D, E]),
    "a comma": (f"Update `{D}`, `{E}`.", [D, E]),
    "three": (f"Update `{D}`, `{E}`, and `{G}` so that they agree.", [D, E, G]),
    "over a line end": (f"Update `{D}` and\n`{E}`.", [D, E]),
    "an article": (f"Update `{D}` and the golden file `{G}`.", [D, G]),
    "a noun": (f"Update `{D}` and tests `{E}`.", [D, E]),
    "as well as": (f"Update `{D}` as well as `{E}`.", [D, E]),
    "an ampersand": (f"Update `{D}` & `{E}`.", [D, E]),
    "German": (f"Aktualisiere `{D}` und `{E}`.", [D, E]),
    "with an aside": (f"Update `{D}` (the rules) and `{E}`.", [D, E]),
    "one is listed": (f"Update `core/lexer.go`, `{D}` and `{E}`.", [D, E]),
    "a symbol between": (f"Update `{D}`, `x` and `{E}`.", [D, E]),
    "a case for each": (f"Add a test case to `{D}` and `{E}`.", [D, E]),
    "one that another verb governs": (f"Update `{D}` and run `{E}`.", [D]),
    "one that another subject governs": (f"Update `{D}`, and `{E}` reads it.", []),
    "only what belongs to them": (f"Update `{D}` and `{E}` callers. Change `{D}`, `{E}`'s readers.", []),
    "denied for one": (f"Update `{D}` and `{E}` (unchanged).", []),
    "an alternative": (f"Update `{D}` or `{E}`.", []),
    "no object at all": (f"Read `{D}` and `{E}`.", []),
    "behind a preposition": (f"Update the loader from `{D}` and `{E}`.", []),
}


@pytest.mark.parametrize(("approach", "paths"), JOINED.values(), ids=JOINED.keys())
@pytest.mark.parametrize("files", ["`core/lexer.go`", "\n\n- `core/lexer.go`"])
def test_every_object_counts_and_one_edit_adds_them_all(approach: str, paths: list[str], files: str) -> None:
    text = unit(approach, files)
    raised = findings(CHECK, text)
    assert [one.evidence[0].text for one in raised] == paths
    assert len({one.edits for one in raised}) <= 1
    assert all(one.autofix_class is AutofixClass.SAFE_AUTO for one in raised)
    separator = "\n- " if files.startswith("\n") else ", "
    assert fixed(CHECK, text) == unit(approach, separator.join([files, *(f"`{path}`" for path in paths)]))


USES = {
    "rename": (f"Rename `{D}` to `{E}`.", "`core/lexer.go`", None),
    "move": (f"Move `{D}` to `core/x/`.", "\n- `core/lexer.go`", None),
    "rename in a field of kinds": (f"Rename `{D}` to `{E}`.", "\n- Modify: `core/lexer.go`", None),
    "delete without kinds": (f"Delete `{D}`.", "`core/lexer.go`", f"`core/lexer.go`, `{D}`"),
    "delete where the field has no word for it": (f"Delete `{D}`.", "\n- Modify: `core/lexer.go`", None),
    "delete by the field's word": (
        f"Delete `{D}`.",
        "\n- Remove: `core/ast.go`\n- Modify: `core/lexer.go`",
        f"\n- Remove: `core/ast.go`\n- Modify: `core/lexer.go`\n- Remove: `{D}`",
    ),
    "create where the field has no word for it": (f"Create `{D}`.", "\n- Update: `core/lexer.go`", None),
    "modify where the field has no word for it": (f"Update `{D}`.", "\n- New: `core/lexer.go`", None),
    "create beside modify": (
        f"Create `{D}`.",
        "\n- Modify: `core/lexer.go`",
        f"\n- Modify: `core/lexer.go`\n- Create: `{D}`",
    ),
    "modify beside create": (
        f"Update `{D}`.",
        "\n- **create** `core/lexer.go`",
        f"\n- **create** `core/lexer.go`\n- **modify** `{D}`",
    ),
    "several words, one order": (
        f"Create `{D}`. Update `{E}`.",
        "\n- *change:* `core/lexer.go`\n- *new:* `core/ast.go`",
        f"\n- *change:* `core/lexer.go`\n- *new:* `core/ast.go`\n- *new:* `{D}`\n- *change:* `{E}`",
    ),
    "what can be added is added": (
        f"Rename `{D}` to `{G}`. Update `{E}`.",
        "`core/lexer.go`",
        f"`core/lexer.go`, `{E}`",
    ),
    "a list that counts": (
        f"Update `{D}` and `{E}`.",
        "\n1. `core/lexer.go`",
        f"\n1. `core/lexer.go`\n2. `{D}`\n3. `{E}`",
    ),
    "a list that does not count": (
        f"Update `{D}`.",
        "\n1. `core/lexer.go`\n1. `core/ast.go`",
        f"\n1. `core/lexer.go`\n1. `core/ast.go`\n1. `{D}`",
    ),
    "check boxes": (f"Update `{D}`.", "\n- [x] `core/lexer.go`", f"\n- [x] `core/lexer.go`\n- [ ] `{D}`"),
    "semicolons": (
        f"Update `{D}`.",
        "`core/lexer.go`; `core/ast.go`",
        f"`core/lexer.go`; `core/ast.go`; `{D}`",
    ),
}


@pytest.mark.parametrize(("approach", "files", "expected"), USES.values(), ids=USES.keys())
def test_the_new_entry_says_what_becomes_of_the_file_or_is_left_to_a_person(
    approach: str, files: str, expected: str | None
) -> None:
    assert places(CHECK, unit(approach, files))
    assert fixed(CHECK, unit(approach, files)) == unit(approach, expected or files)


def test_another_field_of_the_plan_may_have_the_word() -> None:
    other = "\n### Unit 2: Rest\n\n**Files:**\n- Delete: `core/old.go`\n"
    text = unit(f"Delete `{D}`.", "\n- Modify: `core/lexer.go`") + other
    assert f"- Modify: `core/lexer.go`\n- Delete: `{D}`\n" in fixed(CHECK, text)


def test_a_file_of_the_repository_counts_whatever_its_folder() -> None:
    text = unit("Update `docs/tokens.md`.")
    assert [quote for quote, _ in places(CHECK, text, FilesAround(["docs/tokens.md"]))] == ["docs/tokens.md"]


ADDED = {
    "one line": ("`core/lexer.go`", f"`core/lexer.go`, `{NEW}`"),
    "one line, several": ("`core/lexer.go`, `core/ast.go`", f"`core/lexer.go`, `core/ast.go`, `{NEW}`"),
    "with a full stop": ("`core/lexer.go`.", f"`core/lexer.go`, `{NEW}`."),
    "with an aside": ("`core/lexer.go` (the table)", f"`core/lexer.go` (the table), `{NEW}`"),
    "no backticks": ("core/lexer.go", f"core/lexer.go, {NEW}"),
    "a list": ("\n\n- `core/lexer.go`\n- `core/ast.go`", f"\n\n- `core/lexer.go`\n- `core/ast.go`\n- `{NEW}`"),
    "a list with asterisks": ("\n* `core/lexer.go` the table", f"\n* `core/lexer.go` the table\n* `{NEW}`"),
    "a numbered list": ("\n1. `core/lexer.go`", f"\n1. `core/lexer.go`\n2. `{NEW}`"),
    "a list of kinds": (
        "\n- Modify: `core/lexer.go`\n- Test: `core/lexer_test.go`",
        f"\n- Modify: `core/lexer.go`\n- Test: `core/lexer_test.go`\n- Modify: `{NEW}`",
    ),
    "bold kinds": ("\n- **Update:** `core/lexer.go`", f"\n- **Update:** `core/lexer.go`\n- **Update:** `{NEW}`"),
}


@pytest.mark.parametrize(("files", "expected"), ADDED.values(), ids=ADDED.keys())
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_the_fix_adds_the_path_in_the_style_of_the_field(files: str, expected: str, eol: str) -> None:
    text = unit(f"Update `{NEW}`.", files).replace("\n", eol)
    assert fixed(CHECK, text) == unit(f"Update `{NEW}`.", expected).replace("\n", eol)
    assert [raised.autofix_class for raised in findings(CHECK, text)] == [AutofixClass.SAFE_AUTO]


@pytest.mark.parametrize(
    "files",
    [
        "modify `core/lexer.go`; create `core/ast.go`",
        "`core/lexer.go`: the table",
        "\n- Modify:\n  - `core/lexer.go`\n- `core/ast.go`",
        "\n- `core/lexer.go`\n  - adds the table",
        "[core/lexer.go](../core/lexer.go)",
        "\n- [core/lexer.go](../core/lexer.go)",
        "\n- [`core/lexer.go`](../core/lexer.go)",
        "\n- [core/lexer.go][lexer]",
        "\n- **`core/lexer.go`**",
        "\n- the table in `core/lexer.go`",
        "\n- Refactor: `core/lexer.go`",
        "\n- `core/lexer.go` (modify)",
        "`core/lexer.go` (modify)",
        "`core/lexer.go` and `core/ast.go`",
        "`core/lexer.go`, core/ast.go",
        "the table `core/lexer.go`",
        "\n- `core/lexer.go`\n- core/ast.go",
        "\n- `core/lexer.go`\n- Modify: `core/ast.go`",
        "\n- Modify:\n  - `core/lexer.go`\n- Test:\n  - `core/lexer_test.go`",
        "\n\nModify:\n\n- `core/lexer.go`\n\nTest:\n\n- `core/lexer_test.go`",
        "\n\n| File | Change |\n| --- | --- |\n| `core/lexer.go` | table |",
    ],
)
def test_where_the_style_cannot_be_told_there_is_no_fix(files: str) -> None:
    [raised] = findings(CHECK, unit(f"Update `{NEW}`.", files))
    assert raised.edits == ()
    assert raised.autofix_class is AutofixClass.MANUAL
