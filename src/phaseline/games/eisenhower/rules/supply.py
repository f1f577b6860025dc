"""Chapter 7: supply."""

from __future__ import annotations

from phaseline.drill.tracing import open_hexes
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, options
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, GROUPS, Combat, Turn
from phaseline.games.eisenhower.rules import control
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, hexes
from phaseline.mechanics.strength import HALF, Contribution, Factor, Rounding, contribution
from phaseline.mechanics.supply import Leg

UNSUPPLIED = Factor(HALF, "out of supply", "7.12b")
DIFFICULT_FROM = 5
"""The first turn of possible supply difficulties (7.15)."""


@case("7.1a", "7.1b", "7.2", "9.8", "7.7a")
def free_hexes(s: EisenhowerState, seat: int) -> Mask:
    """The hexes a supply line may enter: controlled, no enemy, and no enemy zone but where a friendly unit stands (7.1)."""
    return open_hexes(s, seat, s.controlled(seat))


@case("7.9a", "7.9b", "10.10d")
def antwerp_runs(s: EisenhowerState) -> bool:
    """Whether Antwerp is up and running: not bombed, and with its four access hexes Allied-controlled (7.9, R165)."""
    board = s.scenario.board
    if board.antwerp is None or s.position.razed >> board.antwerp & 1:
        return False
    needed = board.access | 1 << board.antwerp
    return not needed & ~s.position.control


@case("7.7b", "7.8b", "7.8c", "7.14", "10.10d")
def allied_sources(s: EisenhowerState) -> Mask:
    """Beachheads, Antwerp up and running, and Rome, unless it has been bombed (7.7, R165): all in Allied hands."""
    board = s.scenario.board
    sources = s.position.beachheads & board.coastal | board.allied_source & ~s.position.razed
    sources &= s.position.control
    if antwerp_runs(s) and board.antwerp is not None:
        sources |= 1 << board.antwerp
    return sources


@case("7.8b", "7.8c", "7.8d")
def allied_net(s: EisenhowerState) -> Mask:
    """The hexes that regular Allied supply reaches, each zone from its own sources (7.8)."""
    board = s.scenario.board
    if board.antwerp is None and not board.allied_source and not s.position.beachheads:
        return board.playable
    free = free_hexes(s, ALLIED)
    sources = allied_sources(s) & free
    north = _lines(s, free & board.north, sources & board.north)
    return north | _lines(s, free & board.south, sources & board.south)


@case("7.1c", "7.4a", "7.5a", "7.5b")
def german_reach(s: EisenhowerState) -> Mask:
    """The hexes in which a German unit would be in supply once it stood there and contested enemy zones (R43).

    Each zone counts by itself. After the loss of Vienna the south does only near the zone line, by lines from the north.
    """
    board, over, net = s.scenario.board, s.scenario.board.land_sides, german_net(s)
    found = net | german_sources(s, "north") | german_sources(s, "south")
    found |= over.cross(net & board.north) & board.north
    if not s.position.vienna_lost:
        return found | over.cross(net & board.south) & board.south
    if s.position.vienna_strict:
        free = free_hexes(s, GERMAN)
        found |= over.cross(_lines(s, free, german_sources(s, "north") & free)) & board.near_line
    return found


def _lines(s: EisenhowerState, free: Mask, sources: Mask) -> Mask:
    """What lines through these hexes reach. It is remembered by zone: most moves in one leave the other as it was."""
    board = s.scenario.board
    return s.scenario.lately(
        ("lines", free, sources), lambda: Leg(free, over=board.land_sides).net(board.grid, sources)
    )


@case("7.4b", "7.4d", "7.14")
def german_sources(s: EisenhowerState, zone: str) -> Mask:
    """The sources of a zone that have neither been entered by an Allied unit nor bombed (7.4)."""
    return s.scenario.board.german_sources[zone] & ~s.position.cut


@case("7.4a", "7.5a", "7.5b")
def german_net(s: EisenhowerState) -> Mask:
    """The hexes that German supply reaches: the north from the Ruhr or Berlin, the south from Vienna (7.5)."""
    board = s.scenario.board
    if not board.any_german_source:
        return board.playable
    free = free_hexes(s, GERMAN)
    north, south = german_sources(s, "north") & free, german_sources(s, "south") & free
    net = _lines(s, free & board.north, north) | _lines(s, free & board.south, south)
    if s.position.vienna_lost:
        if not s.position.vienna_strict:
            return net | board.south
        net |= _lines(s, free, north) & board.near_line
    return net


@case("7.3", "7.6", "7.10a", "7.10b", "7.10c", "7.11a")
def fed(s: EisenhowerState, seat: int) -> Mask:
    """The hexes in which mobile units of a side are in supply: Allied ones also on the coast and from the air (7.6)."""
    return s.now(("fed", seat), lambda: _fed(s, seat))


def _fed(s: EisenhowerState, seat: int) -> Mask:
    if seat == GERMAN:
        return german_net(s)
    aerial = s.position.aerial
    return allied_net(s) | s.scenario.board.coastal | (1 << aerial if aerial >= 0 else 0)


@case("7.0a", "7.0b")
def supplied(s: EisenhowerState, unit: int) -> bool:
    """Whether a unit on the map is in supply (7.0): static units always."""
    scenario = s.scenario
    if scenario.static >> unit & 1:
        return True
    return bool(fed(s, scenario.side_of[unit]) >> s.position.at[unit] & 1)


@case("7.3", "7.6", "7.10a", "7.11a")
def state_of(s: EisenhowerState, unit: int) -> str:
    """The supply state of a unit on the map: regular, coastal, aerial or out of supply; static units need none."""
    if s.scenario.static >> unit & 1:
        return "static"
    return state_at(s, unit, s.position.at[unit])


def state_at(s: EisenhowerState, unit: int, hex: int) -> str:
    """The supply state that a mobile unit has in a hex, as others stand now."""
    if s.scenario.side_of[unit] == GERMAN:
        return "supplied" if german_net(s) >> hex & 1 else "out of supply"
    board = s.scenario.board
    if board.coastal >> hex & 1:
        return "coastal"
    if allied_net(s) >> hex & 1:
        return "regular"
    return "aerial" if s.position.aerial == hex else "out of supply"


@case("7.12b", "10.7")
def halved(factor: int) -> int:
    """Half of a combat factor, rounded up (7.12)."""
    return (factor + 1) // 2


@case("7.12b", "7.4c")
def attacking(s: EisenhowerState, unit: int) -> Contribution:
    """What a unit adds to an attack: its factor now, halved when out of supply (7.12)."""
    return _adding(s, unit, s.factors(unit)[0], "attacks")


@case("7.12b", "7.4c")
def defending(s: EisenhowerState, unit: int) -> Contribution:
    """What a unit adds to the defence: its factor now, halved when out of supply (7.12)."""
    return _adding(s, unit, s.factors(unit)[1], "defends")


def _adding(s: EisenhowerState, unit: int, factor: int, does: str) -> Contribution:
    factors = () if supplied(s, unit) else (UNSUPPLIED,)
    return contribution(s.spoken(unit), factor, factors, Rounding.UP, does=does, case="10.1a")


def attack_factor(s: EisenhowerState, unit: int) -> int:
    """The attack factor of a unit now."""
    return int(attacking(s, unit).strength)


def defence_factor(s: EisenhowerState, unit: int) -> int:
    """The defence factor of a unit now."""
    return int(defending(s, unit).strength)


@case("7.15a", "7.15b", "7.15c")
def hampered(s: EisenhowerState, unit: int) -> bool:
    """Whether supply difficulties hamper a unit: of the named army group, in the Northern Zone (7.15)."""
    named = s.scenario.groups.get(s.position.difficulty, 0)
    hex = s.position.at[unit]
    if not named or hex < 0 or not s.scenario.board.north >> hex & 1:
        return False
    if s.scenario.paratroops >> unit & 1:
        return _static_group(s, unit, hex) == named
    return bool(named >> unit & 1)


@case("7.15b", "7.15c")
def drop_hampered(s: EisenhowerState, unit: int, target: int) -> bool:
    """Whether supply difficulties hamper a corps that drops on `target`: it counts with its nation's army group (R70)."""
    named = s.scenario.groups.get(s.position.difficulty, 0)
    return bool(named and s.scenario.board.north >> target & 1) and s.scenario.national.get(unit) == named


def _static_group(s: EisenhowerState, unit: int, hex: int) -> Mask:
    """The army group a static airborne corps counts with: the one it is stacked with, else its nation's (R70)."""
    for other in s.units_at(hex, ALLIED):
        if other != unit and (group := s.scenario.group_of(other)):
            return group
    return s.scenario.national.get(unit, 0)


@case("7.12a", "7.15b")
def allowance(s: EisenhowerState, unit: int) -> int:
    """The movement factors of a unit that begins to move: halved out of supply or in difficulties, once (R67)."""
    factors = s.factors(unit)[2]
    if not halving(s, unit):
        return factors
    return factors // 2 if s.scenario.options.halve_movement_down else halved(factors)


@case("7.12a", "7.15b")
def halving(s: EisenhowerState, unit: int) -> str:
    """What halves the movement of a unit that begins to move, as the end of a sentence; "" if nothing does."""
    if not supplied(s, unit):
        return "because it is out of supply"
    return "by supply difficulties" if hampered(s, unit) else ""


@case("7.12c", "7.12d", "5.2a")
def check(s: EisenhowerState, seat: int) -> None:
    """The Supply Check Phase: unsupplied units that are reduced go first, then full ones are reduced (7.12)."""
    hungry = s.mobile_hexes(seat) & ~fed(s, seat)
    unsupplied = list(hexes(s.units_in(hungry, seat) & s.scenario.mobile))
    weak = [unit for unit in unsupplied if s.position.steps[unit] < s.scenario.units[unit].steps]
    for unit in weak:
        s.eliminate(unit, "7.12c", "is eliminated for want of supply")
    for unit in unsupplied:
        if unit not in weak:
            s.lose_step(unit, "7.12c")


def allied_check(s: EisenhowerState) -> None:
    """Phase IV."""
    check(s, ALLIED)


@case("7.5b")
def german_check(s: EisenhowerState) -> None:
    """Phase VII; from here on the grace after the loss of Vienna is over (7.5, R57)."""
    if s.position.vienna_lost and s.position.turn >= s.position.vienna_lost:
        s.position.vienna_strict = True
        s.changed()
    check(s, GERMAN)
    control.switch_interior(s)


# -- supply difficulties ----------------------------------------------------------------------------------------------


@case("7.15a", "7.15d")
def asked_for_group(s: EisenhowerState) -> list[int]:
    """The Allied player, from Turn 5 on while Antwerp is not up and running and a group has units in the north (7.15)."""
    turn = s.frame(Turn).turn
    if turn < DIFFICULT_FROM or antwerp_runs(s) or s.position.difficulty or not _northern(s):
        return []
    return [ALLIED]


def _northern(s: EisenhowerState) -> list[str]:
    north = s.units_in(s.scenario.board.north, ALLIED)
    static = list(hexes(north & s.scenario.paratroops))
    groups: list[str] = []
    for name in GROUPS:
        members = s.scenario.groups[name]
        if north & members or any(_static_group(s, unit, s.position.at[unit]) == members for unit in static):
            groups.append(name)
    return groups


@case("7.15a")
class NameGroup(OrderRule[orders.NameGroup, EisenhowerState]):
    """The Allied player names the army group with supply difficulties this turn (7.15)."""

    order = orders.NameGroup

    def group(self, s: EisenhowerState) -> Narrowing:
        """An army group with units in the Northern Zone."""
        there = _northern(s)
        return options(GROUPS, "7.15a", "the army groups are american and british").keep(
            lambda name: name in there, "7.15a", "it has no unit in the Northern Zone, but the other one has"
        )

    def apply(self, s: EisenhowerState, order: orders.NameGroup) -> None:
        """Name it."""
        s.position.difficulty = order.group
        s.tell("difficulty", "7.15a", "the {group} army group has supply difficulties", group=order.group)
        s.finish()


# -- aerial supply ----------------------------------------------------------------------------------------------------


@case("7.11b", "13.2g")
def aerial_refused(s: EisenhowerState) -> Refusal | None:
    """Why the aerial supply marker may not be committed now (7.11, 13.2); None when it may."""
    if s.position.aerial_used:
        return Refusal("7.11b", "the aerial supply marker has been committed this turn")
    if s.position.airborne_seen or s.on_map(ALLIED) & s.scenario.paratroops:
        return Refusal("13.2g", "it supplies the airborne corps that is on the map in static form")
    if s.within(Combat) and s.frame(Combat).dropped:
        return Refusal("13.2g", "it will supply the airborne corps that drops in this attack")
    return None


@case("7.11a", "7.11b", "7.11c")
class CommitAerial(OrderRule[orders.Aerial, EisenhowerState]):
    """Commit the aerial supply marker to one hex with Allied units, at any moment of the turn (7.11)."""

    order = orders.Aerial

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """The marker is Allied; once a turn, and not while it supplies paratroops."""
        return aerial_refused(s) if s.acting == ALLIED else Refusal("7.11a", "the marker is Allied")

    def to(self, s: EisenhowerState) -> Narrowing:
        """Any hex with Allied units."""
        return s.choose_hex("7.11a").only(s.occupied(ALLIED), "7.11a", "no Allied unit is there")

    def apply(self, s: EisenhowerState, order: orders.Aerial) -> None:
        """It stays there until the turn ends."""
        s.position.aerial = order.to
        s.position.aerial_used = True
        s.tell("aerial", "7.11a", "aerial supply for {to:hex}", to=order.to)
