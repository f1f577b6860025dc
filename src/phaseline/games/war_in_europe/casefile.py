"""War in Europe in case files: the state that a case describes.

Where a case says nothing it is turn 1 in clear weather and the initial movement of the Axis. Without a scenario only what
the case names is on the map, each side holds the hexes of its units, and everybody is in supply.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct, field
from msgspec.structs import replace

from phaseline.drill import cases
from phaseline.drill.cases import Call, Composer, FieldSetup, altered, composing, mark
from phaseline.engine.casefile import CaseSetup
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataError
from phaseline.engine.position import Frame
from phaseline.games.war_in_europe import files
from phaseline.games.war_in_europe.files import LIBRARY, SEATS, Counters, Entry, Files, Kind, Line, Setup
from phaseline.games.war_in_europe.names import Category, Nation, Side, Size
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import (
    AIR_BOXES,
    AWAY,
    AXIS,
    BOX_EAST,
    BOX_SOUTH,
    BOX_WEST,
    DEAD,
    DUE,
    FRONTS,
    OUT,
    SPARE,
    TRACK,
    WEATHERS,
    AirFront,
    AirPhase,
    AirTransfer,
    Campaign,
    CombatPhase,
    Commitment,
    Frames,
    InitialMovement,
    InterdictionPhase,
    MechanizedMovement,
    PlayerTurn,
    PortStrikes,
    RailPhase,
    Regroup,
    Reinforcement,
    SeaPhase,
    Turn,
    WarPosition,
    Weather,
    air_box,
)
from phaseline.games.war_in_europe.rules import replacement, shipping
from phaseline.games.war_in_europe.rules.aircombat import begin as begin_combat
from phaseline.games.war_in_europe.rules.aircombat import judge as judge_combat
from phaseline.games.war_in_europe.scenario import FILE_SIDES, Options, WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes, mask_of

CLEAR: tuple[Weather, ...] = ("clear",) * 40
"""The turns of a case without a scenario."""
PLENTY: Mapping[Side, int] = {"Axis": 24, "Allied": 24}
"""The Rail Capacity of a case without a scenario."""
OFF_MAP: Mapping[str, int] = {
    "dead": DEAD,
    "out": OUT,
    "due": DUE,
    "track": TRACK,
    "away": AWAY,
    "spare": SPARE,
    "box-east": BOX_EAST,
    "box-south": BOX_SOUTH,
    "box-west": BOX_WEST,
}
STATES = {place: name for name, place in OFF_MAP.items()} | {DEAD: "eliminated"}
MARKS = (
    "moved",
    "travelled",
    "carried",
    "marched",
    "fought",
    "rebuilt",
    "idle",
    "entrained",
    "fortified",
    "ashore",
    "dropped",
    "shipped",
    "flown",
    "overran",
    "assailed",
    "sheltered",
)
"""What may be true of a unit, by the name of the position's set of such units."""


class UnitSetup(cases.UnitSetup, kw_only=True):
    """A unit of a case. `at` is a hex, or a place off the map: dead, out, due, track, away, spare, box-west.

    A unit with another name than one of the scenario's is an infantry division 6-5 / 1-5 of its `nation`, or of its
    `side`: German or American. `value` and `kg` are what its two sides say, `(5)-1` a defensive strength; `kg: none` if it
    forms no battlegroup. `state`: full, kg, or eliminated. `spent`: Movement Points spent in this phase.
    `turn` and `to`: when a unit is due, and in which hexes. Without a scenario an Axis airborne division `D` has its
    regiments `D 1`, `D 2` ... in the tray, unless the case names some.
    `due`: the turn in which a unit off the map is ready, or may come back.
    """

    side: str = ""
    type: str = ""
    nation: Nation | None = None
    category: Category | None = field(name="class", default=None)
    size: Size | None = None
    value: str = ""
    kg: str = ""
    supplied: bool = True
    turn: int | None = None
    to: tuple[str, ...] = ()
    spent: int = 0
    moved: bool = False
    travelled: bool = False
    carried: bool = False
    marched: bool = False
    fought: bool = False
    rebuilt: bool = False
    idle: bool = False
    entrained: bool = False
    fortified: bool = False
    ashore: bool = False
    dropped: bool = False
    shipped: bool = False
    flown: bool = False
    due: int = 0
    overran: bool = False
    assailed: bool = False
    sheltered: bool = False


class LineSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """A fortified line of a case."""

    side: str
    hexes: list[str]
    rear: list[str] = field(default_factory=list)
    since: int = 1


class WarSetup(FieldSetup, kw_only=True):
    """The `setup` of a case.

    Where it says nothing it is turn 1 in clear weather and the initial movement of the Axis. Without a scenario only what
    is named here is on the map, each side holds the hexes of its units, and everybody is in supply.

    `control`: hex -> side, or `everywhere`. `rail`: side -> its Friendly rail hexes. `interdicted`: side -> hexes that it
    interdicts. `sources`: side or nation -> its supply centers. `rail_capacity`: side -> units. `pools`: Replacement
    Points, by name: `german infantry west`. `converted`: rail hexes whose gauge has been changed; `neutral_rail`: those
    of neither side. `air`: side -> front -> box -> Points. `lines`:
    fortified lines. `neutral`: hexes nobody may enter. `piers`: beaches with an Amphibious Point. `taken`: port -> the turn
    in which it changed hands; `repaired`: in which a repair unit came.
    `transport`: side -> Naval Transport Points. `seas`: side -> the areas in which it has ships, all if it is not named.
    `amphibious`: Allied Amphibious Points. `superiority`: air front -> side.
    """

    units: dict[str, UnitSetup] = field(default_factory=dict)
    rail: dict[str, list[str]] = field(default_factory=dict)
    interdicted: dict[str, list[str]] = field(default_factory=dict)
    air: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    transport: dict[str, int] = field(default_factory=dict)
    sources: dict[str, list[str]] = field(default_factory=dict)
    rail_capacity: dict[str, int] = field(default_factory=dict)
    pools: dict[str, int] = field(default_factory=dict)
    converted: list[str] = field(default_factory=list)
    neutral_rail: list[str] = field(default_factory=list)
    lines: dict[str, LineSetup] = field(default_factory=dict)
    neutral: list[str] = field(default_factory=list)
    pressed: list[str] = field(default_factory=list)
    razed: list[str] = field(default_factory=list)
    ports_suppressed: list[str] = field(default_factory=list)
    piers: list[str] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)
    repaired: dict[str, int] = field(default_factory=dict)
    seas: dict[str, list[str]] = field(default_factory=dict)
    amphibious: int = 0
    beaches: list[str] = field(default_factory=list)
    superiority: dict[str, str] = field(default_factory=dict)


def _scenario(setup: CaseSetup, facts: WarSetup) -> WarScenario:
    """The scenario's facts, or none, with what the case changes laid over them."""
    assert isinstance(setup.options, Options)
    bare = setup.scenario is None
    base = (
        Setup(title="case", begins="1943-06-04", weather=CLEAR, first="Axis", rail_capacity=dict(PLENTY))
        if setup.scenario is None
        else files.read_setup(setup.scenario, setup.packs)
    )
    map = setup.map(None if bare and setup.has_map else LIBRARY.map(setup.packs))
    data = files.read_files(setup.packs)
    types, entries = dict(data.counters.types), dict(base.units)
    for name, said in facts.units.items():
        setup.own_name(name, base.units, "units", name)
        if said.at is not None and said.at not in OFF_MAP:
            setup.hex(map, said.at, "units", name, "at")
        entries[name], types[f"case-{name}"] = _unit(setup, name, entries.get(name), types, said)
    if bare:
        entries |= _regiments(entries, types, data.tables.airborne.regiments)
    if facts.weather:
        known: dict[str, Weather] = {name: name for name in WEATHERS}
        weather = setup.pick(facts.weather, known, "weather", "weather")
        base = replace(base, weather=(weather,) * len(base.weather))
    known_sides = {name.lower(): name for name in files.SEATS}
    sources = {known_sides.get(who.lower(), who): tuple(texts) for who, texts in facts.sources.items()}
    sides = {SEATS[setup.seat(side, "rail_capacity", side)]: n for side, n in facts.rail_capacity.items()}
    base = replace(base, sources=base.sources | sources, rail_capacity=base.rail_capacity | sides)
    lines = tuple(
        Line(
            name=name,
            side="Axis" if setup.seat(line.side, "lines", name, "side") == AXIS else "Allied",
            hexes=tuple(line.hexes),
            rear=tuple(line.rear),
            since=line.since,
        )
        for name, line in facts.lines.items()
    )
    base = replace(base, units=entries, lines=(*base.lines, *lines))
    for side, areas in facts.seas.items():
        seat = setup.seat(side, "seas", side)
        base = replace(base, seas=base.seas | {FILE_SIDES[seat]: tuple(areas)})
    with setup.field():
        return WarScenario(
            setup.scenario or "case", base, Files(Counters(types), data.tables), map, setup.options
        )


@case("8.0i")
def _regiments(
    entries: Mapping[str, Entry], types: Mapping[str, Kind], counts: Mapping[Nation, int]
) -> dict[str, Entry]:
    """Counters in the tray into which the Axis airborne divisions of a case break down, where it names no regiment itself."""
    found: dict[str, Entry] = {}
    for nation, count in counts.items():
        airborne = {
            name: types[entry.type].size
            for name, entry in entries.items()
            if entry.nation == nation and types[entry.type].category == "airborne"
        }
        kinds = (key for key, kind in types.items() if kind.nation == nation and kind.size == "regiment")
        key = next((key for key in kinds if types[key].category == "airborne"), "")
        if not key or "regiment" in airborne.values():
            continue
        for division in airborne:
            names = (f"{division} {number}" for number in range(1, count + 1))
            found |= {
                name: Entry(name=name, type=key, at="tray", nation=nation)
                for name in names
                if name not in entries
            }
    return found


def _unit(
    setup: CaseSetup, name: str, base: Entry | None, types: Mapping[str, Kind], said: UnitSetup
) -> tuple[Entry, Kind]:
    """A unit of the case and its own type."""
    if said.type and said.type not in types:
        setup.pick(said.type, {key: key for key in types}, "type", "units", name, "type")
    kind = types[said.type] if said.type else None
    if kind is None:
        kind = types[base.type] if base is not None else Kind(category="infantry", full="6-5", reduced="1-5")
    nation = said.nation or (base.nation if base is not None else None) or kind.nation
    if nation is None:
        if not said.side:
            raise setup.error("it is no unit of the scenario: give it a `side` or a `nation`", "units", name)
        nation = "german" if setup.seat(said.side, "units", name, "side") == AXIS else "american"
    reduced = "" if said.kg == "none" else said.kg or ("" if said.value and not said.type else kind.reduced)
    with setup.field("units", name, "value"):
        try:
            for text in (said.value, reduced):
                if text:
                    files.face(text)
        except DataError as error:
            raise ValueError(str(error)) from error
    own = replace(
        kind,
        nation=nation,
        category=said.category or kind.category,
        size=said.size or kind.size,
        full=said.value or kind.full,
        reduced=reduced,
    )
    own = replace(own, fortified=own.fortified or _fortified(own, types))
    entry = Entry(name=name, type="") if base is None else base
    entry = altered(entry, turn=said.turn, to=said.to or None)
    return replace(entry, type=f"case-{name}", nation=nation), own


@case("18.0a")
def _fortified(own: Kind, types: Mapping[str, Kind]) -> str:
    """What the fortified side says of a division that has one by its nation and strength: a French 3-4, a Soviet 1-4."""
    key = (own.nation, own.category, own.size, own.full)
    same = (kind for kind in types.values() if (kind.nation, kind.category, kind.size, kind.full) == key)
    return next((kind.fortified for kind in same if kind.fortified), "")


class _Composer(Composer[WarSetup, WarScenario, WarPosition]):
    """Lays what a case says over a position."""

    places: ClassVar[Mapping[str, int]] = OFF_MAP
    lost = (DEAD, OUT, SPARE)

    def run(self) -> None:
        """Everything."""
        facts, p = self.facts, self.position
        p.turn = 1 if facts.turn is None else facts.turn
        for number, name in self.named.items():
            said = facts.units[name]
            state = {"kg": "reduced"}.get(said.state, said.state)
            self.place(name, replace(said, state=state), self.scenario.units[number].steps)
            mark(p, number, said, MARKS)
            p.spent[number] = said.spent
            if not said.supplied:
                p.unsupplied |= 1 << number
            if said.due:
                p.due[number] = said.due
        self._held()
        p.neutral |= self.hexes("neutral")
        p.pressed, p.razed = self.hexes("pressed"), self.hexes("razed")
        p.suppressed = self.hexes("ports_suppressed")
        for text, points in facts.pools.items():
            p.pools[self.piece("pool", text, "pools", text)] = points
        p.converted = self.hexes("converted")
        p.piers |= self.hexes("piers")
        p.repaired |= self.by_hex("repaired")
        p.taken |= self.by_hex("taken")
        for seat, side, texts in self.by_seat("interdicted"):
            p.marks[seat] |= mask_of(self.hex(text, "interdicted", side) for text in texts)
        for seat, _, count in self.by_seat("transport"):
            p.fleet[seat] = count
        self._air()
        p.based = (1 << 2 * len(FRONTS)) - 1
        self._sea()
        p.stack = self._stack(p.turn)
        self._judge()

    def _held(self) -> None:
        """Who holds what: hexes as stated, those of units their side's; railways with them unless the case says more."""
        p = self.position
        for _, area, seat in self.held():
            p.owner[seat] |= area
            p.owner[1 - seat] &= ~area
        for seat, roster in enumerate(self.scenario.rosters):
            for unit in roster:
                if (at := p.at[unit]) >= 0 and not (p.ashore | p.dropped) >> unit & 1:
                    p.owner[seat] |= 1 << at
                    p.owner[1 - seat] &= ~(1 << at)
        if self.setup.scenario is None or self.facts.control:
            p.rail = [held & self.scenario.board.rail_hexes for held in p.owner]
        for seat, side, texts in self.by_seat("rail"):
            stated = mask_of(self.hex(text, "rail", side) for text in texts)
            p.rail[seat] |= stated
            p.rail[1 - seat] &= ~stated
        p.rail = [rail & ~self.hexes("neutral_rail") for rail in p.rail]

    def _air(self) -> None:
        fronts = {name: n for n, name in enumerate(FRONTS)}
        boxes = {name: n for n, name in enumerate(AIR_BOXES)}
        for seat, side, displays in self.by_seat("air"):
            for name, display in displays.items():
                front = self.setup.pick(name, fronts, "front", "air", side, name)
                for box, count in display.items():
                    where = self.setup.pick(box, boxes, "box", "air", side, name, box)
                    self.position.air[air_box(front, seat, where)] = count

    def _front(self) -> int:
        """The first air front, in the order of their combats, on which the case puts Points."""
        named = {name for displays in self.facts.air.values() for name in displays}
        return next((n for n, name in enumerate(FRONTS) if name in named), 0)

    def _sea(self) -> None:
        """Amphibious Points and where they serve, and who rules the air."""
        facts, p = self.facts, self.position
        if facts.amphibious:
            p.landing[0] = facts.amphibious
        p.beaches = self.hexes("beaches") | p.piers
        for hex in hexes(p.piers):
            p.lent[hex] = 0
        fronts = {name: n for n, name in enumerate(FRONTS)}
        for name, side in facts.superiority.items():
            front = self.setup.pick(name, fronts, "front", "superiority", name)
            p.superiority[front] = self.setup.seat(side, "superiority", name)

    # -- where play stands --------------------------------------------------------------------------------------------

    def _judge(self) -> None:
        """What the beginning of a phase settles, for cases that begin later in it: who sets out from where, who is rebuilt."""
        phase = self.position.stack[-1]
        state = WarState(self.setup.game, self.scenario, self.position)
        if isinstance(phase, SeaPhase | AirPhase):
            shipping.judge(state)
        elif isinstance(phase, Reinforcement):
            replacement.ration(state, phase.seat)
        elif isinstance(phase, AirFront):
            flow = self.setup.game.flow[AirFront]
            if phase.step > flow.index("air combat begins"):
                begin_combat(state)
            if phase.step > flow.index("air superiority"):
                judge_combat(state)

    def _stack(self, turn: int) -> list[Frames]:
        """The procedures under way in the step that the case names; initial movement of the active side if it names none."""
        active = self.active_seat(AXIS)
        count = 1 if active == self.scenario.first else 2
        calls: dict[type[Frame], Call] = {
            Campaign: Call(Campaign()),
            Turn: Call(Turn(turn=turn), Campaign, "turns", turn),
            PlayerTurn: Call(PlayerTurn(seat=active), Turn, "player turns", count),
            Commitment: Call(Commitment(), Turn, "commitment", 1),
            AirTransfer: Call(AirTransfer(seat=active), Turn, "air transfers", count),
            AirFront: Call(AirFront(front=self._front()), Turn, "air fronts", self._front() + 1),
            PortStrikes: Call(PortStrikes(seat=active), Turn, "port strikes", count),
            InterdictionPhase: Call(InterdictionPhase(seat=active), PlayerTurn, "interdiction", 1),
            InitialMovement: Call(InitialMovement(seat=active), PlayerTurn, "initial moves", 1),
            Reinforcement: Call(Reinforcement(seat=active), PlayerTurn, "reinforcements", 1),
            RailPhase: Call(RailPhase(seat=active), PlayerTurn, "rail moves", 1),
            SeaPhase: Call(SeaPhase(seat=active), PlayerTurn, "sea moves", 1),
            AirPhase: Call(AirPhase(seat=active), PlayerTurn, "air moves", 1),
            Regroup: Call(Regroup(), PlayerTurn, "airborne divisions", 1),
            CombatPhase: Call(CombatPhase(seat=active), PlayerTurn, "attacks", 1),
            MechanizedMovement: Call(MechanizedMovement(seat=active), PlayerTurn, "mechanized moves", 1),
        }
        return self.stack("initial movement", calls, turn)


compose = composing(WarSetup, _scenario, first_position, _Composer)
