"""The orders of a skirmish in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.engine.aids import OrderText
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders

TEXTS: Mapping[type[Order], OrderText] = {
    orders.Stance: OrderText(
        title="Choose a stance",
        help="Both sides choose in secret; the stance holds for this turn.",
        prompts={"stance": "which stance?"},
    ),
    orders.Move: OrderText(
        title="Move a unit",
        help="Each unit moves once a turn. It must stop where the enemy's zone of control begins.",
        prompts={"unit": "which unit?", "to": "to which hex?"},
    ),
    orders.Withdraw: OrderText(
        title="Draw a screen back",
        help="A screening unit steps one hex back from the enemy that came close.",
        prompts={"unit": "which unit?", "to": "to which hex?"},
    ),
    orders.Stand: OrderText(title="Stand fast", help="Nobody draws back.", passes=True),
    orders.Attack: OrderText(
        title="Attack a hex",
        help="Name the target; then add units next to it, and roll. Each hex is attacked once a turn.",
        prompts={"target": "which hex?"},
    ),
    orders.Join: OrderText(
        title="Add a unit to the attack",
        help="A unit next to the target that has not fought yet takes part.",
        prompts={"unit": "which unit?"},
    ),
    orders.Roll: OrderText(
        title="Roll", help="Carry the attack out: everybody in it is turned up, then one die decides."
    ),
    orders.CallOff: OrderText(title="Call the attack off", help="Nothing has happened; the units are free."),
    orders.Lose: OrderText(
        title="Take a loss",
        help="Choose the unit in this battle that loses a step.",
        prompts={"unit": "which unit?"},
    ),
    orders.RetreatTo: OrderText(
        title="Retreat", help="The beaten unit leaves by one hex.", prompts={"to": "to which hex?"}
    ),
    orders.Advance: OrderText(
        title="Advance",
        help="A unit that took part occupies the hex that has been won.",
        prompts={"unit": "which unit?"},
    ),
    orders.Done: OrderText(title="Done", help="Go on to the next step.", passes=True),
}

STANCES = {
    "assault": "own attacks one column right",
    "hold": "attacks on you one column left",
    "screen": "units may draw back from the enemy",
}
"""What each stance is good for."""
