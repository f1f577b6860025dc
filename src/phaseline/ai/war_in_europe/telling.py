"""What the staff thinks, in words for people."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.ai.planning.telling import called
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.hexgrid import Hex

WHY: Mapping[type[Order], str] = {
    orders.Commit: "there these Air Points are of most use in this turn",
    orders.Shift: "there they are of use, and idle where they are",
    orders.Spread: "against each enemy Point goes as much as against any other",
    orders.Kill: "this Point would do the least in this turn",
    orders.Suppress: "no other port within reach has as many enemies behind it",
    orders.Strike: "all that may attack a unit at sea do so at once",
    orders.Divert: "it goes on where it was bound for, or, turned back, home",
    orders.Attack: "it stands among enemies where it has landed, and must attack",
    orders.Exchange: "a normal division is stronger",
    orders.Pier: "it supplies those who have landed here",
    orders.Lift: "nobody is supplied from there any more",
    orders.Support: "an Air Point makes this attack better",
    orders.Roll: "all that is planned for this attack is in it",
    orders.CallOff: "as it could be put together, the attack costs more than it brings",
    orders.Stand: "the hex is worth more than what is lost in it, or there is no way out",
    orders.GiveWay: "the hex is not worth what it would cost to stay",
    orders.Lose: "it pays what is owed at the least cost",
    orders.Retreat: "there it stands best",
    orders.Stay: "it keeps a hex that counts, or is no worse off",
    orders.Advance: "what lies there, or beyond, outweighs the danger",
    orders.Remove: "of those that are too many, no other choice costs as little",
    orders.Fortify: "where it stands most is at stake, and works can be done in time",
    orders.Unfortify: "it is threatened no more, and wanted elsewhere",
    orders.Combine: "together they are stronger",
    orders.Interdict: "through there enemies behind the front who move fast would come",
    orders.Entrain: "of all journeys by rail this saves much",
    orders.Ride: "there its journey saves most",
    orders.Detrain: "here its journey by rail ends",
    orders.Convert: "there most railways that lead to the war become usable",
    orders.Place: "there it comes in nearest to the war",
    orders.Rebuild: "nobody better can be rebuilt",
    orders.Raise: "there a new unit comes in nearest to the war",
    orders.Allot: "units need points there",
    orders.Sail: "nobody else is wanted as much over there",
    orders.Assault: "it takes part in a landing",
    orders.Harbour: "most men are near there",
    orders.Fly: "it waits for no drop and goes to the front as infantry",
    orders.Drop: "there an airborne unit does most",
    orders.Pass: "nothing here is worth doing now",
    orders.Done: "nothing more here does more good than harm",
}
"""Why an order is given that no plan explains, by what the staff goes by."""


def going(scenario: WarScenario, unit: int, hex: Hex, why: str) -> str:
    """Why a unit is sent to a hex."""
    return f"{scenario.spoken[unit]} to {called(scenario.lexicon, hex)}: {why}."
