"""Headquarters: activation, deployment, command range, mobilization, deactivation (5.0).

Wired into the sequence: `ActivateHQ`, `EndCommand`, `MobilizeHQ`, `EndMobilization`, `mobilizers`, `deactivate`,
`blitz_under_way`. Asked by other chapters: `effective_cv`, `command_range`, `support_range`, `commanded_area`,
`active`, `supreme_moves`.
"""

from __future__ import annotations

from typing import Final

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, Options, choose, options
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.command import Activate, Mobilize
from phaseline.games.westfront.position import ALLIED, Movement, Pursuit, Role
from phaseline.games.westfront.rules import airborne, ground
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, flood, mask_of

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
BLITZ: Final = ("blitz", "blitz invasion", "blitz paradrop")
COMMANDING: Final = ("command", "blitz")
SEABORNE: Final = ("invasion", "blitz invasion", "evacuation")


# -- strength and range -----------------------------------------------------------------------------------------------


@case("5.8", "5.8a", "5.8b", "12.21")
def disrupted(s: WestFrontState, hq: int) -> bool:
    """In mud every HQ is disrupted, but OKW in Berlin and Allied Supreme HQs in London (5.8, 12.21)."""
    if not s.mud:
        return False
    home = s.board.hex("London") if s.seat_of(hq) == ALLIED else s.board.hex("Berlin")
    return not (s.unit(hq).kind == "shq" and s.position.at[hq] == home)


@case("5.8a", "12.21")
def effective_cv(s: WestFrontState, hq: int) -> int:
    """The CV with which an HQ acts: one lower when disrupted; -1 means it can do nothing (5.8)."""
    return s.position.cv[hq] - disrupted(s, hq)


def active(s: WestFrontState, seat: int, *roles: str) -> list[int]:
    """The active HQs of a side in one of these roles (any role when none is named), in roster order."""
    return [
        hq
        for hq in sorted(s.position.role)
        if s.seat_of(hq) == seat and (not roles or s.position.role[hq] in roles)
    ]


@case("5.3", "5.3a", "5.3b", "5.1c", "8.4b", "side.8")
def command_range(s: WestFrontState, hq: int) -> Mask:
    """The hexes within command of an HQ: as many hexes as its CV, over friendly or disputed hexes (5.3).

    Rivers and straits do not matter (R35). The last hex may be a battle hex of the enemy's in which own units fight
    (R34). A disrupted HQ 0 commands nothing; an HQ 0 only its own hex.
    """
    reach = effective_cv(s, hq)
    if reach < 0:
        return 0
    seat, here = s.seat_of(hq), 1 << s.position.at[hq]
    open_hexes = s.in_play & ~s.hostile(seat)
    area = flood(s.board.grid, here, open_hexes, s.board.traced, reach)
    if reach > 0:
        inner = flood(s.board.grid, here, open_hexes, s.board.traced, reach - 1)
        area |= s.board.traced.cross(inner) & s.battles & s.hostile(seat)
    return area


@case("5.42", "5.64", "5.66", "side.5c", "7.4a")
def support_range(s: WestFrontState, seat: int) -> Mask:
    """The battle hexes that have Combat Support: in command range of an active HQ, never a Supreme one (5.42, 5.64)."""
    area = 0
    for hq in active(s, seat, *COMMANDING):
        area |= command_range(s, hq)
    return area


@case("5.3", "4.42a", "4.44a")
def commanded_area(s: WestFrontState, seat: int, *, blitz: bool) -> Mask:
    """Where units may move by command: of any commanding HQ, in the Blitz phases of Blitz HQs only (4.42, 4.44)."""
    area = 0
    for hq in active(s, seat, *(("blitz",) if blitz else COMMANDING)):
        area |= command_range(s, hq)
    return area


@case("5.61", "5.66", "6.51", "5.8a")
def supreme_moves(s: WestFrontState, hq: int) -> int:
    """Supreme Moves of a Supreme HQ: two for each CV, of a THQ one; disrupted, as for one CV less (5.61, 5.66)."""
    each = 1 if s.unit(hq).kind == "thq" else 2
    return each * max(effective_cv(s, hq), 0)


# -- activation -------------------------------------------------------------------------------------------------------


@case("5.2", "4.41a", "5.21a", "5.21b", "5.21d", "5.7a", "5.65", "5.66", "14.2a", "15.41", "side.5a")
class ActivateHQ(OrderRule[Activate, WestFrontState]):
    """Reveal and activate an HQ, in a role, and deploy it by one hex if wanted (5.2)."""

    order = Activate

    def hq(self, s: WestFrontState) -> Narrowing:
        """Own HQs that are not active yet."""
        return (
            s.choose_unit(s.acting, "5.2")
            .only(s.scenario.hqs, "5.2", "only a headquarters is activated")
            .without(mask_of(s.position.role), "5.2", "it is active already")
            .without(s.position.dispersed, "15.42c", "it is dispersed")
        )

    def role(self, s: WestFrontState, hq: int) -> Narrowing:
        """What this HQ can be activated for."""
        unit, cv, hex = s.unit(hq), s.position.cv[hq], s.position.at[hq]
        in_port = bool(s.board.port_hexes & s.friendly(s.acting) & ~s.battles & 1 << hex)
        paras = sum(1 for other in s.units_at(hex, s.acting) if s.unit(other).kind == "para")
        role: Options[Role] = options(ROLES, "5.2", f"an HQ is activated for one of: {', '.join(ROLES)}")
        if unit.is_supreme:
            role.keep(lambda name: name not in COMMANDING, "5.61", "a Supreme HQ commands by Supreme Moves")
            role.keep(lambda name: name not in BLITZ, "5.7a", "a Supreme HQ cannot blitz")
        else:
            role.drop("supreme", "5.61", "only a Supreme HQ makes Supreme Moves")
        if unit.kind == "thq":
            role.keep(lambda name: name == "supreme", "5.66", "a THQ commands no invasions and no paradrops")
        if cv == 0:
            role.keep(lambda name: name not in BLITZ, "5.7a", "an HQ 0 has not two steps to spend on a blitz")
        if not in_port:
            role.keep(
                lambda name: name not in SEABORNE, "15.41", "it is not in a friendly port out of battle"
            )
        if airborne.grounded(s, s.acting):
            role.keep(lambda name: "paradrop" not in name, "14.7", "the German paras are grounded")
        role.keep(
            lambda name: "paradrop" not in name or paras > 0, "14.2a", "there is no para unit in its hex"
        )
        role.keep(lambda name: name != "blitz paradrop" or paras > 1, "14.2b", "a blitz takes two paradrops")
        return role

    def to(self, s: WestFrontState, hq: int, role: str) -> Narrowing:
        """Its own hex, or a friendly hex next to it."""
        here = s.position.at[hq]
        near = s.board.traced.cross(1 << here) & s.in_play
        battles, friendly = s.battles, s.friendly(s.acting)
        to = choose(near | 1 << here, "5.21a", "an HQ deploys by one hex at most").only(
            1 << here | (ground.allowed(s, hq) & friendly & ~battles),
            "5.21a",
            "it deploys only into a friendly hex out of battle",
        )
        stay = 1 << here
        if s.mud:
            to.only(stay, "5.21b", "no HQ deploys in mud")
        if role in SEABORNE:
            to.only(stay, "15.41", "an Invasion HQ cannot deploy")
        if "paradrop" in role:
            to.only(stay, "14.2a", "a Paradrop HQ cannot deploy")
        if battles >> here & 1:
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
        if order.to != here:
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
    s.place(hq, to)
    s.tell(
        "deployment", "5.21a", "{unit:unit} deploys from {start:hex} to {to:hex}", unit=hq, start=here, to=to
    )


@case("4.41a")
class EndCommand(OrderRule[Done, WestFrontState]):
    """No more HQs are activated (4.41a)."""

    order = Done

    def apply(self, s: WestFrontState, order: Done) -> None:
        """On to movement."""
        s.finish()


# -- mobilization and deactivation ------------------------------------------------------------------------------------


@case("5.41", "5.62", "5.7a", "5.7c", "4.42b", "4.44b")
def mobilizers(s: WestFrontState) -> list[int]:
    """The HQs that may mobilize now: any active one, but Blitz HQs only in Blitz Movement (5.41, 5.7)."""
    movement = s.frame(Movement)
    blitzing = active(s, movement.seat, *BLITZ)
    return blitzing if movement.blitz else [hq for hq in active(s, movement.seat) if hq not in blitzing]


@case("5.41", "5.43", "5.62", "4.42b", "4.44b")
class MobilizeHQ(OrderRule[Mobilize, WestFrontState]):
    """After the other moves an HQ may deactivate and make its own normal move (5.41)."""

    order = Mobilize

    def hq(self, s: WestFrontState) -> Narrowing:
        """Active HQs that have not to stay for a blitz."""
        return (
            s.choose_unit(s.acting, "5.41")
            .only(mask_of(s.position.role), "5.41", "only an active HQ mobilizes")
            .only(mask_of(mobilizers(s)), "5.7a", "a Blitz HQ stays active until Blitz Movement is done")
        )

    def to(self, s: WestFrontState, hq: int) -> Narrowing:
        """Where it can go; staying is a way of mobilizing too."""
        here = s.position.at[hq]
        within = ground.ways(s, hq)
        return (
            choose(s.board.land | 1 << here, "1.1b", "no unit can enter that hex")
            .without(s.occupied(1 - s.acting) & ~(1 << here), "5.1b", "an HQ never engages enemy units")
            .only(
                within.quiet | 1 << here,
                "6.1a",
                lambda _: f"it is out of reach at speed {ground.speed(s, hq)}",
            )
            .without(ground.full(s, s.acting) & ~(1 << here), "6.21", "the hex is full")
        )

    def via(self, s: WestFrontState, hq: int, to: int) -> Narrowing:
        """The hex through which it leaves a battle, if it does."""
        return ground.way_options(s, hq, to)

    def apply(self, s: WestFrontState, order: Mobilize) -> None:
        """Deactivate, then move (5.43)."""
        hq, here = order.hq, s.position.at[order.hq]
        if deactivate(s, hq):
            return
        if order.to != here:
            if order.via is not None and s.battles >> here & 1:
                ground.count_crossing(s, here, order.via)
            s.place(hq, order.to)
            s.position.moved |= 1 << hq
            s.tell_of(
                hq,
                "mobilization",
                "5.41",
                "{unit:unit} mobilizes from {start:hex} to {to:hex}",
                "an HQ mobilizes from {start:hex} to {to:hex}",
                start=here,
                to=order.to,
            )


@case("5.41")
class EndMobilization(OrderRule[Done, WestFrontState]):
    """The other HQs stay active for combat (5.42)."""

    order = Done

    def apply(self, s: WestFrontState, order: Done) -> None:
        """On to the rest of the phase."""
        s.finish()


@case("5.43", "side.5b", "5.1c")
def deactivate(s: WestFrontState, hq: int) -> bool:
    """An HQ loses a step and stands upright again; an HQ 0 is eliminated (5.43). True if it was eliminated."""
    s.position.role.pop(hq, None)
    if s.lose_step(hq, "5.43"):
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
            s.lose_step(hq, "5.7b")
        else:
            deactivate(s, hq)
    s.changed()


@case("4.44a", "5.7d")
def blitz_under_way(s: WestFrontState, seat: int) -> bool:
    """Whether there are Blitz phases: at least one Blitz HQ is still active (5.7d, R39)."""
    return bool(active(s, seat, *BLITZ))


def commanded_units(s: WestFrontState, seat: int, *, blitz: bool) -> Mask:
    """The units of a side that an active HQ commands now."""
    return s.units_in(commanded_area(s, seat, blitz=blitz), seat)
