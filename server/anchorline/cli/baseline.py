"""What a `--baseline` knows: an export of decisions, which calls documents by hash, or the JSON of an earlier review,
which calls them by their path as shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from anchorline.cli.paths import STDIN, working_folder
from anchorline.findings.decisions import Decision
from anchorline.memory.standing import Standing
from anchorline.recall import latest
from anchorline.whereabouts import Names, Whereabouts, is_gone


class Baseline:
    """Answers for one run of the command, of whose moment the files are."""

    def __init__(self, known: Iterable[tuple[str, Decision]]) -> None:
        """Each with the document that it is about, as `findings.wire.decided.baseline` reads them."""
        self._known: dict[str, list[Decision]] = {}
        self._hashed: set[str] = set()
        for document, decision in known:
            self._known.setdefault(document, []).append(decision)
            if decision.document:
                self._hashed.add(document)

    def about(self, name: str, standing: Standing | None) -> tuple[Decision, ...]:
        """What it knows of a document that people call `name`."""
        digests = [document for _, document in standing.seen_from()] if standing is not None else []
        return tuple(each for key in (name, *digests, "") for each in self._known.get(key, ()))

    def moved(self, standing: Standing, whereabouts: Whereabouts, earlier: Names) -> tuple[Decision, ...]:
        """What it knows of documents that are gone, of which this may be one."""
        here = {document for _, document in standing.seen_from()}
        hashed = whereabouts.gone(standing.workspace, self._hashed - here, standing, earlier)
        return latest({each: self._known[each] for each in hashed}, hashed) + self._gone_by_name

    @cached_property
    def _gone_by_name(self) -> tuple[Decision, ...]:
        here = working_folder()
        names = self._known.keys() - self._hashed - {"", STDIN}
        if here is None or not names:
            return ()
        # Who wrote the report may have stood further up. As the words around a quote are not in it, only what has the
        # very same id is the same finding.
        gone = [name for name in sorted(names) if all(is_gone(str(folder), name) for folder in (here, *here.parents))]
        return tuple(replace(each, claim=replace(each.claim, traces=())) for name in gone for each in self._known[name])
