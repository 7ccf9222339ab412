"""Whether one mention of an ID reads as a reference within the document, by the words around it."""

from __future__ import annotations

import re

from anchorline.reviewers.base import Subject
from anchorline.reviewers.other_documents import MARKDOWN_FILE
from anchorline.text.family import Family
from anchorline.text.mentions import Mention
from anchorline.text.span import Span

_SENTENCE_START = re.compile(
    r"\n[ \t]*\r?\n|\n[ \t>]*(?:[-*+]|\d{1,3}[.)])[ \t]|\n#|\|"
    # A full stop, but not that of an abbreviation.
    r"|(?<!e\.g)(?<!i\.e)(?<!\bcf)(?<!z\.B)(?<!z\. B)(?<!bzw)(?<!\bvgl)(?<!\bs)(?<!См)(?<!см)"
    r"[.!?。！？][)\"”»’*_]{0,3}(?:[ \t\r\n]|(?<=[。！？]))"
)
_WORD = re.compile(r"[^\W_](?:[\w.'’/-]*\w)?")
_BOUNDARY = re.compile(r"[,;:(\[—–/+&=→>]|[ \t]-[ \t]")
_POINTER = frozenset(
    "see cf siehe s vgl voir cf véase ver vea vedi zie patrz viz se katso bkz см див 见 見 参见 參見 参照".split()
)
_BELOW = re.compile(
    r"[ \t\r\n]*(?:below|above|later in this|earlier in this|unten|oben|weiter unten|ci-dessous|ci-dessus"
    r"|plus bas|más abajo|abajo"
    r"|abaixo|acima|sotto|sopra|hieronder|hierboven|poniżej|ниже|выше|以下|下文|下記|下方)(?!\w)",
    re.IGNORECASE,
)
_MODIFIERS = frozenset(
    """
    skill skills plan plans spec specs document documents doc docs guide guides agent agents workflow workflows prd rfc
    pipeline brainstorm upstream origin parent sibling previous prior preceding existing old legacy vendor template
    templates former original source sources companion external other their its his her your our canonical reference
    repo repository project ticket issue epic paper article book manual standard protocol skript vorlage anderen
    anderer ursprünglichen alten früheren parents autre ancien précédent otro anterior plugin prompt playbook runbook
    command tutorial chapter section appendix readme contract brief proposal adr kep
    """.split()
)
_HYPOTHETICAL = frozenset(
    """
    a an another any each every no new future next later additional extra separate optional potential possible
    hypothetical proposed would-be eventual subsequent upcoming fresh second third missing nonexistent non-existent
    ein eine einen einer einem kein keine keinen neue neuen weitere weiteren jede jeder jedes zukünftige künftige
    nächste     un une aucun aucune nouvelle nouveau future prochaine chaque una uno ningún nueva nuevo próxima cada
    um uma nenhum nova novo próximo каждый новый ещё
    """.split()
)
_EXPLAINED = re.compile(
    r"withdr[ae]w|\bremoved?\b|\bremov(?:al|ing|es)\b|\bdrop(?:s|ped|ping)?\b|\bretired?\b|supersed|obsolete"
    r"|renumber|\brenamed?\b|\bmerg(?:ed|es|ing)\b"
    r"|\bfold(?:ed|s|ing)?\b|\bsplit\b|\bmoved\b|\breplac(?:ed|es|ing)\b|cancel|\bdelet(?:ed|es|ing)\b|\bskip(?:s"
    r"|ped)?\b|\breserved\b"
    r"|\bvacated?\b|\bgaps?\b|no longer|previously|formerly|originally|\bunused\b|\bnot used\b|does not exist"
    r"|doesn't exist|there is no|never (?:existed|assigned)"
    r"|upstream|\borigin\b|\bparent\b|brainstorm|\bprd\b|other plan|another (?:plan|document|spec)|companion|sibling"
    r"|zurückgezogen|entfernt|gestrichen|entfallen|entfällt|ersetzt|umbenannt|umnummeriert|zusammengelegt"
    r"|verschoben|früher|ursprünglich"
    r"|retirée?s?\b|supprimée?s?\b|remplacée?s?\b|fusionnée?s?\b|déplacée?s?\b|eliminad[oa]|retirad[oa]"
    r"|reemplazad[oa]|substituíd[oa]|removid[oa]"
    r"|удал[её]н|отозван|заменен|перенес|删除|刪除|取消|撤回|合并|已移除|廃止|削除|삭제",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\bfuture\b|follow-?ups?\b|\blater\b|\bdefer|out of scope|not in scope|non-goal|backlog|\bpost-|\bbeyond\b"
    r"|\beventual|\bnext\b|\bwould\b|\bcould\b"
    r"|\bmight\b|\bmaybe\b|\bif we\b|\bif you\b|hypothetical|\bwrong\b|❌|✗|✅|\bbad\b|\bgood\b|anti-?pattern"
    r"|\bexamples?\b|\be\.g\.|\bfor example\b|\bfor instance\b|\bsuch as\b|\blike\b|\bimagine\b|\bsuppose\b"
    r"|\bskill\b|\bvendor|\btemplate\b|\bplugin\b|\bnot yet\b|\bnot (?:in|part of) this\b|\bnot this\b|\bseparate"
    r"|\bTBD\b|\bTODO\b|\badd(?:s|ed|ing)? (?:a|an"
    r"|the)? ?$|\bcounterpart\b|\bversion\b|\binstead of\b"
    r"|zukünftig|künftig|später|zurückgestellt|nicht im umfang|beispiel|z\. ?b\.|würde|könnte|vorlage"
    r"|ultérieur|plus tard|futur|hors périmètre|par exemple|más adelante|futur[oa]|por ejemplo|fuera de alcance"
    r"|позже|будущ|например|以后|后续|将来|例如|今後|将来|例えば",
    re.IGNORECASE,
)
# The article of French and Italian: "l'Étape 5".
_ELIDED = re.compile(r"(?<![^\W_])(?:[ldcjnst]|qu|all|dell|nell|sull|dall)['’]$", re.IGNORECASE)
# Numbers that a thing had once: "R2 (was R6)", "In v1 this was R8", "Phase 7 was the spike".
_WAS_BEFORE = re.compile(
    r"(?:\b(?:was|were|used to be|called|named|alias|aka|n[ée]e|ex|war|waren|hieß|vormals|ehemals|alt|était|era"
    r"|был[аио]?)|[=←]|<-)[ \t\r\n]*[*_(\[`\"]{0,4}$",
    re.IGNORECASE,
)
_WAS_AFTER = re.compile(
    r"[*_)\]]{0,4}[ \t\r\n]+(?:was|were|had been|used to|became|is now|are now|→|->|=|war|waren|wurde|wurden|était|fut"
    r"|era|fue|был[аио]?)(?![\w-])|[*_)\]]{0,4}[ \t]*(?:→|->|⇒)",
    re.IGNORECASE,
)
# Things that are not this document and have numbers of their own.
_OUTSIDE = re.compile(
    r"\b(?:in|on|at|by|from|inside|within|via|per|im|am|auf|aus|dans|sur|en)[ \t\r\n]+"
    r"(?:(?:the|a|an|our|their|its|his|her|your|that|another|der|die|das|dem|den|le|la|un|une|el|una)[ \t\r\n]+)?"
    r"(?:[\w-]{1,24}[ \t\r\n]+){0,2}"
    r"(?:briefs?|prd|boards?|kanban|wiki|trackers?|backlog|tickets?|guides?|manuals?|handbooks?|roadmap|epics?|papers?"
    r"|contracts?|spreadsheets?|decks?|slides|notion|jira|confluence|asana|trello|wizards?|dialogs?|tutorials?|playbooks?"
    r"|runbooks?|installers?|assistenten|assistent|handbuch|lastenheft|pflichtenheft)(?![\w-])",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"change ?log|\bhistory\b|revision|\breferences\b|\brelated\b|prior art|alternatives|rejected|\bfuture\b"
    r"|defer|out of scope|non-goals?|not in scope"
    r"|open questions|\bsources?\b|\bbackground\b|research|\bappendix\b|follow-?up|migration from|previous|later"
    r"|v2|historie|verlauf|änderungen"
    r"|zukünftig|zurückgestellt|verwandt|alternativen|historique|futur|historial|变更|历史|参考|later phases",
    re.IGNORECASE,
)
_OF = re.compile(
    r"[ \t\r\n]*[*_]{0,3}[ \t\r\n]*(?P<word>of|from|von|vom|aus|des|der|du|de|del|da|do|di|van|z|из|的|in|within"
    r"|inside|im|dans|en|nel|em|в|per|under)(?:\b|(?<=的))[ \t\r\n]*",
    re.IGNORECASE,
)
_HERE = re.compile(
    r"(?:this|the present|our|dies\w*|ce(?:tte|t)?|est[ea]|questo|deze|dit|этого|этом|本)\b"
    r"|the (?:plan|document|list|table|sequence|order)\b(?!['’])(?! of)(?! for)"
    r"|(?:des|dem|der|le|la|du|el) (?:plans?|dokuments?|document|documento)\b",
    re.IGNORECASE,
)
_DOCUMENT = re.compile(
    r"[ \t\r\n]+(?:plans?|specs?|docs?|documents?|docstrings?|reports?|hand-?offs?|files?|branch|prs?|commits?"
    r"|issues?|tickets?|briefs?|prompts?)\b"
    r"(?![ \t]+(?:of|in) this)",
    re.IGNORECASE,
)
_TEMPORAL = frozenset(
    (
        "phase stage milestone wave sprint iteration release fase etapa etappe meilenstein jalon hito marco фаза этап "
        "阶段 階段 フェーズ 단계"
    ).split()
)
_QUOTES = (("“", "”"), ("„", "“"), ("«", "»"), ("‘", "’"), ("「", "」"), ("『", "』"))


def reads_as_local(subject: Subject, mention: Mention) -> bool:
    """Whether nothing in its sentence, its section or its numbers points elsewhere."""
    text, plain = subject.text, subject.markdown.plain
    family = subject.families.by_key[mention.key]
    start, end = mention.span
    left, right = _sentence(plain, mention.span)
    before, after = _ELIDED.sub("", plain[left:start]), plain[end:right]
    pointed = _BELOW.match(after) is not None or any(word.casefold() in _POINTER for word in _WORD.findall(before)[-2:])
    return (
        not _quoted(text, start, end, before)
        and not _modified(subject, before, start)
        and not _belongs(text, plain, end, right)
        and not _EXPLAINED.search(before)
        and not _EXPLAINED.search(after)
        and not _WAS_BEFORE.search(before)
        and not _WAS_AFTER.match(after)
        and not (_OUTSIDE.search(before) or _OUTSIDE.search(after))
        and (pointed or not (_LATER.search(before) or _LATER.search(after)))
        and not _names_document(subject, Span(left, right))
        and not _in_aside(subject, start)
        and (pointed or not _is_next(family, mention))
    )


def _sentence(plain: str, span: Span) -> tuple[int, int]:
    begin = max(0, span.start - 400)
    for stop in _SENTENCE_START.finditer(plain, begin, span.start):
        begin = stop.end()
    found = _SENTENCE_START.search(plain, span.end, min(len(plain), span.end + 400))
    return begin, found.start() + 1 if found else min(len(plain), span.end + 400)


def _quoted(text: str, start: int, end: int, before: str) -> bool:
    """Whether it is quoted or questioned: said of somebody else's words."""
    elided = _ELIDED.search(text, max(0, start - 4), start) is not None
    if (text[start - 1 : start] in ("'", "~") and not elided) or text[end : end + 1] in ("?", "+"):
        return True
    if text[end : end + 1] == "/" and text[end + 1 : end + 2].isdigit():
        return True
    if text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha():
        return True
    line = text[max(text.rfind("\n", 0, start) + 1, start - 400) : start]
    if any(piece.count('"') % 2 for piece in (before, line)):
        return True
    return any(line.rfind(opening) > line.rfind(closing) for opening, closing in _QUOTES)


def _modified(subject: Subject, before: str, start: int) -> bool:
    """Whether what stands just before makes it another document's ID, or one that is only thought of."""
    text = subject.text
    at = start
    while at > 0 and text[at - 1] in " \t*_":
        at -= 1
    if text[at - 1 : at] in ("`", "]", "^"):
        return True
    if text[at - 1 : at] == ")" and any(link.span.end == at for link in subject.markdown.links):
        return True
    words = list(_WORD.finditer(before))
    if not words:
        return False
    last = words[-1]
    if _BOUNDARY.search(before, last.end()):
        return False
    word, folded = last.group(), last.group().casefold()
    if folded.endswith(("'s", "’s", "s'", "s’")) or re.search(r"[\d./_-]", word):
        return True
    if folded in _MODIFIERS or folded in _HYPOTHETICAL or before.rstrip().endswith("的"):
        return True
    if word.isupper() and len(word) > 1 and word.isascii():
        return True
    return word[0].isupper() and len(words) > 1 and folded not in _POINTER and not _starts_clause(before, last.start())


def _starts_clause(before: str, at: int) -> bool:
    return re.search(r"[(:—–\"]\s*[*_]{0,3}$", before[:at]) is not None


def _belongs(text: str, plain: str, end: int, right: int) -> bool:
    """Whether what follows says whose it is: "of the edited skill", "from the brainstorm", "in `other.md`"."""
    if _DOCUMENT.match(plain, end, right):
        return True
    of = _OF.match(plain, end, right)
    if of is None:
        return re.match(r"[ \t]*[*_]{0,3}[ \t]*(?::|[—–][ \t])", text[end : end + 12]) is not None
    rest = plain[of.end() : right]
    if _HERE.match(rest):
        return False
    if of["word"].casefold() in ("in", "within", "inside", "im", "dans", "en", "nel", "em", "в", "per", "under"):
        raw = text[of.end() : of.end() + 1]
        words = [word.casefold() for word in _WORD.findall(rest)[:4]]
        return raw in "`[" or any(word in _MODIFIERS for word in words)
    return True


def _names_document(subject: Subject, sentence: Span) -> bool:
    piece = sentence.of(subject.text)
    if MARKDOWN_FILE.search(piece) or "http" in piece:
        return True
    return any(
        not link.target.of(subject.text).startswith("#")
        for link in subject.markdown.links
        if sentence.start <= link.span.start < sentence.end and link.kind.value == "inline"
    )


def _in_aside(subject: Subject, at: int) -> bool:
    outline = subject.markdown
    index = outline.section_index_at(at)
    while index > 0:
        section = outline.sections[index]
        if section.level > 1 and _ASIDE.search(section.title):
            return True
        index = section.parent
    return False


def _is_next(family: Family, mention: Mention) -> bool:
    """Whether it names the phase after the last one, which as a rule is one yet to come."""
    if family.is_code or family.key not in _TEMPORAL:
        return False
    last = max(number.parts[0] for number in family.numbers)
    return any(number.parts[0] == last + 1 for number, _ in mention.ids)
