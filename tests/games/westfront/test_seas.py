"""The sea areas: the table of 15.1 on the map, who controls them, the lanes over them."""

from __future__ import annotations

import pytest

from phaseline.games.westfront import GAME
from phaseline.games.westfront.board import Board
from phaseline.games.westfront.position import ALLIED, AXIS, TO_COME
from phaseline.games.westfront.rules import invasion, sailing, seas
from phaseline.games.westfront.state import WestFrontState
from phaseline.games.westfront.waters import table
from phaseline.hexgrid import hexes, mask_of

ATLANTIC = "atlantic"
MEDITERRANEAN = "mediterranean"
BALTIC = "baltic"
LISTED = {
    "15.1b": (
        "Atlantic Ocean",
        3,
        ATLANTIC,
        None,
        "Cork Vigo Porto Lisbon Cadiz Tangiers Casablanca Gibraltar",
    ),
    "15.1c": ("North Atlantic", 3, ATLANTIC, "Glasgow", "Belfast Shetlands Orkneys"),
    "15.1d": ("Irish Sea", 3, ATLANTIC, "Liverpool", "Glasgow Swansea Bristol Cork Dublin Belfast"),
    "15.1e": (
        "North Sea",
        2,
        ATLANTIC,
        "London",
        (
            "Shetlands Orkneys Aberdeen Edinburgh Newcastle Hull Yarmouth Ipswich Dover Calais Ostende Antwerp "
            "Rotterdam Hamburg Amsterdam Bremen"
        ),
    ),
    "15.1f": (
        "English Channel",
        2,
        ATLANTIC,
        "Portsmouth",
        "Dover Weymouth Plymouth Calais Le_Havre Cherbourg Brest",
    ),
    "15.1g": ("Bay of Biscay", 1, ATLANTIC, "Brest", "Lorient Bordeaux Bayonne Bilbao Gijon"),
    "15.1h": (
        "Alboran Sea",
        2,
        MEDITERRANEAN,
        "Gibraltar",
        "Malaga Almeria Cartagena Valencia Barcelona Mallorca Tangiers Melilla Oran Algiers",
    ),
    "15.1i": ("Western Mediterranean", 1, MEDITERRANEAN, "Algiers", "Mallorca Bizerte Cagliari"),
    "15.1j": ("Gulf of Lyon", 1, MEDITERRANEAN, "Marseilles", "Mallorca Toulon Sassari Barcelona"),
    "15.1k": ("Ligurian Sea", 2, MEDITERRANEAN, "Genoa", "Toulon Sassari La_Spezia Livorno Olbia Bastia"),
    "15.1l": (
        "Tyrrhenian Sea",
        1,
        MEDITERRANEAN,
        "Tunis",
        "Rome Naples Reggio Messina Olbia Cagliari Palermo Bizerte",
    ),
    "15.1m": (
        "Central Mediterranean",
        1,
        MEDITERRANEAN,
        "Tripoli",
        "Tunis Sfax Malta Palermo Catania Benghazi",
    ),
    "15.1n": ("Ionian Sea", 1, MEDITERRANEAN, "Benghazi", "Catania Messina Reggio Taranto"),
    "15.1o": (
        "Adriatic Sea",
        2,
        MEDITERRANEAN,
        "Trieste",
        "Brindisi Bari Termoli Ancona Venice Fiume Split Dubrovnik",
    ),
    "15.1p": ("Skagerrak", 3, BALTIC, "Copenhagen", "Hamburg Aarhus"),
    "15.1q": ("Western Baltic", 2, BALTIC, "Stettin", "Copenhagen Hamburg Rostock"),
}
AXIS_IN_1943 = {
    "Bay of Biscay",
    "Gulf of Lyon",
    "Ligurian Sea",
    "Adriatic Sea",
    "Skagerrak",
    "Western Baltic",
}


def play(scenario: str = "S43") -> WestFrontState:
    """A scenario at its start, without any unit on the map."""
    loaded = GAME.load(scenario)
    state = WestFrontState(GAME, loaded, GAME.start(loaded))
    state.position.at = [TO_COME] * len(state.position.at)
    state.restore(state.position)
    return state


def hold(state: WestFrontState, seat: int, *names: str) -> None:
    """Give hexes to a side."""
    mask = mask_of(state.board.hex(name) for name in names)
    for side in (ALLIED, AXIS):
        for book in (state.position.owner, state.position.control):
            book[side] = book[side] | mask if side == seat else book[side] & ~mask
    state.changed()


def axis_seas(state: WestFrontState) -> set[str]:
    """The names of the seas the Axis controls."""
    return {state.board.waters.names[sea] for sea in hexes(seas.held(state, AXIS))}


@pytest.fixture(scope="module")
def board() -> Board:
    """The board of the whole map."""
    return GAME.load("S43").board


@pytest.mark.case(
    "westfront", "15.1b", "15.1c", "15.1d", "15.1e", "15.1f", "15.1g", "15.1h", "15.1i", "15.1j"
)
@pytest.mark.case(
    "westfront", "15.1k", "15.1l", "15.1m", "15.1n", "15.1o", "15.1p", "15.1q", "15.71", "12.3c"
)
@pytest.mark.parametrize("number", LISTED)
def test_sea_area(board: Board, number: str) -> None:
    name, value, basin, base, others = LISTED[number]
    waters = board.waters
    sea = waters.number[name]
    places = {place.hex: place.name for place in board.map.places.values() if "port" in place}
    listed = {text.replace("_", " ") for text in others.split()} | ({base} if base else set())
    on_it = {places[hex] for hex in hexes(waters.ports_on[sea])}
    eire = {"Cork", "Dublin"}
    assert on_it | (listed & eire) == listed | ({"Benghazi"} if name == "Ionian Sea" else set())
    assert waters.value[sea] == value
    assert waters.basins[basin] >> sea & 1
    if base:
        assert waters.base[sea] == board.hex(base)


@pytest.mark.case("westfront", "15.1r")
def test_no_other_sea_is_in_play(board: Board) -> None:
    assert board.waters.names == tuple(name for name, *_ in LISTED.values())


def test_map_and_table_agree(board: Board) -> None:
    for name, facts in table().sea.items():
        assert board.map.fact("sea", name, "value") == facts.value
        assert board.map.fact("sea", name, "basin") == facts.basin
        assert board.map.fact("sea", name, "base", "") in ("", facts.base or "Benghazi")


def test_seas_adjoin_where_their_water_does_and_at_straits_only_besides(board: Board) -> None:
    waters = board.waters
    for a, name in enumerate(waters.names):
        for b in range(len(waters.names)):
            touching = bool(board.grid.spread(waters.water[a]) & waters.water[b]) and a != b
            if touching:
                assert b in waters.next_to[a], (name, waters.names[b])
            elif b in waters.next_to[a]:
                assert waters.gates[a, b], (name, waters.names[b])


@pytest.mark.case("westfront", "15.1a")
@pytest.mark.case("westfront", "1.45b")
def test_the_naval_base_controls_its_sea() -> None:
    state = play()
    assert axis_seas(state) == AXIS_IN_1943
    hold(state, ALLIED, "Brest")
    assert axis_seas(state) == AXIS_IN_1943 - {"Bay of Biscay"}
    hold(state, AXIS, "Gibraltar")
    assert "Alboran Sea" in axis_seas(state)


@pytest.mark.case("westfront", "15.1b")
@pytest.mark.case("westfront", "15.1n")
def test_some_seas_are_always_allied() -> None:
    state = play()
    hold(state, AXIS, "Benghazi", "Gibraltar", "Lisbon")
    assert not {"Atlantic Ocean", "Ionian Sea"} & axis_seas(state)


@pytest.mark.case("westfront", "16.1d")
def test_italy_surrendered_gives_the_allies_the_mediterranean() -> None:
    state = play()
    state.position.flags.add("italy surrendered")
    state.changed()
    assert axis_seas(state) == {"Bay of Biscay", "Skagerrak", "Western Baltic"}


@pytest.mark.case("westfront", "13.22b")
def test_air_supremacy_gives_the_allies_the_atlantic() -> None:
    state = play()
    state.position.month = 17
    state.changed()
    assert axis_seas(state) == AXIS_IN_1943 - {"Bay of Biscay"}


@pytest.mark.case("westfront", "12.3c")
@pytest.mark.parametrize(
    ("storm", "count"), [("none", 0), ("atlantic", 6), ("mediterranean", 8), ("baltic", 2)]
)
def test_a_storm_covers_a_basin(storm: str, count: int) -> None:
    state = play()
    state.position.storm = storm  # type: ignore[assignment]
    assert seas.stormy(state).bit_count() == count


@pytest.mark.case("westfront", "15.2d")
def test_the_allies_have_naval_supremacy() -> None:
    assert [sailing.seas_per_move(seat) for seat in (ALLIED, AXIS)] == [2, 1]
    assert [invasion.invasion_range(seat) for seat in (ALLIED, AXIS)] == [2, 1]


@pytest.mark.case("westfront", "side.15a")
def test_benghazi_serves_the_allies_and_starts_invasions_into_the_adriatic() -> None:
    state = play()
    benghazi = state.board.hex("Benghazi")
    assert sailing.capacity(state, ALLIED, benghazi) == 2
    near = invasion.within(state, ALLIED, benghazi, 2)
    names = {state.board.waters.names[sea] for sea in hexes(near)}
    assert names == {"Ionian Sea", "Central Mediterranean", "Adriatic Sea", "Tyrrhenian Sea"}


@pytest.mark.case("westfront", "15.71")
def test_lanes_are_safest_for_their_length() -> None:
    state = play()
    waters = state.board.waters
    start, end = (1 << waters.number[name] for name in ("Tyrrhenian Sea", "Gulf of Lyon"))
    found = seas.lanes(state, ALLIED, start, end, 6)
    shown = [(waters.titles(lane.seas), lane.dice) for lane in found]
    assert shown == [("Tyrrhenian Sea, Western Mediterranean, Gulf of Lyon", 1)]
    axis = seas.lanes(state, AXIS, start, end, 6)
    assert [(waters.titles(lane.seas), lane.dice) for lane in axis] == [
        ("Tyrrhenian Sea, Ligurian Sea, Gulf of Lyon", 1)
    ]


def test_the_map_of_husky_has_its_seas() -> None:
    state = play("husky")
    state.fix_control()
    names = {state.board.waters.names[sea] for sea in hexes(state.board.waters.on_map)}
    assert {"Tyrrhenian Sea", "Central Mediterranean", "Ionian Sea", "Western Mediterranean"} <= names
    number = state.board.waters.number
    assert not seas.held(state, AXIS) & mask_of(
        number[name] for name in ("Tyrrhenian Sea", "Central Mediterranean")
    )
