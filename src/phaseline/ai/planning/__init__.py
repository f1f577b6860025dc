"""Tools that every planner needs: fields of influence, exchanges, assignment, and giving orders by a plan."""

from phaseline.ai.planning.assignment import Package, Use, match, one_by_one, select
from phaseline.ai.planning.choosing import best_move
from phaseline.ai.planning.exchange import Exchange
from phaseline.ai.planning.influence import Field, distances, influence
from phaseline.ai.planning.issuing import Intent, OrderBook
from phaseline.ai.planning.numbers import power
from phaseline.ai.planning.parameters import read_parameters, reweighed

__all__ = [
    "Exchange",
    "Field",
    "Intent",
    "OrderBook",
    "Package",
    "Use",
    "best_move",
    "distances",
    "influence",
    "match",
    "one_by_one",
    "power",
    "read_parameters",
    "reweighed",
    "select",
]
