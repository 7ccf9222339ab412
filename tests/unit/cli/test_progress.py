"""The progress bar: for somebody who waits at a terminal, and for nobody else."""

from __future__ import annotations

import io

import pytest

from anchorline.cli import progress
from anchorline.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(seconds: float, stream: io.StringIO, total: int, monkeypatch) -> str:
    """What stands on the stream after the first of `total` files took so many seconds."""
    now = iter([0.0, seconds])
    with monkeypatch.context() as changed:
        changed.setattr(progress, "clock", lambda: next(now))
        with Progress(total, stream) as bar:
            bar.advance()
    return stream.getvalue()


def test_it_comes_when_several_files_take_long_on_a_terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    assert "reviewing" in shown(1.5, Terminal(), 9, monkeypatch)


@pytest.mark.parametrize(
    ("seconds", "stream", "total"), [(0.5, Terminal(), 9), (1.5, io.StringIO(), 9), (1.5, Terminal(), 1)]
)
def test_it_stays_away_otherwise(seconds, stream, total, monkeypatch):
    assert shown(seconds, stream, total, monkeypatch) == ""
