"""What a data pack may not say of WestFront, though every value is of the right type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from phaseline.atlas.model import HexMap
from phaseline.drill.files import Packs
from phaseline.drill.vetting import Vetting
from phaseline.engine.ledger import case
from phaseline.games.westfront import files, maps
from phaseline.games.westfront.board import Board
from phaseline.games.westfront.files import PACKAGE, SIDES, Book, Card, Reinforcement, ScenarioFile, Side
from phaseline.games.westfront.roster import Kind, Unit, UnitType
from phaseline.games.westfront.scenario import map_of
from phaseline.games.westfront.state import Flag
from phaseline.hexgrid import Mask

Units = Mapping[str, Unit]


def vet(key: str, packs: Packs) -> None:
    """Whether the file of the scenario `key`, blocks, types, books and card fit each other and the map. Raises `DataError`."""
    whole = maps.read_map(packs)
    units = {unit.name: unit for unit in files.read_units(packs)}
    _units(Vetting(PACKAGE, "units.toml", packs), files.read_units(packs), files.read_types(packs))
    books = files.read_books(packs)
    _books(Vetting(PACKAGE, "books.toml", packs), books)
    file = files.read_scenario(key, packs)
    asks = Vetting(PACKAGE, f"scenarios/{key}.toml", packs, whole)
    asks.named(file.title, "title")
    asks.known(file.book, books, "book", "book")
    _frame(asks, file, books[file.book], whole)
    _forces(asks, file, units)
    if file.card is not None:
        card = files.read_card(file.card, packs)
        _card(Vetting(PACKAGE, f"cards/{file.card}.toml", packs, whole), card, units, whole)
    _set_up(asks, file, units, Board(map_of(file, packs)))
    for number, entry in enumerate(file.reinforcements):
        _arrives(asks, file, books[file.book], entry, units, number)


@case("2.1a", "2.2", "2.3a")
def _units(asks: Vetting, units: tuple[Unit, ...], types: Mapping[str, UnitType]) -> None:
    """A name is one block's, a BeachHead one unit's; a block has at least its lowest strength."""
    nations = {(unit.side, unit.nation) for unit in files.read_units(())}
    names: dict[str, Unit] = {}
    owners: dict[str, str] = {}
    for unit in units:
        at = (unit.side, unit.nation, unit.name)
        asks.named(unit.name, *at)
        known = [nation for side, nation in nations if side == unit.side]
        asks.known(
            unit.nation, sorted(known), f"nation on the {unit.side} side called", unit.side, unit.nation
        )
        other = names.setdefault(unit.name.casefold(), unit)
        said = (
            f"{other.name} of the {other.side} side is called so; names must differ in more than letter case"
        )
        asks.require(other is unit, said, *at)
        least = max(1, types[unit.kind].lowest)
        said = f"its lowest strength is {least} (types.toml), its highest cannot be {unit.limit}"
        asks.require(least <= unit.limit, said, *at, "limit")
        said = f"{unit.kind} units of the {unit.side} side have no cost (types.toml): give it there"
        asks.require(types[unit.kind].cost(SIDES.index(unit.side)) is not None, said, *at, "kind")
        if unit.beachhead is not None:
            owner = owners.setdefault(unit.beachhead, unit.name)
            asks.require(owner == unit.name, f"it is the BeachHead of {owner}", *at, "beachhead")
            asks.require(unit.kind == "amphibious", "only amphibious units have one", *at, "beachhead")


@case("3.12", "11.31")
def _books(asks: Vetting, books: Mapping[str, Book]) -> None:
    for key, book in books.items():
        asks.require(book.first_month <= book.last_month, f"{book.last} is before {book.first}", key, "last")
        if book.next is not None:
            asks.known(book.next, books, "book", key, "next")
            said = f"{book.next} begins in {books[book.next].first}, before this one is over"
            asks.require(books[book.next].first_month > book.last_month, said, key, "next")


def _frame(asks: Vetting, file: ScenarioFile, book: Book, whole: HexMap) -> None:
    said = f"{file.first} is not one of the months of its book, {book.first} to {book.last}"
    asks.require(book.first_month <= file.first_month <= book.last_month, said, "first")
    asks.known(file.allied, whole.areas.get("allied_start", {}), "area of the layer allied_start", "allied")
    asks.require(file.deployments, "at least one is needed", "deployments")
    asks.all_known(file.flags, get_args(Flag), "flag", "flags")
    for number, name in enumerate(file.italians_in):
        _land(asks, whole, name, "italians_in", number)
    if file.area is None:
        return
    for number, name in enumerate(file.area.countries):
        _land(asks, whole, name, "area", "countries", number)
    for number, text in enumerate(file.area.hexes):
        asks.hex(text, "area", "hexes", number)
    played = maps.cut(whole, file.area)
    for field, given in (("origins", file.area.origins), ("arrivals", file.area.arrivals)):
        for side, places in given.items():
            asks.require(places, "at least one is needed", "area", field, side)
            asks.hexes(places, "area", field, side, among=played.land, what="land in this scenario")
            for number, name in enumerate(places if field == "origins" else ()):
                asks.known(name, whole.places, "place", "area", field, side, number)


def _land(asks: Vetting, whole: HexMap, name: str, *field: str | int) -> None:
    lands = [land for layer in maps.LAYERS for land in whole.areas.get(layer, {})]
    asks.known(name, lands, "country", *field)


@case("3.23")
def _forces(asks: Vetting, file: ScenarioFile, units: Units) -> None:
    for side, forces in file.forces.items():
        for kind in forces:
            asks.known(kind, get_args(Kind), "kind of unit", "forces", side, kind)
    for kind in file.ss_units:
        asks.known(kind, get_args(Kind), "kind of unit", "ss_units", kind)
    for name in file.army_group_e:
        asks.known(name, units, "unit", "army_group_e", name)
    owned = [unit.beachhead for unit in units.values() if unit.beachhead]
    asks.all_known(file.beachheads.ready, owned, "BeachHead", "beachheads", "ready")
    asks.all_known(file.beachheads.prep, owned, "BeachHead", "beachheads", "prep")
    for number, name in enumerate(file.beachheads.prep):
        asks.require(
            name not in file.beachheads.ready, f"{name} is ready already", "beachheads", "prep", number
        )


def _set_up(asks: Vetting, file: ScenarioFile, units: Units, board: Board) -> None:
    """Who stands on the map from the start."""
    for side, rows in file.setup.items():
        for name, placed in rows.items():
            at = ("setup", side, name)
            _of(asks, name, side, placed.cv, units, *at)
            _on(asks, placed.at, board.land, *at, "at")


def _on(asks: Vetting, text: str, land: Mask, *field: str | int) -> None:
    asks.hex(text, *field, among=land, what="land in this scenario")


def _of(asks: Vetting, name: str, side: Side, cv: int, units: Units, *field: str | int) -> None:
    """Whether a side has such a unit, and it such a strength."""
    asks.known(name, units, "unit", *field)
    unit = units[name]
    asks.require(unit.side == side, f"it is a unit of the {unit.side} side", *field)
    asks.require(
        cv <= unit.limit, f"its highest strength is {unit.limit} (units.toml), not {cv}", *field, "cv"
    )


@case("3.24")
def _card(asks: Vetting, card: Card, units: Units, whole: HexMap) -> None:
    sectors: Mapping[str, Mask] = whole.areas.get("sector", {})
    for side, blocks in zip(SIDES, card.sides, strict=True):
        for half, rows in (("North", blocks.North), ("South", blocks.South)):
            for name, row in rows.items():
                at = (side, half, name)
                _of(asks, name, side, row.cv, units, *at)
                if row.city is not None:
                    asks.hex(row.city, *at, "city")
                for field, land in (("country", row.country), ("coast", row.coast), ("front", row.front)):
                    if land is not None and not (field == "coast" and land in sectors):
                        _land(asks, whole, land, *at, field)


@case("11.5")
def _arrives(
    asks: Vetting, file: ScenarioFile, book: Book, entry: Reinforcement, units: Units, number: int
) -> None:
    at = ("reinforcements", number)
    said = f"{entry.month} is not one of the months of this scenario, {file.first} to {book.last}"
    asks.require(file.first_month <= entry.month_number <= book.last_month, said, *at, "month")
    if entry.unit is None:
        owned = [unit.beachhead for unit in units.values() if unit.beachhead]
        asks.known(entry.beachhead or "", owned, "BeachHead", *at, "beachhead")
        return
    asks.known(entry.unit, units, "unit", *at, "unit")
    unit = units[entry.unit]
    said = f"the strengths of {unit.name} run from 0 to {unit.limit} (units.toml), not to {entry.cv}"
    asks.require(entry.cv <= unit.limit, said, *at, "cv")
    standing = any(entry.unit in rows for rows in file.setup.values())
    asks.require(not standing, f"{unit.name} stands on the map from the start (setup)", *at, "unit")
