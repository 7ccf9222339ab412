from __future__ import annotations

import pytest

from anchorline.lsp import uris

SAME = [
    ("file:///c%3A/work/plan.md", "file:///C:/work/plan.md"),
    ("file:///c:/work/plan.md", "file:///C%3a/work/plan.md"),
    ("file:///work/a%20b.md", "file:///work/a b.md"),
    ("file://localhost/work/plan.md", "file:///work/plan.md"),
    ("file:/work/plan.md", "file:///work/plan.md"),
    ("FILE:///work/plan.md", "file:///work/plan.md"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_document_have_one_key(one, other):
    assert uris.key(one) == uris.key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("file:///work/plan.md", "file:///work/Plan.md"),
        ("untitled:Untitled-1", "untitled:Untitled-2"),
        ("untitled:/work/plan.md", "file:///work/plan.md"),
        ("file://server/share/plan.md", "file:///server/share/plan.md"),
        ("file:///work/a%2523.md", "file:///work/a%23.md"),
    ],
)
def test_different_documents_have_different_keys(one, other):
    assert uris.key(one) != uris.key(other)


@pytest.mark.parametrize("uri", ["git:/work/plan.md", "vscode-notebook-cell:/a#1", "plan.md", "", "http://x/y", ":"])
def test_only_files_and_untitled_buffers_are_ours(uri):
    assert not uris.is_ours(uri)


@pytest.mark.parametrize("uri", ["file:///work/plan.md", "untitled:Untitled-1", "untitled:/work/new.md"])
def test_files_and_untitled_buffers_are_ours(uri):
    assert uris.is_ours(uri)


@pytest.mark.parametrize(
    "uri",
    ["untitled:Untitled-1", "file://server/share/plan.md", "git:/work/plan.md", "file:///a%00b", "file:", "file://"],
)
def test_what_is_no_local_file_has_no_path(uri):
    assert uris.path(uri) in (None, "/")


@pytest.mark.parametrize("path", ["/work/plan.md", "/work/a b#c?d%e.md", "/wörk/plän 🎉.md"])
def test_a_path_survives_its_uri(path):
    assert uris.path(uris.from_path(path)) == path
