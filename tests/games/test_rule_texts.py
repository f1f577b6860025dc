"""The summaries of the rules are for players: they say what a case is about, and what they name can be looked up."""

from __future__ import annotations

import re

import pytest

from phaseline.engine import registry, rulings
from phaseline.engine.ledger import Ledger, RuleCase

BOOKKEEPING = re.compile(r"\bparts? [a-z] (to|and) [a-z]\b|\bheading\b|the rulebook's number", re.IGNORECASE)
"""Words about the list of cases rather than about the game."""
CITED = re.compile(r"\((\w+\.\d+(?:\.\d+)*[a-z]?)\)")
GAMES = ["skirmish", "westfront", "eisenhower", "war_in_europe"]


def cases(game: str) -> list[RuleCase]:
    return list(Ledger.read(registry.game(game).package))


@pytest.mark.parametrize("game", GAMES)
def test_summaries_speak_of_the_game_not_of_the_list_of_cases(game: str) -> None:
    assert not [case.number for case in cases(game) if BOOKKEEPING.search(case.summary)]


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_that_a_summary_names_can_be_looked_up(game: str) -> None:
    known = rulings.read(registry.game(game).package)
    assert len(known) >= 8
    assert all(ruling.question and ruling.decision for ruling in known.values())
    named = {number for case in cases(game) for number in rulings.named(case.summary)}
    assert named <= set(known)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_heading_points_to_is_there(game: str) -> None:
    found = cases(game)
    known = {case.number for case in found}
    pointed = {
        number
        for case in found
        if not case.testable
        for number in CITED.findall(case.summary)
        if number.partition(".")[0] == case.chapter
    }
    assert pointed <= known
    assert game == "skirmish" or len(pointed) > 80


def test_a_ruling_of_a_list_tells_its_decision_alone() -> None:
    ruling = rulings.read(registry.game("eisenhower").package)["R28"]
    assert ruling.question.startswith("Alpine Fortress")
    assert ruling.decision.startswith("The marker wins for Germany")
    assert "->" not in ruling.decision
