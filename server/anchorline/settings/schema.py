"""Every setting, once: type, default, meaning, and who may set it.

The dataclasses are what the program reads (`settings.review.settle_ms`); `SETTINGS` is the same as a table, in the same
order, from which the resolver, the warnings, the manual and the editors' settings pages derive.
"""

# ruff: noqa: RUF009 - `setting` makes a dataclass field; the rule knows `dataclasses.field` only

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from anchorline.settings import kinds
from anchorline.settings.kinds import Kind


class Workspace(StrEnum):
    """Whether a file of the workspace may set something: it comes with the repository, not from the person."""

    ALWAYS = "yes"
    TRUSTED = "when trusted"
    LOWER = "may only lower it"
    NEVER = "no"


class Merge(StrEnum):
    """What a stronger configuration file does to the value of a weaker one. Other layers always replace."""

    REPLACE = "replace"
    UNITE = "unite"
    CONCATENATE = "concatenate"


ReviewOn = Literal["save", "command"]
ReviewDocuments = Literal["plans", "all"]
ChecksOn = Literal["change", "save", "off"]
Strictness = Literal["chill", "balanced", "assertive"]
Agreement = Literal["persona", "model", "off"]
Validation = Literal["auto", "always", "never"]
AddressSeverity = Literal["p0", "p1", "p2", "p3"]
ConventionalComments = Literal["outside", "off", "everywhere"]

PROVIDERS = ("auto", "anthropic", "bedrock", "vertex", "foundry", "editor", "off")
SCRIPTED = "scripted:"

EXCLUDED = (
    # dependencies
    "node_modules/", "bower_components/", "vendor/", "third_party/", "site-packages/", ".venv/", "venv/",
    # build output and caches
    "dist/", "build/", "_build/", "out/", "target/", ".next/", ".nuxt/", ".tox/", ".nox/", "__pycache__/", ".cache/",
    "coverage/", ".git/", "*.egg-info/", "*.min.js", "*.min.css", "*.map",
    # change logs: true when written, never revised
    "CHANGELOG", "CHANGELOG.*", "Changelog.*", "changelog.*", "CHANGES", "CHANGES.*", "HISTORY.md", "HISTORY.rst",
    "RELEASES.md", "NEWS.md", "NEWS.rst",
    # written by programs
    "*.lock", "package-lock.json", "pnpm-lock.yaml", "go.sum", "*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "*.pb.go",
    "*.pb.h", "*.pb.cc", "*.generated.*", "*_generated.*", "*.gen.go", "*.gen.ts",
)  # fmt: skip


def setting(
    kind: Kind, default: object, doc: str, *, workspace: Workspace = Workspace.NEVER, merge: Merge = Merge.REPLACE,
    only_user_file: bool = False,
) -> Any:  # fmt: skip
    """A field of one of the classes below. `Any`, so that each field states its own type; a test compares the two."""
    return field(
        default_factory=lambda: default,
        metadata={"kind": kind, "doc": doc, "workspace": workspace, "merge": merge, "only_user_file": only_user_file},
    )


@dataclass(frozen=True)
class Models:
    fast: str = setting(kinds.text("a model's name", r"\S{1,200}"), "claude-haiku-5-5", "Model of a review on save.")
    standard: str = setting(
        kinds.text("a model's name", r"\S{1,200}"), "claude-sonnet-5-5", "Model of a thorough review and of the judge."
    )
    deep: str = setting(
        kinds.text("a model's name", r"\S{1,200}"),
        "claude-opus-5-5",
        "Model of reviewers that ask for the best there is.",
    )


@dataclass(frozen=True)
class ReviewSettings:
    on: ReviewOn = setting(
        kinds.choice(*get_args(ReviewOn)), "save", "When models review: on every save, or only on command."
    )
    on_auto_save: bool = setting(kinds.boolean(), False, "Whether a save that no person made calls models too.")
    settle_ms: int = setting(
        kinds.integer(0, 60_000), 800, "Milliseconds without a further save before a review starts."
    )
    documents: ReviewDocuments = setting(
        kinds.choice(*get_args(ReviewDocuments)), "plans",
        "Which documents models review: plans, requirements, specifications and decision records, or all. "
        "Checks run on all.", workspace=Workspace.ALWAYS,
    )  # fmt: skip
    include: tuple[str, ...] = setting(
        kinds.globs(), ("**",), "Files to review, as patterns of .gitignore.", workspace=Workspace.ALWAYS
    )
    exclude: tuple[str, ...] = setting(
        kinds.globs(), EXCLUDED,
        "Files to leave alone, as patterns of .gitignore, on top of the ignore files. Replaces the built-in list.",
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    base: str = setting(
        kinds.text("a revision of git, such as HEAD or a branch", r"[^-\s][^\s]{0,250}"), "HEAD",
        "What changes are measured against. For a branch: where the current one left it.",
    )  # fmt: skip


@dataclass(frozen=True)
class ChecksSettings:
    on: ChecksOn = setting(
        kinds.choice(*get_args(ChecksOn)), "change", "When deterministic checks run.", workspace=Workspace.ALWAYS
    )
    disable: tuple[str, ...] = setting(
        kinds.strings("a list of check names"), (), "Checks that do not run.", workspace=Workspace.ALWAYS
    )


@dataclass(frozen=True)
class Budget:
    usd_per_review: float = setting(
        kinds.number(0, 1000, "US dollars"), 0.10, "Most that the models of one review on save may cost.",
        workspace=Workspace.LOWER,
    )  # fmt: skip
    usd_per_thorough: float = setting(
        kinds.number(0, 1000, "US dollars"), 1.00, "Most for one thorough review, or one run of the command line.",
        workspace=Workspace.LOWER,
    )  # fmt: skip
    usd_per_day: float = setting(
        kinds.number(0, 10_000, "US dollars"),
        2.00,
        "Most for one day, all reviews together.",
        workspace=Workspace.LOWER,
    )
    max_calls: int = setting(
        kinds.integer(0, 10_000), 40, "Most model calls of one review, retries included.", workspace=Workspace.LOWER
    )


@dataclass(frozen=True)
class Personas:
    enable: tuple[str, ...] = setting(
        kinds.strings("a list of persona names"), (), "Personas that review whatever their signals say.",
        workspace=Workspace.TRUSTED,
    )  # fmt: skip
    disable: tuple[str, ...] = setting(
        kinds.strings("a list of persona names"), (), "Personas that never review.", workspace=Workspace.TRUSTED
    )
    paths: tuple[str, ...] = setting(
        kinds.strings("a list of folders"), (), "Further folders with persona profiles; `~` is the home folder."
    )


@dataclass(frozen=True)
class Memory:
    path: str = setting(
        kinds.text("a folder", r".*"),
        "",
        "Folder of decisions, cache and spend. Empty: the state folder of the system.",
    )
    materiality: bool = setting(
        kinds.boolean(), True,
        "Whether minor findings (P2 and below) that models raise only after an edit, in sections that it left alone, "
        "inform and no more.",
    )  # fmt: skip


@dataclass(frozen=True)
class Settings:
    """All settings of one file, resolved. Lists are tuples in the order written; patterns are relative to the
    workspace folder; sums of money are US dollars."""

    enable: bool = setting(kinds.boolean(), True, "Whether Anchorline does anything at all.")
    provider: str = setting(
        kinds.choice(*PROVIDERS, prefix=SCRIPTED), "auto",
        "How models are reached. `auto` uses the key found in the environment, once you have agreed.",
    )  # fmt: skip
    base_url: str = setting(
        kinds.text("an address that begins with https:// or http://", r"(?:https?://[^\s/?#]+\S*)?"), "",
        "Address of the endpoint. Empty: the provider's own.",
    )  # fmt: skip
    models: Models = field(default_factory=Models)
    review: ReviewSettings = field(default_factory=ReviewSettings)
    checks: ChecksSettings = field(default_factory=ChecksSettings)
    strictness: Strictness = setting(
        kinds.choice(*get_args(Strictness)),
        "balanced",
        "How high the bars of the judge are.",
        workspace=Workspace.ALWAYS,
    )
    per_comment_confidence_threshold: int | None = setting(
        kinds.integer(0, 100), None, "The judge's bar as a number, instead of the one that `strictness` stands for."
    )
    filters: tuple[str, ...] = setting(
        kinds.strings("a list of category names"), (), "Categories of findings that are not shown.",
        workspace=Workspace.ALWAYS, merge=Merge.UNITE,
    )  # fmt: skip
    severity_map: Mapping[str, str] = setting(
        kinds.severity_map(), MappingProxyType({}),
        "How findings look in the editor, by severity, or by severity and anchor (`P1/75`).",
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    path_instructions: tuple[tuple[str, str], ...] = setting(
        kinds.instructions(), (), "Guidance for the reviewers of files that match a pattern.",
        workspace=Workspace.TRUSTED, merge=Merge.CONCATENATE,
    )  # fmt: skip
    agreement: Agreement = setting(
        kinds.choice(*get_args(Agreement)), "persona",
        "Whose agreement makes a finding surer: two personas', two models', or nobody's.", workspace=Workspace.ALWAYS,
    )  # fmt: skip
    validation: Validation = setting(
        kinds.choice(*get_args(Validation)), "auto",
        "Whether findings in source files are verified by a call of their own. `auto`: where no person judges each.",
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    max_actionable: int = setting(
        kinds.integer(0, 1000), 10, "Most actionable findings shown in one document; blocking ones always are.",
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    address_severity: AddressSeverity = setting(
        kinds.choice(*get_args(AddressSeverity)), "p2", "The lowest severity that turns an approval into a request.",
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    conventional_comments: ConventionalComments = setting(
        kinds.choice(*get_args(ConventionalComments)), "outside",
        "Where messages begin with `issue:`, `suggestion:` and so on; `outside` is outside the editor.",
    )  # fmt: skip
    language: str = setting(
        kinds.text("document, or the name of a language", r"[^\W\d_][\w ()-]{0,39}"), "document",
        "Language of the findings; `document` is the language that the document is written in.",
    )  # fmt: skip
    budget: Budget = field(default_factory=Budget)
    concurrency: int = setting(kinds.integer(1, 64), 6, "Most model calls at the same time.")
    timeout_s: float = setting(
        kinds.number(0.01, 3600, "seconds"), 120.0, "Time of one reviewer from its first request, retries included."
    )
    personas: Personas = field(default_factory=Personas)
    memory: Memory = field(default_factory=Memory)
    trusted_folders: tuple[str, ...] = setting(
        kinds.strings("a list of folders"), (),
        "Folders whose workspace files the command line trusts, with all below them; `~` is the home folder.",
        only_user_file=True,
    )  # fmt: skip


class Setting(NamedTuple):
    """One row of the table. `key` is dotted and in snake_case."""

    key: str
    kind: Kind
    default: object
    doc: str
    workspace: Workspace
    merge: Merge
    only_user_file: bool

    @property
    def camel_key(self) -> str:
        """The key in the spelling of editors: `review.settleMs`."""
        return ".".join(camel(part) for part in self.key.split("."))

    @property
    def scope(self) -> str:
        """Which of an editor's own settings files may hold it. What a repository may not set must not come in by the
        settings that an editor reads from the repository either: there it could raise what it may only lower."""
        return "machine" if self.workspace in (Workspace.NEVER, Workspace.LOWER) else "resource"


def camel(part: str) -> str:
    first, *others = part.split("_")
    return first + "".join(word.capitalize() for word in others)


def _rows(of: object, prefix: str = "") -> Iterator[Setting]:
    for row in fields(of):  # type: ignore[arg-type]
        value = getattr(of, row.name)
        if "kind" in row.metadata:
            yield Setting(key=prefix + row.name, default=value, **row.metadata)
        else:
            yield from _rows(value, f"{prefix}{row.name}.")


DEFAULTS = Settings()
SETTINGS: tuple[Setting, ...] = tuple(_rows(DEFAULTS))
BY_KEY: Mapping[str, Setting] = MappingProxyType({row.key: row for row in SETTINGS})
GROUPS: frozenset[str] = frozenset(row.key.partition(".")[0] for row in SETTINGS if "." in row.key)


def settings_of(values: Mapping[str, object]) -> Settings:
    """Settings with the given values, by dotted key and already of their kinds; defaults for the rest."""
    top: dict[str, Any] = {}
    inner: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        group, dot, name = key.partition(".")
        if dot:
            inner.setdefault(group, {})[name] = value
        else:
            top[key] = value
    for group, given in inner.items():
        top[group] = type(getattr(DEFAULTS, group))(**given)
    return Settings(**top)
