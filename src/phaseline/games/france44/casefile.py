"""France '44 in case files: the state that a case describes.

Where a case says nothing it is Turn 2 in clear weather and Allied movement. Without a scenario only what the case names
is on the map, the Germans hold the Continent but for hexes with Allied units, and everybody is in supply.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from phaseline.atlas.model import HexMap
from phaseline.drill import cases
from phaseline.drill.cases import Call, Composer, FieldSetup, altered, composing, mark
from phaseline.engine.casefile import CaseSetup
from phaseline.engine.casefile.errors import fold
from phaseline.engine.casefile.matching import Named
from phaseline.engine.position import Frame
from phaseline.games.france44 import files
from phaseline.games.france44.files import LIBRARY, Files, Nation, Setup, Unit, UnitType
from phaseline.games.france44.opening import first_position
from phaseline.games.france44.position import (
    AFLOAT,
    ALLIED,
    DEAD,
    DUE,
    ESCORT,
    FRENCH,
    GERMAN,
    GERMANS,
    GONE,
    POOL,
    UNLIMITED,
    WEATHERS,
    AlliedMovement,
    AlliedTurn,
    Battle,
    Bomber,
    Campaign,
    CombatPhase,
    Frames,
    FrancePosition,
    GermanMovement,
    GermanTurn,
    Turn,
)
from phaseline.games.france44.scenario import FranceScenario, Options
from phaseline.hexgrid import lowest, mask_of

NO_SCENARIO = Setup(title="case", turns=(1, 47))
OFF_MAP: Mapping[str, int] = {"pool": POOL, "eliminated": DEAD, "dead": DEAD, "gone": GONE, "due": DUE}
STATES = {place: name for name, place in OFF_MAP.items()} | {
    DEAD: Named("dead", "eliminated"),
    GONE: Named("gone", "eliminated"),
}
MARKS = ("moved", "active", "fought", "landed", "dropped", "fresh", "restored", "hungry", "cut", "starved")
"""What may be true of a unit, by the name of the position's set of such units."""
POOLS: Mapping[str, int] = {"german": GERMANS, "allied": 1 - GERMANS, "french": FRENCH}
"""Whose replacement factors, in `factors`."""
SIDES: Mapping[str, int] = {"allied": ALLIED, "german": GERMAN}
"""The sides, as they stand in names of phases."""
NATURAL: Mapping[str, tuple[str, str]] = {
    "replacement": ("allied replacement", "german replacement"),
    "replacements": ("allied replacement", "german replacement"),
    "support": ("allied support", "german support"),
    "supply": ("allied support", "german support"),
    "air return": ("allied air return", "german air return"),
    "rations": ("allied rations", "german rations"),
    "sea transport": ("sea and air transport", "german movement"),
    "airborne": ("sea and air transport", "german movement"),
    "movement": ("allied movement", "german movement"),
    "combat": ("announcing", "announcing"),
    "tactical air": ("allied tactical air", "german tactical air"),
    "isolation": ("allied isolation", "german isolation"),
    "end of turn": ("stockpile", "stockpile"),
}
"""Phases as players call them, and the steps that begin them, in the Allied and in the German turn."""


class UnitSetup(cases.UnitSetup, kw_only=True):
    """A unit of a case. `at` is a hex, or pool, dead (or eliminated), gone, due. What is left out is as on its counter.

    A unit with another name than a counter's is an infantry division 4-4 of its `nation`, or of its `side`: American or
    German. Its reverse is half of its combat factor, rounded down, at least 1. `beach` is the hex it invades from the sea.
    """

    side: str = ""
    nation: Nation | None = None
    type: UnitType | None = None
    combat: int | None = None
    half: int | None = None
    movement: int | None = None
    beach: str = ""
    moved: bool = False
    active: bool = False
    fought: bool = False
    landed: bool = False
    dropped: bool = False
    fresh: bool = False
    restored: bool = False
    hungry: bool = False
    cut: bool = False
    starved: bool = False


class AttackSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """An attack that has been announced."""

    targets: list[str]
    units: list[str]
    wings: list[str] = []
    ships: list[str] = []
    hq: str = ""
    bomber: bool = False
    answer: str = ""


class FranceSetup(FieldSetup, kw_only=True):
    """The `setup` of a case.

    Where it says nothing it is Turn 2 in clear weather and Allied movement. Without a scenario only what is named here is on
    the map, the Germans hold the Continent but for hexes with Allied units, and everybody is in supply.

    `phase` may also be replacement, support, movement, combat, tactical air ... of the `active` side, or German combat.
    `control`: hex -> side, or `everywhere`. `wings`, `ships`, `rockets`: name -> hex; of a wing also `escort`. `trucks` and
    `mulberries` list hexes, trucks by side; `dumps` are values by hex, by side. `levels` and `taken`: supply level of a
    major port, and the turn it was taken in. `announced` are attacks still to be resolved, in order.
    """

    units: dict[str, UnitSetup] = field(default_factory=dict)
    wings: dict[str, str] = field(default_factory=dict)
    ships: dict[str, str] = field(default_factory=dict)
    rockets: dict[str, str] = field(default_factory=dict)
    fresh_rockets: list[str] = field(default_factory=list)
    trucks: dict[str, list[str]] = field(default_factory=dict)
    mulberries: list[str] | None = None
    dumps: dict[str, dict[str, Annotated[int, Meta(ge=0)]]] = field(default_factory=dict)
    levels: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    harbours: list[str] = field(default_factory=list)
    beachheads: list[str] = field(default_factory=list)
    factors: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    feeder: dict[str, str] = field(default_factory=dict)
    french_begun: bool = False
    capacity: int | None = None
    bombed: int = 0
    shipping: int | None = None
    invasion: bool = False
    air_left: int | None = None
    flown: list[str] = field(default_factory=list)
    intercepting: list[str] = field(default_factory=list)
    pinned: list[str] = field(default_factory=list)
    bomber: Bomber = "ready"
    announced: list[AttackSetup] = field(default_factory=list)


def _scenario(setup: CaseSetup, facts: FranceSetup) -> FranceScenario:
    """The scenario's facts, or none, with what the case changes laid over them."""
    assert isinstance(setup.options, Options)
    bare = setup.scenario is None
    base = NO_SCENARIO if setup.scenario is None else files.read_setup(setup.scenario, setup.packs)
    map = setup.map(None if bare and setup.has_map else LIBRARY.map(setup.packs))
    data = files.read_files(setup.packs)
    units = dict(data.counters.units)
    for name, changes in facts.units.items():
        setup.own_name(name, data.counters.units, "units", name)
        units[name] = _unit(setup, map, name, units.get(name), changes)
    if bare:
        # Whatever the case does not place waits in a pool: its own map may lack the hexes of the counters.
        units = {name: replace(unit, hex="", start=_kept(unit)) for name, unit in units.items()}
    elif base.units:
        base = replace(base, units=(*base.units, *(name for name in facts.units if name not in base.units)))
    counters = replace(data.counters, units=units)
    with setup.field():
        key = setup.scenario or "case"
        return FranceScenario(
            key, base, Files(counters, data.tables, data.chart), map, setup.options, bare=bare
        )


def _kept(unit: Unit) -> files.Start:
    return "french" if unit.start == "french" else "pool"


def _unit(setup: CaseSetup, map: HexMap, name: str, base: Unit | None, changes: UnitSetup) -> Unit:
    for key in ("at", "beach"):
        if (text := getattr(changes, key)) and text not in OFF_MAP:
            setup.hex(map, text, "units", name, key)
    if base is None:
        if not changes.side and not changes.nation:
            raise setup.error("it is no counter of the game: give it a `side` or a `nation`", "units", name)
        nation = changes.nation
        if nation is None:
            nation = "German" if setup.seat(changes.side, "units", name, "side") == GERMAN else "American"
        base = Unit(name=name, nation=nation, type="infantry", combat=4, half=2, movement=4, start="pool")
    found = altered(base, nation=changes.nation, type=changes.type, movement=changes.movement)
    combat = base.combat if changes.combat is None else changes.combat
    half = max(1, combat // 2) if changes.half is None else changes.half
    if found.type == "hq":
        half = 0
    elif changes.half is None and changes.combat is None and base.half:
        half = base.half
    return replace(found, combat=combat, half=half)


class _Composer(Composer[FranceSetup, FranceScenario, FrancePosition]):
    """Lays what a case says over a position."""

    places: ClassVar[Mapping[str, int]] = OFF_MAP
    lost = (DEAD, GONE)

    def run(self) -> None:
        """Everything."""
        facts = self.facts = self._in_steps()
        p = self.position
        p.turn = 2 if facts.turn is None else facts.turn
        if facts.weather:
            p.weather = self.setup.pick(
                facts.weather, {name: name for name in WEATHERS}, "weather", "weather"
            )
        for number, name in self.named.items():
            said = facts.units[name]
            self.place(name, said, self.scenario.units[number].steps)
            mark(p, number, said, MARKS)
            if said.beach:
                p.beach[number] = self.hex(said.beach, "units", name, "beach")
        self._control()
        self._pieces()
        self._ports()
        self._rest()
        p.stack = self._stack(p.turn)

    def _in_steps(self) -> FranceSetup:
        """What the case says, with a phase that it calls by its natural name as the step that begins it.

        It is that of the side in the name, which is then the active one unless the case says otherwise, or of the active side.
        """
        said = fold(self.facts.phase)
        side = next((side for side in SIDES if said.startswith(f"{side} ")), "")
        facts = replace(self.facts, active=self.facts.active or side)
        name = said.removeprefix(f"{side} ")
        if name not in NATURAL:
            return facts
        return replace(facts, phase=NATURAL[name][SIDES[side] if side else self.active_seat(ALLIED)])

    def _control(self) -> None:
        p, board = self.position, self.scenario.board
        p.control = self.stood_on(self.stated(p.control, GONE)) & board.continent

    def _pieces(self) -> None:
        p, facts, scenario = self.position, self.facts, self.scenario
        for name, text in facts.wings.items():
            wing = self.piece("wing", name, "wings", name)
            p.wings[wing] = ESCORT if text == "escort" else self.hex(text, "wings", name)
            p.bases[wing] = p.wings[wing]
        for name, text in facts.ships.items():
            p.ships[self.piece("ship", name, "ships", name)] = self.hex(text, "ships", name)
        for name, text in facts.rockets.items():
            p.vs[self.piece("rocket", name, "rockets", name)] = self.hex(text, "rockets", name)
        p.v_fresh = mask_of(self.piece("rocket", name, "fresh_rockets") for name in facts.fresh_rockets)
        for seat, side, texts in self.by_seat("trucks"):
            first = 0 if seat == ALLIED else scenario.trucks[ALLIED]
            if len(texts) > scenario.trucks[seat]:
                raise self.setup.error(f"there are {scenario.trucks[seat]} trucks", "trucks", side)
            for n in range(scenario.trucks[seat]):
                p.trucks[first + n] = self.hex(texts[n], "trucks", side) if n < len(texts) else POOL
        if facts.mulberries is not None:
            placed = [self.hex(text, "mulberries") for text in facts.mulberries]
            p.mulberries = (placed + [AFLOAT] * len(p.mulberries))[: len(p.mulberries)]
        for seat, side, values in self.by_seat("dumps"):
            dumps = {self.hex(text, "dumps", side): value for text, value in values.items()}
            if seat == ALLIED:
                p.allied_dumps = dumps
            else:
                p.german_dumps = dumps

    def _ports(self) -> None:
        p = self.position
        p.levels = self.by_hex("levels")
        p.taken = dict.fromkeys(p.levels, 1) | self.by_hex("taken")
        p.control |= mask_of(p.taken) & self.scenario.board.continent
        p.harbours, p.beachheads = self.hexes("harbours"), self.hexes("beachheads")

    def _rest(self) -> None:
        p, facts = self.position, self.facts
        for name, count in facts.factors.items():
            p.factors[self.setup.pick(name, POOLS, "pool of factors", "factors", name)] = count
        for seat, _, points in self.by_seat("points"):
            p.points[seat] = points
        for name, text in facts.feeder.items():
            p.feeder[self.unit(name, "feeder")] = self.hex(text, "feeder", name)
        p.french_begun, p.invasion, p.bomber = facts.french_begun, facts.invasion, facts.bomber
        p.capacity = 0 if facts.capacity is None else facts.capacity
        p.bombed = facts.bombed
        full = self.scenario.data.counters.sheet.transports
        p.shipping = full if facts.shipping is None else facts.shipping
        p.air_left = UNLIMITED if facts.air_left is None else facts.air_left
        p.flown = mask_of(self.piece("wing", name, "flown") for name in facts.flown)
        p.pinned = mask_of(self.piece("wing", name, "pinned") for name in facts.pinned)
        p.intercepting = mask_of(self.piece("wing", name, "intercepting") for name in facts.intercepting)
        p.announced = [self._attack(said) for said in facts.announced]

    def _attack(self, said: AttackSetup) -> Battle:
        units = self.units(said.units, "announced")
        return Battle(
            attacker=self.scenario.side_of[lowest(units)],
            target=self.hex(said.targets[0], "announced"),
            targets=mask_of(self.hex(text, "announced") for text in said.targets),
            attackers=units,
            wings=mask_of(self.piece("wing", name, "announced") for name in said.wings),
            ships=mask_of(self.piece("ship", name, "announced") for name in said.ships),
            hq=self.unit(said.hq, "announced") if said.hq else -1,
            bomber=said.bomber,
            answer=self.unit(said.answer, "announced") if said.answer else -1,
        )

    # -- where play stands --------------------------------------------------------------------------------------------

    def _stack(self, turn: int) -> list[Frames]:
        """The procedures under way in the step that the case names; the movement of the active side if it names none."""
        active = self.active_seat(ALLIED)
        count = turn - self.scenario.first_turn + 1
        player, combat = (
            (AlliedTurn, "allied attacks") if active == ALLIED else (GermanTurn, "german attacks")
        )
        calls: dict[type[Frame], Call] = {
            Campaign: Call(Campaign()),
            Turn: Call(Turn(turn=turn), Campaign, "turns", count),
            AlliedTurn: Call(AlliedTurn(), Turn, "allied turn", 1),
            AlliedMovement: Call(AlliedMovement(), AlliedTurn, "allied moves", 1),
            GermanTurn: Call(GermanTurn(), Turn, "german turn", 1),
            GermanMovement: Call(GermanMovement(), GermanTurn, "german moves", 1),
            CombatPhase: Call(CombatPhase(seat=active), player, combat, 1),
        }
        return self.stack("allied movement" if active == ALLIED else "german movement", calls, count)


compose = composing(FranceSetup, _scenario, first_position, _Composer)
