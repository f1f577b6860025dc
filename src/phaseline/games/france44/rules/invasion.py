"""Chapters 5.14 and 12: invasions, up to the assault or the landing on an empty beach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import control, shipping
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.wording.counts import several


@case("12.1a", "12.1b", "tbl.weather.mud.d")
def no_invasion(s: FranceState) -> Refusal | None:
    """Why there can be no invasion this turn; None when there can (12.1)."""
    if s.scenario.setup.transports == 0:
        return Refusal("12.2b", "this scenario has no sea transport")
    if s.position.turn > s.scenario.tables.sea.last_invasion:
        return Refusal("12.1a", "invasions are possible before turn 20 only")
    if not s.effects.invasions:
        return Refusal("12.1b", f"an invasion takes clear weather, and it is {s.position.weather}")
    return None


@case("5.14", "12.2a")
def asked_to_invade(s: FranceState) -> list[int]:
    """The Allied player, while an invasion is possible and somebody could sail."""
    return [ALLIED] if no_invasion(s) is None and invaders(s) else []


@case("12.2a", "12.4b")
def invaders(s: FranceState) -> Mask:
    """Divisions that begin the turn in a port of England or Corsica (12.2, R70)."""
    p, board = s.position, s.scenario.board
    there = s.units_in(board.ports & board.overseas, ALLIED) & s.scenario.divisions
    return there & ~p.moved & ~p.restored


@case("12.3b")
def assaulting(s: FranceState, beach: Hex) -> int:
    """How many units invade a beach this turn."""
    return sum(hex == beach for hex in s.position.beach.values())


@case("12.2b", "12.2c", "13.62b")
def carried(s: FranceState, unit: int) -> int:
    """How many hexes a transport point takes the unit towards a beach: armour two, all others three (12.2)."""
    sea = s.scenario.tables.sea
    return sea.armour if s.scenario.armour >> unit & 1 else sea.infantry


@case("12.2b", "12.2c", "13.61")
def within(s: FranceState, unit: int, points: int | None) -> Mask:
    """The sea hexes that a unit gets to for so many transport points; None: for any number."""
    ways = shipping.sailing(s, s.position.at[unit])[1:]
    if points is not None:
        ways = ways[: points * carried(s, unit)]
    found = 0
    for area in ways:
        found |= area
    return found & s.scenario.board.sea if points != 0 else 0


@case("12.2a", "12.2b", "12.2c", "12.3a", "12.3b", "12.4b", "13.61", "13.62b", "5.14")
class InvadeBeach(OrderRule[orders.Invade, FranceState]):
    """Place a unit in the sea before a beach that it will land on, or assault (12.3)."""

    order = orders.Invade

    def gate(self, s: FranceState) -> Refusal | None:
        """Before turn 20, in clear weather."""
        return no_invasion(s)

    def unit(self, s: FranceState) -> Narrowing:
        """Divisions that begin the turn in a port of England or Corsica (R70)."""
        p, board = s.position, s.scenario.board
        return (
            s.choose_unit(ALLIED, "12.2a")
            .without(mask_of(p.beach), "12.2a", "it is at sea already")
            .without(p.restored, "15.5c", "it is being brought back to strength")
            .without(s.scenario.hqs, "13.5b", "a headquarters goes by sea from port to port only")
            .only(s.units_in(board.overseas, ALLIED), "12.2a", lambda unit: _no_port(s, unit))
            .only(invaders(s), "12.2a", "it does not begin the turn in a port")
        )

    def beach(self, s: FranceState, unit: int) -> Narrowing:
        """A beach with room for one more from the sea, beside water that the unit gets to (12.3)."""
        p, board = s.position, s.scenario.board
        grid = board.grid
        taken = mask_of(hex for hex in set(p.beach.values()) if assaulting(s, hex) >= 2)
        free = ~_crowded(s)
        near = grid.spread(within(s, unit, p.shipping) & free)
        return (
            choose(board.playable | board.sea, "12.3a", "that hex is not in play")
            .without(board.sea, "12.3a", "name the beach first; the sea hex before it is asked next")
            .only(board.beaches, "12.3a", "only beaches can be invaded")
            .without(taken, "12.3b", "two units invade that beach already")
            .without(
                _filled(s), "7.2", "with those who cannot move on from there two units are on it already"
            )
            .only(grid.spread(within(s, unit, None)), "13.61", "no way by sea leads there")
            .only(
                grid.spread(within(s, unit, None) & free),
                "12.3a",
                "two units are in each sea hex before it already",
            )
            .only(near, "12.2b", _short_of_points(s, unit))
        )

    def sea(self, s: FranceState, unit: int, beach: Hex) -> Narrowing:
        """A sea hex beside the beach with fewer than two units in it (12.3)."""
        p, board = s.position, s.scenario.board
        return (
            choose(board.sea, "12.3a", "that is no sea hex")
            .only(board.grid.adjacent_mask(beach), "12.3a", "it is not beside the beach")
            .without(_crowded(s), "12.3a", "two units are there already")
            .only(within(s, unit, None), "13.61", "no way by sea leads there")
            .only(within(s, unit, p.shipping), "12.2b", _short_of_points(s, unit))
        )

    def refused(self, s: FranceState, order: orders.Invade, refusal: Refusal) -> Refusal:
        """No German unit invades (14.1)."""
        return shipping.kept_ashore(s, order.unit) or refusal

    def apply(self, s: FranceState, order: orders.Invade) -> None:
        """To sea."""
        p, unit = s.position, order.unit
        ways = shipping.sailing(s, p.at[unit])
        far = next(far for far, area in enumerate(ways) if area >> order.sea & 1)
        points = shipping.price(far, carried(s, unit))
        p.shipping -= points
        p.invasion = True
        p.beach[unit] = order.beach
        p.moved |= 1 << unit
        p.active |= 1 << unit
        s.put(unit, order.sea)
        s.tell(
            "invasion",
            "5.14",
            "{unit:unit} sails for {hex:hex}: " + several(points, "transport point"),
            unit=unit,
            hex=order.beach,
            points=points,
        )


@case("12.2a", "14.1b")
def _no_port(s: FranceState, unit: int) -> Refusal:
    """Why a unit on the Continent does not invade: from a port there it could only go back (14.1)."""
    right = "14.1b" if s.position.harbours >> s.position.at[unit] & 1 else "12.2a"
    return Refusal(right, "invasions sail from England and Corsica")


@case("12.2b", "12.2c")
def _short_of_points(s: FranceState, unit: int) -> Callable[[Hex], Refusal]:
    """Why a unit does not get to a beach or to the sea before it: armour takes more transport than others (12.2)."""
    right = "12.2c" if s.scenario.armour >> unit & 1 else "12.2b"
    text = f"it takes more transport points than there are: {s.position.shipping}"
    return lambda _: Refusal(right, text)


@case("7.2", "15.5c")
def _filled(s: FranceState) -> Mask:
    """The beaches full of invaders and of divisions that stay there this turn, being restored (R26)."""
    p, most = s.position, s.scenario.tables.stacking.units
    staying = p.restored & s.scenario.divisions
    there = Counter(p.at[unit] for unit in hexes(staying)) if staying else Counter[Hex]()
    there.update(p.beach.values())
    return mask_of(hex for hex, count in there.items() if count >= most)


@case("12.3a", "4.24b")
def _crowded(s: FranceState) -> Mask:
    """The sea hexes with two invading units (12.3)."""
    at_sea = [s.position.at[unit] for unit in s.position.beach]
    return mask_of(hex for hex in set(at_sea) if at_sea.count(hex) >= 2)


@case("5.15b", "12.5a", "12.5b", "13.11a", "16.9a")
def land_unopposed(s: FranceState) -> None:
    """Invaders go ashore where no German land unit is: at once, whatever zones reach there (12.5, R72)."""
    p = s.position
    for unit, beach in list(p.beach.items()):
        if not s.occupied(GERMAN) >> beach & 1:
            go_ashore(s, unit, beach)
            control.enter(s, ALLIED, 1 << beach)


@case("12.5a", "12.5b", "13.11a")
def go_ashore(s: FranceState, unit: int, beach: Hex) -> None:
    """An invader comes onto a beach; a Mulberry may follow (13.11). It moves no further this turn (12.5)."""
    p = s.position
    p.beach.pop(unit)
    p.landed |= 1 << unit
    p.beachheads |= 1 << beach
    s.put(unit, beach)
    s.tell("invasion", "12.5a", "{unit:unit} lands on {hex:hex}", unit=unit, hex=beach)


class EndInvasion(EndStep[orders.Done, FranceState]):
    """Nobody else invades."""

    order = orders.Done
