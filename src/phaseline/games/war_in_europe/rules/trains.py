"""Rail movement (6.1-6.4): units entrain, ride and detrain, each with its Rail Movement Points, within the capacity."""

from __future__ import annotations

from phaseline.drill.marching import Legs, in_words
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import RailPhase
from phaseline.games.war_in_europe.rules import control, movement, rail, terrain, turns
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union
from phaseline.mechanics.ways import Routes, Way

# --- what it costs --------------------------------------------------------------------------------------------------


@case("6.2", "3.24d", "14.22", "15.1f")
def allowance(s: WarState, unit: int) -> int:
    """The Rail Movement Points of a unit in a phase: fewer in the snow of the severe area, but for Soviet units."""
    prices, p = s.scenario.tables.rail, s.position
    frozen = s.snowy & s.scenario.board.severe
    if frozen >> p.began.get(unit, p.at[unit]) & 1 and s.scenario.units[unit].nation != "soviet":
        return prices.frozen_allowance
    return prices.allowance


@case("6.32b")
def left(s: WarState, unit: int) -> int:
    """The points that a unit may still spend on rails in this phase: no others, and in no other phase."""
    return allowance(s, unit) - s.position.spent[unit]


@case("6.32a", "6.34a", "6.65a", "9.23", "13.53", "15.1g", "tbl.zoc.1", "tbl.zoc.2")
def ways(s: WarState, seat: int, closed: Mask = 0) -> list[Way]:
    """Trains run over rail hexsides between rail hexes that work, none in an enemy zone of control (6.34), nor `closed`."""
    enemy = 1 - seat
    lines = rail.working(s, seat) & ~s.zone(enemy) & ~s.occupied(enemy) & ~closed
    marks = s.position.marks[enemy]
    return s.known(("rail ways", seat, closed), (lines, marks), lambda: _ways(s, lines, marks))


def _ways(s: WarState, lines: Mask, marks: Mask) -> list[Way]:
    prices = s.scenario.tables.rail
    dear = lines & marks
    return [Way({prices.hex: lines ^ dear, prices.hex + prices.interdicted: dear}, s.scenario.board.rails)]


@case("6.32a", "6.34b")
def routes(s: WarState, unit: int) -> Routes:
    """Where a train gets with the points it has left. It costs five more to leave an enemy zone of control (R31)."""
    return s.now(
        ("rail routes", unit), lambda: _routes(s, unit, ways(s, s.scenario.side_of[unit], _frigid(s, unit)))
    )


@case("15.1g")
def _frigid(s: WarState, unit: int) -> Mask:
    """The Arctic rail hexes that are closed to a unit, on a train too (15.1)."""
    return terrain.frigid(s, s.scenario.ways_of[unit])


def _routes(s: WarState, unit: int, over: list[Way]) -> Routes:
    start = 1 << s.position.at[unit]
    leave = (
        {s.scenario.tables.rail.leave_zone: start} if s.zone(1 - s.scenario.side_of[unit]) & start else None
    )
    return Routes(s.scenario.board.grid, start, over, max(0, left(s, unit)), leave=leave)


@case("6.0", "6.2", "6.34a", "13.53")
def _no_ride(s: WarState, unit: int, hex: Hex) -> Refusal:
    """Why a train does not get to a hex of a line that works: another line, an enemy on the way or over it, too few points."""
    seat, start = s.scenario.side_of[unit], 1 << s.position.at[unit]
    lines = rail.working(s, seat)
    if not s.scenario.board.rail_net(start, lines | start) >> hex & 1:
        return Refusal("6.0", "no Friendly railway leads there from where it is")
    lines &= ~_frigid(s, unit)
    if not s.scenario.board.rail_net(start, lines | start) >> hex & 1:
        return Refusal("15.1g", terrain.FRIGID)
    if hex in _routes(s, unit, _ways(s, lines, s.position.marks[1 - seat])):
        return Refusal("6.34a", "the railway leads through an enemy zone of control on its way there")
    free = lines & ~s.zone(1 - seat) & ~s.occupied(1 - seat)
    if hex in _routes(s, unit, _ways(s, free, 0)):
        return Refusal("13.53", f"air interdiction makes it too dear for {_means(s, unit)}")
    return Refusal("6.2", f"it is out of reach with {_means(s, unit)}")


# --- who may --------------------------------------------------------------------------------------------------------


@case("6.33a", "6.64b", "17.13", "16.21", "18.21")
def _free(s: WarState, found: Narrowing) -> Narrowing:
    """Without units that may not move by rail in this player turn, whatever they would do there."""
    p = s.position
    found = movement.rooted(s, found.without(_barred(s), "6.51", "its nation uses no railway as yet"))
    walked = p.travelled & ~p.carried
    return movement.able(s, found.without(walked, "6.33a", "it has moved in the initial movement phase"))


def _short(s: WarState, units: Mask, points: int) -> Mask:
    """Those of some units that have not so many points left; units that have spent nothing have."""
    spent = s.position.spent
    return mask_of(
        unit for unit in hexes(units & s.position.carried) if spent[unit] + points > allowance(s, unit)
    )


def _means(s: WarState, unit: int) -> str:
    return in_words(s, unit, left(s, unit), "Rail Movement Point")


def asked(s: WarState) -> list[int]:
    """The phasing player, if he has units on trains, or any that could get on one."""
    seat = s.frame(RailPhase).seat
    p, mine = s.position, s.on_map(seat)
    waiting = _at_rails(s, seat) & ~(p.travelled | _barred(s)) if rail.capacity(s, seat) else 0
    return [seat] if mine & p.entrained or waiting else []


def _barred(s: WarState) -> Mask:
    """Units whose nations use no railway as yet."""
    return union(units for turn, units in s.scenario.no_rail if s.position.turn <= turn)


def _at_rails(s: WarState, seat: int) -> Mask:
    """The units of a side that stand in its rail hexes."""
    rails = s.position.rail[seat]
    return s.known(("at rails", seat), (s.standing.stamp, rails), lambda: s.units_in(rails, seat))


@case("4.2B3", "6.0", "6.1", "6.11", "6.31", "6.41", "6.42", "6.64a", "9.23")
class EntrainUnit(OrderRule[orders.Entrain, WarState]):
    """A unit gets on a train where it stands, in a Friendly rail hex."""

    order = orders.Entrain

    def reads(self, s: WarState) -> object:
        """Who stands where, who has done what, whose railways are whose."""
        p = s.position
        done = (p.entrained, p.carried, p.travelled, p.rebuilt, p.idle, p.fortified, p.released, p.turn)
        return s.standing.stamp, done, p.rail[s.acting], p.spent.copy()

    def unit(self, s: WarState) -> Narrowing:
        """Units in Friendly rail hexes, out of enemy zones of control, as many as the capacity allows."""
        p, seat, points = s.position, s.acting, s.scenario.tables.rail.entrain
        found = _free(s, s.choose_unit(seat, "6.41").without(p.entrained, "6.41", "it is on a train already"))
        rails, zone = p.rail[seat], s.zone(1 - seat)
        room = rail.capacity(s, seat) - rail.used(s, seat)
        return (
            found.only(_at_rails(s, seat), "6.0", lambda unit: _no_line(s, seat, p.at[unit]))
            .without(s.units_in(zone & rails, seat), "6.42", "it is in an enemy zone of control")
            .without(
                _short(s, found.mask, points), "6.41", f"it has not the {points} points left that it takes"
            )
            .without(self._too_big(s, found.mask & ~p.carried, room), "6.1", lambda _: _full(s, seat, room))
        )

    def _too_big(self, s: WarState, units: Mask, room: int) -> Mask:
        """Units that the rest of the capacity does not suffice for; who is counted already is not counted again."""
        if room < 1:
            return units
        return mask_of(unit for unit in hexes(units & s.scenario.corps) if rail.size(s, unit) > room)

    def apply(self, s: WarState, order: orders.Entrain) -> None:
        """It is on a train."""
        _spend(s, order.unit, s.scenario.tables.rail.entrain)
        s.position.entrained |= 1 << order.unit
        s.tell("rail", "6.41", "{unit:unit} entrains", unit=order.unit)


@case("6.0", "6.5")
def _no_line(s: WarState, seat: int, hex: Hex) -> Refusal:
    if not s.scenario.board.rail_hexes >> hex & 1:
        return Refusal("6.0", "there is no railway in its hex")
    held = s.position.rail[1 - seat] >> hex & 1
    whose = "the enemy's" if held else "neutral until a repair unit enters it"
    return Refusal("6.5", f"the railway in its hex is {whose}")


def _full(s: WarState, seat: int, room: int) -> str:
    total = rail.capacity(s, seat)
    return f"the Rail Capacity is {total}" + (
        f", and {room} are left" if room > 0 else ", and all of it is used"
    )


def _spend(s: WarState, unit: int, points: int) -> None:
    p = s.position
    p.began.setdefault(unit, p.at[unit])
    p.spent[unit] += points
    p.carried |= 1 << unit
    p.travelled |= 1 << unit


@case("4.2B3", "5.0d", "6.0", "6.31", "6.33b", "6.34a", "6.52", "15.1g")
class RideTrain(OrderRule[orders.Ride, WarState]):
    """An entrained unit rides; it may go on until another one does (R160)."""

    order = orders.Ride

    def unit(self, s: WarState) -> Narrowing:
        """Units on trains that have points left."""
        p, phase = s.position, s.frame(RailPhase)
        found = s.choose_unit(phase.seat, "6.31").only(p.entrained, "6.0", "it is not on a train")
        under_way = 1 << phase.mover if phase.mover >= 0 else 0
        return (
            _free(s, found)
            .without(p.moved & ~under_way, "5.0d", "it has finished its ride in this phase")
            .without(_short(s, found.mask, 1), "6.2", "it has no Rail Movement Points left")
        )

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Rail hexes within reach along lines that work, with room to stay."""
        p, seat = s.position, s.scenario.side_of[unit]
        rails = s.scenario.board.rail_hexes
        found = (
            s.choose_hex("6.31")
            .without(1 << p.at[unit], "6.31", "it is there already")
            .only(rails, "6.0", "there is no railway")
            .without(p.rail[1 - seat], "6.5", "the railway there is the enemy's")
            .only(p.rail[seat], "6.5", "the railway there is neutral until a repair unit enters it")
            .only(rail.working(s, seat), "6.52", "no Friendly railway leads from there to a supply source")
            .without(_frigid(s, unit), "15.1g", terrain.FRIGID)
            .without(s.zone(1 - seat), "6.34a", "it is in an enemy zone of control")
            .only(routes(s, unit).all, "6.2", lambda hex: _no_ride(s, unit, hex))
        )
        return s.room(unit, movement.kept(s, unit, found), lambda hex: _leavers(s, hex))

    def apply(self, s: WarState, order: orders.Ride) -> None:
        """Ride there."""
        p, unit = s.position, order.unit
        found = routes(s, unit)
        path, cost = found.path(order.to), found.cost(order.to) or 0
        _spend(s, unit, cost)
        p.moved |= 1 << unit
        s.put(unit, order.to)
        s.update(s.frame(Legs), mover=unit, left=left(s, unit))
        text = "{unit:unit} goes by rail {path:hex} for {cost}"
        s.tell("move", "6.31", text, unit=unit, path=tuple(path), cost=cost)
        control.enter(s, unit, mask_of(path))


def _leavers(s: WarState, hex: Hex) -> Mask:
    """The units on trains in a hex that could still leave it in this phase."""
    riders = s.now("rail leavers", lambda: RideTrain().unit(s).mask & ~s.position.moved)
    there = s.standing.by_hex[s.frame(RailPhase).seat].get(hex, 0) & riders
    return mask_of(unit for unit in hexes(there) if routes(s, unit).all & ~(1 << hex))


@case("6.31", "6.34b", "6.41", "6.42")
class DetrainUnit(OrderRule[orders.Detrain, WarState]):
    """A unit gets off its train where it is, in an enemy zone of control too."""

    order = orders.Detrain

    def unit(self, s: WarState) -> Narrowing:
        """Units on trains with points left for it."""
        points = s.scenario.tables.rail.detrain
        found = s.choose_unit(s.acting, "6.41").only(s.position.entrained, "6.41", "it is not on a train")
        short = _short(s, found.mask, points)
        return _free(s, found).without(
            short, "6.41", lambda unit: f"it takes {points} points, and it has {_means(s, unit)}"
        )

    def apply(self, s: WarState, order: orders.Detrain) -> None:
        """It is on its feet."""
        _spend(s, order.unit, s.scenario.tables.rail.detrain)
        detrain(s, order.unit, "6.41")


@case("6.36", "6.41")
def detrain(s: WarState, unit: int, case: str) -> None:
    """A unit is off its train."""
    s.position.entrained &= ~(1 << unit)
    s.tell("rail", case, "{unit:unit} detrains", unit=unit)


class EndRail(EndStep[orders.Done, WarState]):
    """The side has done with railways for this turn; what is on trains stays there (6.33)."""

    order = orders.Done


# --- the phase ------------------------------------------------------------------------------------------------------


@case("6.52")
def begin(s: WarState) -> None:
    """The lines on which trains run are those that are fed as the phase begins."""
    frame = s.frame(RailPhase)
    s.update(frame, net=rail.joined(s, frame.seat))


@case("6.34b", "5.25")
def end(s: WarState) -> None:
    """Who is still on a train in an enemy zone of control gets off, at no cost (R30); the points left are lost.

    That is rail movement as well: who gets off so does not move in the mechanized movement phase (5.25).
    """
    p, seat = s.position, s.frame(RailPhase).seat
    if riders := p.entrained & s.on_map(seat):
        for unit in hexes(s.standing_in(s.zone(1 - seat), riders)):
            p.carried |= 1 << unit
            p.travelled |= 1 << unit
            detrain(s, unit, "6.34b")
    turns.end_movement(s)


@case("6.11")
def overloaded(s: WarState) -> list[int]:
    """The opponent, while more units of the phasing side are on trains than its capacity allows."""
    seat = s.frame(RailPhase).seat
    return [1 - seat] if rail.used(s, seat) > rail.capacity(s, seat) else []


@case("6.11")
class TakeOff(OrderRule[orders.Remove, WarState]):
    """The opponent chooses which of the units on trains are too many; they are removed (6.11, R28)."""

    order = orders.Remove

    def unit(self, s: WarState) -> Narrowing:
        """Units on trains."""
        found = s.choose_unit(s.frame(RailPhase).seat, "6.11")
        return found.only(s.position.entrained, "6.11", "it is not on a train")

    def apply(self, s: WarState, order: orders.Remove) -> None:
        """It is removed."""
        s.eliminate(order.unit, "6.11", "is more than the railways can carry")
