"""What the staff thinks, in words for people."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.ai.field import Assault
from phaseline.ai.field.telling import planned
from phaseline.ai.planning import OrderBook
from phaseline.ai.planning.telling import as_usual
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.scenario import EisenhowerScenario

BEGINS: Mapping[str, str] = {
    "combat": "Attacking from where all stand does nearly as well as moving up first, and leaves the march to exploit it.",
    "movement": "More can be won once units have moved up.",
}
"""Why a phase begins with one thing and not with the other."""
WHY: Mapping[type[Order], str] = {
    orders.Rebuild: "no other unit gives back as much",
    orders.Place: "there it holds or takes most",
    orders.Move: "there it does more than where it stands",
    orders.Roll: "all that is wanted for this attack is in it",
    orders.Lose: "it can best spare a step",
    orders.Retreat: "giving way costs less than standing, by this way least",
    orders.Advance: "what it takes or guards there outweighs the danger",
    orders.Remove: "it is worth least of those that are too many",
    orders.Exchange: "it is worth less than the Army of Liguria",
    orders.Withdraw: "its withdrawal lets two French corps come",
    orders.Convert: "it stands idle as long as it is ready to drop",
    orders.Invade: "with those who wait the landing is likely to succeed",
    orders.Embark: "it adds most to the landing",
    orders.Land: "enough are on board",
    orders.Inland: "the beach is more likely lost than held",
    orders.Waive: "no reaction here does more good than harm",
    orders.Aerial: "without it the units there would be out of supply",
    orders.Bombers: "they change how this combat is likely to end",
    orders.Drop: "the drop makes the attack worth more than it may cost",
    orders.Thunderclap: "no western city is farther from the Allied armies",
    orders.SeizeBridge: "it leads nearest to the Ruhr",
    orders.NameGroup: "it has less to attack with",
    orders.PlaceFortress: "the Allies are farthest from there",
    orders.Done: "nothing more here does more good than harm",
    orders.Pass: "nothing here is worth doing now",
    orders.Wait: "a landing would not succeed now",
}
"""Why an order is given that no plan explains, by what the staff goes by."""


def why(scenario: EisenhowerScenario, order: Order | None, book: OrderBook, way: Assault | None) -> str:
    """Why an order is given: by the attack that is made (`way`), by the plan (`book`), or else by what the staff goes by.

    "" where there is nothing to say of it.
    """
    if order is None:
        return ""
    if isinstance(order, orders.Begin):
        return BEGINS[order.first]
    said = planned(scenario, order, (orders.Attack, orders.Join, orders.Roll), way, book)
    return said or as_usual(WHY, order, scenario.spoken, scenario.lexicon)
