"""Sea invasions: from where, whereto, in which waves (15.4, 12.3b).

Wired into the sequence: `InvadeFromSea`, `MarkSecondTarget` (the "moves" of a Movement Phase), `forget_waves`
(beginning of a player-turn). Asked by other chapters: `invadable`, `in_range`, and what evacuations share with them.
"""

from __future__ import annotations

from typing import Final

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders.command import MarkTarget
from phaseline.games.westfront.orders.sea import Invade
from phaseline.games.westfront.position import Movement
from phaseline.games.westfront.rules import beachheads, command, engaging, ground, movers, retreat, seas
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState
from phaseline.games.westfront.waters import SeaMask
from phaseline.hexgrid import Hex, Mask, mask_of
from phaseline.wording.counts import several

INVADING: Final = ("invasion", "blitz invasion")
NO_INVASION_HQ: Final = Refusal("15.41", "no Invasion HQ is active")
NO_HEX: Final = -1
"""Stands for the hex of the first wave of an HQ that has fetched a unit instead."""
LONG_RANGE: Final = 4
"""Seas that a Long-Range invasion crosses at most; it crosses at least three (15.44)."""


@case("15.42a", "15.2d", "5.65")
def invasion_range(seat: int) -> int:
    """Seas that an invasion crosses at most: two with Naval Supremacy, else one (15.42)."""
    return 2 if seas.has_supremacy(seat) else 1


@case("15.44a")
def forget_waves(s: WestFrontState) -> None:
    """A new player-turn begins: no second wave is due (15.44)."""
    s.position.waves.clear()
    s.position.targets.clear()


# -- where ------------------------------------------------------------------------------------------------------------


@case("1.34d", "1.35c", "1.37b", "15.42b", "12.3b")
def invadable(s: WestFrontState, seat: int) -> Mask:
    """Coastal hexes where a landing is possible at all: not mountain, marsh or shoal, behind no closed strait (15.42).

    Mud does not matter: printed terrain counts (R109).
    """
    return s.now(("invadable", seat), lambda: _invadable(s, seat))


def _invadable(s: WestFrontState, seat: int) -> Mask:
    coast = s.board.waters.all_beaches & s.in_play & ~s.board.stop
    return coast & ~seas.behind_straits(s, seat)


@case("15.42a", "12.3b", "15.44b")
def within(s: WestFrontState, seat: int, port: Hex, most: int) -> SeaMask:
    """The seas that an invasion from a port reaches over at most so many, none of them with a storm (12.3)."""
    calm = s.board.waters.all & ~seas.stormy(s)
    return seas.spread(s, seat, seas.seas_of_port(s, port), calm, most)


@case("15.42a", "15.44b")
def in_range(s: WestFrontState, hq: int, most: int, *, landing: bool = True) -> Mask:
    """The hexes on seas within reach of an Invasion HQ's port; for a landing none behind shoals."""
    near = within(s, s.seat_of(hq), s.position.at[hq], most)
    return seas.beaches_on(s, near) if landing else seas.coasts_on(s, near)


@case("15.44a", "15.44b")
def long_range(s: WestFrontState, hq: int) -> bool:
    """Whether a Blitz Invasion HQ may send a Long-Range invasion now: in Blitz Movement, if it sent or fetched nobody."""
    return (
        s.frame(Movement).blitz
        and seas.has_supremacy(s.seat_of(hq))
        and s.position.role.get(hq) == "blitz invasion"
        and hq not in s.position.waves
    )


@case("15.44a", "15.44b", "15.42a")
def targets(s: WestFrontState, hq: int, unit: int) -> Mask:
    """The hexes that a unit may invade now as far as distance and waves decide (15.42, 15.44)."""
    near = in_range(s, hq, invasion_range(s.seat_of(hq)))
    if not s.frame(Movement).blitz:
        return near
    found = near & mask_of(_marked(s, hq))
    if long_range(s, hq) and s.unit(unit).kind == "amphibious":
        found |= in_range(s, hq, LONG_RANGE) & ~near
    return found


@case("15.44a")
def _marked(s: WestFrontState, hq: int) -> set[Hex]:
    """The hexes that the second wave of an HQ may invade: where the first one went, and the one marked in advance."""
    marked = {s.position.waves.get(hq, NO_HEX), s.position.targets.get(hq, NO_HEX)}
    return marked - {NO_HEX}


@case("15.42d")
def landed_against_enemies(s: WestFrontState, seat: int) -> Mask:
    """Defended hexes that a unit has invaded in this phase: no other may (15.42, R170)."""
    position = s.position
    return s.occupied(1 - seat) & mask_of(
        position.at[unit]
        for unit in position.landed
        if position.dispersed >> unit & 1 and position.at[unit] >= 0
    )


@case("15.45c", "15.45b")
def fresh_assaults(s: WestFrontState, seat: int) -> Mask:
    """Defended hexes where a landing would be a Sea Assault: no older battle that goes on, and no attack by land."""
    position = s.position
    by_land = mask_of(
        position.at[unit]
        for unit, method in position.came_by.items()
        if method == "land" and position.at[unit] >= 0
    )
    older = s.battles & ~position.new_battles & ~retreat.given_up(s, seat)
    return s.occupied(1 - seat) & ~older & ~by_land


# -- invasion ---------------------------------------------------------------------------------------------------------


@case("15.4", "15.41", "15.42a", "5.7a", "1.39c", "1.39d")
def senders(s: WestFrontState, case_: str, roles: tuple[str, ...]) -> Narrowing:
    """Start a choice among the HQs that command by sea, whose port ships can leave, and that have sent no unit yet."""
    phase = s.frame(Movement)
    found = (
        s.choose_unit(s.acting, case_)
        .only(command.active_hqs(s, s.acting, *roles), "15.41", "it is not active as an Invasion HQ")
        .without(phase.sent, "15.42a", "it has commanded its unit in this phase")
    )
    return _with_open_ports(s, found)


@case("1.39c", "13.22b")
def _with_open_ports(s: WestFrontState, hqs: Narrowing) -> Narrowing:
    """Keep the HQs whose port lies behind no closed strait and on a sea where its side has seapower (1.39, 13.22)."""
    lost = seas.lost_among(s, s.acting, s.board.waters.port_seas)
    hqs.without(s.standing_in(lost, hqs.mask), *seas.NO_SEAPOWER)
    shut = s.standing_in(seas.behind_straits(s, s.acting), hqs.mask)
    return hqs.without(shut, "1.39c", lambda hq: seas.shut_by(s, s.acting, s.position.at[hq]))


@case("15.42a", "15.42c", "6.53b", "6.1c", "5.43", "2.25a", "5.65")
def travellers(s: WestFrontState, hq: int, case_: str) -> Narrowing:
    """Start a choice among the units that an Invasion HQ might send or fetch."""
    position, statics = s.position, 0 if s.unit(hq).is_supreme else s.scenario.statics
    return (
        s.choose_unit(s.seat_of(hq), case_)
        .without(s.hqs_by_role()[""], "5.2", "an active HQ is not moved by others")
        .without(position.dispersed, "15.42c", lambda unit: movers.dispersal(s, unit))
        .without(position.strategic, "6.53b", "it has moved by rail or sea this turn")
        .without(position.deactivated, "5.43", "an HQ that has been deactivated moves no more this turn")
        .without(position.moved, "6.1c", "it has moved in this phase")
        .without(never_by_sea(s), "15.42b", "cavalry and forts neither invade nor are evacuated")
        .without(
            statics,
            "2.25a",
            "a static unit moves only by Supreme Command: a Supreme HQ must send or fetch it",
        )
    )


@case("15.42b", "2.26a")
def never_by_sea(s: WestFrontState) -> Mask:
    """Cavalry and forts: they neither invade nor are evacuated (15.42)."""
    scenario = s.scenario
    return scenario.once("never by sea", lambda: mask_of(_stay_ashore(scenario)))


def _stay_ashore(scenario: WestFrontScenario) -> list[int]:
    return [n for n, unit in enumerate(scenario.units) if not scenario.types[unit.kind].may_invade]


def none_active(s: WestFrontState, roles: tuple[str, ...]) -> Refusal | None:
    """Why nothing is commanded by sea: no HQ is active in one of these roles."""
    return None if command.active_hqs(s, s.acting, *roles) else NO_INVASION_HQ


@case(
    "15.4", "15.41", "15.42a", "15.42b", "15.42c", "15.42d", "15.42e", "15.44a", "15.44b", "15.45a", "15.45c", "12.3b",
    "1.37b", "1.39c", "5.1b", "5.65", "15.53", "ex.15b", "ex.15c", "ex.15d",
)  # fmt: skip
class InvadeFromSea(OrderRule[Invade, WestFrontState]):
    """An Invasion HQ sends one unit from its port to a coastal hex, in each phase it commands (15.42, 15.44)."""

    order = Invade

    def gate(self, s: WestFrontState) -> Refusal | None:
        """An Invasion HQ must be active."""
        return none_active(s, INVADING)

    def hq(self, s: WestFrontState) -> Narrowing:
        """Invasion HQs that have sent no unit in this phase."""
        return senders(s, "15.4", INVADING)

    def unit(self, s: WestFrontState, hq: int) -> Narrowing:
        """Units in its port."""
        port = 1 << s.position.at[hq]
        return travellers(s, hq, "15.4").only(
            s.units_in(port, s.seat_of(hq)), "15.42a", "it is not in the Invasion HQ's port"
        )

    def to(self, s: WestFrontState, hq: int, unit: int) -> Narrowing:
        """Coastal hexes in range where this unit can land."""
        seat, board = s.seat_of(hq), s.board
        to = self._ashore(s, hq, unit)
        if s.frame(Movement).blitz:
            to.only(targets(s, hq, unit), "15.44a", lambda hex: _not_of_the_wave(s, hq, hex))
        return (
            to.only(targets(s, hq, unit), "15.42a", lambda hex: out_of_range(s, hq, hex))
            .without(
                landed_against_enemies(s, seat),
                "15.42d",
                "only one unit may invade a defended hex in a phase",
            )
            .without(ground.full(s, seat) & board.land, "6.21", "the hex is full")
        )

    def _ashore(self, s: WestFrontState, hq: int, unit: int) -> Narrowing:
        """Coastal hexes where this unit can land, whatever the distance."""
        seat = s.seat_of(hq)
        to = _landing_ground(s, unit, s.position.at[hq])
        if s.unit(unit).is_hq:
            to.without(s.occupied(1 - seat), "5.1b", "an HQ never engages enemy units")
        if not s.type_of(unit).may_assault:
            to.without(fresh_assaults(s, seat), "15.45c", "armor and static units never make a Sea Assault")
        return to

    def lane(self, s: WestFrontState, hq: int, unit: int, to: int) -> seas.LaneChoice:
        """The seas to cross; of equally safe ways the shortest."""
        most = invasion_range(s.seat_of(hq))
        if not in_range(s, hq, most) >> to & 1:
            most = LONG_RANGE
        return lane_options(s, voyage(s, hq, s.board.waters.beach_seas.get(to, 0), most))

    def refused(self, s: WestFrontState, order: Invade, refusal: Refusal) -> Refusal:
        """Why a hex is out of range on the lane that was ordered."""
        hq, unit, to = order.hq, order.unit, order.to
        asked = (
            order.lane and hq in self.hq(s) and unit in self.unit(s, hq) and to in self._ashore(s, hq, unit)
        )
        if not asked or s.frame(Movement).blitz or targets(s, hq, unit) >> to & 1:
            return refusal
        most = invasion_range(s.seat_of(hq))
        end = s.board.waters.beach_seas.get(to, 0)
        return seas.lane_fault(s, voyage(s, hq, end, most), order.lane) or refusal

    def apply(self, s: WestFrontState, order: Invade) -> None:
        """Land, dispersed (15.42); who meets enemies attacks from the sea (15.45)."""
        hq, unit, position = order.hq, order.unit, s.position
        seat, port = s.seat_of(hq), s.position.at[hq]
        phase = s.frame(Movement)
        s.update(phase, sent=phase.sent | 1 << hq)
        if position.role[hq] == "blitz invasion" and not phase.blitz:
            position.waves[hq] = order.to
        lane = order.lane or self.lane(s, hq, unit, order.to).values[0]
        embark(s, unit, port, lane)
        position.dispersed |= 1 << unit
        position.invaded[unit] = order.to
        if s.occupied(1 - seat) >> order.to & 1:
            engaging.enter(s, unit, order.to, port, "sea")
        else:
            s.put(unit, order.to)
        s.tell_of(
            unit,
            "invasion",
            "15.4",
            "{unit:unit} invades {to:hex} from {start:hex} ({lane})",
            "a unit invades {to:hex} from {start:hex} ({lane})",
            start=port,
            to=order.to,
            lane=s.board.waters.titles(lane),
        )
        beachheads.overrun(s)


@case("15.42b", "1.34d", "1.35c", "1.37b", "1.39c", "12.3b", "13.22b", "16.4a", "1.1c")
def _landing_ground(s: WestFrontState, unit: int, port: Hex) -> Narrowing:
    """Start a choice among the hexes where a landing is possible, whatever the distance."""
    seat, board = s.seat_of(unit), s.board
    calm = board.waters.all & ~seas.stormy(s)
    return (
        ground.destinations(s, unit)
        .without(1 << port, "15.4", "it is there already")
        .only(board.waters.all_coasts, "15.4", "it is not on the coast")
        .without(board.stop, "15.42b", "no invasion goes into mountains or marshes")
        .only(board.waters.all_beaches, "1.37b", "no invasion goes through shoals")
        .without(seas.behind_straits(s, seat), "1.39c", lambda hex: seas.shut_by(s, seat, hex))
        .without(seas.lost_among(s, seat, board.waters.beach_seas), *seas.NO_SEAPOWER)
        .only(seas.beaches_on(s, calm), "12.3b", "no invasion goes over a sea with a storm")
    )


@case("15.44a", "15.44b")
def _not_of_the_wave(s: WestFrontState, hq: int, hex: Hex) -> Refusal | str:
    """Why a unit does not invade a hex in Blitz Movement: what a second wave, or a Long-Range invasion, may not (15.44)."""
    if hex in _marked(s, hq):
        return out_of_range(s, hq, hex)
    near = in_range(s, hq, invasion_range(s.seat_of(hq)))
    seaborne = seas.has_supremacy(s.seat_of(hq)) and not near >> hex & 1
    if seaborne and in_range(s, hq, LONG_RANGE) >> hex & 1:
        if long_range(s, hq):
            return Refusal("15.44b", "only an amphibious unit makes a Long-Range invasion")
        return Refusal(
            "15.44b", "a Long-Range invasion takes all its command, and it has sent or fetched a unit"
        )
    if seaborne and long_range(s, hq):
        far = out_of_range(s, hq, hex, LONG_RANGE)
        return far if isinstance(far, Refusal) else Refusal("15.44b", far)
    return "a second wave goes where the first one went or to the hex marked in advance"


def out_of_range(
    s: WestFrontState, hq: int, hex: Hex, most: int = 0, *, landing: bool = True
) -> Refusal | str:
    """Why a hex is out of range, over `most` seas if given: a storm, a closed strait, seas without seapower, or the distance.

    Shoals bar a landing only: ships fetch units from behind them.
    """
    most, waters = most or invasion_range(s.seat_of(hq)), s.board.waters
    start = seas.seas_of_port(s, s.position.at[hq])
    end = (waters.beach_seas if landing else waters.seas_of).get(hex, 0)
    everywhere = seas.spread(s, s.seat_of(hq), start, waters.all, most)
    if everywhere & end:
        what = "invasion" if landing else "evacuation"
        return Refusal("12.3b", f"no {what} goes over a sea with a storm")
    too_far = f"it is further than {several(most, 'sea')} away"
    return seas.closed(s, s.seat_of(hq), start, end, most) or too_far


def voyage(s: WestFrontState, hq: int, coast: SeaMask, most: int) -> seas.Voyage:
    """What a way must be like between an Invasion HQ's port and a coast, which lies on these seas."""
    start = seas.seas_of_port(s, s.position.at[hq])
    return seas.Voyage(s.seat_of(hq), start, coast, most, calm=True, case="15.42a", limit="15.42a")


@case("15.42a", "15.72a")
def lane_options(s: WestFrontState, asked: seas.Voyage) -> seas.LaneChoice:
    """The ways between an Invasion HQ's port and a coast: usually one."""
    calm = s.board.waters.all & ~seas.stormy(s)
    lanes = seas.lanes(s, asked.seat, asked.start, asked.end, asked.most, calm)
    return seas.choose_lane(s, lanes, asked)


@case("15.72a", "15.7")
def embark(s: WestFrontState, unit: int, start: Hex, lane: tuple[int, ...]) -> None:
    """A unit sets out to sea: it has moved, and what seas of the enemy's it passes is noted for interdiction (15.72)."""
    position = s.position
    position.moved |= 1 << unit
    position.landed[unit] = start
    dangers = seas.hostile_seas(s, s.seat_of(unit), lane)
    if dangers:
        position.lanes[unit] = dangers


@case("15.44a")
class MarkSecondTarget(OrderRule[MarkTarget, WestFrontState]):
    """Mark in secret the other hex that a Blitz Invasion HQ's second wave may invade (15.44, R168)."""

    order = MarkTarget

    def gate(self, s: WestFrontState) -> Refusal | None:
        """Only before the first combat, with a Blitz Invasion HQ."""
        if s.frame(Movement).blitz:
            return Refusal("15.44a", "targets of the second wave are marked in the first Movement Phase")
        return none_active(s, ("blitz invasion",))

    def hq(self, s: WestFrontState) -> Narrowing:
        """Blitz Invasion HQs without a mark."""
        found = (
            s.choose_unit(s.acting, "15.44a")
            .only(
                command.active_hqs(s, s.acting, "blitz invasion"),
                "15.44a",
                "it is no Blitz Invasion HQ",
            )
            .without(mask_of(s.position.targets), "15.44a", "it has marked its hex")
        )
        return _with_open_ports(s, found)

    def hex(self, s: WestFrontState, hq: int) -> Narrowing:
        """Hexes that it could invade."""
        most = invasion_range(s.seat_of(hq))
        return _landing_ground(s, hq, s.position.at[hq]).only(
            in_range(s, hq, most), "15.42a", lambda hex: out_of_range(s, hq, hex)
        )

    def apply(self, s: WestFrontState, order: MarkTarget) -> None:
        """Note it."""
        s.position.targets[order.hq] = order.hex
        s.tell_only(
            (s.acting,),
            "mark",
            "15.44a",
            "{unit:unit} marks {hex:hex} for its second wave",
            unit=order.hq,
            hex=order.hex,
        )
