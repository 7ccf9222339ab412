"""What a disk may hold where a configuration file is expected."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from anchorline.settings import Layer, disk_reader, load, mapping_reader, user_layer
from anchorline.settings.files import listed_as_trusted, user_config_file
from anchorline.settings.layers import Unreadable

as_root = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "ws" / "docs").mkdir(parents=True)
    return tmp_path / "ws"


def _environ(home: Path) -> dict[str, str]:
    return {"ANCHORLINE_CONFIG_DIR": str(home)}


def test_settings_come_from_all_places_at_once(home: Path, root: Path) -> None:
    (home / "config.toml").write_text("strictness = 'chill'\nreview.settle_ms = 5\n")
    (root / ".anchorline.toml").write_text("strictness = 'assertive'\nfilters = ['ux']\n")
    (root / "docs" / "pyproject.toml").write_text("[tool.anchorline]\nmax_actionable = 3\n")
    resolved = load(
        root, "docs/plan.md", environ={**_environ(home), "ANCHORLINE_CONCURRENCY": "2"},
        editor={"language": "German"}, command_line={"provider": "off"},
    )  # fmt: skip
    settings = resolved.settings
    assert resolved.problems == ()
    assert (settings.strictness, settings.filters, settings.max_actionable) == ("assertive", ("ux",), 3)
    assert (settings.review.settle_ms, settings.concurrency) == (5, 2)
    assert (settings.language, settings.provider) == ("German", "off")
    assert resolved.sources["review.settle_ms"].origin == str(home / "config.toml")


def test_nothing_anywhere_is_no_problem(home: Path, root: Path) -> None:
    assert load(root, "docs/plan.md", environ=_environ(home)).problems == ()
    assert load(None, environ=_environ(home)).problems == ()
    assert user_layer(_environ(home / "absent")).problems == ()


def test_workspace_files_may_come_from_elsewhere_than_the_disk(home: Path, root: Path) -> None:
    (root / ".anchorline.toml").write_text("strictness = 'chill'\n")
    at_revision = mapping_reader({".anchorline.toml": "max_actionable = 2\n"})
    resolved = load(root, "docs/plan.md", environ=_environ(home), read=at_revision)
    assert (resolved.settings.strictness, resolved.settings.max_actionable) == ("balanced", 2)


def test_the_users_file_lies_where_the_system_keeps_configuration() -> None:
    assert user_config_file({}).name == "config.toml"
    assert "anchorline" in user_config_file({}).parts


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _large(path: Path) -> None:
    path.write_bytes(b"#" * 1_000_001)


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _folder(path: Path) -> None:
    path.mkdir()


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


HOSTILE = [
    (_fifo, "is no regular file; it is ignored"),
    (_folder, "is no regular file; it is ignored"),
    (_large, "is larger than 1 MB; it is ignored"),
    (_device, "it is ignored"),
    (_loop, "it is ignored"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes, devices and links of POSIX")
@pytest.mark.parametrize(("make", "says"), HOSTILE)
def test_what_is_no_small_regular_file_is_said_and_never_waited_for(
    home: Path, root: Path, make: object, says: str
) -> None:
    assert callable(make)
    make(root / ".anchorline.toml")
    make(home / "config.toml")
    user, workspace = load(root, environ=_environ(home)).problems
    assert user.startswith(str(home / "config.toml"))
    assert workspace.startswith(".anchorline.toml ")
    assert user.endswith("it is ignored")
    assert workspace.endswith(says)


@pytest.mark.skipif(as_root or sys.platform == "win32", reason="nothing is forbidden to root")
def test_a_file_that_may_not_be_read_is_said(home: Path, root: Path) -> None:
    path = root / ".anchorline.toml"
    path.write_text("strictness = 'chill'\n")
    path.chmod(0)
    assert load(root, environ=_environ(home)).problems == (
        ".anchorline.toml may not be read (permission denied); it is ignored",
    )


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_inside_the_workspace_is_followed_and_one_that_leaves_it_is_not(home: Path, root: Path) -> None:
    (root / "shared.toml").write_text("max_actionable = 2\n")
    (root / ".anchorline.toml").symlink_to("shared.toml")
    (home / "secret.toml").write_text("max_actionable = 3\n")
    (root / "docs" / ".anchorline.toml").symlink_to(home / "secret.toml")
    resolved = load(root, "docs/plan.md", environ=_environ(home))
    assert resolved.settings.max_actionable == 2
    assert resolved.problems == ("docs/.anchorline.toml is a link that leaves the workspace; it is ignored",)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_folder_that_is_a_link_out_of_the_workspace_has_no_say(home: Path, root: Path) -> None:
    (home / ".anchorline.toml").write_text("max_actionable = 3\n")
    (root / "out").symlink_to(home)
    resolved = load(root, "out/plan.md", environ=_environ(home))
    assert resolved.settings.max_actionable == 10
    assert resolved.problems == ("out/.anchorline.toml is a link that leaves the workspace; it is ignored",)


def test_a_name_that_no_file_can_have_is_no_crash(root: Path) -> None:
    read = disk_reader(root)
    assert not isinstance(read("a\0b"), bytes)
    assert read("../ws/absent") is None
    assert not isinstance(read("x" * 5000), bytes)
    (root.parent / "outside.toml").write_text("")
    assert isinstance(read("../outside.toml"), Unreadable)


def test_a_listed_folder_is_trusted_with_all_below_it(root: Path) -> None:
    listed = (str(root),)
    assert listed_as_trusted(root, listed)
    assert listed_as_trusted(root / "docs", listed)
    assert not listed_as_trusted(root.parent, listed)
    assert not listed_as_trusted(root.parent / "ws2", listed)
    assert not listed_as_trusted(root, ())
    assert not listed_as_trusted(root, (".", "ws"))


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_below_a_trusted_folder_takes_no_trust_out_of_it(root: Path, tmp_path: Path) -> None:
    (tmp_path / "stranger").mkdir()
    (root / "clone").symlink_to(tmp_path / "stranger")
    assert not listed_as_trusted(root / "clone", (str(root),))


def test_the_layers_are_named_in_their_order() -> None:
    assert list(Layer) == sorted(Layer)
    assert [layer for layer in Layer if not layer.personal] == [Layer.DEFAULT, Layer.WORKSPACE]


def test_loading_the_package_loads_nothing_that_takes_long() -> None:
    code = (
        "import sys, anchorline.settings as s; s.resolve([]);"
        "slow = 'tomllib platformdirs pydantic typer rich pathspec difflib json'.split();"
        "print(*sorted(set(sys.modules) & set(slow)))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
