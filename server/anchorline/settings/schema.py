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
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})

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
    kind: Kind, default: object, doc: str, *, options: Mapping[str, str] = NO_OPTIONS,
    workspace: Workspace = Workspace.NEVER, merge: Merge = Merge.REPLACE, only_user_file: bool = False,
) -> Any:  # fmt: skip
    """A field of one of the classes below. `Any`, so that each field states its own type; a test compares the two.
    `options`: of a choice, each word that a person would choose and what it means, in plain text."""
    return field(
        default_factory=lambda: default,
        metadata={
            "kind": kind,
            "doc": doc,
            "options": options,
            "workspace": workspace,
            "merge": merge,
            "only_user_file": only_user_file,
        },
    )


@dataclass(frozen=True)
class Models:
    fast: str = setting(
        kinds.text("a model's name", r"\S{1,200}"), "claude-haiku-5-5",
        "The model that reads when you save: quick and cheap.",
    )  # fmt: skip
    standard: str = setting(
        kinds.text("a model's name", r"\S{1,200}"), "claude-sonnet-5-5",
        "The model that reads in a thorough review, and that verifies findings in source code (see `validation`).",
    )  # fmt: skip
    deep: str = setting(
        kinds.text("a model's name", r"\S{1,200}"), "claude-opus-5-5",
        "The model for personas of your own that ask for the best one (`tier: deep`), in a thorough review.",
    )  # fmt: skip


@dataclass(frozen=True)
class ReviewSettings:
    on: ReviewOn = setting(
        kinds.choice(*get_args(ReviewOn)), "save",
        "When models review a document. To set this is to agree that they read your documents: you are not asked "
        "again.",
        options={
            "save": "Whenever you save it.",
            "command": "Only when you ask for a review.",
        },
    )  # fmt: skip
    on_auto_save: bool = setting(
        kinds.boolean(), False,
        "Whether a save that the editor made by itself (after a delay, or when you went elsewhere) calls models too. "
        "Checks run either way.",
    )  # fmt: skip
    settle_ms: int = setting(
        kinds.integer(0, 60_000), 800,
        "How long to wait after a save before models review, in milliseconds: of several saves in a row only the last "
        "counts.",
    )  # fmt: skip
    documents: ReviewDocuments = setting(
        kinds.choice(*get_args(ReviewDocuments)), "plans",
        "Which Markdown documents models read. A plan is known by what it says of itself (`type: plan` in its front "
        "matter) or by its parts: requirements, units, steps, phases or tasks, or numbers such as R1, R2, R3. Checks "
        "run whatever is set here, most of them on plans only.",
        options={
            "plans": "Plans, requirements, specifications and decision records.",
            "all": "All documents.",
        },
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    include: tuple[str, ...] = setting(
        kinds.globs(), ("**",),
        "Which files are reviewed, as patterns like those of a .gitignore. `**` is all of them.",
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    exclude: tuple[str, ...] = setting(
        kinds.globs(), EXCLUDED,
        "Which files are left alone, as patterns like those of a .gitignore. A list of yours takes the place of this "
        "one: repeat what you want to keep. What .gitignore, .ignore and .anchorlineignore name is left alone besides.",
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    base: str = setting(
        kinds.text("a revision of git, such as HEAD or a branch", r"[^-\s][^\s]{0,250}"), "HEAD",
        "For source code: the commit or branch that your changes are measured against, since only changes are "
        "reviewed. For a branch it is the place where yours left it.",
    )  # fmt: skip


@dataclass(frozen=True)
class ChecksSettings:
    on: ChecksOn = setting(
        kinds.choice(*get_args(ChecksOn)), "change",
        "When checks run: the part that needs no model, sends nothing anywhere and always finds the same.",
        options={
            "change": "While you type, and when you open or save.",
            "save": "When you open or save.",
            "off": "Never.",
        },
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    disable: tuple[str, ...] = setting(
        kinds.strings("a list of check names"), (),
        "Checks that never run, by their names, such as `placeholder`: the word that stands beside a finding. "
        "`anchorline checks` lists them.",
        workspace=Workspace.ALWAYS,
    )  # fmt: skip


@dataclass(frozen=True)
class Budget:
    usd_per_review: float = setting(
        kinds.number(0, 1000, "US dollars"), 0.10,
        "The most that one review on save may cost, in US dollars. What would cost more is not sent.",
        workspace=Workspace.LOWER,
    )  # fmt: skip
    usd_per_thorough: float = setting(
        kinds.number(0, 1000, "US dollars"), 1.00,
        "The most that one thorough review, or one run of the command line, may cost, in US dollars.",
        workspace=Workspace.LOWER,
    )  # fmt: skip
    usd_per_day: float = setting(
        kinds.number(0, 10_000, "US dollars"), 2.00,
        "The most that all reviews of one day may cost together, in US dollars. After that, reviews by models pause "
        "until the next day.",
        workspace=Workspace.LOWER,
    )  # fmt: skip
    max_calls: int = setting(
        kinds.integer(0, 10_000), 40,
        "How often one review may call a model, repeated calls included.",
        workspace=Workspace.LOWER,
    )  # fmt: skip


@dataclass(frozen=True)
class Personas:
    enable: tuple[str, ...] = setting(
        kinds.strings("a list of persona names"), (),
        "Personas that always read, by their names, such as `security-lens`. A persona is a reviewer with one thing to "
        "look for; by itself it reads only where the text gives it a reason. `anchorline personas` lists them.",
        workspace=Workspace.TRUSTED,
    )  # fmt: skip
    disable: tuple[str, ...] = setting(
        kinds.strings("a list of persona names"), (),
        "Personas that never read, by their names, such as `adversarial`. It saves their price.",
        workspace=Workspace.TRUSTED,
    )  # fmt: skip
    paths: tuple[str, ...] = setting(
        kinds.strings("a list of folders"), (),
        "Folders with personas of your own, a Markdown file for each; `~` is the home folder.",
    )  # fmt: skip


@dataclass(frozen=True)
class Memory:
    path: str = setting(
        kinds.text("a folder", r".*"), "",
        "Where it is kept what you dismissed, what models answered and what they cost. Empty: the folder that your "
        "system has for such things.",
    )  # fmt: skip
    materiality: bool = setting(
        kinds.boolean(), True,
        "Whether models, when they read a document again, may raise minor findings (P2 and below) only in sections "
        "that you edited. What they find elsewhere is then shown as information that asks nothing of you.",
    )  # fmt: skip


@dataclass(frozen=True)
class Settings:
    """All settings of one file, resolved. Lists are tuples in the order written; patterns are relative to the
    workspace folder; sums of money are US dollars."""

    enable: bool = setting(
        kinds.boolean(), True, "Whether Anchorline looks at documents at all: with checks or with models."
    )
    provider: str = setting(
        kinds.choice(*PROVIDERS, prefix=SCRIPTED), "auto",
        "Where the models are that review. Without one, checks alone run. To name one is to agree that documents are "
        "sent there.",
        options={
            "auto": "Whatever has a key: Anthropic's, or a model of the editor. You are asked before anything is sent.",
            "anthropic": "Anthropic's API, or what base_url names, with an API key.",
            "bedrock": "Amazon Bedrock, with the credentials of your AWS account.",
            "vertex": "Google Vertex AI, with the credentials of your Google Cloud account.",
            "foundry": "Microsoft Foundry, with the credentials of your Azure account.",
            "editor": "A model that this editor has already, and nobody else.",
            "off": "No model, ever: checks alone.",
        },
    )  # fmt: skip
    base_url: str = setting(
        kinds.text("an address that begins with https:// or http://", r"(?:https?://[^\s/?#]+\S*)?"), "",
        "Address of a gateway or of a server of your own that models are reached by. Empty: the provider's address.",
    )  # fmt: skip
    models: Models = field(default_factory=Models)
    review: ReviewSettings = field(default_factory=ReviewSettings)
    checks: ChecksSettings = field(default_factory=ChecksSettings)
    strictness: Strictness = setting(
        kinds.choice(*get_args(Strictness)), "balanced",
        "For source code: how sure the second look has to be of a finding before you see it (see `validation`).",
        options={
            "chill": "Few findings: only what scores 90 of 100 or more.",
            "balanced": "80 of 100.",
            "assertive": "More findings, and more of them wrong: 70 of 100.",
        },
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    per_comment_confidence_threshold: int | None = setting(
        kinds.integer(0, 100), None,
        "The score that `strictness` stands for as a number of your own, from 0 (everything) to 100.",
    )  # fmt: skip
    filters: tuple[str, ...] = setting(
        kinds.strings("a list of category names"), (),
        "Kinds of findings that you do not want to see, by category (such as `naming`, `ux` or `scope` in documents, "
        "`performance` or `testing` in source code) or by rule, the word that stands beside a finding.",
        workspace=Workspace.ALWAYS, merge=Merge.UNITE,
    )  # fmt: skip
    severity_map: Mapping[str, str] = setting(
        kinds.severity_map(), MappingProxyType({}),
        "How findings look in the editor. On the left a severity, `P0` (gravest) to `P3`, or a severity and how sure "
        "the reviewer is: `P1/75` is a P1 with confidence 75 (there are 50, 75 and 100). On the right `Error`, "
        "`Warning`, `Information` or `Hint`.",
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    path_instructions: tuple[tuple[str, str], ...] = setting(
        kinds.instructions(), (),
        "What models should know or look out for in certain files. On the left a pattern like those of a .gitignore, "
        "on the right a few sentences.",
        workspace=Workspace.TRUSTED, merge=Merge.CONCATENATE,
    )  # fmt: skip
    agreement: Agreement = setting(
        kinds.choice(*get_args(Agreement)), "persona",
        "When several reviewers raise the same finding, what makes it count as surer.",
        options={
            "persona": "Two personas agree.",
            "model": "Two different models agree; what one model says twice counts once.",
            "off": "Nothing does.",
        },
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    validation: Validation = setting(
        kinds.choice(*get_args(Validation)), "auto",
        "For source code: whether each finding of a model gets a second look, a call of its own that tries to refute "
        "it. It costs more, and leaves fewer wrong findings.",
        options={
            "auto": "On the command line, where nobody judges each finding; not in the editor, where you do.",
            "always": "In the editor too.",
            "never": "Nowhere.",
        },
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    max_actionable: int = setting(
        kinds.integer(0, 1000), 10,
        "How many findings are underlined in one document at most. P0 and P1 always are; the rest is counted in the "
        "status and listed in the report.",
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    address_severity: AddressSeverity = setting(
        kinds.choice(*get_args(AddressSeverity)), "p2",
        "For programs that read the JSON of a review: its verdict is `request_changes` where a finding of this "
        "severity or a graver one stands, and `approve` where none does.",
        options={
            "p0": "Only what is gravest.",
            "p1": "P0 and P1.",
            "p2": "P0 to P2.",
            "p3": "Any finding that asks something of you.",
        },
        workspace=Workspace.ALWAYS,
    )  # fmt: skip
    conventional_comments: ConventionalComments = setting(
        kinds.choice(*get_args(ConventionalComments)), "outside",
        "Where messages begin with a word that says what they are: `issue:`, `suggestion:` and so on.",
        options={
            "outside": "Outside the editor: on the command line, in SARIF and on GitHub.",
            "off": "Nowhere.",
            "everywhere": "In the editor too.",
        },
    )  # fmt: skip
    language: str = setting(
        kinds.text("document, or the name of a language", r"[^\W\d_][\w ()-]{0,39}"), "document",
        "The language in which models write their findings, such as `German`; `document` is the one that the document "
        "is written in. Checks write English.",
    )  # fmt: skip
    budget: Budget = field(default_factory=Budget)
    concurrency: int = setting(kinds.integer(1, 64), 6, "How many calls to models are made at the same time.")
    timeout_s: float = setting(
        kinds.number(0.01, 3600, "seconds"), 120.0,
        "How long one reviewer may take, in seconds, repeated calls included. After that the review goes on without "
        "it, and says so.",
    )  # fmt: skip
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
    options: Mapping[str, str]
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
