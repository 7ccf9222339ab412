"""What the words of a fix commit to: one remedy, a choice between several, or nothing yet.

Quoted text is not read: what the document is to say offers the author nothing.
"""

from __future__ import annotations

import re

_LONGEST = 2_000  # characters of one field that are read
_LONGEST_REMEDY = 600
_MOST_SENTENCES = 3

_QUOTED = re.compile(r"`[^`]{0,400}`|\"[^\"]{0,400}\"|“[^“”]{0,400}”|„[^„“”]{0,400}[“”]|«[^«»]{0,400}»|»[^«»]{0,400}«")
_QUOTE = "«»"

_NOTHING = (
    r"(?:do(?:ing)?\ nothing|(?:do\ )?not\ chang(?:e|ing)|ignor(?:e|ing)\b|tolerat(?:e|ing)\b|liv(?:e|ing)\ with"
    r"|(?:to\ )?(?:leav|keep)(?:e|ing)?\ (?:it|this|that|them|both|things|everything|(?:the|both)\ \w+)"
    r"(?:\ (?:as\ (?:it|they|is)\b|at\ that|alone|unchanged)|(?=\s*(?:[.,;)]|$)))"
    r"|(?:to\ )?accept(?:ing)?\ (?:it|this|that|the\ (?:risk|defect|error|fault|problem|loss))"
    r"|document(?:ing)?\ (?:it|the\ (?:defect|bug|error|fault))\ (?:in\ the\ release|as\ known)"
    r"|nichts\ (?:zu\ )?(?:tun|ändern)|(?:(?:es|ihn|sie|das|alles|(?:den|die|das)\ \w+)\ )?(?:so|unverändert|dabei)\ "
    r"(?:zu\ )?(?:be)?lassen|hinnehmen|in\ Kauf\ nehmen|ignorieren"
    r"|lass\w*\ (?:es|alles|das))"
)
"""What is there for every finding, and no remedy for any."""
_VERBS = (
    "accept|add|adjust|adopt|align|allow|amend|assign|attach|avoid|block|bring|build|bump|call|change|choose|clarify|"
    "close|combine|compare|convert|copy|correct|create|cut|declare|defer|define|delete|deprecate|derive|describe|"
    "disable|document|downgrade|drop|emit|enable|enforce|ensure|exclude|expand|explain|export|expose|extend|fix|"
    "fold|forbid|give|have|hide|import|include|increase|inline|insert|introduce|justify|keep|let|limit|link|list|lower|"
    "make|map|mark|merge|migrate|move|name|narrow|note|notify|offer|omit|pass|persist|pick|pin|port|postpone|prevent|"
    "print|promote|propagate|provide|publish|put|raise|read|record|reduce|refuse|reject|relax|release|remove|rename|"
    "reorder|replace|report|require|restore|restrict|retain|reuse|revert|reword|rewrite|roll|run|say|scope|send|set|"
    "settle|ship|shorten|show|simplify|skip|soften|specify|split|state|stop|store|supply|swap|switch|take|throw|treat|"
    "turn|unify|update|use|validate|verify|widen|wrap|write"
)
_GERMAN_VERBS = (
    "ändere|behalte|benenne|beschreibe|definiere|dokumentiere|entferne|ergänze|erhöhe|erkläre|ersetze|erweitere|füge|"
    "kürze|lege|lösche|mache|markiere|nenne|nimm|schreibe|senke|setze|streiche|teile|trenne|verkürze|verlege|vermerke|"
    "verschiebe|verweise|verwende"
)
_GERMAN_INFINITIVES = (
    "ändern|anpassen|aufnehmen|behalten|benennen|beschreiben|definieren|dokumentieren|einfügen|entfernen|ergänzen|"
    "erhöhen|ersetzen|erweitern|hinzufügen|kürzen|löschen|nennen|schreiben|senken|setzen|streichen|teilen|umbenennen|"
    "vermerken|verschieben|verweisen|verwenden|weglassen"
)
_FILLERS = r"(?:else\ |rather\ |instead\ |at\ least\ |simply\ |just\ |stattdessen\ |lieber\ |aber\ )?"

_OR = re.compile(
    rf"""
      (?P<bound>\b(?:must|may|can|cannot|should|shall|to|will|would|could|never|not|whether)\ (?:\w+\ ){{1,2}})?
      \b(?:or|and/or|oder)\ {_FILLERS}(?!{_NOTHING})(?:{_VERBS}|{_GERMAN_VERBS})\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""An "or" before a second command. Bound to a modal it says what the text is to say: "must not read or write"."""
_MENU = re.compile(
    rf"""
      \beither\b(?!\ way)(?:(?!\beither\b)[^.;]){{1,200}}\bor\b(?!\ {_NOTHING})
    | \bentweder\b(?:(?!\bentweder\b)[^.;]){{1,200}}\boder\b(?!\ {_NOTHING})
    | \boder\ (?!{_NOTHING})(?:(?!oder\b)[^\s.;,]{{1,40}}\ ){{0,8}}(?:{_GERMAN_INFINITIVES})(?=\s*(?:[.;,]|$))
    | \b(?:decide|choose|pick)\ (?:between|whether|which|one\ of|among)\b | \bentscheide\w*,?\ ob\b
    | \boption\ (?:a|1|one)\b(?:(?!\boption\b).){{1,400}}\boption\ (?:b|2|two)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ALTERNATIVE = re.compile(
    rf"""
      \balternatively\b,?(?!\ {_NOTHING})
    | \balternativ\b,?(?!\ {_NOTHING})\ (?:\w+\ ){{0,3}}(?:kann|könnte|können|wäre|ließe|lässt|{_GERMAN_VERBS})\b
    | \b(?:an|another|one|the\ other|a\ (?:real|valid|plausible|second|competing))
        \ (?:alternative|option|remedy|fix|solution)\ (?:is|would\ be|could\ be|might\ be|exists)\b
        (?!,?\ (?:to\ |simply\ |just\ )*{_NOTHING})
    | \bthe\ alternative\ (?:is|would\ be|of)\ (?:to\ )?(?!{_NOTHING})(?:\w+ing\b|{_VERBS}\b)
    | \b(?:one|you|the\ authors?|the\ team|the\ plan)\ (?:could|might|may)
        \ (?:also|equally|instead|as\ well|just\ as\ well)\ (?!(?:want|prefer)?\ ?(?:to\ )?{_NOTHING})
    | \b(?:author|authors|team|reader|owner)s?\ (?:could|might|may)\ (?:well\ |reasonably\ |legitimately\ )?prefer\b
    | \bwould\ (?:also|equally|just\ as\ well)
        \ (?:work|do|be\ (?:acceptable|viable|valid|right|fine|possible|reasonable))\b
    | \bwould\ work\ (?:as\ well|too|equally\ well)\b
    | \b(?:I|we)\ (?:also\ )?(?:considered|weighed|rejected|dismissed|ruled\ out|discarded)\ (?!{_NOTHING})
    | \b(?:can|could|might|may)\ go\ either\ way\b
    | \b(?:equally|just\ as)\ (?:valid|good|defensible|reasonable|plausible)\b
    | \bboth\ (?:are|would\ be|readings\ are|options\ are|fixes\ are)
        \ (?:valid|defensible|reasonable|possible|plausible)\b
    | \bwould\ (?:also\ |equally\ )?be\ (?:as\ good|an\ option|an\ alternative)\b
    | \b(?:ebenso|genauso|gleich)\ (?:gut|richtig|vertretbar|möglich)\b
    | \b(?:man|der\ Autor|die\ Autorin|das\ Team)\ (?:könnte|kann)\ (?:auch|stattdessen|ebenso)\b(?!\ {_NOTHING})
    | \b(?:beides|beide\ Lesarten)\ (?:ist|sind|wäre|wären)\ (?:möglich|vertretbar|sinnvoll|richtig)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)

_ORS = frozenset({"or", "oder"})
_IDLE_OR = re.compile(rf"\b(?:or|oder)\ {_FILLERS}{_NOTHING}", re.VERBOSE | re.IGNORECASE)
_MENU_CUES = frozenset("or oder either entweder decide choose pick option ob".split())
_ALTERNATIVE_CUES = frozenset(
    """
    alternative alternatively alternatives alternativ option remedy fix solution considered weighed rejected dismissed
    ruled discarded also equally just instead well prefer work either good valid defensible reasonable plausible
    possible auch ebenso genauso gleich stattdessen beides beide
    """.split()
)
"""Words without which none of the above can be there: to look for those is quicker."""

_DECIDE = (
    r"(?:decide|choose|pick|select|settle|determine|discuss|clarify|consider|reconsider|evaluate|investigate|explore"
    r"|revisit|weigh|agree\ on|find\ out|ask|entscheid\w*|wähle?|kläre?|prüfe?|überlege?|erwäge?|bestimme?|diskutiere?"
    r"|lege?\ fest)"
)
_ASKS = re.compile(rf"^\W*{_DECIDE}\b|\?\s*$", re.IGNORECASE)
_OPEN_WORDS = frozenset(
    """
    what how why perhaps maybe possibly ideally might could probably vielleicht eventuell möglicherweise gegebenenfalls
    ggf bzw beziehungsweise könnte könnten
    """.split()
)
_CHOICE_WORDS = frozenset("whether otherwise ob sonst andernfalls".split())
_TO_DECIDE = re.compile(rf"(?:[.;:,]\ (?:and\ |then\ |und\ )?|\band\ |\bund\ ){_DECIDE}\b", re.VERBOSE | re.IGNORECASE)
_LEFT_OPEN = re.compile(
    rf"""
      \? | \b(?:or|oder)\b(?!\ {_FILLERS}{_NOTHING})
    | \b(?:say|state|name|define|specify|note|describe|show|list|record|document|explain|add)
        \ (?:explicitly\ |clearly\ |exactly\ )?(?:who|whom|whose|when|which|where)\b
    | \b(?:sage|nenne|beschreibe|erkläre|definiere|gib|lege|vermerke)\ (?:\w+\ ){{0,3}}(?:an|fest)?,?
        \ (?:wer|wie|wann|was|wo|welche\w?)\b
    | \b(?:for\ (?:example|instance)|e\.g\.|such\ as|something\ like|zum\ Beispiel|z\.\ ?B\.
        |if\ (?:possible|needed|necessary|desired|wanted|yes|no|not|so)|falls\ (?:ja|nein|nötig|möglich))(?!\w)
    | \b(?:if|falls|wenn)\b[^.;]{{1,200}}[.;,]\ (?:and\ |und\ )?(?:if|falls|wenn)\b
    | \b(?:make|take|reach|record|put|bring|get|treffe|triff)\b[^.;]{{0,40}}\b(?:decisions?|Entscheidung(?:en)?)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WITHOUT_CONTENT = re.compile(
    rf"""
      ^\W*(?:define|specify|design|establish|describe|outline|spell\ out|detail|state|explain|definiere|beschreibe
        |erkläre)\b(?![^.;]{{0,200}}(?:\b(?:that|as|to\ be|dass|als)\b|:|{_QUOTE}))
    | ^\W*(?:name|list|nenne)\b(?![^.;]{{0,200}}(?:\b(?:that|as|als)\b|:|{_QUOTE}|\d))
    | \b(?:add|set|give|write|introduce|provide|include|record|ergänze|nenne|füge)\ (?:\w+\ ){{0,3}}(?:rule|limit|bound
        |threshold|criterion|criteria|target|owner|deadline|definition|strategy|policy|mechanism|justification|rationale
        |reason|reasoning|explanation|analysis|plan|requirement|date|mapping|guidance|detail|section|Regel|Grenze|Frist
        |Schwelle|Begründung|Definition|Erklärung|Datum)s?\b(?![^.;]{{0,200}}(?:\b(?:that|dass)\b|:|{_QUOTE}|\d))
    | ^\W*(?:the|a|an|this|these|that|it|they|there|we|you|no|not|both|i|der|die|das|ein|eine|es|kein\w*)\b
        (?![^.;]{{0,200}}\b(?:should|must|needs?\ to|soll|sollte|sollten|muss|müssen)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A remedy that somebody has yet to think of ("Define the limit."), or a sentence that is none."""
_UNDECIDED = re.compile(
    r"""
      \bundecided\b | \b(?:left|still|is|are|remains?|declared)\ open\b | \bopen\ question | \bno\ decision\b
    | \b(?:not|never|nobody\ has|no\ one\ has|nothing\ has)\ (?:yet\ )?(?:been\ )?(?:decided|chosen|settled)\b
    | \beither\b(?:(?!\beither\b)[^.;]){1,200}\bor\b
    | \bunentschieden\b | \b(?:bleibt|ist|sind|noch)\ offen\b | \boffene\ Frage | \bnicht\ (?:entschieden|festgelegt)\b
    | \bentweder\b(?:(?!\bentweder\b)[^.;]){1,200}\boder\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_STAYS = re.compile(
    r"""
      ^\W*(?:no\ (?:change|action|edit)|nothing\ (?:needs\ to|has\ to|must)|keine?\ Änderung|nichts\ (?:tun|ändern))\b
    | ^\W*(?:leave|keep|retain)\ (?:it|this|that|the\ (?:\w+\ ){0,3}(?:text|sentence|wording|value|number|name|section))
        (?:\ (?:as\ (?:it\ )?is|alone|unchanged))?\s*(?:[.;]|$)
    | ^\W*(?:belasse|lasse?|behalte)\ (?:es|das|(?:den|die|das)\ (?:Text|Satz|Wortlaut|Wert|Zahl|Namen|Abschnitt)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"[.!;](?=\s|$)")


def names_an_alternative(fix: str, why: str) -> bool:
    """Whether a finding names a second remedy that an author could prefer. A reason is full of "or" and names none:
    there only the plain words count."""
    fix, why = _bare(fix), _bare(why)
    return _offers(fix) or _weighs(fix) or _weighs(why)


def asks(fix: str) -> bool:
    """Whether a fix begins by handing a choice to somebody, or ends with a question."""
    return bool(_ASKS.search(_bare(fix)))


def is_a_choice(fix: str, title: str, why: str) -> bool:
    """Whether a finding says that something is to be chosen: its fix offers several remedies or hands the choice to
    somebody, or the matter is open. One that only leaves its remedy unsaid does not."""
    fix, title, why = _bare(fix), _bare(title), _bare(why)
    words = _words(fix)
    if not _CHOICE_WORDS.isdisjoint(words) or (not _ORS.isdisjoint(words) and not _IDLE_OR.search(fix)):
        return True
    if _ASKS.search(fix) or _TO_DECIDE.search(fix) or _offers(fix) or _weighs(fix) or _weighs(why):
        return True
    return bool(_UNDECIDED.search(title) or _UNDECIDED.search(why))


def says_what_to_do(fix: str) -> bool:
    """Whether the prose of a fix holds a whole remedy.

    Strict, for nothing else vouches for it: any "or", example, condition, question or missing content leaves it open.
    """
    fix = _bare(fix)
    if not fix or len(fix) > _LONGEST_REMEDY or len(_SENTENCE_END.findall(fix)) > _MOST_SENTENCES:
        return False
    if not _OPEN_WORDS.isdisjoint(_words(fix)):
        return False
    return not (_LEFT_OPEN.search(fix) or _WITHOUT_CONTENT.search(fix))


def leaves_it(fix: str) -> bool:
    """Whether a fix is to let the text stay as it is."""
    return bool(_STAYS.search(_bare(fix)))


def _offers(fix: str) -> bool:
    if _MENU_CUES.isdisjoint(_words(fix)):
        return False
    return any(match["bound"] is None for match in _OR.finditer(fix)) or bool(_MENU.search(fix))


def _weighs(text: str) -> bool:
    return not _ALTERNATIVE_CUES.isdisjoint(_words(text)) and bool(_ALTERNATIVE.search(text))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _bare(text: str) -> str:
    return " ".join(_QUOTED.sub(_QUOTE, text[:_LONGEST]).split())
