"""What an author told a linter to leave alone, a reviewer leaves alone too: for that rule, on those lines."""

from __future__ import annotations

import pytest

from anchorline.gates.lint_ignored import lint_ignored
from code_kit import code_context
from kit import raised


def silenced(name: str, source: str, quote: str, **claim: object) -> str | None:
    """Why a finding about `quote` is not raised; None when it is."""
    claim = {"reviewer": "correctness", "title": "This fails", "why": "It fails."} | claim
    passed = lint_ignored((raised(quote, **claim),), code_context(source, name=name))
    assert len(passed.findings) + len(passed.drops) == 1
    return passed.drops[0].reason if passed.drops else None


@pytest.mark.parametrize(
    ("name", "source", "quote", "category"),
    [
        ("a.py", "def f():\n    run(x)  # noqa: S602\n", "run(x)", "S602"),
        ("a.py", "def f():\n    run(x)  # noqa:E501,S602 for speed\n", "run(x)", "s602"),
        ("a.py", "# ruff: noqa: S602\ndef f():\n    run(x)\n", "run(x)", "S602"),
        ("a.py", "# flake8: noqa\ndef f():\n    run(x)\n", "run(x)", "E731"),
        ("a.py", "x = run(1)  # type: ignore[arg-type]\n", "run(1)", "arg-type"),
        ("a.py", "x = run(1)  # type: ignore\n", "run(1)", "typing"),
        ("a.py", "x = run(1)  # pyright: ignore[reportCallIssue]\n", "run(1)", "reportCallIssue"),
        ("a.py", "x = eval(y)  # pylint: disable=eval-used\n", "eval(y)", "eval-used"),
        ("a.py", "def f():\n    # pylint: disable=eval-used\n    a = 1\n    x = eval(y)\n", "eval(y)", "eval-used"),
        ("a.py", "# pylint: disable-next=eval-used\nx = eval(y)\n", "eval(y)", "eval-used"),
        ("a.py", "x = eval(y)  # nosec B307\n", "eval(y)", "B307"),
        ("a.ts", "foo(); // eslint-disable-line no-alert\n", "foo()", "no-alert"),
        ("a.ts", "// eslint-disable-next-line no-alert -- asked for\nfoo();\n", "foo()", "no-alert"),
        ("a.ts", "/* eslint-disable no-alert */\nbar();\nfoo();\n", "foo()", "eslint/no-alert"),
        ("a.ts", "// @ts-ignore\nconst a: number = foo();\n", "const a: number = foo();", "typing"),
        ("a.ts", "// @ts-expect-error wrong in the library\n\nfoo();\n", "foo()", "typing"),
        ("a.ts", "// biome-ignore lint/suspicious/noExplicitAny: legacy\nconst a = foo as any;\n", "foo as any",
         "noExplicitAny"),
        ("a.rb", "foo() # rubocop:disable Style/Send\n", "foo()", "Style/Send"),
        ("a.rb", "# rubocop:disable Style/Send\nbar()\nfoo()\n# rubocop:enable Style/Send\n", "foo()", "Style/Send"),
        ("a.go", "package a\n\nfunc f() {\n\tfoo() //nolint:errcheck // best effort\n}\n", "foo()", "errcheck"),
        ("a.go", "package a\n\n//nolint:gocyclo\nfunc f() {\n\tbar()\n\tfoo()\n}\n", "foo()", "gocyclo"),
        ("a.go", "package a\n\nfunc f() {\n\t//lint:ignore SA1019 still needed\n\tfoo()\n}\n", "foo()", "SA1019"),
        ("a.cpp", "foo(); // NOLINT(bugprone-branch-clone)\n", "foo()", "bugprone-branch-clone"),
        ("a.cpp", "// NOLINTNEXTLINE(bugprone-branch-clone)\nfoo();\n", "foo()", "bugprone-branch-clone"),
        ("a.cpp", "// NOLINTBEGIN\nbar();\nfoo();\n// NOLINTEND\n", "foo()", "bugprone-branch-clone"),
        ("a.rs", "#[allow(clippy::unwrap_used)]\nfn f() {\n    let a = foo().unwrap();\n}\n", "foo().unwrap()",
         "clippy::unwrap_used"),
        ("a.rs", "#![allow(dead_code)]\nfn f() {\n    foo();\n}\n", "foo();", "dead_code"),
        ("A.java", 'class A {\n  @SuppressWarnings("unchecked")\n  void f() {\n    g();\n    foo();\n  }\n}\n',
         "foo();", "unchecked"),
        ("a.swift", "// swiftlint:disable:next force_cast\nlet a = b as! C\n", "b as! C", "force_cast"),
        ("a.swift", "let a = b as! C // swiftlint:disable:this force_cast\n", "b as! C", "force_cast"),
        ("a.sh", "# shellcheck disable=SC2086\necho $a\n", "echo $a", "SC2086"),
    ],
)  # fmt: skip
def test_the_rule_that_was_disabled_there_is_not_raised(name, source, quote, category):
    reason = silenced(name, source, quote, category=category)
    assert reason is not None
    assert "silenced by the author" in reason


@pytest.mark.parametrize(
    ("name", "source", "quote", "category"),
    [
        ("a.py", "def f():\n    run(x)  # noqa: S602\n", "run(x)", "E501"),
        ("a.py", "def f():\n    run(x)  # noqa: S602\n", "run(x)", "logic"),
        ("a.py", "run(y)  # noqa: S602\nrun(x)\n", "run(x)", "S602"),
        ("a.py", "run(x)  # noqa\n", "run(x)", "logic"),
        ("a.py", 'def f():\n    run(x, "# noqa: S602")\n', "run(x", "S602"),
        ("a.py", "def f():\n    # pylint: disable=eval-used\n    a = 1\n\n\nx = eval(y)\n", "eval(y)", "eval-used"),
        ("a.ts", "// eslint-disable-next-line no-alert\nbar();\nfoo();\n", "foo()", "no-alert"),
        ("a.ts", "/* eslint-disable no-alert */\nbar();\n/* eslint-enable */\nfoo();\n", "foo()", "no-alert"),
        ("a.ts", "// @ts-ignore\nfoo();\n", "foo()", "concurrency"),
        ("a.ts", "foo(); // noqa: no-alert\n", "foo()", "no-alert"),
        # in a string, of a file that has neither a comment nor a definition
        ("a.py", 's = "# noqa: S307"; x = eval(s)\n', "eval(s)", "S307"),
        ("a.py", '"""\n# ruff: noqa\n"""\nx = eval(s)\n', "eval(s)", "S307"),
        ("a.ts", 'log("// eslint-disable-line no-eval"); eval(y)\n', "eval(y)", "no-eval"),
        ("a.ts", "const s = `/* eslint-disable no-eval */`\neval(y)\n", "eval(y)", "no-eval"),
        ("a.go", "package a\n\nfunc f() {\n\tfoo() //nolint:errcheck\n}\n", "foo()", "concurrency"),
        ("a.go", "package a\n\n//nolint:dupl\nfunc f() {\n\tbar()\n}\n\nfunc g() {\n\tfoo()\n}\n", "foo()", "dupl"),
        ("a.rs", "#[allow(clippy::unwrap_used)]\nfn f() {}\n\nfn g() {\n    foo().unwrap();\n}\n", "foo().unwrap()",
         "clippy::unwrap_used"),
        ("A.java", 'class A {\n  @SuppressWarnings("unchecked")\n  void f() {}\n\n  void g() {\n    foo();\n  }\n}\n',
         "foo();", "unchecked"),
    ],
)  # fmt: skip
def test_another_rule_another_line_or_a_string_silences_nothing(name, source, quote, category):
    assert silenced(name, source, quote, category=category) is None


@pytest.mark.parametrize(
    ("rule", "title"),
    [
        ("# noqa: BLE001", "A broad except hides what went wrong"),
        ("# noqa: S110", "The exception is swallowed without a word"),
        ("# pylint: disable=broad-exception-caught", "Catching this broad exception hides bugs"),
    ],
)
def test_a_finding_that_says_the_rule_in_words_is_about_the_rule(rule, title):
    source = f"def f():\n    try:\n        g()\n    except Exception:  {rule}\n        pass\n"
    assert silenced("a.py", source, "except Exception:", title=title, category="error-handling") is not None


def test_a_finding_that_names_the_rule_is_about_it():
    source = "def f():\n    run(x)  # noqa: S602\n"
    assert silenced("a.py", source, "run(x)", why="Ruff's S602 says so.", category="security") is not None


FORBIDS = ("AGENTS.md", "# Rules\n\n- Never silence S602 with noqa; quote the argument instead.\n")


@pytest.mark.parametrize(
    ("path", "raised_all_the_same"),
    [
        ('AGENTS.md: "Never silence S602 with noqa"', True),
        ("AGENTS.md says: Never silence S602 with noqa; quote the argument instead.", True),
        ('README.md: "Never silence S602 with noqa"', False),
        ('AGENTS.md: "Never use a shell whatever noqa says"', False),
        ('AGENTS.md: "quote the argument instead"', False),
        (None, False),
    ],
)
def test_a_standard_that_forbids_the_suppression_must_be_quoted_with_its_file(path, raised_all_the_same):
    source = "def f():\n    run(x)  # noqa: S602\n"
    context = code_context(source, standards=(FORBIDS,))
    finding = raised("run(x)", reviewer="project-standards", category="S602", failure_path=path)
    assert bool(lint_ignored((finding,), context).findings) is raised_all_the_same


GO = "package c\n\nfunc Run(p string) {\n\t%s\n}\n"


@pytest.mark.parametrize(
    ("name", "source", "quote", "claim"),
    [
        ("a.ts", "// @ts-ignore\nconst y = a[a.length];\n", "a[a.length]",
         {"title": "Any index beyond the end is read", "category": "logic"}),
        ("a.ts", "// @ts-ignore\nconst y = a[a.length];\n", "a[a.length]",
         {"title": "The cast loses a cent", "category": "data"}),
        ("a.ts", "// @ts-ignore\nconst y = a[a.length];\n", "a[a.length]",
         {"title": "The type of account is never checked", "category": "security"}),
        ("a.py", "x = find(y)  # type: ignore\n", "find(y)", {"title": "Any user may log in", "category": "security"}),
        ("a.py", "x = find(y)  # noqa\n", "find(y)", {"title": "The exec of a job is lost", "category": "concurrency"}),
        ("a.py", "x = find(y, timeout=5)  # noqa: S113\n", "timeout=5",
         {"title": "The timeout is in seconds, not milliseconds", "category": "logic"}),
        # Prose is no directive.
        ("a.py", "x = eval(y)  # we removed the noqa here\n", "eval(y)", {"category": "S307"}),
        ("a.py", "x = eval(y)  # no type: ignore wanted\n", "eval(y)", {"category": "typing"}),
        ("a.go", GO % "os.Remove(p) // nolint removed on purpose: errors matter", "os.Remove(p)",
         {"category": "errcheck"}),
        ("a.go", GO % "os.Remove(p) // keep the nolint:errcheck out of here", "os.Remove(p)",
         {"category": "errcheck"}),
        ("a.ts", "foo(); // see eslint-disable-line no-alert\n", "foo()", {"category": "no-alert"}),
        ("a.ts", "// once there was a @ts-ignore here\nfoo();\n", "foo()", {"category": "typing"}),
        ("a.rb", "foo() # says rubocop:disable Style/Send\n", "foo()", {"category": "Style/Send"}),
        ("a.cpp", "foo(); // a nolint comment\n", "foo()", {"category": "bugprone-branch-clone"}),
        # Another linter, another group.
        ("a.go", GO % "os.Chmod(p, 0777) //nolint:staticcheck", "os.Chmod(p, 0777)", {"category": "G302"}),
        ("a.rb", "eval(x) # rubocop:disable Style\n", "eval(x)", {"category": "Security/Eval"}),
        ("k.kt", '@Suppress("UNCHECKED_CAST")\nfun f() {\n    go()\n}\n\nfun g() {\n    run()\n}\n', "run()",
         {"category": "UNCHECKED_CAST"}),
    ],
)  # fmt: skip
def test_a_true_bug_is_not_dropped_for_a_word_that_it_shares_with_a_rule(name, source, quote, claim):
    assert silenced(name, source, quote, **claim) is None


@pytest.mark.parametrize(
    ("name", "source", "quote", "claim"),
    [
        ("c.go", GO % "os.Chmod(p, 0777) //nolint:gosec", "os.Chmod(p, 0777)", {"category": "G302"}),
        ("c.go", GO % "ioutil.ReadFile(p) //nolint:staticcheck", "ioutil.ReadFile(p)", {"category": "SA1019"}),
        ("c.go", GO % "os.Remove(p) // nolint // asked for", "os.Remove(p)", {"category": "errcheck"}),
        ("a.py", "x = y.missing  # type: ignore[attr-defined]\n", "y.missing",
         {"title": "int has no attribute missing", "category": "typing"}),
        ("a.py", "x = y.missing  # a note # noqa: F821\n", "y.missing", {"category": "F821"}),
        ("a.ts", "/*\n * @ts-ignore\n */\nfoo();\n", "foo()", {"category": "TS2345"}),
        ("a.rb", "# rubocop:disable Security/Eval\ndef a(x)\n  eval(x)\nend\n# rubocop:enable Security/Eval\n",
         "eval(x)", {"title": "eval runs any code", "category": "security"}),
        ("a.rb", "eval(x) # rubocop:disable Security\n", "eval(x)", {"category": "Security/Eval"}),
        ("k.kt", '@Suppress("UNCHECKED_CAST")\nfun f(o: Any): List<String> {\n\n    return o as List<String>\n}\n',
         "return o as List<String>", {"title": "Unchecked cast fails", "category": "typing"}),
        ("k.kt", '@file:Suppress("UNCHECKED_CAST")\n\nfun f(o: Any) {\n    go(o as List<String>)\n}\n',
         "go(o as List<String>)", {"category": "UNCHECKED_CAST"}),
        ("a.cpp", "foo(); // wanted so NOLINT(bugprone-branch-clone)\n", "foo()",
         {"category": "bugprone-branch-clone"}),
    ],
)  # fmt: skip
def test_what_linters_obey_is_obeyed_here(name, source, quote, claim):
    assert silenced(name, source, quote, **claim) is not None


def test_a_directive_on_the_line_of_any_quote_counts():
    source = "def f(path):\n    try:\n        go(path)\n    except Exception:  # noqa: BLE001\n        pass\n"
    claim = raised("go(path)", "except Exception:", title="Broad except hides every failure", category="BLE001")
    assert lint_ignored((claim,), code_context(source)).findings == ()
