"""What a run looks up once."""

from __future__ import annotations

from pathlib import Path

import pygit2

from anchorline.cli.surroundings import Surroundings


def test_the_files_of_a_repository_share_it_and_a_nested_one_stays_apart(tmp_path: Path) -> None:
    outer, inner = tmp_path / "outer", tmp_path / "outer" / "docs" / "inner"
    inner.mkdir(parents=True)
    for root in (outer, inner):
        pygit2.init_repository(str(root))
    around = Surroundings(None, trust=False, command_line={})
    places = [outer / "a.md", outer / "b.md", outer / "docs" / "c.md", inner / "d.md", tmp_path / "e.md"]
    found = [around.moment.repository_of(place)[0] for place in places]
    assert found[0] is not None
    assert found[0] is found[1] is found[2]
    assert found[3] is not None
    assert (found[0].root, found[3].root) == (outer.resolve(), inner.resolve())
    assert found[4] is None
