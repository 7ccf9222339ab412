"""What a verifier may look up, and all that it may not: refusals are answers in words, and nothing else happens."""

from __future__ import annotations

import os
import socket

import pytest

from anchorline.text.secrets import MASK
from anchorline.workspace import tools
from anchorline.workspace.repository import open_repository
from anchorline.workspace.tools import Lookups
from workspace_kit import write

KEY = "sk-ant-api03-Qw8Er7Ty6Ui5Op4As3Df2Gh1Jk9Lz0Xc8Vb7Nm"


@pytest.fixture
def root(repository, git):
    write(
        repository,
        {
            "src/render/page.py": "PAGE = 1\n\n\ndef render(page):\n    return page.text\n",
            "src/render/call.py": "from render.page import render\n\nrender(None)\n",
            "src/settings.py": f'KEY = "{KEY}"\n',
            "secrets/token.txt": "render\n",
            ".env": "TOKEN=render\n",
            "deploy/.env.production": "TOKEN=render\n",
            "deploy/server.pem": "render\n",
            "made/out.py": "render()\n",
            "vendor/lib.py": "render()\n",
            "trace.log": "render\n",
            "notes.txt": "render\n",
        },
    )
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "Render pages")
    (repository / "picture.py").write_bytes(b"\x00\x01render")
    return repository


def lookups(root, **options) -> Lookups:
    repository, _ = open_repository(root / "x")
    return Lookups(root, exclude=("vendor/",), repository=repository, **options)


def test_a_file_is_read_with_the_numbers_of_its_lines(root):
    desk = lookups(root)
    assert desk.read_file("src/render/page.py", 4, 5) == (
        "src/render/page.py\n4: def render(page):\n5:     return page.text\n(6 lines in all)"
    )
    assert desk.read_file("src/render/../render/page.py", 1, 1).startswith("src/render/page.py\n1: PAGE = 1")
    assert desk.files_read == ("src/render/page.py",)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("../outside.py", "leaves the workspace"),
        ("src/../../outside.py", "leaves the workspace"),
        ("/etc/passwd", "is an absolute path"),
        ("/proc/self/environ", "is an absolute path"),
        ("\\\\host\\share\\a.py", "names another machine or a device"),
        ("//host/share/a.py", "names another machine or a device"),
        ("C:\\Windows\\win.ini", "names a drive"),
        ("~/.ssh/id_rsa", "names a home folder"),
        ("file:///etc/passwd", "is a URL"),
        ("nul", "names a device"),
        ("src/a.py\x00.txt", "holds control characters"),
        (".git/config", "leads into Git's own folder"),
        (".GIT/config", "leads into Git's own folder"),
        ("src/.git./config", "leads into Git's own folder"),
        (".env", "holds keys"),
        (".ENV", "holds keys"),
        (".env ", "holds keys"),
        ("deploy/.env.production", "holds keys"),
        ("deploy/server.pem", "holds keys"),
        ("deploy/SERVER.PEM", "holds keys"),
        ("secrets/token.txt", "holds keys"),
        (".ssh/config", "holds keys"),
        ("home/id_ed25519", "holds keys"),
        (".netrc", "holds keys"),
        ("credentials.json", "holds keys"),
        ("terraform.tfstate", "holds keys"),
        ("made/out.py", "is ignored by the project"),
        ("trace.log", "is ignored by the project"),
        ("vendor/lib.py", "is excluded from reviews"),
        ("src/render", "is a folder"),
        ("src/absent.py", "is not there"),
        ("SRC/render/page.py", "is not there"),
        ("picture.py", "is binary"),
        ("", "is empty"),
    ],
)
def test_what_is_not_to_be_read_is_refused_in_words(root, path, why):
    desk = lookups(root)
    for answer in (desk.read_file(path), desk.line_history(path, 1)):
        assert answer.startswith("refused: ")
        assert why in answer
        assert "render" not in answer.replace(path, "")
    assert desk.files_read == ()


def test_links_are_judged_by_where_they_lead(root, tmp_path):
    (tmp_path / "outside.py").write_text("SECRET = 1\n", "utf-8")
    (root / "out.py").symlink_to(tmp_path / "outside.py")
    (root / "key.py").symlink_to("deploy/server.pem")
    (root / "env.py").symlink_to(".env")
    (root / "folder").symlink_to(tmp_path)
    (root / "loop.py").symlink_to("loop.py")
    (root / "good.py").symlink_to("src/render/page.py")
    desk = lookups(root)
    assert "is a link that leads outside" in desk.read_file("out.py")
    assert "is a link that leads outside" in desk.read_file("folder/outside.py")
    assert "holds keys" in desk.read_file("key.py")
    assert "holds keys" in desk.read_file("env.py")
    assert "loop of links" in desk.read_file("loop.py")
    assert desk.read_file("good.py").startswith("src/render/page.py\n")
    assert "SECRET" not in desk.search("SECRET")


def test_pipes_and_sockets_are_never_opened(root, tmp_path, monkeypatch):
    os.mkfifo(root / "pipe.py")
    monkeypatch.chdir(root)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.py")
        desk = lookups(root)
        assert "pipe, a socket or a device" in desk.read_file("pipe.py")
        assert "pipe, a socket or a device" in desk.read_file("socket.py")
        assert "page.py" in desk.search("render")  # and the search is over


@pytest.mark.parametrize("system", ["/proc", "/proc/self", "/sys", "/dev"])
def test_no_system_folder_is_a_workspace(system):
    from pathlib import Path

    assert Lookups(Path(system)).read_file("version").startswith("refused")


def test_without_a_workspace_there_is_nothing_to_look_up():
    desk = Lookups(None)
    for answer in (desk.read_file("a.py"), desk.search("a"), desk.list_files(), desk.line_history("a.py", 1)):
        assert "lies in no workspace" in answer
    assert desk.holds(["a"]) == frozenset()


def test_a_search_is_literal_and_finds_nothing_that_may_not_be_read(root):
    found = lookups(root).search("render")
    assert "src/render/page.py:4: def render(page):" in found
    assert "src/render/call.py:3: render(None)" in found
    for hidden in (".env", "server.pem", "secrets/", "made/", "vendor/", "trace.log", "picture.py"):
        assert hidden not in found
    assert lookups(root).search("rend.r").startswith("no line holds it")
    assert lookups(root).search("RENDER").startswith("no line holds it")


def test_a_search_may_stay_in_a_folder_and_wants_one_line(root):
    desk = lookups(root)
    assert "docs" not in desk.search("e", "src")
    assert desk.search("PAGE", "docs").startswith("no line holds it")
    assert desk.search("a\nb").startswith("refused")
    assert desk.search(" ").startswith("refused")
    assert desk.search("x" * 1000).startswith("refused")
    assert "leaves the workspace" in desk.search("render", "..")
    assert "is no folder" in desk.search("render", "src/render/page.py")
    assert "holds keys" in desk.search("render", "secrets")
    assert "ignored" in desk.search("render", "made")


def test_files_are_listed_as_far_as_they_may_be_read(root):
    listed = lookups(root).list_files().split("\n")
    assert {"src/render/page.py", "docs/plan.md", "notes.txt"} <= set(listed)
    assert not [
        name for name in listed if name.startswith((".env", "deploy/", "made/", "vendor/", "secrets/", ".git/"))
    ]
    assert lookups(root).list_files("src/render").split("\n") == ["src/render/call.py", "src/render/page.py"]


def test_secrets_in_what_is_shown_are_covered(root):
    desk = lookups(root)
    for answer in (desk.read_file("src/settings.py"), desk.search("KEY =")):
        assert KEY not in answer
        assert MASK in answer
    assert desk.search(KEY[-12:]).startswith("no line holds it")


def test_what_an_editor_holds_counts_instead_of_the_disk(root):
    desk = lookups(root, current={"src/render/page.py": "def paint(page): ...\n"})
    assert "def paint" in desk.read_file("src/render/page.py")
    assert "src/render/page.py:1" in desk.search("paint")
    assert "page.py" not in desk.search("PAGE")


def test_answers_are_bounded(root, monkeypatch):
    write(root, {"long.py": "x = 1\n" * 2_000, "wide.py": "y = '" + "z" * 5_000 + "'\n"})
    desk = lookups(root)
    assert desk.read_file("long.py").count("\n") <= tools.MOST_LINES + 1
    assert "(2001 lines in all)" in desk.read_file("long.py")
    assert len(desk.read_file("wide.py")) < 1_000
    assert "there are more" in desk.search("x = 1")
    assert len(desk.search("x = 1")) < tools.LONGEST_ANSWER + 100
    monkeypatch.setattr(tools, "LARGEST_FILE", 100)
    assert lookups(root).read_file("long.py").startswith("refused: ")
    assert "were not searched" in lookups(root).search("x = 1")


def test_odd_line_numbers_are_taken_as_they_can_be(root):
    desk = lookups(root)
    for first, last in ((-5, 2), (0, None), (10**8, None), (5, 1)):
        assert desk.read_file("src/render/page.py", first, last).startswith("src/render/page.py\n")
    assert "has no line" in desk.line_history("src/render/page.py", 0)
    assert "has no line" in desk.line_history("src/render/page.py", 10**8)


def test_the_history_of_a_line_names_its_commit_and_what_stood_before(root, git):
    write(root, {"src/render/page.py": "# Pages\nPAGE = 2\n\n\ndef render(page):\n    return page.text\n"})
    git(root, "commit", "-q", "-am", "Number pages from two")
    desk = lookups(root)
    changed = desk.line_history("src/render/page.py", 2)
    assert "of 2026-01-02: Number pages from two" in changed
    assert "before: PAGE = 1" in changed
    assert "Render pages" in desk.line_history("src/render/page.py", 5)
    write(root, {"src/render/page.py": "# Pages\nPAGE = 3\n"})
    assert "changed and not yet committed\nbefore: PAGE = 2" in lookups(root).line_history("src/render/page.py", 2)
    write(root, {"src/new.py": "A = 1\n"})
    assert "new and not yet committed" in lookups(root).line_history("src/new.py", 1)


def test_names_are_looked_up_all_at_once(root):
    assert lookups(root).holds(["render", "PAGE", "absent_name"]) == {"render", "PAGE"}


def test_a_folder_without_git_can_be_looked_into_too(tmp_path):
    write(tmp_path, {"a.py": "A = 1\n", "b/c.py": "A\n", ".gitignore": "b/\n"})
    desk = Lookups(tmp_path)
    assert desk.search("A") == "a.py:1: A = 1"
    assert "in no repository" in desk.line_history("a.py", 1)
    assert "ignored" in desk.read_file("b/c.py")


@pytest.mark.parametrize(
    "name",
    [
        ".bash_history", ".zsh_history", "home/.python_history", "ConsoleHost_history.txt", "terraform.tfvars.json",
        "infra/prod.auto.tfvars.json", "local.settings.json", "shop-firebase-adminsdk-a1b2.json",
        "firebase-adminsdk.json", "secrets.prod.yaml", "credentials.tfrc.json", ".vault_pass", "web.publishsettings",
        "etc/shadow", ".htpasswd", "TOKENS.JSON", ".Bash_History",
        "client_secret_1.apps.json", "service-account-prod.json",
    ],
)  # fmt: skip
def test_histories_and_files_of_keys_are_not_shown(root, name):
    write(root, {name: "FOUND=1\n"})
    desk = Lookups(root)
    assert "holds keys" in desk.read_file(name)
    assert "FOUND" not in desk.search("FOUND=1")
    assert name not in desk.list_files()


@pytest.mark.parametrize("name", ["src/history.py", "shadow.py", "tokens.py", "token_history.py", "passwords.go"])
def test_source_about_such_things_is_shown(root, name):
    write(root, {name: "FOUND=1\n"})
    assert "FOUND" in Lookups(root).read_file(name)
