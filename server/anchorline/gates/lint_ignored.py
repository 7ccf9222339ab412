"""Lint-ignored: what the author told a linter not to say is not said again by a reviewer, for that rule and that line.

A finding is about a rule when its category is the rule, when it names the rule, when its title says in words what the
rule's name says, or when the rule is one of those that are known only by a code. A directive without rules silences
what its tool has rules for, and no more: a logic bug on a line with `# noqa` or below a `@ts-ignore` is still a logic
bug, whatever words its title shares with a rule.

One exception: a project standard that forbids the suppression, quoted in the failure path together with its file.
"""

from __future__ import annotations

import re
from functools import cache

from anchorline.evidence.locate import locate_all
from anchorline.findings.finding import CHECKS, Evidence, Raised
from anchorline.findings.ledger import Drop
from anchorline.findings.words import CODE_CATEGORIES
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.grounding import haystack_of
from anchorline.text.directives import Family
from anchorline.text.patterns import compiled
from anchorline.text.suppressions import Suppression, suppressions

NAME = "lint_ignored"

_MOST_THERE = 64  # directives that one line may stand under
_LEAST_QUOTED = 12  # characters of a standard that a failure path must repeat
_MARKERS = "-*#>. "  # of a list, a heading, a quotation, and the full stop
_WORDS = re.compile(r"[a-z]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_QUOTED = re.compile(r'"([^"\r\n]{1,500})"|“([^”\r\n]{1,500})”|`([^`\r\n]{1,500})`|‘([^’\r\n]{1,500})’')
_SILENCING = re.compile(
    r"\b(?:noqa|nolint|nosec|disab\w{1,6}|ignor\w{1,4}|suppress\w{0,8}|silenc\w{1,4}|@ts-\w{1,20}|allow\w{0,4})\b"
    r"|(?:unterdrück|deaktivier|ignorier|abschalt)\w{0,6}", re.IGNORECASE,
)  # fmt: skip
_IDLE = frozenset(
    "no not use prefer require the a an of in is with without for to and or only lint rule error warn caught".split()
)
# What type checkers say, by their own names or in their own words.
_CHECKER = re.compile(r"\b(?:mypy|pyright|pyre|pytype|tsc|ts\d{4,5}|report[A-Z]\w{2,60})\b")
_TYPES = re.compile(
    r"\btype[ -]?(?:error|mismatch|check|annotation|hint|assertion)|\b(?:incompatible|wrong|missing|unknown) types?\b"
    r"|\bnot assignable\b|\bimplicit(?:ly)? any\b|\b(?:explicit )?any type\b"
    r"|\b(?:typed|cast) (?:as|to) (?:`?any\b|`?unknown\b)"
    r"|\bannotation", re.IGNORECASE,
)  # fmt: skip
_TYPE_RULE = re.compile(
    r"(?:(?:arg|attr|call|return|union|index|list|dict|misc|name|no-any|no-untyped|type|truthy|func|has|valid)-[a-z-]{2,40}"
    r"|assignment|operator|override|misc|import|redundant-cast|report[A-Z]\w{2,60}|ts\d{4,5})", re.IGNORECASE,
)  # fmt: skip
_BEHAVIOUR = frozenset("logic boundary null concurrency resource performance data compatibility".split())
"""Categories of what goes wrong when code runs. A directive that names no rule is not about them."""
_RULES_OF = {
    "gosec": r"g\d{3}", "staticcheck": r"(?:sa|s|st|qf)\d{4}", "stylecheck": r"st\d{4}", "gosimple": r"s1\d{3}",
}  # fmt: skip
"""Linters that may be named in the place of their rules."""


def _concept(family: Family, rules: str, said: str) -> tuple[Family, frozenset[str], str]:
    return family, frozenset(rules.split()), said


_CONCEPTS = (
    _concept(Family.PYTHON, "ble001 w0703 w0718 broad-except broad-exception-caught e722 bare-except w0702 s110 s112",
             r"\b(?:broad|bare|blind|blanket)\b.{0,20}\bexcept|\bexcept\s+exception\b|\bswallow\w*"),
    _concept(Family.PYTHON, "s602 s603 s604 s605 s606 s607 b602 b603 b604 b605 b607",
             r"\bshell\s*=\s*true\b|\bsubprocess\b|\b(?:shell|command)[ -]injection\b"),
    _concept(Family.PYTHON, "s608 b608", r"\bsql[ -]injection\b|\bsql\b.{0,40}\b(?:format|concat|f-string|interpol)"),
    _concept(Family.PYTHON, "s301 s302 s506 b301 b506", r"\bpickle\b|\bmarshal\b|\byaml\.load\b|\bdeseriali[sz]"),
    _concept(Family.PYTHON, "s307 b307 w0123 eval-used s102 b102 exec-used", r"\b(?:eval|exec)\b"),
    _concept(Family.PYTHON, "s105 s106 s107 b105 b106 b107", r"\bhard-?coded\b"),
    _concept(Family.PYTHON, "s311 b311", r"\b(?:insecure|weak|pseudo-?)\W{0,3}random|\brandom\b.{0,30}\bsecur"),
    _concept(Family.PYTHON, "s324 s303 b303 b324", r"\b(?:md5|sha-?1)\b|\bweak hash"),
    _concept(Family.PYTHON, "s501 b501", r"\bverify\s*=\s*false\b|\bcertificate"),
    _concept(Family.PYTHON, "s113 b113",
             r"\b(?:no|without|missing|lacks?)\b.{0,30}\btimeout\b|\btimeout\b.{0,20}\bmissing"),
    _concept(Family.PYTHON, "f401 w0611 unused-import", r"\bunused import|\bimport\w*\b.{0,30}\b(?:unused|never used)"),
    _concept(Family.PYTHON, "f841 w0612 unused-variable f811", r"\b(?:unused|never used)\b"),
    _concept(Family.PYTHON, "b006 w0102 dangerous-default-value b008", r"\bmutable default|\bdefault argument"),
    _concept(Family.PYTHON, "b007 b023 w0640 cell-var-from-loop", r"\bloop variable|\bclosure"),
    _concept(Family.PYTHON, "b904 w0707 raise-missing-from", r"\braise\b.{0,20}\bfrom\b|\bexception chain"),
    _concept(Family.PYTHON, "arg001 arg002 w0613 unused-argument", r"\bunused (?:argument|parameter)"),
    _concept(Family.PYTHON, "c901 r0912 r0915 plr0912 plr0915 plr0913 r0913",
             r"\btoo (?:many|long|complex)\b|\bcomplexity\b"),
    _concept(Family.PYTHON, "plw0603 w0603 global-statement", r"\bglobal (?:statement|variable|state)\b"),
    _concept(Family.PYTHON, "e501", r"\bline\b.{0,20}\blong|\blong line"),
    _concept(Family.PYTHON, "a001 a002 w0622 redefined-builtin", r"\bshadow\w*|\bbuilt-?in\b"),
    _concept(Family.PYTHON, "t201 t203",
             r"\bprint (?:statement|call|found|is left|left)|\b(?:leftover|stray|debug\w{0,4}) print\b"),
    _concept(Family.JAVASCRIPT, "exhaustive-deps useexhaustivedependencies", r"\bdep(?:s|endenc\w+)\b"),
    _concept(Family.JAVASCRIPT, "no-floating-promises nofloatingpromises", r"\b(?:un)?await\w*|\bpromise"),
    _concept(Family.JAVASCRIPT, "eqeqeq nodoubleequals", r"==|\bloose equal|\bstrict equal"),
    _concept(Family.JAVASCRIPT, "no-danger nodangerouslysetinnerhtml", r"innerhtml\b|\bxss\b"),
    _concept(Family.JAVASCRIPT, "no-non-null-assertion nononnullassertion", r"\bnon-null\b"),
    _concept(Family.GO, "errcheck g104", r"\berr(?:or)?s?\b.{0,30}\b(?:ignor|discard|unchecked|not checked|dropped)"
             r"|\b(?:ignor|discard|unchecked)\w*\b.{0,30}\berr"),
    _concept(Family.GO, "g204", r"\bcommand injection|\bexec\.command\b|\bsubprocess"),
    _concept(Family.GO, "g401 g501 g505", r"\b(?:md5|sha-?1)\b|\bweak hash"),
    _concept(Family.GO, "sa1019", r"\bdeprecated\b"),
    _concept(Family.GO, "g304", r"\bpath traversal|\bfile inclusion"),
    _concept(Family.JAVA, "unchecked rawtypes", r"\bunchecked\b|\braw type"),
    _concept(Family.JAVA, "deprecation removal", r"\bdeprecat"),
    _concept(Family.JAVA, "resource try", r"\bresource\b.{0,30}\b(?:leak|clos)|\bnever closed"),
    _concept(Family.RUST, "unwrap-used expect-used", r"\bunwrap\b|\bexpect\b|\bpanic"),
    _concept(Family.RUST, "dead-code unused", r"\b(?:unused|never used|dead code)\b"),
    _concept(Family.SHELL, "sc2086 sc2046 sc2068",
             r"\bunquoted\b|\bword splitting|\b(?:not|never|missing|without) quot"),
)  # fmt: skip


def lint_ignored(raised: tuple[Raised, ...], context: GateContext) -> Passed[Raised]:
    if not raised:
        return Passed(raised)
    snapshot = context.snapshot
    units = [span for _, span in context.sections]
    found = suppressions(snapshot.text, snapshot.lines, snapshot.language, context.comments, units)
    if not found:
        return Passed(raised)
    kept: list[Raised] = []
    drops: list[Drop] = []
    for finding in raised:
        silencing = _silencing(finding, found, context)
        if silencing is None:
            kept.append(finding)
        else:
            rule = f" for {', '.join(sorted(silencing.rules))}" if silencing.rules else ""
            reason = f"silenced by the author with {silencing.word}{rule} (line {silencing.line + 1})"
            drops.append(Drop(finding.title, finding.reviewer, NAME, reason))
    return Passed(tuple(kept), tuple(drops))


def _silencing(finding: Raised, found: tuple[Suppression, ...], context: GateContext) -> Suppression | None:
    if finding.reviewer == CHECKS:
        return None
    lines = context.snapshot.lines
    located = locate_all(haystack_of(context), finding.evidence, scope=context.section_span(finding.section))
    flagged = [
        (lines.line_of(each.span.start), lines.line_of(max(each.span.end - 1, each.span.start)))
        for each in located
        if isinstance(each, Evidence)
    ]
    there = [each for each in found if any(each.first <= last and first <= each.last for first, last in flagged)][
        -_MOST_THERE:
    ]
    silencing = next((each for each in there if _is_about(finding, each)), None)
    return None if silencing is None or _forbidden(finding, context) else silencing


def _is_about(finding: Raised, suppression: Suppression) -> bool:
    if not suppression.rules:
        return _has_a_rule(finding, suppression.family)
    if suppression.family is Family.TYPES and _is_of_types(finding.category):
        return True
    return any(_names(finding, rule) for rule in suppression.rules)


def _names(finding: Raised, rule: str) -> bool:
    wanted, given = _plain(rule), _plain(finding.category)
    group, whole = rule.casefold().removeprefix("lint/"), finding.category.casefold().removeprefix("lint/")
    if whole.startswith(f"{group}/") or re.fullmatch(_RULES_OF.get(wanted, r"(?!)"), given):
        return True  # the group, or the linter, that the rule belongs to
    if wanted == given or (re.fullmatch(r"[a-z]+\d+", given) and given.startswith(wanted)):
        return True
    claim = f"{finding.title} {finding.why_it_matters} {finding.failure_path or ''}"
    # A rule whose name is an ordinary word ("unused", "resource") is not named by that word alone.
    if (len(wanted) > 3 and re.search(r"[\d-]", wanted)) and _named_in(claim, rule, wanted):
        return True
    if any(wanted in rules and _says(said, finding.title) for _, rules, said in _CONCEPTS):
        return True
    words = _words_of(rule)
    title = finding.title.casefold()
    enough = 1 if "/" in group and group.split("/", 1)[0] == whole else 2  # `Security/Eval`, category security
    return len(words) >= enough and all(re.search(rf"\b{re.escape(word[:5])}", title) for word in words)


def _named_in(claim: str, rule: str, plain: str) -> bool:
    folded = claim.casefold()
    return any(
        re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", folded)
        for name in {rule.casefold(), plain, rule.casefold().rsplit("/", 1)[-1].rsplit("::", 1)[-1]}
    )


def _has_a_rule(finding: Raised, family: Family) -> bool:
    """Whether what the finding says is of a kind that the tools of this family have rules for."""
    category = finding.category.casefold()
    if family is Family.TYPES:
        if _is_of_types(finding.category) or _CHECKER.search(finding.title):
            return True
        return category in CODE_CATEGORIES - _BEHAVIOUR and _TYPES.search(finding.title) is not None
    if category not in CODE_CATEGORIES:
        return True  # the name of a lint rule
    if category in _BEHAVIOUR:
        return False
    return any(_says(said, finding.title) for whose, _, said in _CONCEPTS if family in (whose, Family.ANY))


def _says(said: str, title: str) -> bool:
    return compiled(said, re.IGNORECASE).search(title) is not None


def _is_of_types(category: str) -> bool:
    """Whether it is a word for types, or the name that a type checker gives to one of its errors."""
    return category.casefold().startswith("typ") or _TYPE_RULE.fullmatch(category) is not None


def _plain(rule: str) -> str:
    """A rule's own name, without plugin or tool, in one spelling."""
    return rule.casefold().rsplit("/", 1)[-1].rsplit("::", 1)[-1].replace("_", "-")


@cache
def _words_of(rule: str) -> tuple[str, ...]:
    own = rule.rsplit("/", 1)[-1].rsplit("::", 1)[-1]
    words = _WORDS.findall(_CAMEL.sub(" ", own).casefold())
    return tuple(word for word in words if word not in _IDLE and len(word) > 2)


def _forbidden(finding: Raised, context: GateContext) -> bool:
    """Whether the failure path quotes a standard of the project that forbids the suppression, and names its file."""
    path = finding.failure_path or ""
    quotes = [" ".join(next(filter(None, groups)).split()) for groups in _QUOTED.findall(path)]
    for name, text in context.standards:
        if name not in path and name.rsplit("/", 1)[-1] not in path:
            continue
        standard = " ".join(text.split())
        if any(len(quote) >= _LEAST_QUOTED and quote in standard and _SILENCING.search(quote) for quote in quotes):
            return True
        said = " ".join(path.split())
        rules = (" ".join(line.split()).strip(_MARKERS) for line in text.splitlines() if _SILENCING.search(line))
        if any(len(rule) >= _LEAST_QUOTED and rule in said for rule in rules):
            return True
    return False
