"""What a data pack may not say of War in Europe, though every value is of the right type."""

from __future__ import annotations

from phaseline.drill.files import Packs
from phaseline.drill.vetting import Vetting
from phaseline.games.war_in_europe.files import LIBRARY, PACKAGE, read_files, read_setup
from phaseline.games.war_in_europe.land import Land
from phaseline.games.war_in_europe.making import territory_of, theatre_of
from phaseline.games.war_in_europe.vetting.asking import Asking
from phaseline.games.war_in_europe.vetting.forces import vet_forces
from phaseline.games.war_in_europe.vetting.frame import vet_frame, vet_territory
from phaseline.games.war_in_europe.vetting.special import vet_special
from phaseline.games.war_in_europe.vetting.tables import vet_tables, vet_types
from phaseline.games.war_in_europe.vetting.victory import vet_victory


def vet(key: str, packs: Packs) -> None:
    """Whether the file of the scenario `key`, unit types and tables fit each other and the map. Raises `DataError`."""
    own, data, setup, map = read_files(()), read_files(packs), read_setup(key, packs), LIBRARY.map(packs)
    vet_types(Vetting(PACKAGE, "counters.toml", packs), data.counters)
    vet_tables(Vetting(PACKAGE, "tables.toml", packs), data.tables, own.tables)
    asks = Asking(PACKAGE, f"scenarios/{key}.toml", packs, map)
    vet_territory(asks, setup)
    territory = territory_of(setup, map)
    board = Land(map, ~territory["closed"] & theatre_of(territory, map))
    vet_frame(asks, setup, board, data)
    vet_forces(asks, setup, board, data)
    vet_special(asks, setup, board, territory["neutral"], data.counters)
    vet_victory(asks, setup, board)
