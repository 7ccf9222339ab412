from hypothesis import given
from hypothesis import strategies as st

from anchorline.evidence.approximate import Sought, approximate

TEXT = "# Plan\n" + "".join(
    f"- The worker number {n} copies the archive of shard {n} to the cold store.\n" for n in range(40)
)
MISQUOTED = "The worker number 17 copies the archiv of shard 17 to the cold stroe."


def test_a_misquotation_is_found_in_the_same_place_however_many_were_looked_for_before():
    sought = Sought(TEXT)
    answers = [approximate(sought, MISQUOTED) for _ in range(30)]
    assert [TEXT[start:end] for start, end in answers[0]] == [
        MISQUOTED.replace("archiv ", "archive ").replace("stroe", "store")
    ]
    assert all(answer == answers[0] for answer in answers)


@given(st.text("ab\u00e9 ", max_size=200), st.text("ab\u00e9 ", min_size=8, max_size=8))
def test_an_index_knows_the_places_that_a_search_finds(text: str, piece: str):
    searched, indexed = Sought(text), Sought(text)
    for _ in range(30):
        indexed.begin()
    for wanted in (piece, text[:8].ljust(8, "a"), text[-8:].rjust(8, "a")):
        assert list(indexed.places(wanted)) == list(searched.places(wanted))
