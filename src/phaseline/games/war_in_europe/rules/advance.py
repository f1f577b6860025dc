"""The advance after combat (12.5)."""

from __future__ import annotations

from phaseline.drill import advancing
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import Battle
from phaseline.games.war_in_europe.rules import control, terrain
from phaseline.games.war_in_europe.rules.battle import survivors
from phaseline.games.war_in_europe.rules.retreat import within_reach
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask


@case("12.51", "12.52", "8.25b", "15.1g")
class AdvanceUnit(advancing.Advance[orders.Advance, WarState]):
    """Attackers that have not gone back move into a hex that was won, whatever zones of control there are (R82)."""

    order = orders.Advance
    attack = Battle
    case = "12.51"
    apart = "it did not take part in the attack, or has gone back or advanced"

    def unit(self, s: WarState) -> Narrowing:
        """Those who may; who has come from the sea or the air is in the hex already."""
        attack, p = s.frame(Battle), s.position
        return (
            s.choose_unit(attack.attacker, self.case)
            .without(p.ashore | p.dropped, self.case, "it is in the hex that it has come to by sea or air")
            .only(self.advancers(s, attack), self.case, self.apart)
        )

    def vacated(self, s: WarState, attack: Battle) -> Mask:
        """Hexes under attack without an enemy unit."""
        return attack.targets & ~s.occupied(1 - attack.attacker)

    def advancers(self, s: WarState, attack: Battle) -> Mask:
        """Attackers that are left and stand where they stood."""
        landed = s.position.ashore | s.position.dropped
        return survivors(s, attack) & ~attack.fled & ~attack.advanced & ~landed

    def ahead(self, s: WarState, attack: Battle, unit: int) -> Narrowing:
        """Vacated hexes next to it with room."""
        return s.room(
            unit,
            s.choose_hex("12.51")
            .only(
                self.vacated(s, attack),
                "12.51",
                "an advance leads into a hex of the attack in which no enemy is left",
            )
            .without(terrain.frigid(s, s.scenario.ways_of[unit]), "15.1g", terrain.FRIGID)
            .only(within_reach(s, unit), "12.51", "it cannot go there from its hex"),
        )

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Into which hex."""
        return self.ahead(s, s.frame(Battle), unit)

    def apply(self, s: WarState, order: orders.Advance) -> None:
        """Go in; it costs nothing and is no movement."""
        fight = s.frame(Battle)
        s.put(order.unit, order.to)
        control.enter(s, order.unit, 1 << order.to)
        s.update(fight, advanced=fight.advanced | 1 << order.unit)
        s.tell("advance", "12.51", "{unit:unit} advances to {to:hex}", unit=order.unit, to=order.to)


class EndAdvance(EndStep[orders.Done, WarState]):
    """Nobody else advances."""

    order = orders.Done
