from __future__ import annotations

import pytest

from anchorline.lsp import uris

SAME = [
    ("file:///c%3A/plans/plan.md", "file:///C:/plans/plan.md"),
    ("file:///c:/plans/plan.md", "file:///C%3a/plans/plan.md"),
    ("file:///plans/a%20b.md", "file:///plans/a b.md"),
    ("file://localhost/plans/plan.md", "file:///plans/plan.md"),
    ("file:/plans/plan.md", "file:///plans/plan.md"),
    ("FILE:///plans/plan.md", "file:///plans/plan.md"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_document_have_one_key(one, other):
    assert uris.key(one) == uris.key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("file:///plans/plan.md", "file:///plans/Plan.md"),
        ("untitled:Untitled-1", "untitled:Untitled-2"),
        ("untitled:/plans/plan.md", "file:///plans/plan.md"),
        ("file://server/share/plan.md", "file:///server/share/plan.md"),
        ("file:///plans/a%2523.md", "file:///plans/a%23.md"),
    ],
)
def test_different_documents_have_different_keys(one, other):
    assert uris.key(one) != uris.key(other)


@pytest.mark.parametrize("uri", ["git:/plans/plan.md", "vscode-notebook-cell:/a#1", "plan.md", "", "http://x/y", ":"])
def test_only_files_and_untitled_buffers_are_ours(uri):
    assert not uris.is_ours(uri)


@pytest.mark.parametrize("uri", ["file:///plans/plan.md", "untitled:Untitled-1", "untitled:/plans/new.md"])
def test_files_and_untitled_buffers_are_ours(uri):
    assert uris.is_ours(uri)


@pytest.mark.parametrize(
    "uri",
    ["untitled:Untitled-1", "file://server/share/plan.md", "git:/plans/plan.md", "file:///a%00b", "file:", "file://"],
)
def test_what_is_no_local_file_has_no_path(uri):
    assert uris.path(uri) in (None, "/")


@pytest.mark.parametrize("path", ["/plans/plan.md", "/plans/a b#c?d%e.md", "/wörk/plän 🎉.md"])
def test_a_path_survives_its_uri(path):
    assert uris.path(uris.from_path(path)) == path
