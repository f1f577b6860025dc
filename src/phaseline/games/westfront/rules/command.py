"""Headquarters: activation, deployment, command range, deactivation (5.0).

Wired into the sequence: `ActivateHQ`, `EndCommand`, `after_combat`, `blitz_under_way`. Asked by other chapters:
`effective_cv`, `command_range`, `support_range`, `commanded_area`, `active`, `begun`, `supreme_moves`, `mobilizers`,
`deactivate`, `grounded`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, Options, Reason, options
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.command import Activate
from phaseline.games.westfront.position import ALLIED, AXIS, Movement, Pursuit, Role
from phaseline.games.westfront.rules import beachheads, ground, seas
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

ROLES: Final[tuple[Role, ...]] = (
    "command",
    "blitz",
    "supreme",
    "invasion",
    "blitz invasion",
    "paradrop",
    "blitz paradrop",
    "evacuation",
)
BLITZ: Final[tuple[Role, ...]] = ("blitz", "blitz invasion", "blitz paradrop")
COMMANDING: Final[tuple[Role, ...]] = ("command", "blitz")
SEABORNE: Final[tuple[Role, ...]] = ("invasion", "blitz invasion", "evacuation")
AIRBORNE: Final[tuple[Role, ...]] = ("paradrop", "blitz paradrop")
Port = Literal["none", "open", "shut", "neutral", "lost"]
"""The port out of battle in which an HQ is: none, one that ships can leave, one behind a strait that the enemy closes, one
of a neutral, or one on seas where its side has no seapower."""


# -- strength and range -----------------------------------------------------------------------------------------------


@case("5.8", "5.8a", "5.8b", "12.21")
def disrupted(s: WestFrontState, hq: int) -> bool:
    """In mud every HQ is disrupted, but OKW in Berlin and Allied Supreme HQs in London (5.8, 12.21)."""
    if not s.mud:
        return False
    home = s.board.london if s.seat_of(hq) == ALLIED else s.board.berlin
    return not (s.unit(hq).kind == "shq" and s.position.at[hq] == home)


@case("5.8a", "12.21")
def effective_cv(s: WestFrontState, hq: int) -> int:
    """The CV with which an HQ acts: one lower when disrupted; -1 means it can do nothing (5.8)."""
    return s.position.cv[hq] - disrupted(s, hq)


@case("5.8a")
def powerless(s: WestFrontState, seat: int) -> Mask:
    """The HQs of a side without any command ability: HQs 0 that are disrupted (5.8a)."""
    if not s.mud:
        return 0
    return mask_of(hq for hq in hexes(s.scenario.hqs & s.on_map(seat)) if effective_cv(s, hq) < 0)


@case("14.1", "14.7", "13.22c", "husky.4")
def grounded(s: WestFrontState, seat: int) -> bool:
    """Whether a side's paras can no longer drop: the Axis', once grounded or under Air Supremacy (14.7)."""
    return seat == AXIS and (s.has("paras grounded") or s.air_supremacy)


def active(s: WestFrontState, seat: int, *roles: str) -> list[int]:
    """The active HQs of a side in one of these roles (any role when none is named), in roster order."""
    return list(hexes(active_hqs(s, seat, *roles)))


def active_hqs(s: WestFrontState, seat: int, *roles: str) -> Mask:
    """The active HQs of a side in one of these roles (any role when none is named)."""
    if not s.position.role:
        return 0
    active = s.hqs_by_role()
    if not roles:
        return active[""] & s.scenario.side_units[seat]
    found = 0
    for role in roles:
        if role in active:
            found |= active[role]
    return found & s.scenario.side_units[seat]


@case("5.3", "5.3a", "5.3b", "5.1c", "8.4b", "side.8", "fig.5.2")
def command_range(s: WestFrontState, hq: int) -> Mask:
    """The hexes within command of an HQ: as many hexes as its CV, over friendly or disputed hexes (5.3).

    Rivers and straits do not matter (R35). The last hex may be a battle hex of the enemy's in which own units fight
    (R34). A disrupted HQ 0 commands nothing; an HQ 0 only its own hex.
    """
    return range_at(s, hq, effective_cv(s, hq))


def range_at(s: WestFrontState, hq: int, reach: int) -> Mask:
    """The hexes within command of an HQ if it reached so many hexes; none below 0."""
    if reach < 0:
        return 0
    here, hostile = s.position.at[hq], s.hostile(s.seat_of(hq))
    reads = (here, reach, hostile, s.battles, s.neutral)
    return s.known(("command range", hq), reads, lambda: _traced(s, here, reach, hostile))


def _traced(s: WestFrontState, here: Hex, reach: int, hostile: Mask) -> Mask:
    area, inner = ground.walk(s.board.traced, 1 << here, s.in_play & ~hostile, 0, reach)
    return area | s.board.traced.cross(inner) & s.battles & hostile


def _in_between(s: WestFrontState, hq: int, reach: int, hex: Hex) -> str:
    """What keeps an HQ from commanding a hex that is near enough: the enemy, or ground that nobody crosses (5.3)."""
    area, _ = ground.walk(s.board.traced, 1 << s.position.at[hq], s.in_play, 0, reach)
    return "an enemy hex" if area >> hex & 1 else "ground that nobody crosses"


@case("5.42", "5.64", "5.66", "side.5c", "7.4a")
def support_range(s: WestFrontState, seat: int) -> Mask:
    """The hexes whose battles have Combat Support: in range of an active HQ, never a Supreme one (5.42, 5.64)."""
    return _ranges(s, active(s, seat, *COMMANDING))


@case("5.1c", "5.3b", "5.7b", "5.8a", "6.51", "8.4b", "12.21", "16.4c")
def uncommanded(s: WestFrontState, unit: int) -> Refusal:
    """Why no active HQ of its side moves a unit: which one would if it were stronger, or of another kind."""
    movement, hex = s.frame(Movement), s.position.at[unit]
    if movement.spanish_left and not movement.supreme_left:
        return Refusal(
            "16.4c", "no active HQ commands it, and the Supreme Moves left are for Spanish units only"
        )
    for hq in active(s, movement.seat, *(("blitz",) if movement.blitz else COMMANDING)):
        cv, reach = s.position.cv[hq], effective_cv(s, hq)
        name = s.unit(hq).name
        if movement.blitz and range_at(s, hq, reach + 1) >> hex & 1:
            return Refusal("5.7b", f"the range of {name} has shrunk with the step it lost")
        if disrupted(s, hq) and range_at(s, hq, cv) >> hex & 1:
            return Refusal("12.21", f"in mud the range of {name} is one hex less")
        if cv == 0 and range_at(s, hq, 1) >> hex & 1:
            return Refusal("5.1c", f"{name} is an HQ 0, which commands units in its own hex only")
        if reach > 0 and s.board.disk(s.position.at[hq], reach) >> hex & 1:
            return Refusal("5.3b", f"{_in_between(s, hq, reach, hex)} bars the command of {name}")
    if active_hqs(s, movement.seat, "supreme"):
        return Refusal("6.51", "no other active HQ commands it, and all Supreme Moves are spent")
    return Refusal("5.3a", "no active HQ commands it, and there are no Supreme Moves")


@case("5.3", "4.42a", "4.44a")
def commanded_area(s: WestFrontState, seat: int, *, blitz: bool) -> Mask:
    """Where units may move by command: of any commanding HQ, in the Blitz phases of Blitz HQs only (4.42, 4.44)."""
    hqs = active(s, seat, *(("blitz",) if blitz else COMMANDING))
    if not hqs:
        return 0
    p = s.position
    where = [(hq, p.at[hq], p.cv[hq]) for hq in hqs]
    reads = (where, p.weather, s.hostile(seat), s.battles, s.neutral)
    return s.known(("commanded", seat), reads, lambda: _ranges(s, hqs))


def _ranges(s: WestFrontState, hqs: Iterable[int]) -> Mask:
    area = 0
    for hq in hqs:
        area |= command_range(s, hq)
    return area


@case("5.61", "5.66", "6.51", "5.8a")
def supreme_moves(s: WestFrontState, hq: int) -> int:
    """Supreme Moves of a Supreme HQ: two for each CV, of a THQ one; disrupted, as for one CV less (5.61, 5.66)."""
    each = 1 if s.unit(hq).kind == "thq" else 2
    return each * max(effective_cv(s, hq), 0)


# -- activation -------------------------------------------------------------------------------------------------------


@case("15.41", "1.39c", "15.1h", "13.22b")
def _port(s: WestFrontState, seat: int, hex: Hex) -> Port:
    """Whether a hex is a friendly port out of battle, and what keeps ships of a side from leaving it."""
    if not s.board.port_hexes & s.friendly(seat) & ~s.battles & 1 << hex:
        return "none"
    if seas.neutral_ports(s) >> hex & 1:
        return "neutral"
    if seas.lost_among(s, seat, s.board.waters.port_seas) >> hex & 1:
        return "lost"
    return "shut" if seas.shut(s, seat, hex) else "open"


class Deployment(Narrowing):
    """A choice of the hex to which an HQ deploys, in which none stands for the one where it is."""

    __slots__ = ("here",)

    def __init__(self, here: Hex, mask: Mask, case: str, reason: Reason) -> None:
        super().__init__(mask, case, reason)
        self.here = here

    def _bit(self, value: object) -> int:
        return super()._bit(self.here if value is None else value)


@cache
def _bits(roles: tuple[Role, ...]) -> Mask:
    """These roles as a set of their places in `ROLES`."""
    return mask_of(ROLES.index(role) for role in roles)


@cache
def _roles(kind: str, supreme: bool, weak: bool, port: Port, no_drops: bool, paras: int) -> Options[Role]:
    """What an HQ of this kind can be activated for: `weak` is an HQ 0, `port` the port out of battle in which it is."""
    role: Options[Role] = options(ROLES, "5.2", f"an HQ is activated for one of: {', '.join(ROLES)}")
    if supreme:
        role.without(_bits(BLITZ), "5.7a", "a Supreme HQ cannot blitz")
        role.without(_bits(("command",)), "5.61", "a Supreme HQ commands by Supreme Moves")
    else:
        role.without(_bits(("supreme",)), "5.61", "only a Supreme HQ makes Supreme Moves")
    if kind == "thq":
        role.only(_bits(("supreme",)), "5.66", "a THQ commands no invasions and no paradrops")
    if weak:
        role.without(_bits(BLITZ), "5.7a", "an HQ 0 has not two steps to spend on a blitz")
    if port == "none":
        role.without(_bits(SEABORNE), "15.41", "it is not in a friendly port out of battle")
    if port == "shut":
        role.without(_bits(SEABORNE), "1.39c", "the enemy controls a side of the strait before its port")
    if port == "neutral":
        role.without(_bits(SEABORNE), "15.1h", "nobody uses that port before the war with Spain")
    if port == "lost":
        role.without(_bits(SEABORNE), *seas.NO_SEAPOWER)
    if no_drops:
        role.without(_bits(AIRBORNE), "14.7", "the German paras are grounded")
    if paras == 0:
        role.without(_bits(AIRBORNE), "14.2a", "there is no para unit in its hex")
    if paras < 2:
        role.without(
            _bits(("blitz paradrop",)), "14.2b", "a blitz takes two paradrops, by two units in its hex"
        )
    return role


@case(
    "5.2",
    "4.41a",
    "4.41c",
    "5.4",
    "5.6",
    "5.21a",
    "5.21b",
    "5.21d",
    "5.7a",
    "5.65",
    "5.66",
    "14.2a",
    "15.41",
    "1.39c",
    "15.1h",
    "side.5a",
)
class ActivateHQ(OrderRule[Activate, WestFrontState]):
    """Reveal and activate an HQ, in a role, and deploy it by one hex if wanted (5.2)."""

    order = Activate

    def hq(self, s: WestFrontState) -> Narrowing:
        """Own HQs that are not active yet."""
        return (
            s.choose_unit(s.acting, "5.2")
            .only(s.scenario.hqs, "5.2", "only a headquarters is activated")
            .without(s.hqs_by_role()[""], "5.2", "it is active already")
            .without(s.position.dispersed, "15.42c", "it is dispersed")
            .without(powerless(s, s.acting), "5.8a", "an HQ 0 disrupted by mud has no command ability at all")
        )

    def role(self, s: WestFrontState, hq: int) -> Narrowing:
        """What this HQ can be activated for."""
        unit, here = s.unit(hq), s.position.at[hq]
        paras = s.standing.by_hex[s.acting][here] & s.scenario.paras
        return _roles(
            unit.kind,
            unit.is_supreme,
            s.position.cv[hq] == 0,
            _port(s, s.acting, here),
            grounded(s, s.acting),
            paras.bit_count(),
        )

    def to(self, s: WestFrontState, hq: int, role: str) -> Narrowing:
        """Its own hex, or a friendly hex next to it."""
        here = s.position.at[hq]
        stay = 1 << here
        to = Deployment(
            here,
            s.board.traced.cross(stay) | stay,
            "5.21a",
            lambda hex: ground.barrier(s, here, hex) or "an HQ deploys by one hex at most",
        )
        to.without(s.neutral & ~stay, "16.4a", "that country is neutral")
        to.only(s.in_play | stay, "1.1b", "that hex is out of play")
        if s.mud:
            to.only(stay, "5.21b", "no HQ deploys in mud")
        if role in SEABORNE:
            to.only(stay, "15.41", "an Invasion HQ cannot deploy")
        if role in AIRBORNE:
            to.only(stay, "14.2a", "a Paradrop HQ cannot deploy")
        to.only(stay | ground.allowed(s, hq), "1.1c", "no Axis unit enters Africa or Britain")
        to.only(
            stay | s.friendly(s.acting) & ~s.battles,
            "5.21a",
            "it deploys only into a friendly hex out of battle",
        )
        if s.engaged(hq):
            to.without(
                ground.exhausted_sides(s, here), "6.33a", "no more units may cross that hexside this phase"
            )
        return to

    def apply(self, s: WestFrontState, order: Activate) -> None:
        """Turn the block face-up and deploy it; leaving a battle to the enemy is a retreat (5.21c)."""
        hq, here = order.hq, s.position.at[order.hq]
        s.show([hq], "5.2")
        s.position.role[hq] = next(role for role in ROLES if role == order.role)
        s.tell("activation", "5.2", "{unit:unit} is activated: {role}", unit=hq, role=order.role)
        if order.to is not None and order.to != here:
            deploy(s, hq, order.to)
        s.changed()


@case("5.21a", "5.21c")
def deploy(s: WestFrontState, hq: int, to: Hex) -> None:
    """Move an HQ by one hex as it is activated; if no friend stays in the battle it is pursued at once (5.21c)."""
    here = s.position.at[hq]
    if s.battles >> here & 1:
        ground.count_crossing(s, here, to)
        if len(s.units_at(here, s.seat_of(hq))) == 1:
            s.call(Pursuit(hex=here, rearguard=hq, to=to))
            return
    s.put(hq, to)
    s.tell(
        "deployment", "5.21a", "{unit:unit} deploys from {start:hex} to {to:hex}", unit=hq, start=here, to=to
    )
    beachheads.overrun(s)


@case("4.41b", "W44.4")
def begun(s: WestFrontState) -> bool:
    """Whether a side has activated an HQ in this Command Phase: one that was lost as it deployed left a battle (5.21)."""
    return bool(s.position.role or s.position.crossings)


@case("4.41a")
class EndCommand(EndStep[Done, WestFrontState]):
    """No more HQs are activated (4.41a)."""

    order = Done


# -- deactivation ------------------------------------------------------------------------------------


@case("5.41", "5.62", "5.7a", "5.7c", "4.42b", "4.44b")
def mobilizers(s: WestFrontState) -> list[int]:
    """The HQs that may mobilize now: any active one, but Blitz HQs only in Blitz Movement (5.41, 5.7)."""
    return list(hexes(mobilizing_hqs(s)))


@case("5.41", "5.7a")
def mobilizing_hqs(s: WestFrontState) -> Mask:
    """The same HQs as a set."""
    if not s.position.role:
        return 0
    movement = s.frame(Movement)
    blitzing = active_hqs(s, movement.seat, *BLITZ)
    return blitzing if movement.blitz else active_hqs(s, movement.seat) & ~blitzing


@case("5.43", "side.5b", "5.1c")
def deactivate(s: WestFrontState, hq: int) -> bool:
    """An HQ loses a step and stands upright again; an HQ 0 is eliminated (5.43). True if it was eliminated."""
    s.position.role.pop(hq, None)
    s.position.deactivated |= 1 << hq
    if s.lose_step(hq, "5.43"):
        beachheads.overrun(s)
        return True
    s.hide(1 << hq)
    s.tell("deactivation", "5.43", "an HQ in {hex:hex} is deactivated", hex=s.position.at[hq])
    return False


@case("4.43e", "5.7b", "5.7c", "4.45b")
def after_combat(s: WestFrontState, seat: int, *, blitz: bool) -> None:
    """When combat is over HQs deactivate; Blitz HQs lose a step and stay active for the Blitz phases (4.43e, 5.7).

    After Blitz Combat the Blitz HQs lose their second step and deactivate (4.45b).
    """
    for hq in active(s, seat):
        if not blitz and s.position.role[hq] in BLITZ:
            if s.lose_step(hq, "5.7b"):
                beachheads.overrun(s)
        else:
            deactivate(s, hq)
    s.changed()


@case("4.44a", "5.7d")
def blitz_under_way(s: WestFrontState) -> bool:
    """Whether there are Blitz phases in this turn: at least one Blitz HQ is still active (5.7d, R39)."""
    return bool(s.position.role) and bool(active_hqs(s, s.active, *BLITZ))
