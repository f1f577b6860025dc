"""The unchanging facts of a game with units on a map: its roster, by number, name and side."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from functools import partial
from typing import Any, Generic, Self, TypeVar, cast

from msgspec import Struct

from phaseline.drill.board import Ground
from phaseline.drill.files import fingerprint
from phaseline.drill.standing import Height, Place, Standing
from phaseline.engine.game import Scenario
from phaseline.engine.lexicon import HexNames, Lexicon, Names, Vocabulary
from phaseline.engine.packs import DataError
from phaseline.engine.position import Position
from phaseline.hexgrid import Hex, Mask, mask_of
from phaseline.mechanics.zones import Zone

U = TypeVar("U")
P = TypeVar("P", bound=Position)
T = TypeVar("T")

MOST_KEPT = 2000
"""Of so many things at most `FieldScenario.lately` remembers what they come to."""


class Roster(Generic[U]):
    """The counters of a match, by number in roster order.

    `ids` are their keys in data files, `number` the number of each key, `titles` what people call them (`called`; the
    keys where none is given), `spoken`, by key, what sentences call them (the titles where nothing is given), `side_of` the seat of each; `rosters` and `side_units` are the units of each seat, as
    numbers and as a mask.
    """

    def __init__(
        self,
        units: Mapping[str, U],
        side_of: Callable[[U], int],
        seats: Sequence[str],
        called: Callable[[U], str] | None = None,
        spoken: Mapping[str, str] | None = None,
    ) -> None:
        self.seats = tuple(seats)
        self.ids: tuple[str, ...] = tuple(units)
        self.units: tuple[U, ...] = tuple(units.values())
        self.titles: tuple[str, ...] = self.ids if called is None else tuple(map(called, self.units))
        self.spoken: tuple[str, ...] = self.titles if spoken is None else tuple(spoken.values())
        self.number: dict[str, int] = {name: n for n, name in enumerate(self.ids)}
        self.side_of: tuple[int, ...] = tuple(side_of(unit) for unit in self.units)
        self.rosters: list[tuple[int, ...]] = [
            tuple(n for n, side in enumerate(self.side_of) if side == seat) for seat in range(len(seats))
        ]
        self.side_units: list[Mask] = [mask_of(roster) for roster in self.rosters]
        self.all_units: Mask = mask_of(range(len(self.units)))

    def vocabularies(self) -> dict[str, Vocabulary]:
        """How orders and texts name units and seats; a unit's key is understood as well as its name."""
        return {
            "unit": Names("unit", self.titles, self.ids, spoken=self.spoken),
            "seat": Names("seat", self.seats),
        }


class FieldScenario(Scenario, Generic[U]):
    """Base of a scenario whose units stand on hexes. What the roster says of them can be asked here as well.

    A unit is its number in the roster, a set of units a mask. `facts` are what the scenario was made of, maps and
    options among them: all that makes a match another one.
    """

    heights: tuple[Height, ...]
    """What stacks are measured by; the first is what stacking limits count."""
    zones: tuple[tuple[Zone, int], ...] = ()
    """Classes of zones of control, each with the number of the height that counts the units which exert it."""
    _standing: tuple[list[Place], Standing] | None = None
    _opening: Position | None = None

    def __init__(
        self,
        *,
        key: str,
        title: str,
        board: Ground,
        options: Struct,
        facts: Sequence[object],
        roster: Roster[U],
        names: Mapping[str, Vocabulary] = {},
    ) -> None:
        lexicon = Lexicon({"hex": HexNames(board.map), **roster.vocabularies(), **names})
        super().__init__(
            key=key,
            title=title,
            map=board.map,
            lexicon=lexicon,
            options=options,
            digest=partial(fingerprint, *facts),
        )
        self.board = board
        self.ids = roster.ids
        self.titles = roster.titles
        self.spoken = roster.spoken
        self.units = roster.units
        self.number = roster.number
        self.side_of = roster.side_of
        self.rosters = roster.rosters
        self.side_units = roster.side_units
        self.all_units = roster.all_units
        self._lately: dict[Hashable, Any] = {}

    def hex_at(self, text: str, what: str) -> Hex:
        """The hex that a data file names for something. Raises `DataError`."""
        try:
            return self.map.hex(text)
        except ValueError as error:
            raise DataError(f"{what}: {error}") from error

    def opened(self, first: Callable[[Self], P]) -> P:
        """The first position, which `first` works out once: a copy."""
        if self._opening is None:
            self._opening = first(self)
        return cast(P, self._opening.copy())

    def begin_at(self, position: Position) -> None:
        """Let matches begin with this position."""
        self._opening = position

    def standing(self, at: Sequence[Place]) -> Standing:
        """Who stands where when the units are at these places: to be asked, and copied before units move.

        The first answer is remembered: most matches begin alike.
        """
        known = self._standing
        if known is None:
            known = self._standing = list(at), Standing(self.rosters, self.heights, at)
        return known[1] if known[0] == at else Standing(self.rosters, self.heights, at)

    def lately(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` works out from `key` and the scenario alone, not None: remembered for a while for all its matches.

        Matches begin alike, what was so once often is so again, and who looks ahead comes by the same places many times.
        """
        known = self._lately
        made: T | None = known.get(key)
        if made is None:
            if len(known) >= MOST_KEPT:
                known.clear()
            made = known[key] = make()
        return made

    def forgetful(self) -> Self:
        """The same facts, in a scenario of its own that remembers nothing yet."""
        twin = copy(self)
        twin._lately = {}
        twin._standing = None
        return twin

    def having(self, wanted: Callable[[U], Any]) -> Mask:
        """The units of which `wanted` is true."""
        return mask_of(n for n, unit in enumerate(self.units) if wanted(unit))
