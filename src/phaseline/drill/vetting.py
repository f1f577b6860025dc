"""What a data file says that makes no sense with all the rest, though each value is of the right type.

Data packs are vetted when a scenario is put together: whoever wrote one is told the file, the field and the reason, and
not later, by a match that cannot go on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any, NoReturn, TypeVar

from phaseline.atlas.model import HexMap
from phaseline.drill.files import Packs
from phaseline.engine.lexicon import as_token
from phaseline.engine.packs import DataError, where
from phaseline.hexgrid import Hex, Mask
from phaseline.mechanics.odds import OddsColumns
from phaseline.mechanics.tables import ResultsTable
from phaseline.wording.counts import several
from phaseline.wording.nearest import did_you_mean
from phaseline.wording.whereabouts import dotted

T = TypeVar("T")
Field = str | int
CENTURY = 1900, 2000
"""Years in which wargames of ours may be set: from the first to before the second."""
LONGEST = 80
"""Characters that a name may have."""


class Vetting:
    """Asks about the fields of one data file. Every question that is answered with no raises `DataError`."""

    def __init__(self, package: str, name: str, packs: Packs, board: HexMap | None = None) -> None:
        self.file = where(package, name, packs)
        if packs and not any(pack.has(name) for pack in packs):
            self.file = (
                f"{packs[0].folder}: {self.file}"  # no fault of the game's own file, which fits by itself
            )
        self.board = board

    def deny(self, reason: str, *field: Field) -> NoReturn:
        """Raise `DataError`: what is wrong with a field, and what helps."""
        raise DataError(": ".join(filter(None, [self.file, dotted(field), reason])))

    def require(self, right: object, reason: str, *field: Field) -> None:
        """Deny the field unless something is right."""
        if not right:
            self.deny(reason, *field)

    def hex(self, text: str, *field: Field, among: Mask | None = None, what: str = "in play") -> Hex:
        """The hex that a field names; it has to be one of some."""
        assert self.board is not None  # a file that is asked for hexes is read with a map
        try:
            found = self.board.hex(text)
        except ValueError as error:
            self.deny(str(error), *field)
        if among is not None and not among >> found & 1:
            self.deny(f"{self.board.label(found)} is not {what}", *field)
        return found

    def hexes(
        self, texts: Iterable[str], *field: Field, among: Mask | None = None, what: str = "in play"
    ) -> Mask:
        """The hexes of a list, each of which stands there once."""
        found = 0
        for number, text in enumerate(texts):
            hex = self.hex(text, *field, number, among=among, what=what)
            self.require(not found >> hex & 1, f"{text} stands in the list already", *field, number)
            found |= 1 << hex
        return found

    def different(
        self, texts: Iterable[str], *field: Field, among: Mask | None = None, what: str = "in play"
    ) -> None:
        """The hexes that are keys: two spellings of one hex would speak of it twice."""
        said: dict[Hex, str] = {}
        for text in texts:
            hex = self.hex(text, *field, text, among=among, what=what)
            self.require(hex not in said, f"{said.get(hex)} is the same hex", *field, text)
            said[hex] = text

    def known(self, name: str, names: Iterable[str], what: str, *field: Field) -> None:
        """Whether there is something of this name."""
        names = list(names)
        if name not in names:  # only then is it worth the while to look for what was meant
            self.deny(f'there is no {what} "{name}"{did_you_mean(name, names)}', *field)

    def all_known(self, listed: Sequence[str], names: Iterable[str], what: str, *field: Field) -> None:
        """Whether there is something of each name in a list, each of which stands there once."""
        names = list(names)
        for number, name in enumerate(listed):
            self.known(name, names, what, *field, number)
            self.require(name not in listed[:number], f"{name} stands in the list already", *field, number)

    def rising(self, pair: tuple[int, int] | None, *field: Field, least: int = 1, most: int) -> None:
        """Whether a pair runs from the lesser to the greater, between two bounds."""
        if pair is None:
            return
        first, last = pair
        self.require(
            first <= last, f"{first} to {last} runs backwards: the lesser number comes first", *field
        )
        for number, value in enumerate(pair):
            said = f"{value} is not possible: they run from {least} to {most}"
            self.require(least <= value <= most, said, *field, number)

    def named(self, name: str, *field: Field) -> None:
        """Whether something has a name that can be told, and written in a line of a record."""
        self.require(name.strip(), "a name is needed", *field)
        self.require(name.isprintable(), "line breaks, tabs and the like are no part of a name", *field)
        self.require(len(name) <= LONGEST, f"a name has at most {LONGEST} characters", *field)

    def differing(self, names: Mapping[tuple[Field, ...], str]) -> None:
        """Whether units, by the field of each name, have names that can be told apart in orders, which have them as one word."""
        known: dict[str, str] = {}
        for field, name in names.items():
            self.named(name, *field)
            word = as_token(name).casefold()
            self.require(word, f"{name} has neither letters nor digits: orders could not name it", *field)
            other = known.get(word, "")
            if other.casefold() == name.casefold():
                said = f"another unit is called {name}; names must differ in more than letter case"
            else:
                said = f"another unit is called {other}: in orders both are {as_token(name)}; give one another name"
            self.require(not other, said, *field)
            known[word] = name

    def day(self, text: str, *field: Field) -> date:
        """The day that a field names."""
        said = f'"{text}" is no day: write it as 1944-06-06'
        try:
            found = date.fromisoformat(text)
        except ValueError:
            self.deny(said, *field)
        # Other spellings, such as 19440606, are not in the order of the days.
        self.require(text == found.isoformat(), said, *field)
        self.require(CENTURY[0] <= found.year < CENTURY[1], f"{found.year} is long before or after", *field)
        return found

    def turn(self, turn: int, span: tuple[int, int], *field: Field) -> None:
        """Whether a turn is one of the scenario, which has those from the first to the last of a pair."""
        first, last = span
        said = f"turn {turn} is not one of this scenario, {first} to {last}"
        self.require(first <= turn <= last, said, *field)

    def dice(self, dice: Sequence[int], *field: Field, sides: int = 6) -> None:
        """Whether numbers on which something happens are some that a die has, each of them once."""
        for number, value in enumerate(dice):
            said = f"{value} is on no die: they have 1 to {sides}"
            self.require(1 <= value <= sides, said, *field, number)
            self.require(value not in dice[:number], f"{value} stands in the list already", *field, number)

    def reads(self, read: Callable[[], T], *field: Field) -> T:
        """What a field says, read as the game does, which raises `ValueError` where it cannot."""
        try:
            return read()
        except ValueError as error:
            self.deny(str(error), *field)

    def odds_table(self, raw: Mapping[str, Any], parse: Callable[[str], Hashable], *field: Field) -> None:
        """Whether a table has a result for each total of its dice, and none beyond, by odds that rise."""
        table = self.reads(lambda: ResultsTable.read(raw, parse), *field)
        self.reads(lambda: OddsColumns(table.columns), *field, "columns")
        most = table.throw.span[-1]
        said = f"{table.throw} comes to {most} at most: leave out the rows beyond"
        self.require(table.rows.high <= most, said, *field, "rows")

    def terrains(self, given: Iterable[str], own: Collection[str], board: Iterable[str] = ()) -> None:
        """Whether a chart has a line for each terrain of the game's own chart, and for no other but those of a map."""
        given = list(given)
        for kind in given:
            self.known(kind, {*own, *board}, "terrain", "terrain", kind)
        for kind in own:
            self.require(kind in given, f"a line for {kind} is needed", "terrain")


def graded(
    asks: Vetting, grades: Sequence[tuple[int, str]], seats: Sequence[str], floor: int, *field: Field
) -> None:
    """Whether results by points, each from so many on with its winner ("" a draw), serve for any number of them.

    They are points of the first seat, less those of the second; fewer than `floor` there cannot be.
    """
    order: Callable[[str], int] = [seats[0], "", seats[1]].index
    asks.require(grades, f"there is none: give one from {several(floor, 'point')} on at least", *field)
    for number, (least, winner) in enumerate(grades):
        said = f'"{winner}" is not possible here; possible are {seats[0]}, {seats[1]}, and nothing for a draw'
        asks.require(winner in (seats[0], "", seats[1]), said, *field, number, "winner")
        doubled = least in [other for other, _ in grades[:number]]
        asks.require(not doubled, f"another begins with {several(least, 'point')}", *field, number, "least")
    ranked = sorted(grades, reverse=True)
    lowest = ranked[-1][0]
    said = f"fewer points than {lowest} have no result: let the last begin with {floor}"
    asks.require(lowest <= floor, said, *field)
    for (most, better), (fewer, worse) in pairwise(ranked):
        said = f"{better or 'a draw'} from {several(most, 'point')} on, but {worse or 'a draw'} from {fewer}: points count for {seats[0]}"
        asks.require(order(better) <= order(worse), said, *field)
