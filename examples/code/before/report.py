"""The report of a day."""

from refunds import rate


def report(day):
    """One line for the journal; a day without orders has its line too."""
    return f"{day.date}: {rate(day.orders):.1%} refunded"
