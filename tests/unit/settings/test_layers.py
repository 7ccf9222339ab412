"""What each place says, before anybody asks whether it may."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.settings import Layer, RawLayer, mapping_reader
from anchorline.settings.layers import (
    Unreadable,
    command_line_layer,
    editor_layer,
    environment_layer,
    folders_down_to,
    parse_toml,
    toml_layer,
    workspace_layers,
)


def _values(layer: RawLayer) -> dict[str, object]:
    return {key: given.value for key, given in layer.given.items()}


def _toml(text: str | bytes, name: str = ".anchorline.toml") -> RawLayer:
    return toml_layer(text.encode() if isinstance(text, str) else text, Layer.WORKSPACE, name)


def test_tables_and_dotted_keys_come_out_alike() -> None:
    nested = _toml('[review]\nsettle_ms = 5\n[checks]\ndisable = ["a"]\n')
    dotted = _toml('review.settle_ms = 5\nchecks.disable = ["a"]\n')
    assert _values(nested) == _values(dotted) == {"review.settle_ms": 5, "checks.disable": ["a"]}


def test_the_keys_of_a_table_of_patterns_are_left_alone() -> None:
    layer = _toml('[path_instructions]\n"docs/camelCase.md" = "x"\n')
    assert _values(layer) == {"path_instructions": {"docs/camelCase.md": "x"}}


def test_pyproject_holds_a_table_of_ours_among_others() -> None:
    layer = _toml('[tool.ruff]\nstrictness = 1\n[tool.anchorline]\nstrictness = "chill"\n', "a/pyproject.toml")
    assert _values(layer) == {"strictness": "chill"}
    assert layer.problems == ()


@pytest.mark.parametrize("text", ["", "[tool]\n", "[project]\nname = 'anchorline'\n"])
def test_a_pyproject_without_our_table_says_nothing(text: str) -> None:
    assert _toml(text, "pyproject.toml") == RawLayer(Layer.WORKSPACE, "pyproject.toml")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("tool = 3\n", "`tool`"),
        ("[tool]\nanchorline = 3\n", "`tool.anchorline`"),
        ("[[tool.anchorline]]\nstrictness = 'chill'\n", "`tool.anchorline`"),
    ],
)
def test_a_pyproject_whose_place_for_us_is_no_table_is_named_with_the_key(text: str, key: str) -> None:
    layer = _toml(text, "a/pyproject.toml")
    assert layer.given == {}
    assert layer.problems == (f"a/pyproject.toml: {key} must be a table; it is ignored",)


FAULTS: list[tuple[str, str | bytes, str]] = [
    ("is broken in its third line", "a = 1\nb = 2\nc = = 3\n", ".anchorline.toml:3: not valid TOML: Invalid value"),
    ("ends too early", 'strictness = "chi', ".anchorline.toml:1: not valid TOML: Unterminated string"),
    ("is not UTF-8", b"a = 1\nb = '\xff'\n", ".anchorline.toml:2: not UTF-8"),
    ("is UTF-16", "a = 1\n".encode("utf-16"), ".anchorline.toml:1: not UTF-8"),
    ("holds NUL bytes", b"a = 1\n\x00\n", ".anchorline.toml:2: not valid TOML"),
    ("is larger than a megabyte", b"#" * 1_000_001, ".anchorline.toml: larger than 1 MB"),
    ("is nested without end", "x = " + "[" * 50_000, ".anchorline.toml: nested too deeply"),
    ("has a key of ten thousand parts", "\n" + "a." * 10_000 + "a = 1", ".anchorline.toml:2: a key of more than 32"),
    ("has such a key inside", "x = {" + "a . " * 10_000 + "a = 1}", ".anchorline.toml:1: a key of more than 32"),
    ("has such a quoted key", "['a'" + ".'a'" * 10_000 + "]", ".anchorline.toml:1: a key of more than 32"),
    ("has a number of a thousand digits", "x = " + "1" * 5000, ".anchorline.toml: not valid TOML"),
]


@pytest.mark.parametrize(("what", "content", "begins"), FAULTS, ids=[what for what, _, _ in FAULTS])
def test_a_file_that(what: str, content: str | bytes, begins: str) -> None:
    layer = _toml(content)
    assert layer.given == {}
    assert len(layer.problems) == 1
    assert layer.problems[0].startswith(begins)
    assert "ignored" in layer.problems[0]
    assert len(layer.problems[0]) < 300


def test_a_byte_order_mark_is_no_fault() -> None:
    assert _values(_toml(b'\xef\xbb\xbfstrictness = "chill"\r\n')) == {"strictness": "chill"}


def test_a_missing_file_is_no_problem_and_an_unreadable_one_is() -> None:
    assert toml_layer(None, Layer.USER, "config.toml") == RawLayer(Layer.USER, "config.toml")
    layer = toml_layer(Unreadable("is no regular file"), Layer.USER, "config.toml")
    assert layer.problems == ("config.toml is no regular file; it is ignored",)


UNKNOWN: list[tuple[str, str]] = [
    ("strictnes = 1", "unknown setting `strictnes` (did you mean `strictness`?); it is ignored"),
    ("review.settle = 1", "unknown setting `review.settle` (did you mean `review.settle_ms`?); it is ignored"),
    ("settle_ms = 1", "unknown setting `settle_ms` (did you mean `review.settle_ms`?); it is ignored"),
    ("review.settleM = 1", "unknown setting `review.settleM` (did you mean `review.settle_ms`?); it is ignored"),
    ("zzzz = 1", "unknown setting `zzzz`; it is ignored"),
    ("review = 3", "`review` must be a table; it is ignored"),
    ('"\\u001b[2J" = 3', "unknown setting `\\u001b[2J`; it is ignored"),
]


@pytest.mark.parametrize(("text", "problem"), UNKNOWN)
def test_an_unknown_key_is_named_with_its_nearest_neighbour(text: str, problem: str) -> None:
    assert _toml(text).problems == (f".anchorline.toml: {problem}",)


def test_thousands_of_unknown_keys_are_not_thousands_of_sentences() -> None:
    problems = _toml("\n".join(f"{'k' * 5000}{number} = 1" for number in range(150))).problems
    assert len(problems) == 11
    assert problems[-1] == ".anchorline.toml: 140 more unknown settings are ignored"
    assert all(len(problem) < 300 for problem in problems)


EDITOR: list[tuple[object, dict[str, object]]] = [
    (None, {}),
    ({}, {}),
    ({"review": {"settleMs": 5}}, {"review.settle_ms": 5}),
    ({"review": {"settle_ms": 5}}, {"review.settle_ms": 5}),
    ({"review.settleMs": 5}, {"review.settle_ms": 5}),
    ({"anchorline.review.onAutoSave": True}, {"review.on_auto_save": True}),
    ({"anchorline": {"maxActionable": 3}}, {"max_actionable": 3}),
    ({"budget": {"usdPerDay": 1}, "perCommentConfidenceThreshold": 85},
     {"budget.usd_per_day": 1, "per_comment_confidence_threshold": 85}),
    ({"review": {"settleMs": None}, "models": None, "provider": None}, {}),
    ({"pathInstructions": {"docs/aB.md": "x"}}, {"path_instructions": {"docs/aB.md": "x"}}),
]  # fmt: skip


@pytest.mark.parametrize(("options", "values"), EDITOR)
def test_an_editor_may_spell_a_key_as_it_likes_and_null_is_unset(options: object, values: dict[str, object]) -> None:
    layer = editor_layer(options)
    assert _values(layer) == values
    assert layer.problems == ()


@pytest.mark.parametrize("options", [[], "x", 3, True])
def test_editor_settings_of_another_shape_are_a_problem(options: object) -> None:
    assert editor_layer(options).problems == ("editor settings are no object; they are ignored",)


def test_an_environment_variable_names_a_setting_by_its_parts() -> None:
    layer = environment_layer({
        "ANCHORLINE_TIMEOUT_S": "5",
        "ANCHORLINE_REVIEW__ON_AUTO_SAVE": "1",
        "ANCHORLINE_CHECKS__DISABLE": "",
        "ANCHORLINE_PROVIDER": "",
        "ANCHORLINE_CONFIG_DIR": "/somewhere",
        "ANTHROPIC_API_KEY": "secret",
    })  # fmt: skip
    assert _values(layer) == {"timeout_s": "5", "review.on_auto_save": "1", "checks.disable": ""}
    assert layer.given["timeout_s"].origin == "ANCHORLINE_TIMEOUT_S"
    assert layer.problems == ()


def test_an_unknown_variable_is_named_without_its_value() -> None:
    (problem,) = environment_layer({"ANCHORLINE_REVIEW_SETTLE_MS": "sk-ant-1234567890"}).problems
    assert problem == (
        "ANCHORLINE_REVIEW_SETTLE_MS is no setting (did you mean `ANCHORLINE_REVIEW__SETTLE_MS`?); it is ignored"
    )


def test_an_option_that_was_not_given_sets_nothing() -> None:
    assert _values(command_line_layer({"strictness": None, "budget.usd_per_thorough": 3.0})) == {
        "budget.usd_per_thorough": 3.0
    }


FOLDERS: list[tuple[str, tuple[str, ...]]] = [
    ("", ("",)),
    ("a", ("", "a")),
    ("a/b/c", ("", "a", "a/b", "a/b/c")),
    ("a/", ("", "a")),
    ("../a", ("",)),
    ("a/../../b", ("",)),
    ("/etc", ("",)),
]


@pytest.mark.parametrize(("folder", "places"), FOLDERS)
def test_configuration_is_sought_from_the_workspace_down_to_the_file(folder: str, places: tuple[str, ...]) -> None:
    assert folders_down_to(folder) == places


def test_each_folder_has_one_file_that_counts() -> None:
    files = {
        ".anchorline.toml": "strictness = 'chill'",
        "pyproject.toml": "[tool.anchorline]\nstrictness = 'assertive'",
        "a/pyproject.toml": "[tool.anchorline]\nmax_actionable = 3",
        "a/b/.anchorline.toml": "",
        "a/b/pyproject.toml": "[tool.anchorline]\nmax_actionable = 4",
        "a/c/.anchorline.toml": "max_actionable = 5",
    }
    layers = workspace_layers(mapping_reader(files), "a/b")
    assert [(layer.origin, layer.folder, _values(layer)) for layer in layers] == [
        (".anchorline.toml", "", {"strictness": "chill"}),
        ("a/pyproject.toml", "a", {"max_actionable": 3}),
    ]


def test_a_broken_pyproject_that_does_not_concern_us_is_for_others_to_report() -> None:
    assert workspace_layers(mapping_reader({"pyproject.toml": "[project\n"}), "") == ()
    (layer,) = workspace_layers(mapping_reader({"pyproject.toml": "[tool.anchorline\n"}), "")
    assert layer.problems[0].startswith("pyproject.toml:1: not valid TOML")


@given(st.binary(max_size=200) | st.text(alphabet="ab.[]{}=\"'\n\\u0, #", max_size=200).map(str.encode))
def test_no_content_makes_the_parser_raise(content: bytes) -> None:
    tree, problem = parse_toml(content)
    assert problem is None or tree == {}


def test_a_person_may_call_files_of_the_workspace_otherwise() -> None:
    read = {"docs/.anchorline.toml": b"nope = 1\n"}.get
    (layer,) = workspace_layers(read, "docs", called="../{}".format)
    assert layer.folder == "docs"
    assert layer.problems == ("../docs/.anchorline.toml: unknown setting `nope`; it is ignored",)


def test_the_variable_that_shows_tracebacks_is_no_setting() -> None:
    assert environment_layer({"ANCHORLINE_DEBUG": "1"}).problems == ()
