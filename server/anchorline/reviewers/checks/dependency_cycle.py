"""Units of a plan depend on each other in a circle.

Why
    Units that wait for each other can never start. Whoever executes the plan finds out only when the last unit that
    could be started is done.

Fires
    When the fields "Dependencies", "Depends on" or "Blocked by" of units (or their forms in other languages, or a
    table column of that name) lead from a unit back to itself:

        ### Unit 1: Parser
        **Dependencies:** Unit 2

        ### Unit 2: Grammar
        **Dependencies:** Unit 1

    Every dependency line of the circle is quoted, the first one is where the finding stands. A unit that depends on
    itself is the smallest circle. Each group of units that wait for each other is reported once.

Must not fire
    - on what stands after the first parenthesis, dash or full stop: "None; until Unit 2 extends it"
    - on dependencies that the author calls soft, optional or partial
    - on IDs that stand for several units (Step 1 of every task), unless both stand under the same heading
    - on a number alone in the field of the unit of that number ("Dependencies: 1"), which may be a count
    - on circles that only fields in code, quotations, comments or deferred sections would close

Class
    P1, confidence 100, manual: the circle is proven, but only the author knows which dependency is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import Check, Scope, Subject
from anchorline.text.dependencies import Dependency
from anchorline.text.families import Families
from anchorline.text.family import Definition

_Graph = dict[Definition, dict[Definition, Dependency]]


def _run(subject: Subject) -> Iterator[Raised]:
    graph = _graph(subject.dependencies, subject.families)
    for cycle in _cycles(graph):
        names = [edge.of.label.of(subject.text) for edge in cycle]
        chain = (
            " → ".join((*names, names[0])) if len(names) <= 6 else f"{names[0]} → … → {names[0]} ({len(names)} units)"
        )
        title = f"{names[0]} depends on itself" if len(names) == 1 else f"Dependency cycle: {chain}"
        yield CHECK.raises(
            subject,
            title,
            "Each of these units waits for the next, so none of them can be started.",
            *dict.fromkeys(edge.line for edge in cycle),
        )


def _graph(edges: tuple[Dependency, ...], families: Families) -> _Graph:
    by_id: dict[tuple[str, object], list[Definition]] = {}
    for family in families.plan:
        for definition in family.definitions:
            by_id.setdefault((family.key, definition.number), []).append(definition)
    owners = {edge.of for edge in edges}
    graph: _Graph = {}
    for edge in edges:
        if edge.soft:
            continue
        targets = by_id.get((edge.key, edge.number), [])
        target = _target(edge, targets, owners)
        if target is not None and not (edge.lone and target is edge.of):
            graph.setdefault(edge.of, {}).setdefault(target, edge)
    return graph


def _target(edge: Dependency, targets: list[Definition], owners: set[Definition]) -> Definition | None:
    """The unit that an ID means: the one beside the unit that names it; else the only one that has fields."""
    near = [target for target in targets if target.section == edge.of.section and target.form == edge.of.form]
    if near:
        return near[0] if len(near) == 1 else None
    # A list of contents names a unit again; the definition that has fields of its own is the unit.
    with_fields = [target for target in targets if target in owners]
    if len(with_fields) != 1 or sum(target.form == with_fields[0].form for target in targets) > 1:
        return None
    return with_fields[0]


def _cycles(graph: _Graph) -> list[list[Dependency]]:
    """A shortest cycle through the first unit of each strongly connected group, groups in document order."""
    groups = [
        group for group in _components(graph) if len(group) > 1 or next(iter(group)) in graph.get(next(iter(group)), {})
    ]
    cycles = [_shortest(graph, min(group, key=lambda d: d.label), group) for group in groups]
    return sorted(cycles, key=lambda cycle: cycle[0].line)


def _shortest(graph: _Graph, start: Definition, group: set[Definition]) -> list[Dependency]:
    reached: dict[Definition, Dependency] = {}
    frontier = [start]
    while start not in reached:
        following: list[Definition] = []
        for node in frontier:
            for target, edge in graph.get(node, {}).items():
                if target in group and target not in reached:
                    reached[target] = edge
                    following.append(target)
        frontier = following
    cycle = [reached[start]]
    while cycle[-1].of != start:
        cycle.append(reached[cycle[-1].of])
    return cycle[::-1]


def _components(graph: _Graph) -> list[set[Definition]]:
    """Strongly connected components (Tarjan, without recursion: plans may be hostile)."""
    index: dict[Definition, int] = {}
    low: dict[Definition, int] = {}
    on_stack: set[Definition] = set()
    stack: list[Definition] = []
    components: list[set[Definition]] = []
    for root in graph:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        work = [(root, iter(graph.get(root, {})))]
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(graph.get(target, {}))))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component: set[Definition] = set()
                    while node not in component:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.add(member)
                    components.append(component)
    return components


CHECK = Check(
    id="dependency-cycle",
    title="units depend on each other in a circle",
    scope=Scope.PLAN,
    severity=Severity.P1,
    confidence=Anchor.EVIDENT,
    category="sequence",
    run=_run,
)
