"""What a data pack may not say of a skirmish, though every value is of the right type."""

from __future__ import annotations

from phaseline.atlas.model import HexMap
from phaseline.drill.files import Packs
from phaseline.drill.vetting import Vetting
from phaseline.engine.ledger import case
from phaseline.games.skirmish.scenario import (
    OUT,
    PACKAGE,
    SEATS,
    Result,
    Setup,
    Unit,
    own_maps,
    read_map,
    read_setup,
    read_tables,
    weather,
)
from phaseline.mechanics.tables import ResultsTable


def vet(key: str, packs: Packs) -> None:
    """Whether the file of the scenario `key` and the tables fit each other and the map. Raises `DataError`."""
    setup = read_setup(key, packs)
    asks = Vetting(PACKAGE, f"scenarios/{key}.toml", packs)
    if not any(pack.has(f"maps/{setup.map}.toml") for pack in packs):
        asks.known(setup.map, own_maps(), "map", "map")
    asks.board = board = read_map(setup.map, packs)
    asks.named(setup.title, "title")
    _places(asks, setup, board)
    _units(asks, setup.units, board)
    asks = Vetting(PACKAGE, "tables.toml", packs)
    tables = read_tables(packs)
    asks.terrains(tables.terrain, read_tables(()).terrain, board.terrain)
    asks.reads(lambda: ResultsTable.read(tables.weather, weather), "weather")
    asks.odds_table(tables.results, Result.parse, "results")


@case("10.2", "12.1")
def _places(asks: Vetting, setup: Setup, board: HexMap) -> None:
    for side in SEATS:
        asks.require(side in setup.sources, "name the hexes that its supply comes from", "sources", side)
    for side, hexes in setup.sources.items():
        asks.hexes(hexes, "sources", side, among=board.land, what="land")
    asks.different(setup.objectives, "objectives", among=board.land, what="land")
    asks.different(setup.held_by, "held_by", among=board.land, what="land")
    worth = {board.hex(text) for text in setup.objectives}
    for text in setup.held_by:
        asks.require(
            board.hex(text) in worth, "it is worth no points: name it in objectives, too", "held_by", text
        )


@case("1.2", "2.3")
def _units(asks: Vetting, units: tuple[Unit, ...], board: HexMap) -> None:
    asks.differing({("units", number, "name"): unit.name for number, unit in enumerate(units)})
    for number, unit in enumerate(units):
        at = ("units", number)
        if unit.at != OUT:
            asks.hex(unit.at, *at, "at", among=board.land, what="land")
        for field, (whole, half) in (("attack", unit.attack), ("defence", unit.defence)):
            said = f"{half} with one step is more than {whole} with two: write the greater first"
            asks.require(whole >= half, said, *at, field)
            said = "a decoy has no strength: write [0, 0]"
            asks.require(unit.kind != "decoy" or whole == 0, said, *at, field)
