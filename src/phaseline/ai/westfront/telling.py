"""What the staff thinks, in words for people."""

from __future__ import annotations

from collections.abc import Mapping

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

WHY: Mapping[type[Order], str] = {
    Done: "nothing more here does more good than harm",
    deployment.Place: "there it does most in the first turns",
    production.AddStep: "no other unit gains as much by a step",
    production.BuildCadre: "no other unit gives back as much",
    production.Reinforce: "there it does most of where it can arrive",
    production.Advance: "it is needed at once",
    command.Activate: "its orders bring more than the step they cost",
    command.Mobilize: "it is not needed in the fighting, and there it does more",
    movement.Move: "there it does more than where it stands",
    movement.Rearguard: "it can best cover the retreat",
    strategic.Rail: "it is needed there",
    strategic.Sail: "it is needed there",
    sea.Invade: "the landing brings more than it may cost",
    sea.PlaceBeachhead: "it feeds those who landed, and lets others follow",
    sea.KeepSupplied: "it is worth most of those there",
    sea.GoShort: "it is worth least of those there",
    airborne.Drop: "friends are there to join it",
    combat.Strike: "there it does most",
    combat.ChooseBattle: "a round of it brings more than it costs",
    combat.Fight: "of the battles left this one is most likely won, which may change the others",
    combat.FireUnit: "the strongest fires first",
    combat.FireAll: "the order of fire makes little difference",
    combat.TakeHit: "it can best spare a step",
    combat.RepulseUnit: "it can best be spared there",
    politics.RollSurrender: "it can only bring something",
    politics.RollRevolt: "it can only bring something",
    politics.RaiseTito: "there he is least in danger",
    politics.RaiseMaquis: "there they take most, with no enemy near",
    politics.Defect: "the strongest Italian serves best",
    politics.WinterOffensive: "it brings more than it costs",
}
"""Why an order is given that no plan explains, by what the staff goes by."""
