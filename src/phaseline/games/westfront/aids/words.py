"""The orders of WestFront in plain words, and the names of roles, terrain and firepower."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.engine.aids import OrderText
from phaseline.engine.orders import Order
from phaseline.games.westfront.orders import (
    Done,
    airborne,
    combat,
    command,
    deployment,
    movement,
    politics,
    production,
    sea,
    strategic,
)

UNIT, HEX, HQ = "which unit?", "to which hex?", "which headquarters?"
LANE = "over which seas?"

TEXTS: Mapping[type[Order], OrderText] = {
    Done: OrderText(title="Done", help="Go on to the next step.", passes=True),
    # -- set-up
    deployment.Place: OrderText(
        title="Set up a unit",
        help="Move a unit of your starting forces to another hex that it may start in.",
        prompts={"unit": UNIT, "hex": HEX},
    ),
    deployment.Transfer: OrderText(
        title="Shift a step",
        help="One unit starts a step weaker, another of its kind a step stronger.",
        prompts={"giver": "from which unit?", "taker": "to which unit?"},
    ),
    deployment.Exchange: OrderText(
        title="Exchange a unit",
        help="Start with another unit of the same kind, in the same place and strength.",
        prompts={"unit": "which unit stays out?", "other": "which unit comes in?"},
    ),
    deployment.Auto: OrderText(title="Proposed set-up", help="Put all units back where the card puts them."),
    # -- production
    production.AddStep: OrderText(
        title="Add a step",
        help="Buy a step for a unit that is out of battle and in secure supply; one a month for each unit.",
        prompts={"unit": UNIT},
    ),
    production.BuildCadre: OrderText(
        title="Rebuild a unit",
        help="Buy an eliminated unit back at its lowest strength.",
        prompts={"unit": UNIT, "hex": "in which hex?"},
    ),
    production.Reinforce: OrderText(
        title="Bring in a reinforcement",
        help="Place a unit that is due; it costs nothing.",
        prompts={"unit": UNIT, "hex": "in which hex?"},
    ),
    production.Advance: OrderText(
        title="Bring one in early",
        help="One reinforcement of next month comes now: a step weaker, or paid for as a cadre.",
        prompts={"unit": UNIT, "hex": "in which hex?", "how": "a step weaker, or paid?"},
    ),
    production.BuildBeachhead: OrderText(
        title="Build a BeachHead",
        help="From eliminated to Prep, or from Prep to Ready, for 20 points.",
        prompts={"unit": "of which amphibious unit?"},
    ),
    production.WithdrawBeachhead: OrderText(
        title="Take a BeachHead back",
        help="A BeachHead on the map goes back to Prep.",
        prompts={"unit": "of which amphibious unit?"},
    ),
    production.Disband: OrderText(
        title="Disband a unit", help="It can be rebuilt from next month on.", prompts={"unit": UNIT}
    ),
    airborne.GroundParas: OrderText(
        title="Ground the paras",
        help="German paras drop no more in this game, but their steps cost half.",
    ),
    # -- command
    command.Activate: OrderText(
        title="Activate a headquarters",
        help=(
            "It turns face-up, commands units in its range until combat is over, and then loses a step. "
            "It may deploy by one hex first."
        ),
        prompts={"hq": HQ, "role": "what for?", "to": "deploy to which hex, or stay?"},
    ),
    politics.DeclareWar: OrderText(
        title="Declare war",
        help="Spain or Portugal enters the war on the other side; it costs the Allies victory points.",
        prompts={"country": "on which country?"},
    ),
    politics.WinterOffensive: OrderText(
        title="Winter offensive", help="Once: Axis armor fires in mud as if it were dry, for this turn."
    ),
    # -- movement
    movement.Move: OrderText(
        title="Move a unit",
        help=(
            "By land, hex by hex up to its speed, stopping in mountains, marshes and where it meets enemies. "
            "A headquarters in range must command it, or a Supreme Move be spent."
        ),
        prompts={"unit": UNIT, "to": HEX, "via": "over which hexside?"},
    ),
    movement.Rearguard: OrderText(
        title="Name a rearguard",
        help="Give a battle up: this unit leaves last, and pursuers fire on it.",
        prompts={"unit": "which unit leaves last?", "to": HEX, "via": "over which hexside?"},
    ),
    strategic.Rail: OrderText(
        title="Move by rail",
        help="Along friendly railways, for Supreme Moves; each takes a unit ten hexes.",
        prompts={"unit": UNIT, "to": HEX, "via": "over which hexside?"},
    ),
    strategic.Sail: OrderText(
        title="Move by sea",
        help="From port to port, for Supreme Moves. Enemy seas are dangerous: interdiction.",
        prompts={"unit": UNIT, "to": "to which port?", "lane": LANE},
    ),
    sea.Invade: OrderText(
        title="Invade from the sea",
        help="An Invasion headquarters sends a unit from its port to a coast. The unit is dispersed for a turn.",
        prompts={"hq": HQ, "unit": UNIT, "to": "to which coastal hex?", "lane": LANE},
    ),
    command.MarkTarget: OrderText(
        title="Mark a second target",
        help="The other hex that the second wave of a Blitz invasion may go to.",
        prompts={"hq": HQ, "hex": "which coastal hex?"},
    ),
    sea.Evacuate: OrderText(
        title="Evacuate by sea",
        help="Bring a unit from the coast to the port of the headquarters.",
        prompts={"hq": HQ, "unit": UNIT, "lane": LANE},
    ),
    airborne.Drop: OrderText(
        title="Drop paratroops",
        help="From the Paradrop headquarters' hex into its Air Range. They must link up or are lost.",
        prompts={"hq": HQ, "unit": UNIT, "to": HEX},
    ),
    politics.EnterMap: OrderText(
        title="Bring in Army Group E",
        help="A unit from the Balkans enters at a rail hex and goes on by rail.",
        prompts={"unit": UNIT, "entry": "at which entry hex?", "to": HEX},
    ),
    command.Mobilize: OrderText(
        title="Mobilize a headquarters",
        help="It loses its step and deactivates now, before combat, and makes a move of its own.",
        prompts={"hq": HQ, "to": "to which hex, or stay?", "via": "over which hexside?"},
    ),
    # -- combat
    combat.Strike: OrderText(
        title="Send an airstrike",
        help="One for each active headquarters, one for each battle in Air Range. Combat there becomes mandatory.",
        prompts={"hq": HQ, "target": "into which battle?"},
    ),
    combat.ChooseBattle: OrderText(
        title="Fight here too",
        help="Combat in an older battle; new ones are fought anyway.",
        prompts={"hex": "which battle?"},
    ),
    combat.Fight: OrderText(
        title="Resolve a battle",
        help="The airstrike first, then defensive fire, then yours.",
        prompts={"hex": "which battle?"},
    ),
    combat.FireUnit: OrderText(
        title="Fire", help="This unit fires next: a die for each CV.", prompts={"unit": UNIT}
    ),
    combat.FireAll: OrderText(title="Fire all", help="All others fire, one after the other.", passes=True),
    combat.TakeHit: OrderText(
        title="Take a hit", help="Choose among your strongest units.", prompts={"unit": UNIT}
    ),
    combat.RepulseUnit: OrderText(
        title="Send a unit back", help="Choose among your weakest attackers.", prompts={"unit": UNIT}
    ),
    # -- supply
    sea.PlaceBeachhead: OrderText(
        title="Place a BeachHead",
        help="Where the amphibious unit has landed: it supplies, serves as a port, and helps the unit to defend.",
        prompts={"unit": "of which amphibious unit?"},
    ),
    sea.KeepSupplied: OrderText(
        title="Keep a unit in supply",
        help="A fortress or besieged port keeps one unit.",
        prompts={"hex": "in which hex?", "unit": UNIT},
    ),
    sea.GoShort: OrderText(
        title="Leave a unit short",
        help="The hex is too full after a repulse: one unit gets no supply.",
        prompts={"hex": "in which hex?", "unit": UNIT},
    ),
    # -- politics
    politics.RaiseTito: OrderText(title="Raise Tito", prompts={"hex": "in which hex?"}),
    politics.RollRevolt: OrderText(
        title="Roll for the French revolt",
        help="Below the number of French hexes in Allied hands it breaks out.",
    ),
    politics.RaiseMaquis: OrderText(title="Place the Maquis", prompts={"hex": "in which hex?"}),
    politics.RollSurrender: OrderText(
        title="Roll for surrender",
        help="Below the number of ports taken and units eliminated the country surrenders.",
        prompts={"country": "of which country?"},
    ),
    politics.Defect: OrderText(
        title="Choose who changes sides",
        help="One Italian unit fights on for the Allies.",
        prompts={"unit": UNIT},
    ),
}

ROLES: Mapping[str, str] = {
    "command": "command units in range; loses a step",
    "blitz": "move and fight twice; loses two steps",
    "supreme": "Supreme Moves: rail, sea, and units anywhere; loses a step",
    "invasion": "send a unit over the sea; loses a step",
    "blitz invasion": "two waves over the sea; loses two steps",
    "paradrop": "drop a para unit; loses a step",
    "blitz paradrop": "two drops; loses two steps",
    "evacuation": "bring a unit back over the sea; loses a step",
}
"""What a headquarters does in each role."""

HITS: Mapping[str, str] = {
    "none": "does not fire",
    "SF": "hits on 6",
    "DF": "hits on 5 and 6",
    "TF": "hits on 4 to 6",
}
"""What each firepower hits on."""
