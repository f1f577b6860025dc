"""The first position of a scenario: who stands where, who holds what, and what is in store."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.france44.position import AFLOAT, DUE, GONE, POOL, Campaign, FrancePosition
from phaseline.games.france44.scenario import FranceScenario
from phaseline.hexgrid import mask_of


@case("4.2", "4.22", "4.27", "4.28")
def first_position(scenario: FranceScenario) -> FrancePosition:
    """The default set-up, which the players may change before the first turn (4)."""
    setup = scenario.setup
    at = [_start(scenario, n) for n in range(len(scenario.units))]
    late = setup.arrivals
    steps = [
        min(unit.steps, late[name].steps if name in late else setup.steps.get(name, unit.steps))
        for name, unit in zip(scenario.ids, scenario.units, strict=True)
    ]
    ports = {scenario.hex_at(text, "ports"): port for text, port in setup.ports.items()}
    wings = [
        GONE if scenario.bare else scenario.hex_at(setup.hexes.get(name, wing.hex), f"wings.{name}")
        for name, wing in zip(scenario.wing_ids, scenario.wings, strict=True)
    ]
    ships = [
        POOL if scenario.bare else scenario.hex_at(setup.hexes.get(name, ship.hex), f"ships.{name}")
        for name, ship in zip(scenario.ship_ids, scenario.ships, strict=True)
    ]
    return FrancePosition(
        stack=[Campaign()],
        turn=scenario.first_turn - 1,
        at=at,
        steps=steps,
        control=_held(scenario) | mask_of(ports),
        taken={hex: port.taken for hex, port in ports.items()},
        levels={hex: port.level for hex, port in ports.items() if port.level},
        allied_dumps=_by_hex(scenario, setup.allied_dumps, "allied_dumps"),
        german_dumps=_by_hex(scenario, setup.german_dumps, "german_dumps"),
        trucks=_trucks(scenario),
        wings=wings,
        bases=wings.copy(),
        ships=ships,
        vs=[
            scenario.hex_at(setup.hexes[name], f"rockets.{name}") if name in setup.hexes else POOL
            for name in scenario.rocket_ids
        ],
        mulberries=_harbours(scenario),
    )


def _held(scenario: FranceScenario) -> int:
    """The hexes that are Allied from the start: those listed, and heads of supply."""
    listed = mask_of(scenario.hex_at(text, "control") for text in scenario.setup.control)
    return listed | mask_of(scenario.heads) & ~mask_of(scenario.late_heads)


def _harbours(scenario: FranceScenario) -> list[int]:
    """Where the Mulberries are: afloat, or as many as the scenario has stand, and the others are gone."""
    count, placed = len(scenario.mulberry_ids), scenario.setup.harbours
    if placed is None:
        return [AFLOAT] * count
    found = [scenario.hex_at(text, "harbours") for text in placed]
    return found + [GONE] * (count - len(found))


def _by_hex(scenario: FranceScenario, values: dict[str, int], what: str) -> dict[int, int]:
    return {scenario.hex_at(text, what): value for text, value in values.items()}


@case("4.28")
def _trucks(scenario: FranceScenario) -> list[int]:
    """Where the trucks of both sides are: as many of those a scenario places as there are (R113), the others in the pool."""
    setup = scenario.setup
    found: list[int] = []
    for count, name, texts in zip(
        scenario.trucks,
        ("allied_trucks", "german_trucks"),
        (setup.allied_trucks, setup.german_trucks),
        strict=True,
    ):
        placed = [scenario.hex_at(text, name) for text in texts[:count]]
        found += placed + [POOL] * (count - len(placed))
    return found


def _start(scenario: FranceScenario, n: int) -> int:
    """Where a unit begins: its hex, its pool, or on the list of arrivals."""
    name, unit = scenario.ids[n], scenario.units[n]
    if name in scenario.setup.arrivals:
        return DUE
    setup = scenario.setup
    if name in setup.pool or (unit.start in ("pool", "french") and name not in setup.hexes):
        return POOL
    return scenario.hex_at(setup.hexes.get(name, unit.hex), f"units.{name}")
