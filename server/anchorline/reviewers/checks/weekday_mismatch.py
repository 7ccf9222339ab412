"""A date with a weekday that it does not fall on.

Why
    People plan by the weekday and tools by the date. When the two disagree, some of the readers come on another day.

Fires
    On the weekday of a full date, with a year, in English, German, French, Spanish, Italian, Dutch or Portuguese:

        The freeze starts on Monday, 2026-03-03.
        Rollout: Mar 3, 2026 (Monday)
        Abnahme am Montag, 3. März 2026

    All three dates are a Tuesday. The weekday stands before the date, or after it in parentheses or in the way of
    `2026-03-03 Tue`.

Must not fire
    - Dates without a year, years before 1950 or after 2199.
    - `3/4/2026` when either reading (day or month first) falls on the weekday.
    - Several weekdays or a span of them ("Monday to Wednesday, 3 March 2026", "Mon/Tue 2026-03-03"), and recurring
      ones ("every Monday, 2026-03-03 to 2026-06-30").
    - Dates in quotation marks, code, quotations and comments, and dates that do not exist.

Class
    P2, confidence 100: a calendar decides. The fix is manual: the weekday may be wrong or the date, and only the author
    knows which one the others were told. The message names the weekday of the date as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import Check, Scope, Subject
from anchorline.reviewers.quotation import is_quoted
from anchorline.text.masks import merged
from anchorline.text.patterns import compiled
from anchorline.text.span import Span

_MAX_DATES = 500
_MAX_FINDINGS = 50
_YEARS = range(1950, 2200)
_ENGLISH = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

# Full names, Monday first, by language; then abbreviations that are no ordinary words before a date.
_WEEKDAYS: tuple[tuple[str, ...], ...] = (
    _ENGLISH,
    ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    ("", "Tues", "Weds", "Thur", "", "", ""),
    ("", "", "", "Thurs", "", "", ""),
    ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
    ("", "", "", "", "", "Sonnabend", ""),
    ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"),
    ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"),
    ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"),
    ("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "", ""),
)
_MONTHS: tuple[str, ...] = (
    "january jan januar jänner janvier enero gennaio januari janeiro",
    "february feb februar février febrero febbraio februari fevereiro",
    "march mar märz maerz mär mars marzo maart março",
    "april apr avril abril aprile",
    "may mai mayo maggio mei maio",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet julio luglio julho",
    "august aug août agosto augustus",
    "september sep sept septembre septiembre settembre setembro",
    "october oct oktober okt octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember dez décembre diciembre dicembre dezembro",
)
_DAY_OF = {name.casefold(): at % 7 for names in _WEEKDAYS for at, name in enumerate(names) if name}
_MONTH_OF = {name: at for at, names in enumerate(_MONTHS, start=1) for name in names.split()}


def _any_of(words: dict[str, int]) -> str:
    """The words as they are written: small, with a capital, all capitals. Much faster than a match without case."""
    forms = {form for word in words for form in (word, word.capitalize(), word.title(), word.upper())}
    return "|".join(sorted(map(re.escape, forms), key=lambda form: (-len(form), form)))


_WEEKDAY = rf"(?P<weekday>{_any_of(_DAY_OF)})"
_MONTH = rf"(?:{_any_of(_MONTH_OF)})"
_DATE = (
    r"(?P<date>(?P<iso>\d{4}-\d{2}-\d{2}|\d{4}/\d{2}/\d{2})"
    r"|(?P<dotted>\d{1,2}\.[ ]?\d{1,2}\.[ ]?\d{4})"
    r"|(?P<slashed>\d{1,2}/\d{1,2}/\d{4})"
    rf"|(?P<day_first>\d{{1,2}}(?:st|nd|rd|th|er|\.|º)?[ ](?:of[ ]|de[ ])?{_MONTH}\.?,?[ ](?:de[ ])?\d{{4}})"
    rf"|(?P<month_first>{_MONTH}\.?[ ]\d{{1,2}}(?:st|nd|rd|th)?,?[ ]\d{{4}}))(?![\w])(?![-/.]\d)"
)
_YEAR = re.compile(r"(?:19[5-9]\d|2[01]\d\d)(?:(?<!\d....)[-/]\d\d[-/]\d\d(?!\d)|(?<=[./ ]....)(?!\w))")
_BEFORE = (
    rf"(?<![\w-]){_WEEKDAY}(?:\.?,[ ]?|\.?[ ]|\.?,?[ ]\(|\.?,?\r?\n[ \t]{{0,12}})"
    rf"(?:the[ ]|den[ ]|dem[ ]|le[ ])?{_DATE}"
)
_AFTER = rf"(?<![\w./-]){_DATE}(?P<gap>,?[ ]\(|[ ]){_WEEKDAY}(?![\w-])"
# What makes the weekday one of several, or a recurring one.
_SEVERAL = (
    rf"(?:\b(?:{_any_of(_DAY_OF)})\.?[ \t]*"
    r"(?:[-–—/&+,]|\b(?:to|through|thru|till|until|or|and|bis|oder|und|à|et|ou|y|o|al?|e)\b)"
    r"|\b(?:every|each|not|nicht|jeden?|alle|chaque|cada|ogni|elke))[ \t]*$"
)
# Abbreviations are also words ("sat", "wed"; in English "so" and "do"): they count with a capital, and those of two
# letters only before a date that is written the German way.
_ABBREVIATIONS = {name.casefold() for at in (1, 2, 3, 6) for name in _WEEKDAYS[at]}
_GERMAN = re.compile(r"\d{1,2}\.[ ]?(?:\d|Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember)", re.I)
_QUOTES = tuple("\"“”„«»‹›‘’'`")


def _run(subject: Subject) -> Iterator[Raised]:
    return islice(_findings(subject), _MAX_FINDINGS)


def _findings(subject: Subject) -> Iterator[Raised]:
    plain = subject.markdown.plain
    for window in _windows(plain):
        for match in (*compiled(_BEFORE).finditer(plain, *window), *compiled(_AFTER).finditer(plain, *window)):
            span = Span(*match.span("weekday"))
            said = match.group("weekday").casefold()
            if not _is_weekday(match):
                continue
            dates = list(_readings(match))
            if not dates or any(day.weekday() == _DAY_OF[said] for day in dates):
                continue
            if _is_excused(plain, match, after=match.re is compiled(_AFTER)):
                continue
            if is_quoted(plain, span.start, subject.snapshot.lines):
                continue
            actual = {day.weekday() for day in dates}
            written = " ".join(match.group("date").split())
            yield CHECK.raises(
                subject,
                f"{written} is a {_ENGLISH[actual.pop()]}, not a {_ENGLISH[_DAY_OF[said]]}"
                if len(actual) == 1
                else f"{written} is no {_ENGLISH[_DAY_OF[said]]}, whichever way it is read",
                "Readers who go by the weekday and readers who go by the date come on different days.",
                span,
                Span(*match.span("date")),
            )


def _windows(plain: str) -> tuple[Span, ...]:
    """The surroundings of the years of full dates: the only places worth a close look."""
    years = islice(_YEAR.finditer(plain), _MAX_DATES)
    return merged(Span(max(0, year.start() - 64), min(len(plain), year.end() + 40)) for year in years)


def _is_weekday(match: re.Match[str]) -> bool:
    """Whether an abbreviation is one."""
    word = match.group("weekday")
    if word.casefold() not in _ABBREVIATIONS:
        return True
    return word[0].isupper() and (len(word) > 2 or _GERMAN.match(match.group("date")) is not None)


def _readings(match: re.Match[str]) -> Iterator[date]:
    """The days that the text can mean; none when it names no day of the calendar."""
    numbers = [int(number) for number in re.findall(r"\d+", match.group("date"))]
    if match.group("iso"):
        orders = [(numbers[0], numbers[1], numbers[2])]
    elif match.group("dotted"):
        orders = [(numbers[2], numbers[1], numbers[0])]
    elif match.group("slashed"):
        orders = [(numbers[2], numbers[1], numbers[0]), (numbers[2], numbers[0], numbers[1])]
    else:
        month = next(word for word in re.findall(r"[^\W\d_]+", match.group("date").casefold()) if word in _MONTH_OF)
        orders = [(numbers[1], _MONTH_OF[month], numbers[0])]
    for year, month_number, day in orders:
        if year in _YEARS:
            try:
                yield date(year, month_number, day)
            except ValueError:
                continue


def _is_excused(plain: str, match: re.Match[str], *, after: bool) -> bool:
    """Whether the weekday is one of several or recurs, or the whole stands in quotation marks."""
    start, end = match.span()
    before, behind = plain[max(0, start - 24) : start], plain[end : end + 12]
    if before.endswith(_QUOTES) or behind.startswith(_QUOTES):
        return True
    if after:
        # `2026-03-03 Monday morning`, or the next sentence's subject: only what closes at once belongs to the date.
        if "(" in match.group("gap"):
            return not behind.startswith((")", ",", ";"))
        return (
            bool(behind[:1])
            and behind[:1] not in ".,;:)|]\r\n"
            and not re.match(r"[ \t]*(?:[|\r\n)\]]|\d{1,2}:)", behind)
        )
    return compiled(_SEVERAL, re.IGNORECASE).search(before) is not None


CHECK = Check(
    id="weekday-mismatch",
    title="Weekday that does not fit its date",
    scope=Scope.PLAN,
    severity=Severity.P2,
    confidence=Anchor.EVIDENT,
    category="contradiction",
    run=_run,
)
