"""`make bench`: measure every row, print the table, say which limits hold. `BENCH=review` measures one group."""

from __future__ import annotations

import platform
import sys
from importlib import import_module

from bench.row import Row

GROUPS = ("review", "memory", "lsp", "cli", "models")


def main(wanted: list[str]) -> int:
    rows: list[Row] = []
    for group in wanted or GROUPS:
        rows += import_module(f"bench.{group}").rows()
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}\n")
    print("| what | ours | yardstick | ratio | at most |\n|---|---|---|---|---|")
    for row in rows:
        print(_line(row))
    missed = [row.name for row in rows if not row.kept]
    if missed:
        print("\nnot kept: " + "; ".join(missed), file=sys.stderr)
    return 1 if missed else 0


def _line(row: Row) -> str:
    yardstick = "–" if row.yardstick is None else f"{row.yardstick:.1f} {row.unit}"
    value = f"{row.value:.2f} ×" if row.yardstick is not None else f"{row.value:.1f} {row.unit}"
    limit = f"{row.limit:g} ×" if row.yardstick is not None else f"{row.limit:g} {row.unit}"
    return f"| {row.name} | {row.ours:.1f} {row.unit} | {yardstick} | {value} | {limit} |"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
