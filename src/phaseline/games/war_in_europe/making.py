"""What a scenario file names: its counters, whose land is whose, and what of the map is in play."""

from __future__ import annotations

from msgspec.structs import replace

from phaseline.atlas.model import HexMap
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataError
from phaseline.games.war_in_europe.files import SEATS, Counters, Entry, Files, Setup, Unit, hex_runs
from phaseline.games.war_in_europe.names import AXIS_NATIONS, Category
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.hexgrid import Mask, mask_of

EXCHANGED: tuple[Category, ...] = ("security", "static")
"""German divisions that may be replaced by normal infantry when they are rebuilt (17.15)."""
INFANTRY_TYPE = "ge_inf"


@case("16.22", "17.15")
def with_twins(setup: Setup, data: Files) -> tuple[Setup, dict[str, str]]:
    """The scenario with a counter in the tray for each German security or static division, to take its place."""
    twins: dict[str, str] = {}
    added: dict[str, Entry] = {}
    for name, entry in setup.units.items():
        if twinned(entry, data.counters):
            twins[name] = f"{name}-inf"
            added[f"{name}-inf"] = Entry(name=f"{entry.name} Inf", type=INFANTRY_TYPE)
    return (replace(setup, units=setup.units | added) if added else setup), twins


def twinned(entry: Entry, counters: Counters) -> bool:
    """Whether a unit is a German security or static division, which has such a counter."""
    kind = counters.types.get(entry.type)
    return (
        kind is not None
        and kind.category in EXCHANGED
        and (entry.nation or kind.nation) == "german"
        and INFANTRY_TYPE in counters.types
    )


def side_of(who: str) -> int:
    """The seat of a side or a nation."""
    return AXIS if who == SEATS[AXIS] or who in AXIS_NATIONS else ALLIED


def unit_of(data: Files, name: str, entry: Entry) -> Unit:
    """The counter that an entry of a scenario names. Raises `DataError`."""
    kind = data.counters.types.get(entry.type)
    if kind is None:
        raise DataError(f"units.{name}: counters.toml has no type {entry.type}")
    nation = entry.nation or kind.nation
    if nation is None:
        raise DataError(f"units.{name}: a unit of type {entry.type} needs a nation")
    return Unit(name=entry.name, nation=nation, kind=kind)


def territory_of(setup: Setup, map: HexMap) -> dict[str, Mask]:
    """Whose hexes are whose at first, later entries over earlier ones."""
    found = {"Axis": 0, "Allied": 0, "neutral": 0, "closed": 0}
    for entry in setup.territory:
        try:
            named = mask_of(map.hex(text) for text in hex_runs(entry.hexes))
        except ValueError as error:
            raise DataError(f"territory: {error}") from error
        area = named
        if entry.areas:
            area = map.hexes_in("country", *entry.areas) & (named if entry.hexes else map.land)
        for side in found:
            found[side] &= ~area
        found[entry.side] |= area
    return found


def theatre_of(territory: dict[str, Mask], map: HexMap) -> Mask:
    """The hexes in play: those that the scenario says anything about, or all if it says nothing; and all water."""
    told = 0
    for area in territory.values():
        told |= area
    return told | ~map.land if told else map.on_map
