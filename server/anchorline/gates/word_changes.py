"""What an edit does to words: which go, which come, and whether the document itself answers for that.

Words are taken as a reader sees them: "2025-12-03" holds no 12, "can't" no "can". What only goes is the author's text
and is not for anybody to take away unattended, unless it stands there twice in a row. Some words decide what a sentence
asks for ("must", "unless", "all"): whoever changes one changes the meaning, wherever else it may stand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from anchorline.findings.finding import Edit
from anchorline.gates.base import TOKEN, GateContext
from anchorline.gates.plain_edit import UNIT
from anchorline.text.numerals import value_of
from anchorline.text.span import Span

MAX_WORDS = 12
_MOST_INSERTED = 4  # at one place, where nothing goes for it

_PIECE = re.compile(rf"{TOKEN.pattern}|\n")
_AROUND = 400  # characters on either side
_LETTERS = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_ID = re.compile(r"[A-Z][A-Za-z]{0,7}-?\d{1,4}")
_PUNCTUATION = frozenset(".,;:'’‘\"“”„()")
_OPENS = frozenset("\n") | frozenset('.!?:-*+#>|"“„')
_OPPOSITE = ("un", "in", "im", "ir", "il", "non", "non-", "dis", "de", "mis", "anti", "a", "ent", "ver", "miss")
_DECIDING = frozenset(
    """
    must shall should may might can could will would need needs needn't required requires optional mandatory
    all any every each some none no not only both either neither nor never always sometimes often rarely usually
    before after until unless if when whenever while except without besides and or but
    least most more less fewer greater larger smaller higher lower minimum maximum min max above below over under
    first last next previous increase increases decrease decreases raise lower enable enabled disable disabled
    allow allowed allows deny denied denies permit forbid forbidden grant revoke accept accepted accepts reject rejected
    rejects public private internal external open opened closed true false yes on off up down in out success failure
    add adds added remove removes removed create creates delete deletes start starts stop stops include includes exclude
    excludes nothing nobody nowhere hardly production staging test few many once twice daily weekly monthly yearly half
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
    october november december noon midnight today tomorrow yesterday local remote pending done approved opt-in opt-out
    read write reads writes permitted prohibited lacks has have is are was were
    muss müssen müsste soll sollen sollte sollten kann können könnte darf dürfen will wollen braucht
    alle allen jede jeder jedes jeden einige manche nur beide immer nie niemals niemand nichts kaum nirgends nirgendwo
    keinerlei keinesfalls kein keine keinen keinem keiner nicht ohne
    vor nach bis wenn falls sofern außer solange bevor nachdem und oder aber sondern
    mindestens höchstens mehr weniger größer kleiner höher niedriger über unter maximal minimal
    montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember
    täglich wöchentlich monatlich jährlich einmal zweimal viele wenige lokal ist sind war hat haben
    erst erste letzte erlaubt verboten erlauben verbieten öffentlich privat intern extern wahr falsch ja nein an aus ein
    """.split()
)


class Change(NamedTuple):
    """One place: the words that go and come, and where the latter stand among `around`, the words of the text then."""

    gone: tuple[str, ...]
    come: tuple[str, ...]
    at: int
    around: Sequence[str]


def changes(edit: Edit, text: str) -> list[Change]:
    old, new = _PIECE.findall(edit.old), _PIECE.findall(edit.new)
    before = _PIECE.findall(text[max(edit.span.start - _AROUND, 0) : edit.span.start])
    around = [*before, *new, *_PIECE.findall(text[edit.span.end : edit.span.end + _AROUND])]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        Change(tuple(old[a:b]), tuple(new[c:d]), len(before) + c, around)
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]


def are_few(made: Sequence[Change]) -> bool:
    """Of all edits of a finding together."""
    return sum(max(_count(change.gone), _count(change.come)) for change in made) <= MAX_WORDS


def are_kept(made: Sequence[Change]) -> bool:
    """Whether nothing that decides, and nothing but words and their commas, is changed, moved or taken away."""
    gone = Counter(word for change in made for word in change.gone)
    come = Counter(word for change in made for word in change.come)
    if gone == come:
        return False  # moved, and nothing else
    return all(_is_fair(change) for change in made)


def _is_fair(change: Change) -> bool:
    if not change.come and not _is_doubled(change):
        return False
    words = (*change.gone, *change.come)
    if not all(_is_word(word) or word in _PUNCTUATION for word in words):
        return _is_doubled(change)
    if any(word.casefold() in _DECIDING or UNIT.fullmatch(word) for word in words) and not _is_doubled(change):
        return False
    if not change.gone and _count(change.come) > _MOST_INSERTED:
        return False
    return not any(_is_opposite(one, other) for one in change.gone for other in change.come)


def _is_doubled(change: Change) -> bool:
    """Whether what goes stands once more right before or behind it: "the the"."""
    size = len(change.gone)
    beside = (change.around[max(change.at - size, 0) : change.at], change.around[change.at : change.at + size])
    gone = [word.casefold() for word in change.gone]
    return not change.come and any(gone == [word.casefold() for word in words] for words in beside)


def _is_word(word: str) -> bool:
    return _LETTERS.fullmatch(word) is not None or value_of(word) is not None or _ID.fullmatch(word) is not None


def _is_opposite(one: str, other: str) -> bool:
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return any(long == prefix + short for prefix in _OPPOSITE)


def _count(words: Sequence[str]) -> int:
    return sum(word not in _PUNCTUATION for word in words)


def is_in_prose(span: Span, context: GateContext) -> bool:
    """Whether no code, address, target of a link, HTML or comment is touched."""
    return all(shown == written or written.isspace() for shown, written in zip(
        span.of(context.plain), span.of(context.text), strict=True
    ))  # fmt: skip


def answers_for(change: Change, edit: Edit, context: GateContext) -> bool:
    """Whether each word that comes stands elsewhere in the author's text, or is what the document yields by counting,
    or repairs a spelling."""
    for offset, word in enumerate(change.come):
        if word in _PUNCTUATION:
            continue
        at = change.at + offset
        if value_of(word) is not None:
            if not _is_number_of(word, at, change, edit, context):
                return False
        elif not _stands_elsewhere(word, edit, context, opens=_opens(change, at)) and not _is_repair(
            word, at, change, edit, context
        ):
            return False
    return not any(value_of(word) is not None for word in change.gone) or any(
        value_of(word) is not None for word in change.come
    )


def _stands_elsewhere(word: str, edit: Edit, context: GateContext, *, opens: bool) -> bool:
    """As it is written here: a capital may be that of a sentence's first word, there or here."""
    within = Counter(TOKEN.findall(edit.span.of(context.plain)))
    spellings = {word, word[:1].upper() + word[1:], word[:1].lower() + word[1:] if opens else word}
    return any(context.words[each] > within[each] for each in spellings)


def _opens(change: Change, at: int) -> bool:
    """Whether a sentence may begin with this word."""
    return at == 0 or change.around[at - 1] in _OPENS


def _is_number_of(word: str, at: int, change: Change, edit: Edit, context: GateContext) -> bool:
    """Whether it counts something, with no unit in its line; or names what is named elsewhere: "Unit 3"."""
    name = change.around[at - 1] if at else ""
    if _LETTERS.fullmatch(name) and name.casefold() not in _DECIDING:
        named = re.compile(rf"(?<!\w){re.escape(name)}[ -]{re.escape(word)}(?![\w-]|[.,:]\d)")
        if any(not Span(*found.span()).overlaps(edit.span) for found in named.finditer(context.plain)):
            return True
    lines = context.snapshot.lines
    line = lines.line_span(lines.line_of(edit.span.start)).of(context.text)
    counted = value_of(word) or 0
    return counted > 1 and counted in context.counts and UNIT.search(line) is None and UNIT.search(edit.new) is None


def _is_repair(word: str, at: int, change: Change, edit: Edit, context: GateContext) -> bool:
    """A misspelt word made right, as a list of words knows, and what it replaces stands nowhere else. Two letters are
    enough to make "nine" of "five". Capitals within a sentence are a name."""
    for old in change.gone:
        if (old, word) not in context.repairs or _stands_elsewhere(old, edit, context, opens=True):
            continue
        if old[:1].islower() or _opens(change, at):
            return True
    return False
