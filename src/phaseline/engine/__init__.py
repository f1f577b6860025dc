"""The kernel every game shares: position, order, decision, flow, dice, events, views, match and record.

To play, one needs a game, a scenario and a `Match`. Orders are values, or texts in the game's own notation.

>>> from phaseline.engine import Match, record, registry
>>> skirmish = registry.game("skirmish")
>>> match = Match.new(skirmish, skirmish.load("ford"), seed=bytes(32))
>>> match.decision.prompt, match.decision.seats
('choose a stance in secret', (0, 1))
>>> [match.write(order) for order in match.legal(0)]
['stance assault', 'stance hold', 'stance screen']
>>> print(match.check(0, "stance retreat"))
case 5.1: a stance is one of assault, hold, screen
>>> for seat in match.decision.seats:
...     events = match.submit(seat, "stance hold")
>>> match.state.path()
('Turn 1', 'Blue turn', 'movement')
>>> events = match.submit(0, "done")
>>> match.write(match.undo(0))
'done'
>>> view = match.view(1)  # all that Red may know
>>> again = record.load(record.dump(match))  # a text file, like PGN
>>> again.position == match.position
True

To write a game, subclass `Position`, `Order`, `OrderRule`, `State`, `Scenario` and `Game`, and write the sequence of
play as a `Flow`. What is named here is what a game needs; modules are loaded when their names are first used.

`record` saves and replays, `registry` finds installed games, `packs` reads data, `casefile` runs rules examples,
`harness` checks a game by random play, `phaseline bench` measures it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from phaseline.engine.aids import Aids
    from phaseline.engine.chance import Branch, outcomes
    from phaseline.engine.dice import Dice, Draw, ScriptedDice, SeededDice
    from phaseline.engine.events import Event, tell
    from phaseline.engine.flow import Decide, Do, Flow, Loop, Procedure, procedure
    from phaseline.engine.game import Game, Scenario, View
    from phaseline.engine.gameoptions import OptionsError
    from phaseline.engine.ledger import case
    from phaseline.engine.legal import LegalOrders, OrderRule
    from phaseline.engine.lexicon import HexNames, HexRef, Kind, Lexicon, Names, SeatRef, UnitRef
    from phaseline.engine.match import CannotUndo, Entry, Match
    from phaseline.engine.narrowing import Narrowing, Options, choose, options
    from phaseline.engine.orders import NotationError, Order, OrderText
    from phaseline.engine.packs import DataError, DataPack, read_data, read_text
    from phaseline.engine.position import Frame, Outcome, Position
    from phaseline.engine.refusal import IllegalOrder, Incomplete, Refusal
    from phaseline.engine.sheet import Badge, Mark, Piece, Sheet, Track
    from phaseline.engine.state import Decision, State

__all__ = [
    "Aids",
    "Badge",
    "Branch",
    "CannotUndo",
    "DataError",
    "DataPack",
    "Decide",
    "Decision",
    "Dice",
    "Do",
    "Draw",
    "Entry",
    "Event",
    "Flow",
    "Frame",
    "Game",
    "HexNames",
    "HexRef",
    "IllegalOrder",
    "Incomplete",
    "Kind",
    "LegalOrders",
    "Lexicon",
    "Loop",
    "Mark",
    "Match",
    "Names",
    "Narrowing",
    "NotationError",
    "Options",
    "OptionsError",
    "Order",
    "OrderRule",
    "OrderText",
    "Outcome",
    "Piece",
    "Position",
    "Procedure",
    "Refusal",
    "Scenario",
    "ScriptedDice",
    "SeatRef",
    "SeededDice",
    "Sheet",
    "State",
    "Track",
    "UnitRef",
    "View",
    "case",
    "choose",
    "options",
    "outcomes",
    "procedure",
    "read_data",
    "read_text",
    "tell",
]

_HOMES = {
    "aids": ("Aids",),
    "chance": ("Branch", "outcomes"),
    "dice": ("Dice", "Draw", "ScriptedDice", "SeededDice"),
    "events": ("Event", "tell"),
    "flow": ("Decide", "Do", "Flow", "Loop", "Procedure", "procedure"),
    "game": ("Game", "Scenario", "View"),
    "gameoptions": ("OptionsError",),
    "ledger": ("case",),
    "legal": ("LegalOrders", "OrderRule"),
    "lexicon": ("HexNames", "HexRef", "Kind", "Lexicon", "Names", "SeatRef", "UnitRef"),
    "match": ("CannotUndo", "Entry", "Match"),
    "narrowing": ("Narrowing", "Options", "choose", "options"),
    "orders": ("NotationError", "Order", "OrderText"),
    "packs": ("DataError", "DataPack", "read_data", "read_text"),
    "position": ("Frame", "Outcome", "Position"),
    "refusal": ("IllegalOrder", "Incomplete", "Refusal"),
    "sheet": ("Badge", "Mark", "Piece", "Sheet", "Track"),
    "state": ("Decision", "State"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
