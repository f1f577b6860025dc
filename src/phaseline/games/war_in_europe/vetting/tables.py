"""Unit types and tables: what the sides of counters say, results for every die, and odds without a gap."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import get_args

from phaseline.drill.vetting import Field, Vetting
from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.files import Air, Counters, Face, Tables, face
from phaseline.games.war_in_europe.names import AXIS_NATIONS, Front
from phaseline.games.war_in_europe.position import Weather
from phaseline.games.war_in_europe.results import DICE, crt
from phaseline.games.war_in_europe.rules.airsea import HARM
from phaseline.wording.counts import several

MOST = 99
"""More than any unit is strong, or goes."""


@case("3.21", "3.22a", "18.0a")
def vet_types(asks: Vetting, counters: Counters) -> None:
    """Whether the sides of each counter can be read, and its battlegroup is no stronger than the whole unit."""
    for name, kind in counters.types.items():
        at = ("types", name)
        asks.named(name, *at)
        full = _face(asks, kind.full, *at, "full")
        if kind.reduced:
            reduced = _face(asks, kind.reduced, *at, "reduced")
            said = f"{reduced} is more than the whole unit has, {full}"
            asks.require(reduced.strength <= full.strength, said, *at, "reduced")
        if kind.fortified:
            _face(asks, kind.fortified, *at, "fortified")


def _face(asks: Vetting, text: str, *at: Field) -> Face:
    found = asks.reads(lambda: face(text), *at)
    asks.require(found.strength, "without strength nobody could attack it: give at least (1)", *at)
    most = max(found.strength, found.movement)
    asks.require(most <= MOST, f"{most} is not possible: at most {MOST}", *at)
    return found


def vet_tables(asks: Vetting, tables: Tables, own: Tables) -> None:
    """Whether tables have a result for each die and all odds, and name no terrain that is none."""
    asks.terrains(tables.terrain, own.terrain)
    asks.dice(tables.forced_march.attrition, "forced_march", "attrition")
    asks.dice(tables.airborne.transport_lost, "airborne", "transport_lost")
    asks.dice(tables.airborne.assault_lost, "airborne", "assault_lost")
    for nation, count in tables.airborne.regiments.items():
        said = f"a division of {several(count, 'regiment')} does not break down: give 2 at least, or leave it out"
        at = ("airborne", "regiments", nation)
        asks.require(count > 1, said, *at)
        most = max(tables.stacking.units, own.stacking.units)
        said = f"a hex holds {several(most, 'unit')}: {several(count, 'regiment')} could never form their division again"
        asks.require(count <= most, said, *at)
        said = f"only divisions of the Axis break down: leave {nation} out"
        asks.require(nation in AXIS_NATIONS, said, *at)
    said = "nothing but 0.5 is known: who is halved has half"
    asks.require(tables.supply.halved == own.supply.halved, said, "supply", "halved")
    said = f"it follows from the {tables.air.out} that leave each front: change out"
    asks.require(tables.air.into == own.air.into, said, "air", "into")
    _seasons(asks, tables.air)
    _air(asks, tables)
    for key, table in tables.results.items():
        asks.named(table.title, "results", key, "title")
        for odds, cells in table.odds.items():
            said = f"{several(len(cells), 'result')}: give one for each of {DICE} dice"
            asks.require(len(cells) == DICE, said, "results", key, "odds", odds)
        asks.reads(partial(crt, table), "results", key)


@case("tbl.air.season")
def _seasons(asks: Vetting, air: Air) -> None:
    """On each front each weather lets some share of the Points fly."""
    for front in get_args(Front):
        asks.require(front in air.seasons, f"the {front} front is needed", "air", "seasons")
        for weather in get_args(Weather):
            at = ("air", "seasons", front, weather)
            text = air.seasons[front].get(weather, "")
            asks.require(text, "a share is needed", *at)
            try:
                share = Fraction(text)
            except (ValueError, ZeroDivisionError):
                asks.deny(f'"{text}" is no share: write it as 2/3', *at)
            asks.require(0 <= share <= 1, f"{text} is no share: they run from 0 to 1", *at)


@case("13.22", "13.37")
def _air(asks: Vetting, tables: Tables) -> None:
    """The odds of the air war follow each other, and so do the numbers of Points in the sea war, up to a group."""
    odds = tables.air_combat.odds
    _counted(asks, odds, [f"{n + 1}-1" for n in range(len(odds))], "air_combat", "odds")
    for column, dice in odds.items():
        asks.dice(dice, "air_combat", "odds", column)
    rows = tables.sea_strikes.rows
    _counted(asks, rows, [str(n + 1) for n in range(len(rows))], "sea_strikes", "rows")
    for row, cells in rows.items():
        at = ("sea_strikes", "rows", row)
        asks.require(
            len(cells) == DICE, f"{several(len(cells), 'result')}: give one for each of {DICE} dice", *at
        )
        for number, cell in enumerate(cells):
            asks.known(cell, HARM, "result", *at, number)
    said = f"{tables.air.group} attack together, but sea_strikes has {several(len(rows), 'row')}"
    asks.require(1 <= tables.air.group <= len(rows), said, "air", "group")


def _counted(asks: Vetting, given: Iterable[str], wanted: list[str], *at: Field) -> None:
    """Whether keys are those from the first on, without a gap."""
    asks.require(wanted, "at least one is needed", *at)
    missing = [key for key in wanted if key not in set(given)]
    asks.require(not missing, f"{(missing or [''])[0]} is missing: they follow each other", *at)
