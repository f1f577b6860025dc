"""What the staff thinks, in words for people."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.ai.planning.telling import as_usual
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.scenario import FranceScenario

WHY: Mapping[type[Order], str] = {
    orders.Claim: "from now on French replacements come",
    orders.Restore: "of those out of the enemy's reach none is stronger",
    orders.Raise: "nobody stronger can be had for what there is, and there it is nearest to where it is wanted",
    orders.Repair: "most of the army stands near that port",
    orders.Haul: "there a truck feeds most",
    orders.Starve: "it stands far behind, and somebody at the front goes hungry",
    orders.Stock: "there supplies that nobody needs now are nearest to the front",
    orders.Return: "its base is far from the fighting",
    orders.Ship: "nobody is wanted more ashore, and that port is nearest to the front",
    orders.Drop: "there an airborne division does most, near friends",
    orders.Build: "most of the army stands near, and the enemy is far",
    orders.Enter: "there it comes in nearest to the enemy",
    orders.Leave: "what it brings off the map counts now",
    orders.Launch: "each shot brings points",
    orders.Support: "a headquarters adds most to this attack",
    orders.Air: "the attack is planned with so many air units",
    orders.Gunfire: "the attack is planned with gunfire",
    orders.Carpet: "this attack gains most by the bomber",
    orders.Close: "all that is planned for this attack is in it",
    orders.Scrap: "the attack cannot be put together as planned",
    orders.Answer: "no headquarters adds more to this defence",
    orders.Lose: "its step is worth least",
    orders.Again: "another attack on this beach is not hopeless",
    orders.Home: "that port is nearest",
    orders.Advance: "what lies there, or beyond, outweighs the danger",
    orders.Remove: "it is worth least of those that are too many",
    orders.Fly: "there it helps defenders in danger most, or delays most enemies behind their front",
    orders.Bomb: "no attack needs the bomber, and at home it costs the Germans replacements",
    orders.Escort: "enemy air units could meet the bomber",
    orders.Intercept: "the bomber may be met",
    orders.Site: "within range of London nothing is farther from the Allies",
    orders.Transfer: "there is fighting within its reach",
    orders.Done: "nothing more here does more good than harm",
}
"""Why an order is given that no plan explains, by what the staff goes by."""


def why(scenario: FranceScenario, order: Order, seat: int) -> str:
    """Why a seat gives an order that no plan explains; "" where there is nothing to say of it."""
    if isinstance(order, orders.Retreat):
        own = scenario.side_of[order.unit] == seat
        return f"{scenario.spoken[order.unit]}: there it {'stands best' if own else 'is worst off'}."
    return as_usual(WHY, order, scenario.spoken, scenario.lexicon)
