"""A Movement Phase by a plan: landings, land moves, retreats, then rail and sea moves with what is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from phaseline.ai.planning.severing import Lever
from phaseline.ai.sight import Sight
from phaseline.ai.westfront.drops import Parachute
from phaseline.ai.westfront.isolation import MOVE, isolation
from phaseline.ai.westfront.landings import Landing
from phaseline.ai.westfront.layout import Layout, Means
from phaseline.ai.westfront.situation import Situation
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.airborne import Drop
from phaseline.games.westfront.orders.movement import Move, Rearguard
from phaseline.games.westfront.orders.sea import Invade
from phaseline.games.westfront.orders.strategic import Rail, Sail
from phaseline.games.westfront.position import ALLIED, Movement
from phaseline.games.westfront.rules import command, ground, movement, sailing
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

IDLE_LOOKED_AT = 10
"""Units that a strategic move is thought about for."""
WORTH_A_MOVE = 0.35
"""A strategic move must bring so much."""


class Offer(NamedTuple):
    """A journey that could be made, and what the plan gains by each Supreme Move that it takes."""

    gain: float
    unit: int
    to: Hex
    via: Hex | None
    kind: type[Move] | type[Rail] | type[Sail]


class Going(NamedTuple):
    """One unit's land move in the plan."""

    unit: int
    to: Hex
    via: Hex | None
    rearguard: bool = False


class March:
    """One Movement Phase of one side."""

    def __init__(
        self,
        seen: Situation,
        sight: Sight[WestFrontState],
        landings: list[Landing],
        drops: list[Parachute],
    ) -> None:
        self.seen = seen
        self.seat = seen.seat
        self.landings = landings
        self.drops = drops
        self.frame = seen.s.frame(Movement)
        self.staying: Mask = 0
        """Those who must not leave."""
        self.layout = self._layout(sight)
        self.goings = [*self.isolating, *self._goings()]
        self.said = {
            **dict(self._ashore()),
            **{(going.unit, going.to): self._why(going) for going in self.goings},
        }
        """The plan in words, by who goes where."""
        self.over: set[tuple[int, Hex]] = set()
        """What of it has been ordered."""
        self.failed: set[tuple[int, Hex]] = set()

    # -- the plan -----------------------------------------------------------------------------------------------------

    def _layout(self, sight: Sight[WestFrontState]) -> Layout:
        s = self.seen.s
        landers = mask_of(landing.first for landing in self.landings)
        landers |= mask_of(landing.second for landing in self.landings if landing.second is not None)
        landers |= mask_of(drop.unit for drop in self.drops)
        units = [unit for unit in self._movable(sight.legal) if not landers >> unit & 1]
        ways = {unit: ground.ways(s, unit) for unit in units}
        full = ground.full(s, self.seat)
        choices = {unit: (way.quiet | way.engage) & ~full for unit, way in ways.items()}
        means = Means(command.support_range(s, self.seat), list(self.seen.strikes().values()))
        layout = Layout(self.seen, choices, {unit: way.doors for unit, way in ways.items()}, means)
        self._expect_landings(layout, means)
        self.isolating = list(self._isolate(sight.legal, layout))
        layout.improve(sight.clock)
        self._hold_back(layout)
        return layout

    def _isolate(self, legal: LegalOrders, layout: Layout) -> Iterator[Going]:
        """Those by whom the Allies isolate Berlin go where they bar its railways, before all others, or stay there."""
        s = self.seen.s
        if self.seat != ALLIED or not self.seen.weights.supply.isolate:
            return
        able = legal.values(Move)
        led = (
            s.units_in(command.commanded_area(s, ALLIED, blitz=self.frame.blitz), ALLIED)
            & ~s.scenario.statics
        )
        levers = [Lever("led", MOVE, frozenset(hexes(led)))]
        if self.frame.supreme_left:
            levers.append(Lever("supreme", MOVE, None, self.frame.supreme_left))
        choices = {unit: where for unit, where in layout.choices.items() if unit in able}
        found = isolation(s, choices, levers)
        for post in found.posts if found is not None else ():
            layout.choices.pop(post.who, None)
            if post.free:
                self.staying |= 1 << post.who
            else:
                via = layout.door(post.who, post.hex) if self.seen.enemy_hexes >> post.hex & 1 else None
                layout.put(post.who, post.hex, via)
                yield Going(post.who, post.hex, via)

    def _movable(self, legal: LegalOrders) -> list[int]:
        """Units that may move or cover a retreat."""
        return sorted({*legal.values(Move), *legal.values(Rearguard)})

    def _expect_landings(self, layout: Layout, means: Means) -> None:
        """Landings are battles and footholds that others can count on."""
        for landing in self.landings:
            means.support |= 1 << landing.target
            layout.start[landing.first] = self.seen.s.position.at[landing.first]
            layout.goes[landing.first] = layout.start[landing.first]
            layout.put(landing.first, landing.target)

    def _hold_back(self, layout: Layout) -> None:
        """Units that only Supreme Moves can order wait: strategic moves may be a better use of those."""
        s = self.seen.s
        led = command.commanded_area(s, self.seat, blitz=self.frame.blitz)
        self.waiting: dict[int, Hex] = {}
        for unit, start in layout.start.items():
            if layout.goes[unit] == start or unit not in layout.choices:
                continue
            if not led >> start & 1 or s.scenario.statics >> unit & 1:
                self.waiting[unit] = layout.goes[unit]
                layout.put(unit, start)

    def _goings(self) -> list[Going]:
        """The moves in the order to make them: retreats are announced first, then attacks, then the rest."""
        s, layout = self.seen.s, self.layout
        moving = [unit for unit in layout.choices if layout.goes[unit] != layout.start[unit]]
        goings = []
        for hex in hexes(s.battles & self.seen.own_hexes):
            there = s.standing.by_hex[self.seat].get(hex, 0)
            leaving = [unit for unit in moving if layout.start[unit] == hex]
            if there and len(leaving) == there.bit_count():
                guard = max(leaving, key=lambda unit: (self.seen.speed(unit), s.position.cv[unit], -unit))
                goings.append(Going(guard, layout.goes[guard], None, rearguard=True))
                moving.remove(guard)
        attacks = [unit for unit in moving if layout.via.get(unit) is not None]
        rivers = self.seen.board.rivers
        attacks.sort(key=lambda unit: (rivers.has(layout.via[unit], layout.goes[unit]), unit))
        rest = [unit for unit in moving if unit not in attacks]
        goings += [Going(unit, layout.goes[unit], layout.via.get(unit)) for unit in (*attacks, *rest)]
        return goings

    @property
    def lines(self) -> list[str]:
        """What is still to be done of the plan, in words."""
        return [said for where, said in self.said.items() if where not in self.over]

    def why(self, order: Order) -> str:
        """What the plan says of an order that is given; "" if it is none of a unit that goes somewhere."""
        if not isinstance(order, Invade | Drop | Move | Rearguard | Rail | Sail):
            return ""
        self.over.add((order.unit, order.to))
        return self.said.get((order.unit, order.to), "")

    def _ashore(self) -> Iterator[tuple[tuple[int, Hex], str]]:
        """The landings and drops under way, the first of a headquarters before its second."""
        s = self.seen.s
        title, label = s.scenario.lexicon["unit"].title, s.board.map.label
        for landing in self.landings:
            unit = landing.second if self.frame.blitz else landing.first
            if unit is not None:
                why = f"{title(landing.hq)} lands {title(unit)} at {label(landing.target)} ({landing.worth:+.1f})."
                yield (unit, landing.target), why
        for drop in self.drops:
            yield (drop.unit, drop.target), f"{title(drop.unit)} drops at {label(drop.target)}."

    def _why(self, going: Going) -> str:
        s = self.seen.s
        name, label = s.scenario.lexicon["unit"].title(going.unit), s.board.map.label(going.to)
        if going.rearguard:
            return f"{name} covers the retreat to {label}."
        if self.seen.enemy_hexes >> going.to & 1:
            dry = self.layout._dry(going.to, self.layout.stacks[going.to])
            found = self.layout.prospects(going.to, self.layout.stacks[going.to], dry=dry)
            return f"{name} attacks {label}: {found.clears:.0%} to clear it; worth {found.enemy:.1f}, at a price of {found.own:.1f}."
        return f"{name} goes to {label}."

    # -- orders -------------------------------------------------------------------------------------------------------

    def order(self, sight: Sight[WestFrontState]) -> Order:
        """The next order of the plan."""
        return (
            self._land(sight.legal)
            or self._drop(sight)
            or self._walk(sight.legal)
            or self._travel(sight)
            or self._relieve(sight)
            or Done()
        )

    def _land(self, legal: LegalOrders) -> Order | None:
        for landing in self.landings:
            unit = landing.second if self.frame.blitz else landing.first
            if unit is None or landing.target not in legal.values(Invade, landing.hq, unit):
                continue
            lanes = legal.values(Invade, landing.hq, unit, landing.target)
            order = Invade(landing.hq, unit, landing.target, () if () in lanes or not lanes else lanes[0])
            if legal.refusal(order) is None:
                return order
        return None

    def _drop(self, sight: Sight[WestFrontState]) -> Order | None:
        """Paras go where their friends are: alone they would be lost (14.6)."""
        friends = sight.state.occupied(self.seat)
        for drop in self.drops:
            order = Drop(drop.hq, drop.unit, drop.target)
            if friends >> drop.target & 1 and sight.legal.refusal(order) is None:
                return order
        return None

    def _walk(self, legal: LegalOrders) -> Order | None:
        """The first move of the plan that is legal now; moves wait for those that make room for them."""
        for number, going in enumerate(self.goings):
            kind = Rearguard if going.rearguard else Move
            if going.to not in legal.values(kind, going.unit):
                continue
            vias = legal.values(kind, going.unit, going.to)
            via = going.via if going.via in vias else next(iter(vias), None)
            order = kind(going.unit, going.to, via)
            if legal.refusal(order) is None:
                del self.goings[number]
                return order
        self.goings.clear()
        return None

    def _travel(self, sight: Sight[WestFrontState]) -> Order | None:
        """The Supreme Move, by land, rail or sea, that does most good."""
        legal, layout = sight.legal, self.layout
        offers: list[Offer] = []
        for unit, to in self.waiting.items():
            if to in legal.values(Move, unit) and layout.room(to):
                via = layout.door(unit, to) if self.seen.enemy_hexes >> to & 1 else None
                offers.append(Offer(layout.delta(unit, to, via), unit, to, via, Move))
        kinds: tuple[type[Rail] | type[Sail], ...] = () if sight.clock.hurry else (Rail, Sail)
        for kind in kinds:
            offers += self._journeys(legal, kind)
        while offers:
            best = max(offers, key=lambda offer: (offer.gain, -offer.unit, -offer.to))
            if best.gain < WORTH_A_MOVE:
                return None
            offers.remove(best)
            order = self._voyage(legal, best)
            self.failed.add((best.unit, best.to))
            self.waiting.pop(best.unit, None)
            if legal.refusal(order) is None:
                layout.put(best.unit, best.to, best.via)
                name, label = self.seen.s.scenario.lexicon["unit"], self.seen.board.map.label
                why = f"{name.title(best.unit)} is sent to {label(best.to)} ({best.gain:+.1f})."
                self.said[best.unit, best.to] = why
                return order
        return None

    def _relieve(self, sight: Sight[WestFrontState]) -> Order | None:
        """The move out of an overfull hex that does least harm: a deployed headquarters counts, and the phase cannot end (5.21d)."""
        legal, layout = sight.legal, self.layout
        if legal.refusal(Done()) is None:
            return None
        crowded, at = movement.overfull(sight.state), sight.state.position.at
        offers = []
        for unit in legal.values(Move):
            if crowded >> at[unit] & 1:
                layout.goes.setdefault(unit, at[unit])
                for to in legal.values(Move, unit):
                    door = next(iter(legal.values(Move, unit, to)), None)
                    offers.append(Offer(layout.delta(unit, to, door), unit, to, door, Move))
        if not offers:
            return None
        best = max(offers, key=lambda offer: (offer.gain, -offer.unit, -offer.to))
        layout.put(best.unit, best.to, best.via)
        return Move(best.unit, best.to, best.via)

    def _journeys(self, legal: LegalOrders, kind: type[Rail] | type[Sail]) -> list[Offer]:
        """What rail or sea moves would bring, for the units with least to do where they are."""
        layout = self.layout
        units = [unit for unit in legal.values(kind) if self._may_travel(unit)]
        units.sort(key=lambda unit: (-self._idleness(unit), unit))
        for unit in units[:IDLE_LOOKED_AT]:
            layout.goes.setdefault(unit, self.seen.s.position.at[unit])
        offers = []
        for unit in units[:IDLE_LOOKED_AT]:
            within = self._by_sea(unit) if kind is Sail and self.seen.weights.command.thrift else []
            for hex in legal.values(kind, unit):
                if (unit, hex) not in self.failed and self._promising(unit, hex) and layout.room(hex):
                    moves = next((n for n, there in within if there >> hex & 1), 1)
                    offers.append(Offer(layout.delta(unit, hex, None) / moves, unit, hex, None, kind))
        return offers

    def _by_sea(self, unit: int) -> list[tuple[int, Mask]]:
        """Where a unit comes by sea with one Supreme Move, with two, and so on."""
        s = self.seen.s
        most = s.frame(Movement).supreme_left
        return [(n, sailing.destinations(s, unit, n)) for n in range(1, most + 1)]

    def _promising(self, unit: int, hex: Hex) -> bool:
        """Whether a hex could be worth a journey at all; most of the map is not."""
        seen = self.seen
        if seen.scenario.hqs >> unit & 1:
            return seen.pull.get(hex, 0.0) > 0
        drawn = seen.pull.get(hex, 0.0) * seen.weights.pull.strength * (seen.s.position.cv[unit] + 0.5)
        north, each = seen.census
        counted = each if north >> hex & 1 and not north >> seen.s.position.at[unit] & 1 else 0.0
        return drawn + seen.stakes.at(hex) + counted > WORTH_A_MOVE

    def _voyage(self, legal: LegalOrders, offer: Offer) -> Order:
        """The order itself: through the planned door or the first, over the safest lane."""
        unit, to = offer.unit, offer.to
        values = legal.values(offer.kind, unit, to)
        if offer.kind is Sail:
            return Sail(unit, to, () if () in values or not values else values[0])
        door = offer.via if offer.via in values else next(iter(values), None)
        return Move(unit, to, door) if offer.kind is Move else Rail(unit, to, door)

    def _may_travel(self, unit: int) -> bool:
        s = self.seen.s
        return not (s.engaged(unit) or (s.scenario.forts | self.staying) >> unit & 1)

    def _idleness(self, unit: int) -> float:
        """How little there is to do for a unit where it is."""
        s = self.seen.s
        pull = self.seen.pull.get(s.position.at[unit], 0.0)
        return (s.position.cv[unit] + 1.5 * bool(s.scenario.hqs >> unit & 1) + 0.5) * (10.0 - pull)
