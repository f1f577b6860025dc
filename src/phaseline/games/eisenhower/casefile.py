"""Eisenhower's War in case files: the state a case describes, and the facts it may expect.

Where a case says nothing it is Turn 2 (no first-turn limits, no West Wall) and Allied movement; nobody is asked for
optional interruptions unless the case gives `fmo`, `bombers` or `aerial_supply`. Without a scenario only the named units
are on the map, units need no supply where the map has no source, and the Germans control hexes without units. A
counter's own values stand unless the case changes them; a scenario's units leave hexes that `control` gives to the enemy; a unit with another name is a plain 4-4-4 with two steps.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from phaseline.atlas.model import HexMap
from phaseline.drill import cases
from phaseline.drill.cases import EVERYWHERE, Call, Composer, FieldSetup, altered, composing, mark, under_way
from phaseline.engine.casefile import CaseSetup
from phaseline.engine.position import Frame
from phaseline.games.eisenhower import files
from phaseline.games.eisenhower.files import LIBRARY, Factors, Files, Setup, Unit, UnitType
from phaseline.games.eisenhower.opening import first_position
from phaseline.games.eisenhower.position import (
    ALLIED,
    BOX,
    ELIMINATED,
    GERMAN,
    GONE,
    IDLE,
    TRACK,
    AlliedCombat,
    AlliedMovement,
    AlliedPhase,
    Campaign,
    Combat,
    EisenhowerPosition,
    Frames,
    GermanCombat,
    GermanMovement,
    GermanPhase,
    Turn,
    Window,
)
from phaseline.games.eisenhower.scenario import EisenhowerScenario, Options
from phaseline.games.eisenhower.sequence import FLOW
from phaseline.hexgrid import Mask, hexes, mask_of

NO_SCENARIO = Setup(title="case", alternate=False, beachheads=(), start_allied=(), landing_force=())
PLAIN: Factors = (4, 4, 4)
OFF_MAP: Mapping[str, int] = {
    "box": BOX,
    "track": TRACK,
    "eliminated": ELIMINATED,
    "gone": GONE,
    "other form": IDLE,
}
STATES = {place: name for name, place in OFF_MAP.items()}


class UnitSetup(cases.UnitSetup, kw_only=True):
    """A unit of a case. `at` is a hex, or box, track, eliminated, gone. What is left out is as on its counter.

    Give `full` (attack, defence, movement) or single factors, `steps` or `state` (full, reduced, eliminated). A unit with
    another name than a counter's is a plain 4-4-4 with two steps.
    """

    side: str = ""
    army_group: str = ""
    type: UnitType | None = None
    attack: int | None = None
    defence: int | None = None
    movement: int | None = None
    full: Factors | None = None
    reduced: Factors | None = None
    mobile: bool = True
    mountain: bool | None = None
    one_step: bool = False
    due: int | None = None
    moved: bool = False
    fought: bool = False
    ashore: bool = False
    dropped: bool = False


class ForcedSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """A combat under way: who attacks what, and the losses if the die has been rolled."""

    target: str
    attackers: list[str] = []
    dropped: list[str] = []
    attacker_loss: int = 0
    defender_loss: int = 0
    bombers: bool = False
    offensive: bool = False


class PlanSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """A secret plan for the second invasion."""

    turn: int
    hex: str


class EisenhowerSetup(FieldSetup, kw_only=True):
    """The `setup` of a case.

    Where it says nothing it is Turn 2 and Allied movement, and nobody is asked for optional interruptions unless the case
    gives `fmo`, `bombers` or `aerial_supply`. Without a scenario only the named units are on the map, units need no supply
    where the map has no source, and the Germans control hexes without units.

    `control`: hex -> side, or `everywhere`; `ports` lists all ports that are Allied (`none`: there are none). The hex of a
    unit is its side's: units of the scenario leave hexes that `control` or `ports` give to the enemy, units of the case
    cannot be there.
    """

    units: dict[str, UnitSetup] = field(default_factory=dict)
    ports: list[str] | str | None = None
    beachheads: list[str] = field(default_factory=list)
    destroyed: list[str] = field(default_factory=list)
    once_allied: list[str] = field(default_factory=list)
    sources_lost: list[str] = field(default_factory=list)
    secured: list[str] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    order: str = "movement"
    difficulty: str = ""
    fmo: int | None = None
    bombers: int | None = None
    aerial_supply: str = ""
    bridge: list[str] = field(default_factory=list)
    fortress: str = ""
    plan: PlanSetup | None = None
    second_invasion_made: bool = False
    free_italy: bool = False
    fx_withdrawn: bool = False
    yugoslavs: bool = False
    ordinary_seine: bool = False
    unopposed_landing: bool = False
    forced: ForcedSetup | None = None


def _scenario(setup: CaseSetup, facts: EisenhowerSetup) -> EisenhowerScenario:
    """The scenario's facts, or none, with what the case changes laid over them."""
    assert isinstance(setup.options, Options)
    bare = setup.scenario is None
    base = NO_SCENARIO if setup.scenario is None else files.read_setup(setup.scenario, setup.packs)
    own_map = bare and setup.has_map
    map = setup.map(None if own_map else LIBRARY.map(setup.packs))
    data = files.read_files(setup.packs)
    units = dict(data.counters.units)
    if own_map:
        units = {name: replace(unit, setup="", entry=_no_hex(unit)) for name, unit in units.items()}
    for name, changes in facts.units.items():
        setup.own_name(name, data.counters.units, "units", name)
        units[name] = _unit(setup, map, name, units.get(name), changes)
    data = Files(replace(data.counters, units=units), data.tables, data.track)
    with setup.field():
        return EisenhowerScenario(setup.scenario or "case", base, data, map, setup.options)


def _no_hex(unit: Unit) -> str:
    """An entry code that names no hex of a map that the case's is not."""
    turn, _, where = unit.entry.partition("/")
    return unit.entry if where in ("", "Italy") else turn


def _unit(setup: CaseSetup, map: HexMap, name: str, base: Unit | None, changes: UnitSetup) -> Unit:
    if changes.at is not None and changes.at not in OFF_MAP:
        setup.hex(map, changes.at, "units", name, "at")
    if base is None:
        if not changes.side:
            raise setup.error("it is no counter of the game: give it a `side`", "units", name)
        seat = setup.seat(changes.side, "units", name, "side")
        group = changes.army_group or ("american" if seat == ALLIED else "")
        if group not in ("american", "british", "airborne", ""):
            raise setup.error("an army group is american, british or airborne", "units", name, "army_group")
        full = PLAIN if changes.mobile else (0, 3, 0)
        base = Unit(
            name=name,
            side="allied" if seat == ALLIED else "german",
            type="infantry" if seat == GERMAN else "mechanized",
            full=full,
            army_group=group,  # type: ignore[arg-type]
            reduced=None if changes.one_step or not changes.mobile else _half(full),
        )
    if changes.full is not None and (changes.attack, changes.defence, changes.movement) != (None, None, None):
        raise setup.error(
            "`full` says this already: leave out attack, defence and movement", "units", name, "full"
        )
    full = changes.full or (
        base.full[0] if changes.attack is None else changes.attack,
        base.full[1] if changes.defence is None else changes.defence,
        base.full[2] if changes.movement is None else changes.movement,
    )
    if full != base.full:
        reduced = None if base.reduced is None or changes.one_step else _half(full)
        base = replace(base, full=full, reduced=reduced)
    return altered(base, reduced=changes.reduced, type=changes.type, mountain=changes.mountain)


def _half(full: Factors) -> Factors:
    return ((full[0] + 1) // 2, (full[1] + 1) // 2, full[2])


class _Composer(Composer[EisenhowerSetup, EisenhowerScenario, EisenhowerPosition]):
    """Lays what a case says over a position."""

    places = OFF_MAP
    lost = (ELIMINATED, GONE)

    def run(self) -> None:
        """Everything."""
        self.position.turn = 2 if self.facts.turn is None else self.facts.turn
        if self.setup.scenario is None:
            self.remove(self.scenario.all_units & ~mask_of(self.named), GONE)
        for number, name in self.named.items():
            self._unit(number, name, self.facts.units[name])
        self._thin_out()
        self._control()
        self._markers()
        self._flags()
        self.position.stack = self._stack(self.position.turn)
        self._interruptions()

    def _thin_out(self) -> None:
        """After Turn 1 the stack that may be too large on that turn has been thinned out (6.3)."""
        p, hex = self.position, self.scenario.waived_hex
        if hex < 0 or p.turn < 2:
            return
        there = [unit for unit, at in enumerate(p.at) if at == hex]
        too_many = there[self.scenario.tables.terrain["rough"].stack :]
        self.remove(mask_of(too_many) & ~mask_of(self.named), GONE)

    def _unit(self, number: int, name: str, said: UnitSetup) -> None:
        p = self.position
        self.place(name, said, self.scenario.units[number].steps)
        if said.due is not None:
            p.due[number] = said.due
        twin = self.scenario.other_form[number]
        if twin >= 0 and twin not in self.named and p.at[number] >= 0:
            p.at[twin], p.steps[twin] = IDLE, self.scenario.units[twin].steps
        mark(p, number, said, ("moved", "fought", "ashore", "dropped"))
        if said.moved or said.fought or said.dropped:
            p.acted |= 1 << number

    def _control(self) -> None:
        p, facts, board = self.position, self.facts, self.scenario.board
        beaches = self.hexes("beachheads")
        p.beachheads |= beaches
        p.control |= beaches
        p.control = self.stated(p.control, GONE)
        if facts.ports is not None:
            named = [facts.ports] if isinstance(facts.ports, str) else facts.ports
            held = mask_of(self.hex(name, "ports") for name in named if named != ["none"])
            self.clear(held, GERMAN, GONE, "ports")
            self._check_ports(held)
            p.control = p.control & ~board.ports | held
        p.control = self.stood_on(p.control)
        p.taken = p.control | self.hexes("once_allied")
        p.beachheads &= p.control

    def _check_ports(self, held: Mask) -> None:
        """`ports` lists all Allied ports; `control` cannot name more, or fewer."""
        for text, area, seat in self.held():
            named = area & self.scenario.board.ports if text != EVERYWHERE else 0
            if named and (seat == ALLIED) != bool(held & named):
                raise self.setup.error(
                    f"`ports` lists all ports that are Allied, and says otherwise of {text}", "control", text
                )

    def _markers(self) -> None:
        p, facts = self.position, self.facts
        p.razed, p.secured = self.hexes("destroyed"), self.hexes("secured")
        p.tried, p.cut = self.hexes("tried"), self.hexes("sources_lost")
        if p.cut & self.scenario.board.german_sources["south"]:
            p.vienna_lost, p.vienna_strict = 1, True
        if facts.bridge:
            if len(facts.bridge) != 2:
                raise self.setup.error("give the hexes on its two banks, the western first", "bridge")
            p.bridge, p.bridge_to = (self.hex(name, "bridge") for name in facts.bridge)
            p.bridge_captured = True
        if facts.fortress not in ("", "none"):
            p.fortress = self.hex(facts.fortress, "fortress")
            p.fortress_placed = True
        p.aerial_used = facts.aerial_supply not in ("", "available")
        if p.aerial_used and facts.aerial_supply != "used":
            p.aerial = self.hex(facts.aerial_supply, "aerial_supply")
        if facts.plan is not None:
            p.second_turn = facts.plan.turn
            p.second_hex = self.hex(facts.plan.hex, "plan", "hex")

    def _flags(self) -> None:
        p, facts = self.position, self.facts
        if facts.difficulty:
            groups = {name: name for name in self.scenario.groups}
            p.difficulty = self.setup.pick(facts.difficulty, groups, "army group", "difficulty")
        p.second_made = p.second_over = facts.second_invasion_made
        p.free_italy, p.fx_out = facts.free_italy, facts.fx_withdrawn
        p.yugoslavs, p.seine_plain = facts.yugoslavs, facts.ordinary_seine
        p.unopposed = facts.unopposed_landing
        p.airborne_seen = any(p.at[n] >= 0 for n in hexes(self.scenario.paratroops))

    def _interruptions(self) -> None:
        p, facts = self.position, self.facts
        p.offensives = (5 if p.turn > 1 else 0) if facts.fmo is None else facts.fmo
        p.bombers = 2 if facts.bombers is None else facts.bombers
        if facts.fmo is None and facts.bombers is None and not facts.aerial_supply:
            p.waived = 0b11

    # -- where play stands --------------------------------------------------------------------------------------------

    def _stack(self, turn: int) -> list[Frames]:
        frame, label = self.begin(self._default_phase())
        order = "combat" if self.facts.order == "combat" else "movement"
        moving = frame in (AlliedMovement, GermanMovement, Window)
        part = 1 if moving == (order == "movement") else 2
        calls: dict[type[Frame], Call] = {
            Campaign: Call(Campaign()),
            Turn: Call(Turn(turn=turn), Campaign, "turns", turn),
            AlliedPhase: Call(AlliedPhase(first=order), Turn, "allied phase", 1),
            AlliedMovement: Call(AlliedMovement(), AlliedPhase, "allied parts", part),
            Window: Call(Window(), AlliedMovement, "allied movement"),
            AlliedCombat: Call(AlliedCombat(), AlliedPhase, "allied parts", part),
            GermanPhase: Call(GermanPhase(first=order), Turn, "german phase", 1),
            GermanMovement: Call(GermanMovement(), GermanPhase, "german parts", part),
            GermanCombat: Call(GermanCombat(), GermanPhase, "german parts", part),
        }
        if frame not in calls:
            calls[frame] = self._combat(frame, label)
        return under_way(FLOW, calls, frame, label)

    def _default_phase(self) -> str:
        if self.facts.forced is not None:
            return "combat: plan"
        return "german movement" if self.active_seat(ALLIED) == GERMAN else "allied movement"

    def _combat(self, frame: type[Frame], label: str) -> Call:
        forced = self.facts.forced
        if frame is not Combat or forced is None:
            raise self.setup.error(
                "begin in an earlier step, and give the orders that lead there; for a combat give `forced`",
                "phase",
            )
        p = self.position
        fighting = [self.unit(name, "forced") for name in (*forced.attackers, *forced.dropped)]
        seat = self.scenario.side_of[fighting[0]] if fighting else self.active_seat(ALLIED)
        target = self.hex(forced.target, "forced", "target")
        combat = Combat(
            attacker=seat,
            target=target,
            attackers=self.units(forced.attackers, "forced"),
            dropped=self.units(forced.dropped, "forced"),
            bombers=forced.bombers,
            offensive=forced.offensive,
            attacker_loss=forced.attacker_loss,
            defender_loss=forced.defender_loss,
            defenders=mask_of(n for n in self.scenario.rosters[1 - seat] if p.at[n] == target),
        )
        if label != "plan":
            p.fought |= combat.attackers
        if seat == ALLIED:
            return Call(combat, AlliedCombat, "allied combat")
        return Call(combat, GermanCombat, "german combat")


compose = composing(EisenhowerSetup, _scenario, first_position, _Composer)
