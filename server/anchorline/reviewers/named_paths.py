"""Paths as plans write them: found in a text, cleaned, compared and shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import translate
from itertools import islice

from anchorline.text.span import Span

FILE_NAME = re.compile(
    r"(?:[\w@+()\[\]-][\w.@+()\[\]-]{0,80})?\.[A-Za-z][A-Za-z0-9]{0,9}|Makefile|Dockerfile|Justfile|Gemfile|Rakefile|Procfile|CODEOWNERS|LICENSE"
)
"""The last part of a path that names a file: with an extension, or one of the known names without."""
_PATH = re.compile(
    r"`([^`\r\n]{1,300})`|\]\(([^()\s]{1,300})\)|(?<![\w/.@~+-])((?:\.{0,2}/)?[\w@.+-]{1,80}(?:/[\w@.+*-]{1,80}){1,20}/?)"
)
_LINE_SUFFIX = re.compile(r"(?::\d[\d,: -]{0,40}|#L?\d[\w-]{0,20}|::[\w.:]{1,80}|\(\))$")
_MAX_PATHS = 400
_NO_PATH = re.compile(r"""[*?<>{}$|\\ ~…="']|\.\.\.|//|^[/@#]|^\.\./|/\.\./""")
_HOST = re.compile(r"[\w-]+\.(?:com|org|net|io|dev|de|app|ai|co|gov|edu|local|internal)$", re.I)
_MEDIA = re.compile(r"(?:application|text|image|audio|video|font|multipart|model)/[\w.+-]+$")
_ELSEWHERE = frozenset(
    {"tmp", "node_modules", ".git", "var", "etc", "usr", "dev", "proc", "home", "dist", "build", "out", "target"}
)
# What a path may end in to be a file for sure: `logging/record.encode` is a function of a package.
_EXTENSIONS = frozenset(
    "adoc asm astro avsc bash bat bazel bicep bzl c cc cfg cjs clj cmake cmd conf cpp cr cs csproj css csv cts "
    "cue cxx d dart dockerfile edn ejs el elm env erb erl ex exs feature fish fs fsx gd gemspec go golden gql "
    "gradle graphql groovy h haml hbs hcl hh hpp hrl hs html ini ipynb j2 java jinja jl js json json5 jsonc jsonl "
    "jsx kt kts less lock lua m make md mdx mjs mk ml mli mm mod mts nim nix php pkl pl plist pm po prisma "
    "properties proto ps1 psm1 pug puml py pyi pyx r rake rb re rs rst s sass sbt scala scss sh sln slim snap sol "
    "sql styl sum svelte svg swift sv tcl tex tf tfvars thrift tmpl toml tpl ts tsv tsx txt v vb vhd vim vue wasm "
    "wat wgsl xaml xml xsd yaml yml zig zsh".split()
)


@dataclass(frozen=True, slots=True)
class NamedPath:
    """A path that a field names: as cleaned for comparison, its place in the text, and that with its enclosure."""

    path: str
    span: Span
    coded: bool
    outer: Span


def named_paths(text: str, span: Span) -> list[NamedPath]:
    """What a Files field names: code spans, link targets and bare words with a slash. At most 400."""
    found: list[NamedPath] = []
    for match in islice(_PATH.finditer(text, span.start, span.end), _MAX_PATHS):
        group = match.lastindex or 0
        bare = cleaned(match.group(group))
        if bare:
            start = match.start(group) + match.group(group).index(bare)
            found.append(NamedPath(bare, Span(start, start + len(bare)), group == 1, Span(*match.span())))
    return found


def cleaned(path: str) -> str:
    """A path without `./`, a line number, a symbol after it or punctuation at its end."""
    path = path.strip()
    path = path.removeprefix("./")
    path = _LINE_SUFFIX.sub("", path)
    return path.rstrip(".,;:")


def shown(path: str, limit: int) -> str:
    """A path for a one-line title: its end, where the name is, when it is longer than `limit`."""
    return path if len(path) <= limit else f"…{path[len(path) - limit + 1 :]}"


def names(listed: str, path: str) -> bool:
    """Whether a listed path, folder or pattern names `path`. Generous: a doubt counts as yes."""
    listed, path = listed.strip("/"), path.strip("/")
    if not listed or not path:
        return False
    if listed == path or listed.endswith("/" + path) or path.endswith("/" + listed):
        return True
    if any(mark in listed for mark in "*?<>{}[]$…") or "..." in listed:
        return _pattern_names(listed, path)
    return path.startswith(listed + "/") or ("/" + listed + "/") in ("/" + path)


def _pattern_names(listed: str, path: str) -> bool:
    """Braces, brackets, angle brackets and dots stand for anything."""
    if len(listed) > 200 or listed.count("*") + listed.count("{") + listed.count("<") > 8:
        return True
    loose = re.sub(r"\{[^{}]*\}|<[^<>]*>|\[[^\[\]]*\]|\$\w+|…|\.\.\.", "*", listed)
    loose = re.sub(r"[{}<>\[\]$]", "*", loose)
    loose = re.sub(r"\*+/?\**", "*", loose).removesuffix("/")
    wanted = re.compile(translate(loose))
    return bool(wanted.match(path) or wanted.match(path.rsplit("/", 1)[-1])) or (
        "/" in path and bool(re.match(translate("*/" + loose), path))
    )


def is_file(path: str) -> bool:
    """Whether it is a path with a slash to one file inside the repository that a person edits."""
    if "/" not in path or _NO_PATH.search(path):
        return False
    first, name = path.split("/", 1)[0], path.rsplit("/", 1)[-1]
    return (
        FILE_NAME.fullmatch(name) is not None
        and ("." not in name or name.rsplit(".", 1)[-1] in _EXTENSIONS)
        and first not in _ELSEWHERE
        and not _HOST.match(first)
        and not _MEDIA.match(path)
    )
