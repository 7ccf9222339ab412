"""What was estimated and what was spent."""

from __future__ import annotations

import pytest

from anchorline.memory.spend import Spending, SpendLine, Spent, local_day
from anchorline.memory.store import FILE, Store

NOON = 1_796_000_000.0
DAY = 86_400.0


def spent(usd: float = 0.01, document: str = "file:///a", model: str = "haiku") -> Spent:
    return Spent(document, "coherence", model, 1, 100, 20, 3, 40, usd)


@pytest.fixture
def clock():
    return [NOON]


@pytest.fixture
def spending(clock):
    store = Store(None)
    yield Spending(store, now=lambda: clock[0])
    store.close()


def test_today_is_what_was_spent_since_midnight(spending, clock):
    clock[0] = NOON - DAY
    spending.add(spent(5.0))
    clock[0] = NOON
    spending.add(spent(0.25))
    spending.add(spent(0.5, "file:///b"))
    assert spending.today() == pytest.approx(0.75)
    assert spending.of_document("file:///a") == pytest.approx(5.25)


def test_the_account_goes_back_two_years_and_no_further(spending, clock):
    spending.estimated("file:///a", 1, 1.0)
    spending.add(spent(1.0))
    clock[0] += 700 * DAY
    spending.estimated("file:///a", 1, 1.0)
    spending.add(spent(1.0))
    assert spending.accuracy() == pytest.approx((2.0, 2.0))
    clock[0] += 700 * DAY
    spending.estimated("file:///a", 1, 1.0)
    assert spending.accuracy() == pytest.approx((2.0, 1.0))


def test_all_processes_share_one_account(tmp_path):
    one, two = Store(tmp_path / FILE), Store(tmp_path / FILE)
    Spending(one, now=lambda: NOON).add(spent(0.5))
    assert Spending(two, now=lambda: NOON).today() == pytest.approx(0.5)
    one.close()
    two.close()


def test_sums_by_day_model_and_document(spending, clock):
    spending.add(spent(0.1))
    spending.add(spent(0.2, "file:///b", "sonnet"))
    clock[0] += DAY
    spending.add(spent(0.4))
    first, second = local_day(NOON), local_day(NOON + DAY)
    assert spending.lines("day") == (
        SpendLine(second, 1, 123, 40, pytest.approx(0.4)), SpendLine(first, 2, 246, 80, pytest.approx(0.3)),
    )  # fmt: skip
    assert [line.name for line in spending.lines("model")] == ["haiku", "sonnet"]
    assert [line.name for line in spending.lines("document", since=second)] == ["file:///a"]


def test_what_was_foreseen_stands_beside_what_came(spending):
    spending.estimated("file:///a", 7, 0.03)
    spending.add(spent(0.02))
    assert spending.accuracy() == (pytest.approx(0.03), pytest.approx(0.02))


def test_what_cannot_be_written_counts_all_the_same_and_is_written_later(tmp_path):
    store = Store(tmp_path / FILE)
    spending = Spending(store, now=lambda: NOON)
    store.read(lambda c: c.execute("PRAGMA query_only = ON").fetchone(), None)
    spending.add(spent(0.5))
    assert spending.today() == pytest.approx(0.5)
    assert spending.of_document("file:///a") == pytest.approx(0.5)
    assert len(store.problems) == 1
    store.read(lambda c: c.execute("PRAGMA query_only = OFF").fetchone(), None)
    spending.add(spent(0.25))
    assert spending.today() == pytest.approx(0.75)
    assert spending.lines("day")[0].usd == pytest.approx(0.75)
    store.close()


@pytest.fixture
def two(tmp_path, clock):
    """Two processes' accounts over one file."""
    stores = [Store(tmp_path / FILE), Store(tmp_path / FILE)]
    yield [Spending(store, now=lambda: clock[0]) for store in stores]
    for store in stores:
        store.close()


def test_what_calls_under_way_may_cost_counts_for_all_processes(two):
    one, other = two
    other.add(spent(0.5))
    assert one.hold("a", 0.3, 1.0, 20)
    assert not other.hold("b", 0.3, 1.0, 20)
    assert other.hold("b", 0.2, 1.0, 20)
    assert (other.committed(), other.today()) == (pytest.approx(1.0), pytest.approx(0.5))
    one.add(spent(0.1))
    one.let_go("a")
    assert other.committed() == pytest.approx(0.8)
    assert one.hold("c", 0.2, 1.0, 20)


def test_a_retry_takes_the_place_of_the_try_before(two):
    one, other = two
    assert one.hold("a", 0.6, 1.0, 20)
    assert one.hold("a", 0.7, 1.0, 20)
    assert other.committed() == pytest.approx(0.7)


def test_what_a_dead_process_held_is_free_again_some_time_after_its_call_should_have_ended(two, clock):
    one, other = two
    assert one.hold("a", 1.0, 1.0, 20)
    clock[0] += 30
    assert not other.hold("b", 1.0, 1.0, 20)
    clock[0] += 60
    assert other.committed() == 0.0
    assert other.hold("b", 1.0, 1.0, 20)


def test_a_store_that_takes_nothing_holds_back_only_what_its_own_process_cannot_afford(tmp_path):
    store = Store(tmp_path / FILE)
    spending = Spending(store, now=lambda: NOON)
    store.read(lambda c: c.execute("PRAGMA query_only = ON").fetchone(), None)
    assert spending.hold("a", 0.6, 1.0, 20)
    assert not spending.hold("b", 0.6, 1.0, 20)
    spending.add(spent(0.1))
    spending.let_go("a")
    assert spending.hold("b", 0.6, 1.0, 20)
    store.close()
