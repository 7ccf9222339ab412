"""When the built-in reviewers of code read: what wakes them, and how little else does."""

from __future__ import annotations

import statistics
import sysconfig
from pathlib import Path
from textwrap import dedent

import pytest

from anchorline.findings.words import Profile
from anchorline.reviewers.activation import activate, traits_of_code
from anchorline.reviewers.persona import Persona, Signal
from anchorline.reviewers.personas import built_in
from anchorline.text.snapshot import language_of

CODE = [persona for persona in built_in() if persona.profile is Profile.CODE]
ALWAYS = {"correctness", "maintainability", "project-standards", "testing"}
STACK = {"python", "typescript"}


def awake(path: str, text: str) -> set[str]:
    """Those that read a change that brings these lines, besides those that always do."""
    traits = traits_of_code(
        dedent(text), (), language=language_of(path), path=path, changed_lines=len(text.splitlines())
    )
    return {each.persona.name for each in activate(CODE, traits, profile=Profile.CODE) if each.reads} - ALWAYS


PLAIN = [
    pytest.param(
        "app/words.py",
        """
        def longest(words):
            best = ""
            for word in words:
                if len(word) > len(best):
                    best = word
            return ", ".join([best, *(word for word in words if len(word) == len(best))])
        """,
        id="a loop and a join",
    ),
    pytest.param(
        "app/tree.py",
        """
        class Node:
            def __init__(self, path, index, version):
                self.path = path
                self.index = index
                self.message = f"{path}: {version}"

            def find(self, name):
                return next((child for child in self.children if child.name == name), None)
        """,
        id="paths, messages and versions",
    ),
    pytest.param(
        "app/scan.py",
        """
        def tokens(text):
            while tokenizer.has_more():
                token = tokenizer.take()
                yield token.kind, token.text
        """,
        id="tokens that are no secrets",
    ),
    pytest.param(
        "app/author.py",
        """
        # The author of a book, as the catalogue spells it: see https://example.org/catalogue
        def author_of(book, default=None):
            return book.author or default
        """,
        id="an author and an address",
    ),
    pytest.param(
        "src/format.ts",
        """
        export function title(words: string[]): string {
          return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(" ");
        }
        """,
        id="an export and a map",
    ),
    pytest.param(
        "src/state.ts",
        """
        export const message = (event: Item): string => JSON.stringify({ path: event.path, url: event.name });
        """,
        id="an event and a path",
    ),
    pytest.param(
        "shape/area.go",
        """
        func Area(shapes []Shape) float64 {
            sum := 0.0
            for _, shape := range shapes {
                sum += shape.Width * shape.Height
            }
            return sum
        }
        """,
        id="a loop in Go",
    ),
    pytest.param(
        "src/main/java/org/example/Shape.java",
        """
        public final class Shape {
            public String name() { return String.join(" ", parts); }
            public static Shape of(Map<String, Integer> map) { return new Shape(map.get("width")); }
        }
        """,
        id="public methods in Java",
    ),
]


@pytest.mark.parametrize(("path", "text"), PLAIN)
def test_words_that_stand_in_any_code_wake_nobody(path, text):
    assert awake(path, text) <= STACK


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("app/views.py", "cursor.execute(f\"SELECT * FROM users WHERE name = '{name}'\")", "security"),
        ("app/views.py", "def login(user, password): ...", "security"),
        ("app/views.py", "if not user.has_permission('edit'):\n    return forbidden()", "security"),
        ("src/view.tsx", "return <div dangerouslySetInnerHTML={{ __html: html }} />", "security"),
        ("web/api.go", 'exec.Command("sh", "-c", shell)', "security"),
        ("src/main/java/A.java", "boolean ok = verify(token, signature);", "security"),
        ("auth/any.py", "x = 1", "security"),
        ("app/shop.py", "for order in Order.query.all():\n    rows.append(order.customer)", "performance"),
        ("app/shop.py", "async def handle(request):\n    with self._lock: ...", "performance"),
        ("app/shop.py", "for a in items:\n    while b:\n        items.insert(0, b)", "performance"),
        ("app/shop.py", "@lru_cache\ndef price(pool): ...", "performance"),
        ("app/routes.py", '@router.get("/orders", response_model=Order)', "api-contract"),
        ("src/index.ts", "export const x = 1;", "api-contract"),
        ("api/orders.go", "type Order struct{}", "api-contract"),
        ("lib/orders.py", "def get(api, schema): ...", "api-contract"),
        ("app/models.py", "name = CharField()", "data-migration"),
        ("app/0002_more.py", 'migrations.AddField("order", "region", CharField())', "data-migration"),
        ("lib/store.py", 'run("ALTER TABLE orders ADD COLUMN region TEXT NOT NULL")', "data-migration"),
        ("app/pay.py", "response = client.post(url, timeout=3)\nretry(charge)", "reliability"),
        ("app/pay.py", "except Error:\n    cancel(job)", "reliability"),
        ("pay/pay.go", "resp, err := http.Get(url)\ndefer conn.Close(client)", "reliability"),
        ("pay.py", "def refund(payment):\n    balance += payment.amount", "adversarial"),
        ("big.py", "x = 1\n" * 100, "adversarial"),
        ("tool.py", "if __name__ == '__main__':\n    sys.exit(main(sys.argv[1:]))", "cli-readiness"),
        ("tool.js", "process.stderr.write('no');\nprocess.exit(1);", "cli-readiness"),
        ("cmd/tool.go", "x := 1", "cli-readiness"),
        ("src/hooks.ts", "useEffect(() => { load(id).then(setUser) }, [id])", "frontend-races"),
        ("src/View.vue", "<template/>", "frontend-races"),
        ("src/old.js", "window.addEventListener('resize', layout)", "frontend-races"),
        ("app/models/user.rb", "def name; end", "rails"),
        ("lib/user.rb", "belongs_to :account\nvalidates :name, presence: true", "rails"),
        ("app/any.py", "x = 1", "python"),
        ("app/any.jsx", "x", "typescript"),
        ("App/View.swift", "x", "swift"),
    ],
)
def test_a_change_wakes_the_reviewer_whose_ground_it_is(path, text, name):
    assert name in awake(path, text)


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        (
            "net/socket.py",
            "def __setstate__(self, state):\n    self.sock.settimeout(3)\n    dispatch(x)",
            "frontend-races",
        ),
        ("src/models/user.ts", "const { params } = render(scope);", "rails"),
        ("jobs/nightly.py", "x = 1", "rails"),
        ("app/inspect.py", "def signature(function): ...", "security"),
        ("app/flags.py", "def search(flag, flags): ...", "cli-readiness"),
        ("app/run.py", "Popen(args, stdout=PIPE, stderr=STDOUT)", "cli-readiness"),
        ("app/sets.py", "unique = sorted(set(names))", "data-migration"),
        ("app/db.py", "session.rollback()", "data-migration"),
    ],
)
def test_what_only_looks_like_its_ground_does_not(path, text, name):
    assert name not in awake(path, text)


WAITING = [
    pytest.param(persona, signal, id=f"{persona.name}-{number}")
    for persona in CODE
    for number, signal in enumerate(persona.signals)
    if signal.words
]


@pytest.mark.parametrize(("persona", "signal"), WAITING)
def test_no_word_is_listed_that_no_code_can_ever_hold(persona, signal):
    language = next(iter(signal.languages), "python")
    never = [
        word
        for word in signal.words
        if not _met(Signal("r", (word,)), f"{word.removesuffix('*')}", language)
        and not _met(Signal("r", (word,)), word.removesuffix("*").replace(" ", "."), language)
    ]
    assert never == []


@pytest.mark.parametrize(("persona", "signal"), WAITING)
def test_no_word_of_a_signal_counts_twice(persona, signal):
    """Two different ones are asked for, and `tokens` beside `token*` would be two words for one thing."""
    words = {word.removesuffix("*"): word.endswith("*") for word in signal.words}
    assert len(words) == len(signal.words)
    twice = [
        word for word in words for stem, is_stem in words.items()
        if word != stem and (word == f"{stem}s" or (is_stem and word.startswith(stem)))
    ]  # fmt: skip
    assert signal.at_least == 1 or twice == []


def test_about_six_reviewers_read_a_change_of_forty_lines():
    """Of the standard library that runs this test: what a file ends with, taken as new."""
    counts = []
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        if len(lines) >= 60:
            counts.append(len(ALWAYS | awake(path.name, "\n".join(lines[-40:]))))
    assert len(counts) > 50
    assert statistics.mean(counts) <= 6.5
    assert max(counts) <= 10


def _met(signal: Signal, text: str, language: str) -> bool:
    persona = Persona("p", "Read.", Profile.CODE, signals=(signal,))
    traits = traits_of_code(text, (), language=language, path="a", changed_lines=1)
    return activate([persona], traits, profile=Profile.CODE)[0].reads
