"""Neutral countries of 1940: who enters them and when, and what nobody does to them before."""

from __future__ import annotations

import pytest

from phaseline.engine.dice import ScriptedDice
from phaseline.games.war_in_europe import GAME, orders
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AXIS,
    GROUND,
    SOUTH,
    Campaign,
    CombatPhase,
    InitialMovement,
    InterdictionPhase,
    PlayerTurn,
    Turn,
    air_box,
)
from phaseline.games.war_in_europe.rules import airground, attack, neutrals
from phaseline.games.war_in_europe.scenario import Options, load
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, mask_of


def state(key: str, turn: int = 1, seat: int = AXIS) -> WarState:
    """A scenario in the initial movement of a side."""
    found = load(key, Options(), ())
    position = first_position(found)
    position.turn = turn
    s = WarState(GAME, found, position, ScriptedDice(()))
    position.stack = [Campaign(), Turn(turn=turn), PlayerTurn(seat=seat), InitialMovement(seat=seat)]
    s.changed()
    return s


def area(s: WarState, *labels: str) -> Mask:
    return mask_of(s.scenario.map.hex(label) for label in labels)


@pytest.mark.case("war_in_europe", "6.68", "6.51", "5.22")
def test_the_low_countries_join_the_allies_when_the_axis_comes() -> None:
    s = state("sichelschnitt")
    p, map = s.position, s.scenario.map
    brussels = map.hex("C3007")
    assert p.neutral >> brussels & 1
    neutrals.stand_by(s)
    belgians = s.units_in(p.neutral, ALLIED)
    assert belgians
    assert p.idle == belgians
    assert not s.zone(ALLIED) & area(s, "C3310"), "neutrals bar nobody's way"
    rule = neutrals.DeclareWar()
    assert rule.gate(s) is None
    rule.apply(s, orders.Declare())
    assert not p.neutral
    assert p.owner[ALLIED] >> brussels & 1
    assert p.rail[ALLIED] >> brussels & 1
    assert not p.idle & belgians
    gate = rule.gate(s)
    assert gate is not None
    assert gate.case == "5.22"


@pytest.mark.case("war_in_europe", "5.22")
def test_the_allies_wait_a_week_before_they_enter() -> None:
    s = state("france_1940", seat=ALLIED)
    gate = neutrals.DeclareWar().gate(s)
    assert gate is not None
    assert "before turn 2" in gate.reason
    assert neutrals.DeclareWar().gate(state("france_1940", turn=2, seat=ALLIED)) is None


@pytest.mark.case("war_in_europe", "6.68")
def test_italy_comes_in_the_fifth_week() -> None:
    s = state("france_1940", turn=4)
    turin = s.scenario.map.hex("C2326")
    neutrals.look_round(s)
    assert s.position.neutral >> turin & 1
    s.position.turn = 5
    neutrals.look_round(s)
    assert not s.position.neutral >> turin & 1
    assert s.position.owner[AXIS] >> turin & 1
    assert s.position.rail[AXIS] >> turin & 1
    assert s.position.neutral >> s.scenario.map.hex("C3007") & 1, "Belgium waits for others"


@pytest.mark.case("war_in_europe", "5.22")
def test_who_may_not_enter_a_neutral_hex_is_told_what_would_help() -> None:
    s = state("sichelschnitt")
    s.advance()
    panzer = s.scenario.number["ge-1-pz"]
    refused = s.check(AXIS, orders.Move(unit=panzer, to=s.scenario.map.hex("C3012")))
    assert refused is not None
    assert refused.case == "5.22"
    assert refused.reason == "it is neutral; declare first that you enter neutral countries"
    s.apply(AXIS, orders.Declare())
    assert s.check(AXIS, orders.Move(unit=panzer, to=s.scenario.map.hex("C3012"))) is None


@pytest.mark.case("war_in_europe", "5.22")
def test_a_neutral_is_no_enemy_and_italy_waits_for_its_turn() -> None:
    s = state("france_1940")
    s.advance()

    def told(name: str, goal: str) -> str:
        refused = s.check(AXIS, orders.Move(unit=s.scenario.number[name], to=s.scenario.map.hex(goal)))
        assert refused is not None
        assert refused.case == "5.22"
        return refused.reason

    assert "declare first" in told("ge-3-pz", "C3208"), "Belgians stand there, who are no enemies as yet"
    s.apply(AXIS, orders.Declare())
    assert told("ge-3-pz", "C3208") == "an enemy unit is there"
    assert told("ge-3-pz", "C2727") == "it is neutral, and nobody enters it before turn 5"


@pytest.mark.case("war_in_europe", "5.22", "13.51a")
def test_neutrals_are_neither_attacked_nor_interdicted() -> None:
    s = state("france_1940", turn=4)
    s.position.stack[-1] = CombatPhase(seat=AXIS)
    s.changed()
    panzers, liege = s.scenario.number["ge-3-pz"], s.scenario.map.hex("C3208")
    refused = attack.AttackHex().target(s, panzers).why_not(liege)
    assert refused is not None
    assert refused.case == "5.22", "Belgians that nobody has attacked are not said to have been"
    s = state("france_1940", turn=4, seat=ALLIED)
    s.position.stack[-1] = InterdictionPhase(seat=ALLIED)
    s.position.air[air_box(SOUTH, ALLIED, GROUND)] = 1
    s.changed()
    turin = s.scenario.map.hex("C2326")
    refused = airground.InterdictHex().to(s, SOUTH).why_not(turin)
    assert refused is not None
    assert (refused.case, "neutral" in refused.reason) == ("13.51a", True)
    neutrals.join(s, s.scenario.special.joining[1])
    s.changed()
    assert airground.InterdictHex().to(s, SOUTH).mask >> turin & 1
