"""A repair of a spelling makes a word of what was none. Anything else changes the meaning."""

from __future__ import annotations

import sys

import pytest

from anchorline.spelling import language_of, repaired

ENGLISH = "# Plan\n\nThe worker retries three times, and then it stops with an error of its own.\n"
GERMAN = "# Plan\n\nDer Dienst wiederholt den Aufruf, und das ist nicht teuer. Die Tests sollen laufen.\n"

REPAIRS = [
    (ENGLISH, "recieve", "receive"),
    (ENGLISH, "implmentation", "implementation"),
    (ENGLISH, "Seperate", "Separate"),
    (ENGLISH, "wierd", "weird"),  # a word of Dutch, which this text is not
    (GERMAN, "Rechnugn", "Rechnung"),
    (GERMAN, "erfolgrecih", "erfolgreich"),
    (GERMAN, "recieve", "receive"),  # plans in German have English words
]
OTHERS = [
    (ENGLISH, "five", "nine"),
    (ENGLISH, "done", "gone"),
    (ENGLISH, "Monday", "Sunday"),
    (ENGLISH, "allow", "allot"),
    (ENGLISH, "stop", "ship"),
    (ENGLISH, "There", "Where"),
    (ENGLISH, "queue", "quest"),
    (ENGLISH, "form", "from"),
    (ENGLISH, "unclear", "nuclear"),
    (ENGLISH, "causal", "casual"),
    (ENGLISH, "worker", "workers"),
    (ENGLISH, "kubectl", "kubelet"),  # names that no list has
    (ENGLISH, "receive", "recieve"),
    (GERMAN, "sollen", "wollen"),
    (GERMAN, "keine", "meine"),
    (GERMAN, "done", "Dose"),  # a word of English
]


@pytest.mark.parametrize(("text", "old", "new"), REPAIRS)
def test_what_is_no_word_is_made_one(text, old, new):
    assert repaired({(old, new)}, text) == {(old, new)}


@pytest.mark.parametrize(("text", "old", "new"), OTHERS)
def test_one_word_is_not_made_another(text, old, new):
    assert repaired({(old, new)}, text) == set()


def test_where_nothing_claims_to_be_a_repair_no_list_is_opened(monkeypatch):
    monkeypatch.setitem(sys.modules, "spellchecker", None)  # to import it would fail
    assert repaired((), ENGLISH) == set()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (ENGLISH, "en"), (GERMAN, "de"), ("", "en"), ("# 計画\n", "en"),
        ("Le service reçoit les factures et une copie dans le dossier.", "fr"),
        ("El servicio recibe los datos y una copia para el archivo.", "es"),
        ("Il servizio riceve i dati di ogni cliente che paga.", "it"),
        ("O serviço não recebe uma cópia dos dados, que são antigos.", "pt"),
        ("Het systeem stuurt een kopie van de factuur, en dat wordt niet herhaald.", "nl"),
    ],
)  # fmt: skip
def test_the_language_of_a_text_is_told_by_its_small_words(text, language):
    assert language_of(text) == language
