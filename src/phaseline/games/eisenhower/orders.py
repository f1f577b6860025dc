"""The orders of Eisenhower's War."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import HexOrder, SendOrder, UnitOrder
from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order, OrderText


class Deploy(SendOrder, frozen=True, tag="deploy"):
    """Deploy a unit.

    Set a mobile unit of yours up elsewhere in France or Belgium.
    """

    case: ClassVar[str] = "3.3.1"
    text: ClassVar[OrderText] = OrderText(one="unit can be set up elsewhere")


class ShiftInfantry(SendOrder, frozen=True, tag="shift"):
    """Move one infantry corps.

    One weak infantry corps may go elsewhere after the Allies have planned.
    """

    case: ClassVar[str] = "3.3.3"


class PlanFirst(HexOrder, frozen=True, tag="plan-first"):
    """Plan the first invasion.

    Write its hex down in secret; it is revealed on Turn 1.
    """

    case: ClassVar[str] = "3.3.2b"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "at which coast?"})


class ChooseAirborne(UnitOrder, frozen=True, tag="choose"):
    """Choose the airborne corps.

    It is set aside for the first invasion.
    """

    case: ClassVar[str] = "3.3.2a"
    text: ClassVar[OrderText] = OrderText(prompts={"unit": "which corps?"})


class PlanSecond(Order, frozen=True, tag="plan-second"):
    """Plan a second invasion.

    Write its turn and hex down in secret; it may still be called off.
    """

    case: ClassVar[str] = "3.2.3a"
    text: ClassVar[OrderText] = OrderText(prompts={"turn": "on which turn?", "to": "at which coast?"})
    turn: int
    to: HexRef


class PlanNone(Order, frozen=True, tag="plan-none"):
    """Plan no second invasion.

    The enemy cannot tell whether you have planned one.
    """

    case: ClassVar[str] = "3.2.3e"


class Invade(Order, frozen=True, tag="invade"):
    """Invade.

    Reveal the plan and choose the landing force.
    """

    case: ClassVar[str] = "5.3.2a"


class Wait(Order, frozen=True, tag="wait"):
    """Wait.

    Reveal nothing. A second invasion planned for this turn is off for good.
    """

    case: ClassVar[str] = "3.2.3e"
    text: ClassVar[OrderText] = OrderText(passes=True)


class Embark(UnitOrder, frozen=True, tag="embark"):
    """Embark a unit.

    Add a unit from the box to the landing force.
    """

    case: ClassVar[str] = "5.3.1b"
    text: ClassVar[OrderText] = OrderText(one="unit can embark")


class Land(Order, frozen=True, tag="land"):
    """Send the force ashore.

    A defended beach must be fought for.
    """

    case: ClassVar[str] = "5.3.2a"


class NameGroup(Order, frozen=True, tag="difficulty"):
    """Name an army group.

    It has supply difficulties this turn: half movement, and attacks a column left.
    """

    case: ClassVar[str] = "7.15a"
    text: ClassVar[OrderText] = OrderText(prompts={"group": "which army group?"})
    group: str


class PlaceFortress(HexOrder, frozen=True, tag="fortress"):
    """Build the Alpine Fortress.

    Once in the game.
    """

    case: ClassVar[str] = "13.8a"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "in which hex?"})


class Rebuild(UnitOrder, frozen=True, tag="rebuild"):
    """Rebuild a unit.

    Restore a reduced unit in supply, or bring an eliminated one back to the box.
    """

    case: ClassVar[str] = "12.3"
    text: ClassVar[OrderText] = OrderText(one="unit can be rebuilt")


class Merge(UnitOrder, frozen=True, tag="merge"):
    """Merge two units.

    One reduced Commonwealth unit is restored in the box, another one is spent for it.
    """

    case: ClassVar[str] = "12.3.2a"
    text: ClassVar[OrderText] = OrderText(
        one="unit can be restored by a merger",
        prompts={"unit": "which unit is restored?", "spent": "which unit is spent?"},
    )
    spent: UnitRef


class Withdraw(UnitOrder, frozen=True, tag="withdraw"):
    """Withdraw the French corps.

    The French Expeditionary Corps leaves for good; the other French corps may come.
    """

    case: ClassVar[str] = "12.1.1a"
    text: ClassVar[OrderText] = OrderText(gives_up=True)


class Thunderclap(HexOrder, frozen=True, tag="thunderclap"):
    """Thunderclap.

    Destroy a German city from the air, once.
    """

    case: ClassVar[str] = "13.7a"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "which city?"})


class Begin(Order, frozen=True, tag="begin"):
    """Begin the phase.

    With movement or with combat; the other follows.
    """

    case: ClassVar[str] = "5.5"
    text: ClassVar[OrderText] = OrderText(prompts={"first": "what comes first?"})
    first: str


class Move(SendOrder, frozen=True, tag="move"):
    """Move a unit.

    It may go on with what it has left until another unit moves.
    """

    case: ClassVar[str] = "8.0a"
    text: ClassVar[OrderText] = OrderText(one="unit can still move")


class Place(SendOrder, frozen=True, tag="place"):
    """Bring a unit in.

    From the Reinforcement Box onto the map; it may still move and fight.
    """

    case: ClassVar[str] = "12.0b"
    text: ClassVar[OrderText] = OrderText(one="unit can be brought in")


class Drop(SendOrder, frozen=True, tag="drop"):
    """Drop an airborne corps.

    Onto an empty hex as its movement, or onto Germans as an attack.
    """

    case: ClassVar[str] = "13.2e"
    text: ClassVar[OrderText] = OrderText(
        one="airborne corps can drop",
        many="airborne corps can drop",
        prompts={"unit": "which corps?", "to": "onto which hex?"},
    )


class Exchange(UnitOrder, frozen=True, tag="exchange"):
    """Bring in the Army of Liguria.

    It takes the place of a supplied unit in the south, which is gone for good.
    """

    case: ClassVar[str] = "12.2.1d"
    text: ClassVar[OrderText] = OrderText(prompts={"unit": "in the place of which unit?"})


class UseScheldt(Order, frozen=True, tag="scheldt"):
    """Use boats on the Scheldt.

    Once: the estuary may be crossed as a river in this phase.
    """

    case: ClassVar[str] = "8.10b"


class Aerial(HexOrder, frozen=True, tag="aerial-supply"):
    """Commit aerial supply.

    The units of one hex are in supply for this turn. Once a turn.
    """

    case: ClassVar[str] = "7.11a"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "for which hex?"})


class Attack(UnitOrder, frozen=True, tag="attack"):
    """Attack a hex.

    Begin with one unit; others next to the target can join. Each hex is attacked once a phase.
    """

    case: ClassVar[str] = "10.0d"
    text: ClassVar[OrderText] = OrderText(
        one="unit can begin an attack", prompts={"unit": "with which unit?", "target": "which hex?"}
    )
    target: HexRef


class Join(UnitOrder, frozen=True, tag="join"):
    """Add a unit to the attack."""

    case: ClassVar[str] = "10.0d"
    text: ClassVar[OrderText] = OrderText(one="unit can join the attack", adds=True)


class Bombers(Order, frozen=True, tag="bombers"):
    """Commit bombers.

    They shift this combat in your favour, and destroy a city they fly over: a port there counts no longer. Twice a game.
    """

    case: ClassVar[str] = "10.10a"


class Roll(Order, frozen=True, tag="roll"):
    """Roll.

    Carry the attack out; it is final.
    """

    case: ClassVar[str] = "11.0c"


class CallOff(Order, frozen=True, tag="call-off"):
    """Call the attack off.

    Nothing has happened; the units are free.
    """

    case: ClassVar[str] = "10.0a"


class Inland(Order, frozen=True, tag="inland"):
    """Retreat inland.

    Leave the beach before the landing is fought; nobody loses a step.
    """

    case: ClassVar[str] = "5.3.5d"


class Offensive(Order, frozen=True, tag="fmo"):
    """Declare a mandated offensive.

    Units in and around the hex move and attack now, in the middle of the Allied movement.
    """

    case: ClassVar[str] = "13.6b"
    text: ClassVar[OrderText] = OrderText(
        one="hex for an offensive", many="hexes for an offensive", prompts={"hex": "around which hex?"}
    )
    hex: HexRef


class Pass(Order, frozen=True, tag="pass"):
    """Do nothing now.

    You will be asked again.
    """

    case: ClassVar[str] = "5.2a"
    text: ClassVar[OrderText] = OrderText(passes=True)


class Waive(Order, frozen=True, tag="waive"):
    """Do not ask again.

    Not in this phase.
    """

    case: ClassVar[str] = "5.2a"


class Lose(UnitOrder, frozen=True, tag="lose"):
    """Take a loss.

    Nobody loses a second step before everybody has lost one.
    """

    case: ClassVar[str] = "11.1a"


class Retreat(UnitOrder, frozen=True, tag="retreat"):
    """Retreat.

    Half of the loss is turned into hexes, away from the battle and nearer to supply.
    """

    case: ClassVar[str] = "11.2a"
    path: tuple[HexRef, ...]


class Advance(SendOrder, frozen=True, tag="advance"):
    """Advance.

    Into the hex that was won, or beyond. Where it matters by which hexes, say so.
    """

    case: ClassVar[str] = "11.3a"
    text: ClassVar[OrderText] = OrderText(one="unit can advance", prompts={"path": "by which hexes?"})
    path: tuple[HexRef, ...] | None = None


class SeizeBridge(HexOrder, frozen=True, tag="bridge"):
    """Seize a bridge.

    On a 1 the Rhine bridge over this hexside is yours; on anything else all around are blown.
    """

    case: ClassVar[str] = "13.5a"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "towards which hex?"})


class Convert(UnitOrder, frozen=True, tag="convert"):
    """Change the form of a corps.

    An airborne corps becomes ground troops, or makes ready to drop.
    """

    case: ClassVar[str] = "13.2o"
    text: ClassVar[OrderText] = OrderText(
        one="airborne corps can change its form",
        many="airborne corps can change their form",
        prompts={"unit": "which corps?"},
    )


class Remove(UnitOrder, frozen=True, tag="remove"):
    """Remove a unit.

    The hex holds too many; this one is eliminated.
    """

    case: ClassVar[str] = "6.2b"


class Done(Order, frozen=True, tag="done"):
    """Done.

    Go on to the next step.
    """

    case: ClassVar[str] = "5.2a"
    text: ClassVar[OrderText] = OrderText(passes=True)
