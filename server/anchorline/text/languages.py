"""Which language a text is of, by its name, by what the client says or by the interpreter that it names."""

from __future__ import annotations

import re

_LANGUAGE_OF_SUFFIX = {
    "md": "markdown", "markdown": "markdown", "mdx": "markdown", "mdown": "markdown", "mkd": "markdown",
    "py": "python", "pyi": "python", "js": "javascript", "mjs": "javascript", "cjs": "javascript",
    "jsx": "javascript", "ts": "typescript", "mts": "typescript", "cts": "typescript", "tsx": "typescriptreact",
    "go": "go", "rs": "rust", "java": "java", "rb": "ruby", "rake": "ruby", "swift": "swift", "kt": "kotlin",
    "kts": "kotlin", "scala": "scala", "cs": "csharp", "c": "c", "h": "c", "cc": "cpp", "cpp": "cpp", "cxx": "cpp",
    "hh": "cpp", "hpp": "cpp", "m": "objective-c", "php": "php", "pl": "perl", "pm": "perl", "lua": "lua",
    "ex": "elixir", "exs": "elixir", "erl": "erlang", "dart": "dart", "sql": "sql", "sh": "shellscript",
    "bash": "shellscript", "zsh": "shellscript", "ps1": "powershell", "vue": "vue", "svelte": "svelte", "erb": "erb",
    "proto": "proto", "graphql": "graphql", "prisma": "prisma", "astro": "astro", "zig": "zig", "nim": "nim",
    "cr": "crystal", "odin": "odin", "mojo": "mojo", "mm": "objective-cpp", "ino": "cpp", "cu": "cuda-cpp",
    "cuh": "cuda-cpp", "vb": "vb", "fs": "fsharp", "fsx": "fsharp", "groovy": "groovy", "gradle": "groovy",
    "clj": "clojure", "cljs": "clojure", "cljc": "clojure", "hs": "haskell", "ml": "ocaml", "mli": "ocaml",
    "elm": "elm", "jl": "julia", "r": "r", "f90": "fortran-modern", "pas": "pascal", "adb": "ada", "ads": "ada",
    "cob": "cobol", "asm": "asm", "s": "asm", "wat": "wat", "sol": "solidity", "vy": "vyper", "move": "move",
    "gd": "gdscript", "glsl": "glsl", "hlsl": "hlsl", "wgsl": "wgsl", "metal": "metal", "sv": "systemverilog",
    "vhd": "vhdl", "vhdl": "vhdl", "tcl": "tcl", "el": "elisp", "lisp": "lisp", "scm": "scheme", "rkt": "racket",
    "fish": "fish", "bat": "bat", "cmd": "bat", "psm1": "powershell", "awk": "awk", "css": "css", "scss": "scss",
    "sass": "sass", "less": "less", "styl": "stylus", "ejs": "ejs", "hbs": "handlebars", "j2": "jinja",
    "jinja": "jinja", "liquid": "liquid", "twig": "twig", "haml": "haml", "pug": "jade", "cshtml": "razor",
    "razor": "razor", "tf": "terraform", "tofu": "terraform", "hcl": "hcl", "bicep": "bicep", "nix": "nix",
    "cmake": "cmake", "mk": "makefile", "bzl": "starlark", "bazel": "starlark", "star": "starlark",
    "dockerfile": "dockerfile", "containerfile": "dockerfile", "cue": "cue", "rego": "rego", "thrift": "thrift",
    "gql": "graphql", "jsonnet": "jsonnet", "libsonnet": "jsonnet", "pp": "puppet", "gemspec": "ruby",
    "podspec": "ruby", "pyw": "python", "pyx": "cython", "pxd": "cython", "ksh": "shellscript",
}  # fmt: skip
_LANGUAGE_OF_NAME = {
    "dockerfile": "dockerfile", "containerfile": "dockerfile", "makefile": "makefile", "gnumakefile": "makefile",
    "jenkinsfile": "groovy", "rakefile": "ruby", "gemfile": "ruby", "vagrantfile": "ruby", "podfile": "ruby",
    "fastfile": "ruby", "brewfile": "ruby", "guardfile": "ruby", "capfile": "ruby", "dangerfile": "ruby",
    "tiltfile": "starlark", "sconstruct": "python", "sconscript": "python", "justfile": "just",
    "cmakelists.txt": "cmake", ".bashrc": "shellscript", ".zshrc": "shellscript", ".profile": "shellscript",
    ".bash_profile": "shellscript",
}  # fmt: skip
_LANGUAGE_OF_INTERPRETER = {
    "python": "python", "pypy": "python", "node": "javascript", "nodejs": "javascript", "bun": "typescript",
    "deno": "typescript", "ts-node": "typescript", "tsx": "typescript", "sh": "shellscript", "bash": "shellscript",
    "dash": "shellscript", "ksh": "shellscript", "zsh": "shellscript", "ash": "shellscript", "fish": "fish",
    "ruby": "ruby", "perl": "perl", "php": "php", "lua": "lua", "luajit": "lua", "pwsh": "powershell", "awk": "awk",
    "gawk": "awk", "rscript": "r", "julia": "julia", "elixir": "elixir", "escript": "erlang", "groovy": "groovy",
    "tclsh": "tcl", "make": "makefile", "swift": "swift", "runghc": "haskell",
}  # fmt: skip
_INTERPRETER = re.compile(
    r"#![ \t]{0,20}(?:\S{0,200}/)?env(?:[ \t]{1,20}(?:-\S{0,40}|\w{1,40}=\S{0,200})){0,5}[ \t]{1,20}(\S{1,200})"
    r"|#![ \t]{0,20}(\S{1,200})"
)
_LANGUAGE_ALIASES = {
    "javascriptreact": "javascript",
    "mdx": "markdown",
    "rmd": "markdown",
    "quarto": "markdown",
}


KNOWN_LANGUAGES = frozenset({*_LANGUAGE_OF_SUFFIX.values(), *_LANGUAGE_OF_NAME.values()})
"""Those that a name tells: Markdown and source."""


def language_of(name: str, client_says: str | None = None) -> str:
    """The LSP language identifier, from what the client says or else the name; "plaintext" when unknown."""
    if client_says:
        return _LANGUAGE_ALIASES.get(client_says, client_says)
    last = re.split(r"[/\\]", name)[-1].lower()
    named = _LANGUAGE_OF_NAME.get(last) or ("dockerfile" if last.startswith("dockerfile.") else None)
    suffix = last.rsplit(".", 1)[-1] if "." in last else ""
    return named or _LANGUAGE_OF_SUFFIX.get(suffix, "plaintext")


def language_of_script(text: str) -> str | None:
    """The language of a text whose first line names its interpreter; None where it names none that is known."""
    found = _INTERPRETER.match(text[:400])
    if found is None:
        return None
    program = (found[1] or found[2]).rsplit("/", 1)[-1].lower().removesuffix(".exe")
    return _LANGUAGE_OF_INTERPRETER.get(program) or _LANGUAGE_OF_INTERPRETER.get(program.rstrip("0123456789.-"))
