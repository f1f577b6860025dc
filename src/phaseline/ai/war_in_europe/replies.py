"""What comes up in a battle: who stands, who loses, who retreats where, who advances."""

from __future__ import annotations

from phaseline.ai.planning import best_move
from phaseline.ai.war_in_europe.situation import PARTS, Situation
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.rules import battle, overrun, retreat
from phaseline.hexgrid import Hex, hexes, mask_of


class Replies:
    """Decisions in a battle under way."""

    def __init__(self, view: Situation, *, stands: bool = False) -> None:
        """`stands` says that the side holds a front."""
        self.view = view
        self.stands = stands
        self.s = view.s
        self.seat = view.seat

    # -- to stand or to go --------------------------------------------------------------------------------------------

    def answer(self) -> Order:
        """The defender stands where the hex is worth more than what he loses in it, or nobody has a way out."""
        s, fight = self.s, self.view.battle
        units = battle.held(s, fight)
        toll = sum(self.view.ground.step_cost(s, unit) for unit in hexes(units))
        at_stake = sum(self.view.worth(hex) for hex in hexes(fight.targets))
        zone = s.zone(1 - self.seat)
        near = mask_of(
            hex for unit in hexes(units) for hex in s.scenario.board.grid.neighbours(s.position.at[unit])
        )
        out = near & s.scenario.board.playable & ~s.occupied(1 - self.seat) & (~zone | s.occupied(self.seat))
        if out and at_stake < toll:
            return orders.GiveWay()
        # Divisions are left as battlegroups in the hex; who is one already would be gone.
        stays = any(s.position.steps[unit] > 1 for unit in hexes(units))
        return orders.Stand() if not out or stays else orders.GiveWay()

    def press(self) -> Order:
        """The attacker stands where that costs him less than the hex is worth, or who goes back would be lost."""
        fight = self.view.battle
        units = battle.survivors(self.s, fight)
        if units and not any(retreat.havens(self.s, unit, units) for unit in hexes(units)):
            return orders.Stand()
        prize = sum(self.view.worth(hex) for hex in hexes(fight.targets))
        taken = not battle.held(self.s, fight)
        return orders.Stand() if taken and prize > fight.strength else orders.GiveWay()

    # -- losses -------------------------------------------------------------------------------------------------------

    def lose(self) -> Order:
        """What pays the debt at the least cost: nothing dear for a rest that something cheap would pay."""
        s = self.s
        due = self.view.battle.owed - self.view.battle.paid
        units = list(s.legal(self.seat).values(orders.Lose))

        def waste(unit: int) -> tuple[float, int]:
            paid = min(due, s.face(unit).strength)
            return (self.view.ground.step_cost(s, unit) / max(0.5, paid), unit)

        return orders.Lose(min(units, key=waste))

    def remove(self) -> Order:
        """Of one's own the unit that is worth least, of the enemy's the one worth most."""
        s, cost = self.s, self.view.ground.cost
        units = list(s.legal(self.seat).values(orders.Remove))
        own = s.scenario.side_of[units[0]] == self.seat
        return orders.Remove(min(units, key=lambda unit: (cost(s, unit) if own else -cost(s, unit), unit)))

    # -- ways back ----------------------------------------------------------------------------------------------------

    def retreat(self) -> Order:
        """Where they stand best."""
        legal = self.s.legal(self.seat)
        unit = min(legal.values(orders.Retreat))
        places = legal.values(orders.Retreat, unit)
        return orders.Retreat(unit, max(places, key=lambda hex: (self._haven(unit, hex), -hex)))

    def pull_back(self) -> Order:
        """New battlegroups stay where they keep a hex that counts, or are no worse off; otherwise they go back."""
        s, fight = self.s, self.view.battle
        legal = s.legal(self.seat)
        unit = min(legal.values(orders.Stay))
        here = s.position.at[unit]
        if fight.attacker == self.seat:
            back = self.retreat() if self.view.advances else None
            goes = isinstance(back, orders.Retreat) and self._safer(unit, back.to)
            return back if back is not None and goes else orders.Stay(unit)
        if self.view.worth(here) > self.view.ground.cost(s, unit):
            return orders.Stay(unit)
        if self.stands and not overrun.soft(s, self.seat).area >> here & 1:
            # Who is too strong together to be overrun keeps the front closed.
            return orders.Stay(unit)
        return self.retreat()

    def _safer(self, unit: int, hex: Hex) -> bool:
        """Whether a battlegroup is less likely to be lost in another hex than where it is, and is fed there no worse."""
        view, s = self.view, self.s
        here, fed = s.position.at[unit], view.fed(unit)
        if fed >> here & 1 and not fed >> hex & 1:
            return False

        def lost(hex: Hex) -> float:
            there = s.standing.by_hex[self.seat].get(hex, 0) | 1 << unit
            if (there & s.scenario.counted).bit_count() > view.limit(hex):
                return 1.0
            strength = sum(s.face(each).strength for each in hexes(there))
            return view.danger(hex, PARTS * strength * view.times(hex))

        return lost(hex) < lost(here)

    def _haven(self, unit: int, hex: Hex) -> float:
        """How good a hex is for a unit that goes back."""
        view, s = self.view, self.s
        score = 0.5 * view.times(hex) + (0.0 if view.fed(unit) >> hex & 1 else -4.0)
        score += 0.2 * min(8, view.far(hex))
        own = s.occupied(self.seat)
        score += 0.3 * (own & s.scenario.board.grid.adjacent_mask(hex)).bit_count()
        if s.standing.by_hex[self.seat].get(hex, 0).bit_count() >= view.limit(hex):
            score -= 6.0
        if own >> hex & 1:
            score -= 1.0
        if view.worth(hex) > 5.0 and not own >> hex & 1:
            score += 1.0
        return score - view.danger(hex, s.face(unit).strength * view.times(hex) * PARTS)

    # -- advance ------------------------------------------------------------------------------------------------------

    def advance(self) -> Order | None:
        """Go in where it is worth it: for what lies there, and to come nearer to one's aims."""
        if self.stands and self.view.battle.attacker == self.seat:
            return None
        return best_move(self.s.legal(self.seat), orders.Advance, self.gain)

    def gain(self, unit: int, hex: Hex) -> float:
        """What it brings that a unit advances into a hex."""
        view, s = self.view, self.s
        here = s.position.at[unit]
        held = s.standing.by_hex[self.seat].get(hex, 0)
        strength = s.face(unit).strength
        score = 0.15 * (view.potential.get(hex, 0.0) - view.potential.get(here, 0.0))
        if not held:
            score += 1.0 + view.worth(hex)
        if s.scenario.twice >> unit & 1:
            score += 0.5
        force = (strength + sum(s.face(other).strength for other in hexes(held))) * view.times(hex)
        loss = 0.3 * view.ground.cost(s, unit) + view.brittle(unit)
        score -= view.danger(hex, force * PARTS) * loss
        left = s.standing.by_hex[self.seat].get(here, 0) & ~(1 << unit)
        if view.own >> here & 1 and view.threat.area >> here & 1:
            stays = sum(s.face(other).strength for other in hexes(left)) * view.times(here) * PARTS
            more = view.danger(here, stays) - view.danger(here, stays + strength * view.times(here) * PARTS)
            score -= view.by.march.hold * more * view.worth(here)
        if held and not left and s.zone(1 - self.seat) >> here & 1:
            # Whoever goes last out of an enemy zone of control closes the way of supply of those who went before.
            score -= view.by.supply.door
        return score
