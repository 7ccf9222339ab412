"""Which value wins, which is refused, and what people are told about it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from anchorline.settings import Layer, Resolved, mapping_reader, resolve
from anchorline.settings.layers import (
    RawLayer,
    command_line_layer,
    editor_layer,
    environment_layer,
    toml_layer,
    workspace_layers,
)
from anchorline.settings.resolve import anchored


def _user(text: str) -> RawLayer:
    return toml_layer(text.encode(), Layer.USER, "config.toml")


def _resolve(
    *,
    user: str = "",
    files: Mapping[str, str] | None = None,
    folder: str = "",
    environ: Mapping[str, str] | None = None,
    editor: object = None,
    command_line: Mapping[str, object] | None = None,
    trusted: bool = False,
) -> Resolved:
    layers = [
        command_line_layer(command_line or {}),
        editor_layer(editor),
        environment_layer(environ or {}),
        *workspace_layers(mapping_reader(files or {}), folder),
        _user(user),
    ]
    return resolve(layers, trusted=trusted)


def test_without_layers_everything_is_default_and_nothing_is_wrong() -> None:
    resolved = resolve([])
    assert resolved.settings.review.settle_ms == 800
    assert resolved.settings.checks.disable == ()
    assert {source.layer for source in resolved.sources.values()} == {Layer.DEFAULT}
    assert resolved.problems == ()


ALL = {
    "user": "strictness = 'chill'\nmax_actionable = 1",
    "files": {".anchorline.toml": "max_actionable = 2", "docs/.anchorline.toml": "max_actionable = 3"},
    "environ": {"ANCHORLINE_MAX_ACTIONABLE": "4"},
    "editor": {"maxActionable": 5},
    "command_line": {"max_actionable": 6},
}
ORDER: list[tuple[tuple[str, ...], int, Layer, str]] = [
    ((), 10, Layer.DEFAULT, "default"),
    (("user",), 1, Layer.USER, "config.toml"),
    (("user", "files"), 3, Layer.WORKSPACE, "docs/.anchorline.toml"),
    (("user", "files", "environ"), 4, Layer.ENVIRONMENT, "ANCHORLINE_MAX_ACTIONABLE"),
    (("user", "files", "environ", "editor"), 5, Layer.EDITOR, "editor settings"),
    (("user", "files", "environ", "editor", "command_line"), 6, Layer.COMMAND_LINE, "command line"),
]


@pytest.mark.parametrize(("given", "value", "layer", "origin"), ORDER)
def test_the_stronger_layer_wins_and_is_named(given: tuple[str, ...], value: int, layer: Layer, origin: str) -> None:
    resolved = _resolve(folder="docs", **{name: ALL[name] for name in given})  # type: ignore[arg-type]
    assert resolved.settings.max_actionable == value
    assert resolved.sources["max_actionable"] == (value, layer, origin)
    assert resolved.settings.strictness == ("chill" if "user" in given else "balanced")
    assert resolved.problems == ()


def test_a_bad_value_leaves_the_weaker_one_and_names_file_and_key() -> None:
    resolved = _resolve(
        user="max_actionable = 7",
        files={"a/.anchorline.toml": "max_actionable = true"},
        folder="a",
        environ={"ANCHORLINE_TIMEOUT_S": "soon"},
        editor={"strictness": "harsh"},
    )
    assert resolved.settings.max_actionable == 7
    assert resolved.settings.timeout_s == 120
    assert resolved.problems == (
        "a/.anchorline.toml: `max_actionable` must be a whole number from 0 to 1000, not true; using 7 (config.toml)",
        "ANCHORLINE_TIMEOUT_S: `timeout_s` must be a number from 0.01 to 3600 (seconds), "
        'not "soon"; using 120 (default)',
        'editor settings: `strictness` must be chill, balanced or assertive, not "harsh"; using "balanced" (default)',
    )


FORBIDDEN = [
    "enable = false", "provider = 'anthropic'", "base_url = 'https://example.org'", "models.fast = 'x'",
    "review.on = 'command'", "review.on_auto_save = true", "review.settle_ms = 1", "review.base = 'main'",
    "conventional_comments = 'off'", "language = 'Klingon'", "concurrency = 64", "timeout_s = 1",
    "personas.paths = ['x']", "memory.path = 'x'", "per_comment_confidence_threshold = 0",
]  # fmt: skip


@pytest.mark.parametrize("text", FORBIDDEN)
@pytest.mark.parametrize("trusted", [False, True])
def test_a_workspace_never_chooses_where_text_goes_or_how_often(text: str, trusted: bool) -> None:
    resolved = _resolve(files={".anchorline.toml": text}, trusted=trusted)
    key = text.partition(" ")[0]
    assert resolved.settings == resolve([]).settings
    assert resolved.problems == (
        f".anchorline.toml: `{key}` may not be set by a workspace file; it is ignored "
        "(set it in your own config.toml or editor)",
    )


ALLOWED = [
    "checks.on = 'off'", "checks.disable = ['a']", "review.include = ['docs/']", "review.exclude = ['x/']",
    "review.documents = 'all'", "strictness = 'chill'", "filters = ['naming']", "severity_map.P1 = 'Hint'",
    "agreement = 'off'", "max_actionable = 1", "address_severity = 'p0'", "validation = 'never'",
]  # fmt: skip


@pytest.mark.parametrize("text", ALLOWED)
def test_a_workspace_chooses_what_is_reviewed_and_how_strictly(text: str) -> None:
    resolved = _resolve(files={".anchorline.toml": text})
    assert resolved.settings != resolve([]).settings
    assert resolved.problems == ()


TRUSTED_ONLY = ["path_instructions.'*.md' = 'x'", "personas.enable = ['x']", "personas.disable = ['x']"]


@pytest.mark.parametrize("text", TRUSTED_ONLY)
def test_guidance_and_personas_count_when_the_workspace_is_trusted(text: str) -> None:
    refused = _resolve(files={".anchorline.toml": text})
    assert refused.settings == resolve([]).settings
    assert "counts only in a trusted workspace" in refused.problems[0]
    believed = _resolve(files={".anchorline.toml": text}, trusted=True)
    assert believed.settings != resolve([]).settings
    assert believed.problems == ()


BUDGETS: list[tuple[str, str, float, bool]] = [
    ("", "budget.usd_per_day = 1", 1.0, True),
    ("", "budget.usd_per_day = 2", 2.0, True),
    ("", "budget.usd_per_day = 3", 2.0, False),
    ("budget.usd_per_day = 5", "budget.usd_per_day = 4", 4.0, True),
    ("budget.usd_per_day = 0.5", "budget.usd_per_day = 1", 0.5, False),
    ("", "budget.usd_per_day = inf", 2.0, False),
    ("", "budget.usd_per_day = nan", 2.0, False),
]


@pytest.mark.parametrize(("user", "workspace", "value", "accepted"), BUDGETS)
def test_a_workspace_lowers_a_budget_and_never_raises_it(
    user: str, workspace: str, value: float, accepted: bool
) -> None:
    resolved = _resolve(user=user, files={".anchorline.toml": workspace}, trusted=True)
    assert resolved.settings.budget.usd_per_day == value
    assert (resolved.problems == ()) is accepted
    assert all(".anchorline.toml: `budget.usd_per_day`" in problem for problem in resolved.problems)


def test_a_folder_does_not_raise_the_budget_that_the_folder_above_lowered() -> None:
    files = {".anchorline.toml": "budget.max_calls = 5", "a/.anchorline.toml": "budget.max_calls = 6"}
    resolved = _resolve(files=files, folder="a")
    assert resolved.settings.budget.max_calls == 5
    assert resolved.problems == (
        "a/.anchorline.toml: `budget.max_calls` may only be lowered by a workspace file, "
        "and 6 is more than 5 (.anchorline.toml); it is ignored",
    )


def test_a_person_may_spend_what_a_workspace_would_save() -> None:
    files = {".anchorline.toml": "budget.usd_per_thorough = 0.01"}
    resolved = _resolve(files=files, command_line={"budget.usd_per_thorough": 3.0})
    assert resolved.settings.budget.usd_per_thorough == 3.0


def test_filters_unite_over_files_in_the_order_of_the_layers() -> None:
    files = {".anchorline.toml": "filters = ['scope', 'naming']", "a/.anchorline.toml": "filters = ['ux']"}
    resolved = _resolve(user="filters = ['naming']", files=files, folder="a")
    assert resolved.settings.filters == ("naming", "scope", "ux")


def test_a_person_at_the_editor_takes_filters_back() -> None:
    assert _resolve(files={".anchorline.toml": "filters = ['scope']"}, editor={"filters": []}).settings.filters == ()


def test_guidance_is_concatenated_from_the_outermost_folder_inwards() -> None:
    files = {
        ".anchorline.toml": "[path_instructions]\n'*.md' = 'root'\n",
        "a/.anchorline.toml": "[path_instructions]\n'*.md' = 'inner'\n'/b.md' = 'one'\n",
    }
    resolved = _resolve(user="[path_instructions]\n'*.md' = 'mine'\n", files=files, folder="a", trusted=True)
    assert resolved.settings.path_instructions == (
        ("*.md", "mine"), ("*.md", "root"), ("/a/**/*.md", "inner"), ("/a/b.md", "one"),
    )  # fmt: skip


def test_the_nearest_file_wins_for_everything_else() -> None:
    files = {".anchorline.toml": "checks.disable = ['a']", "a/.anchorline.toml": "checks.disable = ['b']"}
    assert _resolve(files=files, folder="a").settings.checks.disable == ("b",)


ANCHORED: list[tuple[str, str, str]] = [
    ("*.md", "", "*.md"),
    ("*.md", "docs", "/docs/**/*.md"),
    ("old/", "docs", "/docs/**/old/"),
    ("/old/", "docs", "/docs/old/"),
    ("old/*.md", "docs/a", "/docs/a/old/*.md"),
    ("**/x", "docs", "/docs/**/x"),
    ("**", "docs", "/docs/**"),
    ("!keep.md", "docs", "!/docs/**/keep.md"),
    ("#note", "docs", "#note"),
    ("a.md", "we [ird]", "/we\\ \\[ird\\]/**/a.md"),
]


@pytest.mark.parametrize(("pattern", "folder", "whole"), ANCHORED)
def test_a_pattern_is_meant_from_the_folder_of_its_file(pattern: str, folder: str, whole: str) -> None:
    assert (anchored(pattern, folder) if folder else pattern) == whole


@pytest.mark.parametrize(
    ("pattern", "matches", "leaves"),
    [
        ("*.md", ["docs/a.md", "docs/x/a.md"], ["a.md", "other/docs/a.md"]),
        ("/old/", ["docs/old/a.md"], ["docs/x/old/a.md", "old/a.md"]),
        ("**", ["docs/a.md", "docs/x/y.md"], ["a.md"]),
    ],
)
def test_a_placed_pattern_matches_as_in_its_folder(pattern: str, matches: list[str], leaves: list[str]) -> None:
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines([anchored(pattern, "docs")])
    assert [name for name in matches + leaves if spec.match_file(name)] == matches


def test_trusted_folders_are_named_by_the_user_alone() -> None:
    text = "trusted_folders = ['/srv/plans']"
    assert _resolve(user=text).settings.trusted_folders == ("/srv/plans",)
    for resolved in (
        _resolve(files={".anchorline.toml": text}, trusted=True),
        _resolve(editor={"trustedFolders": ["/"]}),
        _resolve(environ={"ANCHORLINE_TRUSTED_FOLDERS": "/"}),
    ):
        assert resolved.settings.trusted_folders == ()
        assert "`trusted_folders` counts only in your own config.toml" in resolved.problems[0]


CONSENT: list[tuple[dict[str, object], bool]] = [
    ({}, False),
    ({"user": "provider = 'auto'"}, False),
    ({"user": "provider = 'off'"}, False),
    ({"user": "provider = 'anthropic'"}, True),
    ({"user": "review.on = 'save'"}, True),
    ({"editor": {"review": {"on": "save"}}}, True),
    ({"editor": {"review": {"on": None}, "provider": None}}, False),
    ({"editor": {"provider": "bedrock"}}, True),
    ({"environ": {"ANCHORLINE_PROVIDER": "anthropic"}}, True),
    ({"files": {".anchorline.toml": "provider = 'anthropic'\nreview.on = 'save'"}, "trusted": True}, False),
]


@pytest.mark.parametrize(("given", "consents"), CONSENT)
def test_only_a_person_says_that_models_may_be_called(given: dict[str, object], consents: bool) -> None:
    assert _resolve(**given).consents is consents  # type: ignore[arg-type]


def test_a_bad_value_is_shown_without_its_password_and_in_one_line() -> None:
    (problem,) = _resolve(user="base_url = 'ftp://me:hunter2@example.org/\\u001b'".replace("'", '"')).problems
    assert "hunter2" not in problem
    assert "\x1b" not in problem
    assert 'not "ftp://***@example.org/\\u001b"' in problem


def test_an_option_of_no_setting_is_said_once() -> None:
    layer = command_line_layer({"nonsense": 1})
    assert resolve([layer, layer]).problems == ("command line: unknown setting `nonsense`; it is ignored",)


def test_the_same_layers_give_the_same_problems_in_the_same_order() -> None:
    files = {".anchorline.toml": "x = 1\ny = 2\nprovider = 'off'", "a/.anchorline.toml": "z = 1"}
    assert _resolve(files=files, folder="a") == _resolve(files=files, folder="a")
