"""Pages that are generated from the code say what the code says. `make docs` writes them anew."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


def _generator() -> ModuleType:
    # By its path: another package of the same name may be installed.
    spec = importlib.util.spec_from_file_location("anchorline_docs_generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES: dict[str, str] = _generator().pages()


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_equals_its_file(name: str) -> None:
    path = DOCS / name
    assert path.is_file(), f"docs/{name} is missing; run `make docs`"
    assert path.read_text(encoding="utf-8") == PAGES[name], f"docs/{name} has drifted; run `make docs`"


def test_every_setting_has_its_entry_and_a_link_to_it() -> None:
    from anchorline.settings import SETTINGS

    page = PAGES["settings.md"]
    for row in SETTINGS:
        assert f"### `{row.key}`\n" in page
        assert f"[`{row.key}`](#{row.key.replace('.', '')})" in page
