"""How much is to be feared: an enemy who lets turn after turn go by is not reckoned with as one who strikes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from phaseline.engine.events import Event
from phaseline.hexgrid import Mask


class Vigilance:
    """Counts the turns in a row in which the enemy did nothing of his own will, by what the side was told of them.

    >>> vigilance = Vigilance(enemy=0b1100, deeds={"move"})
    >>> [vigilance.quiet(turn) for turn in (1, 1, 2, 3)]
    [0, 0, 1, 2]
    >>> vigilance.hear([Event(kind="move", case="8.1", text="", facts={"unit": 2})])
    >>> vigilance.quiet(3), vigilance.quiet(4), vigilance.quiet(5)
    (0, 0, 1)
    """

    def __init__(
        self, enemy: Mask, deeds: Collection[str], dice_of: int | None = None, dice: Collection[str] = ()
    ) -> None:
        """`enemy` are his units, `deeds` the kinds of events that tell what one of them does of its own will.

        In a game in which only attackers roll dice, `dice_of` is his seat; where others roll as well, `dice` are the kinds of events
        in which attackers do.
        """
        self._enemy = enemy
        self._deeds = frozenset(deeds)
        self._dice_of = dice_of
        self._dice = frozenset(dice)
        self._turn: int | None = None
        self._quiet = 0
        self._stirred = False

    def hear(self, events: Sequence[Event]) -> None:
        """Take notice of what happened."""
        if any(self._stirs(event) for event in events):
            self._stirred = True
            self._quiet = 0

    def quiet(self, turn: int) -> int:
        """How many turns the enemy has been quiet for, asked in `turn`."""
        if self._turn is not None and turn > self._turn:
            self._quiet = 0 if self._stirred else self._quiet + turn - self._turn
            self._stirred = False
        self._turn = turn
        return self._quiet

    def _stirs(self, event: Event) -> bool:
        """Whether he does something, or rolls dice to attack."""
        unit = event.facts.get("unit")
        if event.kind in self._deeds and isinstance(unit, int):
            return bool(self._enemy >> unit & 1)
        if event.draw is None or event.by is None or event.by != self._dice_of:
            return False
        return not self._dice or event.kind in self._dice
