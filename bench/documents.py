"""Plans of any size for measuring: made, not found, and the same every time."""

from __future__ import annotations

_WORDS = (
    "broker worker queue retry limit record index cursor ledger snapshot migration rollout schema reader writer cache "
    "timeout budget session token region shard replica checksum archive batch window signal handler adapter gateway"
).split()


def _sentence(seed: int) -> str:
    words = [_WORDS[(seed * 7 + i * (seed % 5 + 3)) % len(_WORDS)] for i in range(9 + seed % 7)]
    words[3] = f"`{words[3]}_{seed % 40}`"
    if seed % 3 == 0:
        words[5] = f"**{words[5]}**"
    if seed % 11 == 0:
        words[6] = f"[{words[6]}](#risks)"
    return f"The {' '.join(words)}."


def _unit(number: int, requirement: int) -> str:
    s = number * 13
    return f"""### Unit {number}: {_sentence(s)[4:30].replace("`", "").replace("*", "").replace("[", "")}

**Goal:** {_sentence(s + 1)} {_sentence(s + 2)}

**Requirements:** R{requirement}, R{requirement + 1}

**Dependencies:** {f"Unit {number - 1}" if number > 1 else "None"}

**Files:**
- Modify: `server/module_{number}/handler.py`
- Create: `server/module_{number}/adapter.py`
- Test: `tests/module_{number}/test_handler.py`

**Approach:** {" ".join(_sentence(s + k) for k in range(3, 9))}

- {_sentence(s + 9)}
- {_sentence(s + 10)}
  - {_sentence(s + 11)}
- [ ] {_sentence(s + 12)}

| Case | Input | Expected |
| --- | --- | --- |
| happy | {s} jobs | {s} records |
| empty | 0 jobs | 0 records |
| late | `retry_{s}` | see Unit {number} |

```python
def handler_{number}(queue, limit={s}):
    return [record for record in queue if record.limit < limit]
```

"""


def plan(size: int) -> str:
    """A plan of about `size` bytes of ASCII with front matter, requirements, units, tables, code and links."""
    units = max(size // 1850, 1)
    head = (
        "---\ntitle: Move the broker\ntype: plan\nstatus: active\ndate: 2026-03-02\n---\n\n# Move the broker\n\n"
        "## Problem\n\n" + " ".join(_sentence(k) for k in range(12)) + "\n\n## Requirements\n\n"
        + "".join(f"- R{n}. {_sentence(n)}\n" for n in range(1, units + 2)) + "\n## Implementation Units\n\n"
    )  # fmt: skip
    parts = [head, *(_unit(n, n) for n in range(1, units + 1)), "## Risks\n\n"]
    text = "".join(parts)
    filler = units * 31
    while len(text) < size:
        filler += 1
        text += _sentence(filler) + ("\n\n" if filler % 4 == 0 else " ")
    return text[: text.rfind(" ", 0, size)].rstrip() + "\n"


def plan_with_findings(size: int, findings: int = 100) -> str:
    """The same with `findings` placeholders, each on its own line."""
    lines = "".join(f"- The owner of part {n} is TBD.\n" for n in range(findings))
    return plan(size - len(lines) - 20) + "\n## Owners\n\n" + lines
