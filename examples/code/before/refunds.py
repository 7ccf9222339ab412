"""Refunds of orders. Amounts are in cents."""

import logging

log = logging.getLogger(__name__)


def open_amount(order):
    """What can still be refunded of an order."""
    return order.paid - order.refunded


def refund(order, amount, gateway):
    """Pay an amount back. Raises ValueError when more is asked for than is open."""
    if not 0 < amount <= open_amount(order):
        raise ValueError(f"only {open_amount(order)} can be refunded")
    gateway.send(order.number, amount)
    order.refunded += amount
    log.info("refunded %s of %s", amount, order.number)


def rate(orders):
    """The share of orders of which something was refunded."""
    if not orders:
        return 0.0
    return sum(order.refunded > 0 for order in orders) / len(orders)
