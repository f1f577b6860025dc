"""The orders of Eisenhower's War in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.engine.aids import OrderText
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders

UNIT, HEX = "which unit?", "to which hex?"

TEXTS: Mapping[type[Order], OrderText] = {
    # -- set-up and plans
    orders.Deploy: OrderText(
        title="Deploy a unit",
        help="Set a mobile unit of yours up elsewhere in France or Belgium.",
        prompts={"unit": UNIT, "to": HEX},
    ),
    orders.ShiftInfantry: OrderText(
        title="Move one infantry corps",
        help="One weak infantry corps may go elsewhere after the Allies have planned.",
        prompts={"unit": UNIT, "to": HEX},
    ),
    orders.ChooseAirborne: OrderText(
        title="Choose the airborne corps",
        help="It is set aside for the first invasion.",
        prompts={"unit": "which corps?"},
    ),
    orders.PlanFirst: OrderText(
        title="Plan the first invasion",
        help="Write its hex down in secret; it is revealed on Turn 1.",
        prompts={"to": "at which coast?"},
    ),
    orders.PlanSecond: OrderText(
        title="Plan a second invasion",
        help="Write its turn and hex down in secret; it may still be called off.",
        prompts={"turn": "on which turn?", "to": "at which coast?"},
    ),
    orders.PlanNone: OrderText(
        title="Plan no second invasion", help="The enemy cannot tell whether you have planned one."
    ),
    # -- invasions
    orders.Invade: OrderText(title="Invade", help="Reveal the plan and choose the landing force."),
    orders.Wait: OrderText(
        title="Wait",
        help="Reveal nothing. A second invasion planned for this turn is off for good.",
        passes=True,
    ),
    orders.Embark: OrderText(
        title="Embark a unit", help="Add a unit from the box to the landing force.", prompts={"unit": UNIT}
    ),
    orders.Land: OrderText(title="Send the force ashore", help="A defended beach must be fought for."),
    orders.Inland: OrderText(
        title="Retreat inland", help="Leave the beach before the landing is fought; nobody loses a step."
    ),
    # -- supply, markers, events
    orders.NameGroup: OrderText(
        title="Name an army group",
        help="It has supply difficulties this turn: half movement, and attacks a column left.",
        prompts={"group": "which army group?"},
    ),
    orders.Aerial: OrderText(
        title="Commit aerial supply",
        help="The units of one hex are in supply for this turn. Once a turn.",
        prompts={"to": "for which hex?"},
    ),
    orders.PlaceFortress: OrderText(
        title="Build the Alpine Fortress", help="Once in the game.", prompts={"to": "in which hex?"}
    ),
    orders.Thunderclap: OrderText(
        title="Thunderclap", help="Destroy a German city from the air, once.", prompts={"to": "which city?"}
    ),
    orders.SeizeBridge: OrderText(
        title="Seize a bridge",
        help="On a 1 the Rhine bridge over this hexside is yours; on anything else all around are blown.",
        prompts={"to": "towards which hex?"},
    ),
    orders.UseScheldt: OrderText(
        title="Use boats on the Scheldt", help="Once: the estuary may be crossed as a river in this phase."
    ),
    # -- reinforcement
    orders.Rebuild: OrderText(
        title="Rebuild a unit",
        help="Restore a reduced unit in supply, or bring an eliminated one back to the box.",
        prompts={"unit": UNIT},
    ),
    orders.Merge: OrderText(
        title="Merge two units",
        help="One reduced Commonwealth unit is restored in the box, another one is spent for it.",
        prompts={"unit": "which unit is restored?", "spent": "which unit is spent?"},
    ),
    orders.Withdraw: OrderText(
        title="Withdraw the French corps",
        help="The French Expeditionary Corps leaves for good; the other French corps may come.",
        prompts={"unit": UNIT},
    ),
    orders.Place: OrderText(
        title="Bring a unit in",
        help="From the Reinforcement Box onto the map; it may still move and fight.",
        prompts={"unit": UNIT, "to": HEX},
    ),
    orders.Exchange: OrderText(
        title="Bring in the Army of Liguria",
        help="It takes the place of a supplied unit in the south, which is gone for good.",
        prompts={"unit": "in the place of which unit?"},
    ),
    # -- movement
    orders.Begin: OrderText(
        title="Begin the phase",
        help="With movement or with combat; the other follows.",
        prompts={"first": "what comes first?"},
    ),
    orders.Move: OrderText(
        title="Move a unit",
        help="It may go on with what it has left until another unit moves.",
        prompts={"unit": UNIT, "to": HEX},
    ),
    orders.Drop: OrderText(
        title="Drop an airborne corps",
        help="Onto an empty hex as its movement, or onto Germans as an attack.",
        prompts={"unit": "which corps?", "to": "onto which hex?"},
    ),
    orders.Convert: OrderText(
        title="Change the form of a corps",
        help="An airborne corps becomes ground troops, or makes ready to drop.",
        prompts={"unit": "which corps?"},
    ),
    orders.Remove: OrderText(
        title="Remove a unit", help="The hex holds too many; this one is eliminated.", prompts={"unit": UNIT}
    ),
    # -- combat
    orders.Attack: OrderText(
        title="Attack a hex",
        help="Begin with one unit; others next to the target can join. Each hex is attacked once a phase.",
        prompts={"unit": "with which unit?", "target": "which hex?"},
    ),
    orders.Join: OrderText(title="Add a unit to the attack", prompts={"unit": UNIT}),
    orders.Bombers: OrderText(
        title="Commit bombers",
        help="They shift this combat in your favour, and destroy a city they fly over. Twice a game.",
    ),
    orders.Roll: OrderText(title="Roll", help="Carry the attack out; it is final."),
    orders.CallOff: OrderText(title="Call the attack off", help="Nothing has happened; the units are free."),
    orders.Lose: OrderText(
        title="Take a loss",
        help="Nobody loses a second step before everybody has lost one.",
        prompts={"unit": UNIT},
    ),
    orders.Retreat: OrderText(
        title="Retreat",
        help="Half of the loss is turned into hexes, away from the battle and nearer to supply.",
        prompts={"unit": UNIT, "path": "by which way?"},
    ),
    orders.Advance: OrderText(
        title="Advance", help="Into the hex that was won, or beyond.", prompts={"unit": UNIT, "to": HEX}
    ),
    orders.Offensive: OrderText(
        title="Declare a mandated offensive",
        help="Units in and around the hex move and attack now, in the middle of the Allied movement.",
        prompts={"hex": "around which hex?"},
    ),
    orders.Pass: OrderText(title="Do nothing now", help="You will be asked again.", passes=True),
    orders.Waive: OrderText(title="Do not ask again", help="Not in this phase."),
    orders.Done: OrderText(title="Done", help="Go on to the next step.", passes=True),
}

GROUPS = {"american": "the American army group", "british": "the British army group"}
PARTS = {"movement": "move, then attack", "combat": "attack, then move"}
