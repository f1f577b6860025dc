"""The Politics Phase: Tito, revolt, surrender, conquest (16.1 to 16.4, 4.47).

Wired into the sequence, in the Politics Phase: `begin_politics`; a decision of `choosers` among `TitoRises`,
`RevoltRoll`, `SurrenderRoll`, `EndPolitics`; `conquer`. In `Revolt`: `MaquisRises`; in `Defection`: `UnitDefects`.
At the beginning of Movement, Combat and Politics: `fall_of_capitals`; before and after movement: `note_yugoslavia`. Asked by other chapters:
`ports_taken`, `french_hexes`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, Options, choose, options
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.maps import land_named
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.politics import (
    Defect,
    RaiseMaquis,
    RaiseTito,
    RollRevolt,
    RollSurrender,
)
from phaseline.games.westfront.position import ALLIED, AXIS, ELIMINATED, TO_COME, Defection, Politics, Revolt
from phaseline.games.westfront.rules import ground
from phaseline.games.westfront.state import Flag, WestFrontState
from phaseline.hexgrid import Mask, hexes, mask_of

TITO_CV, MAQUIS_CV, FRIULI_CV = 2, 1, 1


class Realm(NamedTuple):
    """A country that can surrender: its capital, and the flags of its fate."""

    capital: str
    war: Flag | None
    """Set when it is at war; None for Italy, which is from the beginning."""
    surrendered: Flag
    """Set when it fights no more."""
    conquered: Flag


REALMS: Final[dict[str, Realm]] = {
    "Italy": Realm("", None, "italy surrendered", "italy conquered"),
    "Spain": Realm("Madrid", "spain at war", "spain defeated", "spain conquered"),
    "Portugal": Realm("Lisbon", "portugal at war", "portugal defeated", "portugal conquered"),
}


# -- facts ------------------------------------------------------------------------------------------------------------


def land(s: WestFrontState, country: str) -> Mask:
    """The hexes of a country that are on this map."""
    return (land_named(s.board.map, country) or 0) & s.board.land


def army_of(s: WestFrontState, country: str) -> Mask:
    """The Axis units of a country, wherever they are."""
    masks = {"Italy": s.scenario.italian, "Spain": s.scenario.spanish, "Portugal": s.scenario.portuguese}
    return masks[country]


def units_of(s: WestFrontState, country: str) -> list[int]:
    """The same units one by one."""
    return list(hexes(army_of(s, country)))


@case("16.1a", "16.4e", "1.7a", "1.45a", "2.66b")
def ports_taken(s: WestFrontState, country: str) -> int:
    """Ports of a country under Allied control, embattled or not (R134)."""
    return (s.board.port_hexes & land(s, country) & s.friendly(ALLIED)).bit_count()


@case("16.31")
def french_hexes(s: WestFrontState) -> int:
    """Hexes of France without Corsica that are friendly to the Allies (R136)."""
    france = land_named(s.board.map, "mainland France")
    if france is None:
        france = s.board.country.get("France", 0)
    return (france & s.board.land & s.friendly(ALLIED)).bit_count()


@case("16.1a", "16.4e")
def surrender_count(s: WestFrontState, country: str) -> int:
    """What a surrender roll must be less than: ports taken and units eliminated (16.1)."""
    eliminated = sum(s.position.at[unit] == ELIMINATED for unit in units_of(s, country))
    return ports_taken(s, country) + eliminated


@case("16.1b", "16.31")
def german_zone(s: WestFrontState, *, upright: bool = False) -> Mask:
    """The hexes that free, supplied German units hold, or reach by their zone, occupied or not (8.2, R135).

    With `upright`, as the Allies see it: a block that stands upright may be German and counts as such (R204).
    """
    position = s.position
    barred = position.unsupplied | position.dispersed | position.overstacked
    unknown = ~position.revealed if upright else 0
    sources = mask_of(
        position.at[unit]
        for unit in hexes(s.on_map(AXIS) & ~barred)
        if unknown >> unit & 1 or s.unit(unit).nation == "German"
    )
    free = sources & ~s.battles
    return free | s.board.dry.cross(free)


# -- the phase --------------------------------------------------------------------------------------------------------


@case("4.47", "8.1a")
def begin_politics(s: WestFrontState) -> None:
    """Control is fixed for the phase, and capitals that fell count (8.1, 16.4e)."""
    s.fix_control()
    note_yugoslavia(s)
    fall_of_capitals(s)


@case("16.1a", "16.31", "16.32a", "4.47", "tbl.4")
def choosers(s: WestFrontState) -> list[int]:
    """The Allies, in their own Politics Phase, if there is anything they can do (16.0)."""
    politics = s.frame(Politics)
    if politics.seat != ALLIED:
        return []
    busy = (
        (tito(s) is not None and too_late(s) is None)
        or revolt_refused(s) is None
        or any(surrender_refused(s, c) is None for c in REALMS)
    )
    return [ALLIED] if busy else []


@case("4.47", "16.1a")
def too_late(s: WestFrontState) -> Refusal | None:
    """Why nobody rises any more: a surrender has been rolled for, which is done at the end of the phase (16.1, R173)."""
    if any(country in REALMS for country in s.frame(Politics).rolled):
        return Refusal("16.1a", "a surrender has been rolled for, and that is the end of the phase")
    return None


class EndPolitics(EndStep[Done, WestFrontState]):
    """The Allies do no more (4.47)."""

    order = Done


# -- Tito and the Maquis ----------------------------------------------------------------------------------------------


def _waiting(s: WestFrontState, nation: str, kind: str) -> int | None:
    """The Allied volunteer of a nation, while it has not yet come."""
    volunteers = s.scenario.once(("volunteers", nation, kind), lambda: _volunteers(s, nation, kind))
    return next((unit for unit in volunteers if s.position.at[unit] == TO_COME), None)


def _volunteers(s: WestFrontState, nation: str, kind: str) -> list[int]:
    """The Allied units of a nation that are of a kind."""
    units = s.scenario.units
    return [n for n in s.scenario.rosters[ALLIED] if units[n].nation == nation and units[n].kind == kind]


@case("16.32a", "2.67")
def tito(s: WestFrontState) -> int | None:
    """Tito, if he can still be raised: once in a game, in a land that is on the map (R137)."""
    if s.has("tito raised") or not s.board.country.get("Yugoslavia", 0) & s.board.land:
        return None
    return _waiting(s, "Yugoslav", "mountain")


@case("16.32a", "2.67")
class TitoRises(OrderRule[RaiseTito, WestFrontState]):
    """In an Allied Politics Phase Tito may be raised in Yugoslav mountains or hills (16.32)."""

    order = RaiseTito

    def gate(self, s: WestFrontState) -> Refusal | None:
        """Once, before a surrender is rolled for."""
        if tito(s) is None:
            return Refusal("16.32a", "Tito is not there to be raised")
        return too_late(s)

    def hex(self, s: WestFrontState) -> Narrowing:
        """Mountain or hill hexes of Yugoslavia without Axis units; control does not matter."""
        return (
            choose(s.board.land, "1.1b", "no unit can be there")
            .only(s.board.country.get("Yugoslavia", 0), "16.32a", "it is not in Yugoslavia")
            .only(
                s.board.terrain["mountain"] | s.board.terrain["hill"],
                "16.32a",
                "Tito rises in mountains or hills only",
            )
            .without(s.occupied(AXIS), "16.32a", "Axis units are there")
            .without(ground.full(s, ALLIED), "6.21", "the hex is full")
        )

    def apply(self, s: WestFrontState, order: RaiseTito) -> None:
        """He comes unsupplied, so without a zone of control."""
        unit = tito(s)
        assert unit is not None
        arrive(s, unit, order.hex, TITO_CV, supplied=False)
        s.position.flags |= {"tito raised", "yugoslavia entered"}
        s.tell("revolt", "16.32a", "Tito is raised in {hex:hex}", hex=order.hex)


def arrive(s: WestFrontState, unit: int, hex: int, cv: int, *, supplied: bool) -> None:
    """Put a volunteer on the map (16.1b, 16.31, 16.32)."""
    s.position.cv[unit] = cv
    s.position.unsupplied &= ~(1 << unit)
    if not supplied:
        s.position.unsupplied |= 1 << unit
    s.put(unit, hex)


@case("16.31")
def revolt_refused(s: WestFrontState) -> Refusal | None:
    """Why there can be no roll for the French revolt; None when there can."""
    if s.has("france revolted") or _waiting(s, "French", "infantry") is None:
        return Refusal("16.31", "France has revolted already")
    if "France" in s.frame(Politics).rolled:
        return Refusal("16.31", "one roll a phase")
    if french_hexes(s) == 0:
        return Refusal("16.31", "the Allies control no French territory")
    return too_late(s)


@case("16.31", "2.68")
class RevoltRoll(OrderRule[RollRevolt, WestFrontState]):
    """One die: France revolts if it is less than the number of French hexes under Allied control (16.31)."""

    order = RollRevolt

    def gate(self, s: WestFrontState) -> Refusal | None:
        """With French territory, once a phase."""
        return revolt_refused(s)

    def apply(self, s: WestFrontState, order: RollRevolt) -> None:
        """Roll."""
        politics = s.frame(Politics)
        s.update(politics, rolled=(*politics.rolled, "France"))
        count = french_hexes(s)
        if s.roll("French revolt", "16.31", by=s.acting) >= count:
            s.tell(
                "revolt", "16.31", "France does not revolt: the roll must be less than {count}", count=count
            )
            return
        s.position.flags.add("france revolted")
        s.tell("revolt", "16.31", "France revolts")
        s.changed()
        if maquis_hexes(s):
            s.call(Revolt())


@case("16.31")
def maquis_hexes(s: WestFrontState) -> Narrowing:
    """French hexes outside the zone of German units, with room; among the enemy in battles only, to join them (16.31, R222)."""
    return (
        choose(s.board.land, "1.1b", "no unit can be there")
        .only(s.board.country.get("France", 0), "16.31", "it is not in France")
        .without(s.occupied(AXIS) & ~s.battles, "16.31", "Axis units alone are there")
        .without(german_zone(s, upright=True), "16.31", "it is in a German zone of control")
        .without(ground.full(s, ALLIED), "6.21", "the hex is full")
    )


@case("16.31", "2.68")
class MaquisRises(OrderRule[RaiseMaquis, WestFrontState]):
    """The Allies place the Maquis, which come unsupplied (16.31)."""

    order = RaiseMaquis

    def hex(self, s: WestFrontState) -> Narrowing:
        """Where they may rise."""
        return maquis_hexes(s)

    def apply(self, s: WestFrontState, order: RaiseMaquis) -> None:
        """Place them."""
        unit = _waiting(s, "French", "infantry")
        assert unit is not None
        arrive(s, unit, order.hex, MAQUIS_CV, supplied=False)
        s.tell("revolt", "16.31", "the Maquis rise in {hex:hex}", hex=order.hex)
        s.finish()


# -- surrender --------------------------------------------------------------------------------------------------------


@case("16.1a", "16.4e")
def _case_of_surrender(country: str) -> str:
    """The case by which a country may surrender: once neutral ones have their own (16.4)."""
    return "16.1a" if country == "Italy" else "16.4e"


@case("16.1a", "16.4e", "husky.0", "2.66b")
def surrender_refused(s: WestFrontState, country: str) -> Refusal | None:
    """Why there can be no roll for the surrender of a country; None when there can."""
    realm, number = REALMS[country], _case_of_surrender(country)
    if s.position.book == "husky":
        return Refusal("husky.0", "there is no surrender in the example game")
    if realm.war is not None and not s.has(realm.war):
        return Refusal("16.4a", f"{country} is neutral")
    if s.has(realm.surrendered):
        return Refusal(number, f"{country} is out of the war already")
    if country in s.frame(Politics).rolled:
        return Refusal(number, "one roll a phase")
    if ports_taken(s, country) == 0:
        return Refusal(number, f"the Allies control no port of {country}")
    return None


@case("16.1a", "16.4e", "2.66b")
class SurrenderRoll(OrderRule[RollSurrender, WestFrontState]):
    """One die: the country surrenders if it is less than its lost ports and units together (16.1)."""

    order = RollSurrender

    def country(self, s: WestFrontState) -> Narrowing:
        """Countries of which a port is taken."""
        found: Options[str] = options(list(REALMS), "16.1a", "Italy, Spain or Portugal can surrender")
        for country in REALMS:
            refusal = surrender_refused(s, country)
            if refusal is not None:
                found.drop(country, refusal.case, refusal.reason)
        return found

    def apply(self, s: WestFrontState, order: RollSurrender) -> None:
        """Roll."""
        politics = s.frame(Politics)
        s.update(politics, rolled=(*politics.rolled, order.country))
        count = surrender_count(s, order.country)
        number = _case_of_surrender(order.country)
        if s.roll(f"surrender of {order.country}", number, by=s.acting) >= count:
            s.tell(
                "surrender",
                number,
                "{country} fights on: the roll must be less than {count}",
                country=order.country,
                count=count,
            )
        elif order.country == "Italy":
            surrender_of_italy(s)
        else:
            defeat(s, order.country, "surrenders")


@case("16.1b", "16.1c", "16.1d")
def surrender_of_italy(s: WestFrontState) -> None:
    """Italy surrenders: a unit may defect, the others are eliminated; no territory changes hands (16.1)."""
    s.position.flags.add("italy surrendered")
    s.tell("surrender", "16.1b", "Italy surrenders; the Mediterranean is Allied for good")
    s.show([unit for unit in units_of(s, "Italy") if s.position.at[unit] >= 0], "16.1b")
    s.changed()
    if defectors(s):
        s.call(Defection())
    else:
        if _waiting(s, "Italian", "infantry") is not None:
            s.position.flags.add("friuli due")
        disarm(s, "Italy", "16.1b")


@case("16.1b", "6.21", "6.22a")
def defectors(s: WestFrontState) -> Narrowing:
    """Italian units on the map that are not in a German zone of control (R135), where Friuli finds room (R224).

    They have all been shown: a block that stands upright is another, and counts as German (R204).
    """
    threatened = s.units_in(german_zone(s, upright=True), AXIS)
    waiting = _waiting(s, "Italian", "infantry") is not None
    return (
        choose(s.scenario.all_units, "16.1b", "there is no such unit")
        .only(s.scenario.italian, "16.1b", "only an Italian unit defects")
        .only(s.on_map(AXIS), "16.1b", "it is not on the map")
        .without(threatened, "16.1b", "it is in a German zone of control")
        .without(s.units_in(ground.full(s, ALLIED), AXIS), "6.21", "its hex is full of Allied units")
        .require(waiting, "16.1b", "Friuli is not there to replace it")
    )


@case("16.1b", "2.66b", "2.68")
class UnitDefects(OrderRule[Defect, WestFrontState]):
    """Friuli takes the place of the Italian unit that the Allies choose (16.1b)."""

    order = Defect

    def unit(self, s: WestFrontState) -> Narrowing:
        """Who may defect."""
        return defectors(s)

    def apply(self, s: WestFrontState, order: Defect) -> None:
        """The others are disarmed."""
        friuli, hex = _waiting(s, "Italian", "infantry"), s.position.at[order.unit]
        assert friuli is not None
        disarm(s, "Italy", "16.1b")
        if s.occupied(AXIS) >> hex & 1 and not s.occupied(ALLIED) >> hex & 1:
            s.position.defends[AXIS] |= 1 << hex
        arrive(s, friuli, hex, FRIULI_CV, supplied=True)
        s.tell("surrender", "16.1b", "Italian troops in {hex:hex} change sides", hex=hex)
        s.finish()


@case("16.1b", "16.4e")
def disarm(s: WestFrontState, country: str, number: str) -> None:
    """Every unit of a country that is on the map, or off it in the Balkans, is eliminated (16.1b, 16.5c)."""
    for unit in units_of(s, country):
        if s.position.at[unit] >= 0:
            s.eliminate(unit, number)
    s.changed()


# -- defeat and conquest ----------------------------------------------------------------------------------------------


@case("16.4e", "8.1")
def fall_of_capitals(s: WestFrontState) -> bool:
    """Spain or Portugal is defeated at once when the Allies control its capital (16.4e, R139). True if one was.

    Control is fixed anew: the phase begins without the units that are removed.
    """
    fallen = False
    for country, realm in REALMS.items():
        if realm.war is None or not s.has(realm.war) or s.has(realm.surrendered):
            continue
        if realm.capital in s.board.map.places and s.friendly(ALLIED) >> s.board.hex(realm.capital) & 1:
            defeat(s, country, "is defeated")
            fallen = True
    if fallen:
        s.fix_control()
    return fallen


@case("16.4e")
def defeat(s: WestFrontState, country: str, how: str) -> None:
    """A country that was neutral once is out of the war; its units are removed (16.4e)."""
    s.position.flags.add(REALMS[country].surrendered)
    s.tell("surrender", "16.4e", "{country} {how}", country=country, how=how)
    disarm(s, country, "16.4e")


@case("16.11", "16.1c", "16.4e")
def conquer(s: WestFrontState) -> None:
    """At the end of any Allied Politics Phase a beaten country without Axis units becomes Allied territory (16.11, R140)."""
    if s.frame(Politics).seat != ALLIED:
        return
    for country, realm in REALMS.items():
        if not s.has(realm.surrendered):
            continue
        position, hexes_of_it = s.position, land(s, country)
        again = s.has(realm.conquered)
        if (
            not hexes_of_it
            or s.occupied(AXIS) & hexes_of_it
            or (again and not s.friendly(AXIS) & hexes_of_it & ~s.zone(AXIS))
        ):
            continue
        position.flags.add(realm.conquered)
        position.owner[ALLIED] |= hexes_of_it
        position.owner[AXIS] &= ~hexes_of_it
        position.control[ALLIED] |= hexes_of_it
        position.control[AXIS] &= ~hexes_of_it
        words = "{country} is Allied territory again" if again else "{country} is Allied territory now"
        s.tell("conquest", "16.11", words, country=country)
        s.changed()


@case("16.5a")
def note_yugoslavia(s: WestFrontState) -> None:
    """Remember that Allied units have entered Yugoslavia (16.5a, R143)."""
    if not s.has("yugoslavia entered") and s.occupied(ALLIED) & s.board.country.get("Yugoslavia", 0):
        s.position.flags.add("yugoslavia entered")
        s.tell("army group", "16.5a", "Allied units have entered Yugoslavia: Army Group E may come")
