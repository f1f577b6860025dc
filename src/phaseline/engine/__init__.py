"""The kernel every game shares: position, order, decision, flow, dice, events, views, match and record."""

from phaseline.engine.ledger import case

__all__ = ["case"]
