"""Chapter 11.5: the advance after combat."""

from __future__ import annotations

from phaseline.drill import advancing
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.games.france44 import orders
from phaseline.games.france44.position import NOWHERE, Battle
from phaseline.games.france44.rules import control
from phaseline.games.france44.rules.reach import struck_by
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask


@case("11.31b", "11.5a")
def vacated(s: FranceState, battle: Battle) -> Mask:
    """The attacked hexes that no enemy unit holds any more; his air units do not matter (11.31)."""
    return battle.targets & ~s.occupied(1 - battle.attacker)


@case("11.5a", "11.5b", "13.11a", "16.9b")
class AdvanceUnit(advancing.Advance[orders.Advance, FranceState]):
    """Attackers go into a hex that the defenders have left, whatever zones of control there are (11.5, R44)."""

    order = orders.Advance
    attack = Battle
    case = "11.5a"

    def vacated(self, s: FranceState, attack: Battle) -> Mask:
        """Attacked hexes without an enemy unit."""
        return vacated(s, attack)

    def advancers(self, s: FranceState, attack: Battle) -> Mask:
        """Attackers that are left, a headquarters next to the hex among them, that have neither retreated nor advanced."""
        return attack.exposed & s.on_map(attack.attacker) & ~attack.fled & ~attack.advanced

    def unit(self, s: FranceState) -> Narrowing:
        """Those who may; who had to retreat, has advanced, or only lent its factor from afar is told so."""
        battle = s.frame(Battle)
        lent = 1 << battle.hq if battle.hq != NOWHERE else 0
        return (
            s.choose_unit(battle.attacker, self.case)
            .without(battle.fled, self.case, "it had to retreat")
            .without(battle.advanced, self.case, "it has advanced already")
            .without(lent & ~battle.exposed, self.case, "it only lends its factor, from farther away")
            .only(self.advancers(s, battle), self.case, self.apart)
        )

    def ahead(self, s: FranceState, attack: Battle, unit: int) -> Narrowing:
        """Vacated hexes that it could attack from where it stands."""
        return s.room(
            unit,
            s.choose_hex("11.5a")
            .only(
                vacated(s, attack), "11.5a", "an advance leads into an attacked hex that is empty of enemies"
            )
            .only(struck_by(s, unit), "11.5a", "it could not have attacked that hex"),
        )

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """Into which hex."""
        return self.ahead(s, s.frame(Battle), unit)

    def apply(self, s: FranceState, order: orders.Advance) -> None:
        """Go in."""
        battle = s.frame(Battle)
        if s.position.beach.pop(order.unit, None) is not None:
            s.position.beachheads |= 1 << order.to
        s.put(order.unit, order.to)
        control.enter(s, battle.attacker, 1 << order.to, captures=False)
        s.update(battle, advanced=battle.advanced | 1 << order.unit)
        s.tell("advance", "11.5a", "{unit:unit} advances to {to:hex}", unit=order.unit, to=order.to)


class EndAdvance(EndStep[orders.Done, FranceState]):
    """Nobody else advances (11.5)."""

    order = orders.Done
