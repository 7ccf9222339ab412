from __future__ import annotations

import pytest

from anchorline.reviewers.checks.weekday_mismatch import CHECK
from plan_checks_kit import findings, places

# 3 March 2026 is a Tuesday.
FIRES = {
    "iso date": ("Freeze on Monday, 2026-03-03.\n", "Monday"),
    "iso date in a list item": ("- Monday, 2026-03-03: freeze\n", "Monday"),
    "abbreviated": ("Freeze: Mon 3 March 2026\n", "Mon"),
    "month first": ("We ship Friday, March 3rd, 2026.\n", "Friday"),
    "ordinal with of": ("We ship on Friday the 3rd of March 2026.\n", "Friday"),
    "weekday in parentheses": ("Mar 3, 2026 (Wednesday)\n", "Wednesday"),
    "iso date, then the weekday": ("| 2026-03-03 Mon | freeze |\n|---|---|\n| x | y |\n", "Mon"),
    "German": ("Abnahme am Montag, 3. März 2026, im Büro.\n", "Montag"),
    "German, all numbers": ("Abnahme am Mittwoch, 03.03.2026\n", "Mittwoch"),
    "German, abbreviated": ("Abnahme: Mo, 3.3.2026\n", "Mo"),
    "German, dative": ("Ab Montag, dem 3. März 2026\n", "Montag"),
    "French": ("Livraison lundi 3 mars 2026\n", "lundi"),
    "Spanish": ("Entrega: lunes, 3 de marzo de 2026\n", "lunes"),
    "wrapped line": ("The freeze starts on Monday,\n2026-03-03.\n", "Monday"),
    "no reading fits": ("Freeze Sunday 3/4/2026\n", "Sunday"),
    "after another date": ("Friday, 2026-03-06 and Monday, 2026-03-03\n", "Monday"),
    "until a day": ("open until Monday, 2026-03-03\n", "Monday"),
    "capitals": ("MONDAY, 3 MARCH 2026\n", "MONDAY"),
}

SILENT = {
    "it fits": "Tuesday, 2026-03-03; Tue 3 March 2026; Dienstag, 3. März 2026; mardi 3 mars 2026; Mar 3, 2026 (Tue)\n",
    "no year": "Monday, 3 March\n",
    "one reading fits": "Friday 3/4/2026, Wednesday 3/4/2026 and Wednesday 4/3/2026\n",
    "no such date": "Monday, 2026-02-30\n",
    "long ago": "Monday, 3 March 1426\n",
    "a span of weekdays": "Monday to Wednesday, 3 March 2026; Mon-Wed 3 March 2026; Mon, Wed 2026-03-03\n",
    "two weekdays": "Monday or Friday, 3 March 2026; Sat/Sun 2026-03-03\n",
    "recurring": "every Monday, 2026-03-03 to 2026-06-30; jeden Montag, 03.03.2026 bis 30.06.2026\n",
    "quoted": 'The parser takes “Monday, 2026-03-03” as it is; "Monday, 2026-03-03" too.\n',
    "quoted with more": 'It turns "next week (Monday, 2026-03-03)" into a date.\n',
    "code": "The parser takes `Monday, 2026-03-03`.\n\n```\nMonday, 2026-03-03\n```\n",
    "a quotation": "> Monday, 2026-03-03\n",
    "so is a word": "So 2026-03-03 it is. So, 3 March 2026 stays. Do 3 May 2026 first.\n",
    "sat is a word": "The committee sat 3 March 2026.\n",
    "the next word is a subject": "By 2026-03-03 Monday meetings are gone.\n",
    "a version, not a date": "Monday 2026-03-03-2 build; Monday 3.3.2026.1\n",
    "part of a word": "Cyber-Monday 2026-03-03 and xMonday 2026-03-03\n",
    "front matter": "---\ndate: Monday, 2026-03-03\n---\n\n# Plan\n",
    "deferred": "# Plan\n\n## Deferred / Open Questions\n\nMonday, 2026-03-03?\n",
}


@pytest.mark.parametrize(("text", "weekday"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_on_the_weekday(text: str, weekday: str) -> None:
    assert [quote for quote, _ in places(CHECK, text)] == [weekday]


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text) == []


def test_the_message_names_the_true_weekday_and_offers_no_fix() -> None:
    [raised] = findings(CHECK, "Freeze on Monday, 2026-03-03.\n")
    assert raised.title == "2026-03-03 is a Tuesday, not a Monday"
    assert [quote.text for quote in raised.evidence] == ["Monday", "2026-03-03"]
    assert raised.edits == ()
