"""The rulebook's example game, July and August 1943, as one record: it replays to what the book says."""

from pathlib import Path

import pytest

from phaseline.engine import record
from phaseline.engine.match import Match
from phaseline.games.westfront.position import ELIMINATED, WestFrontPosition
from phaseline.games.westfront.state import WestFrontState

RECORD = Path(__file__).parent / "golden" / "husky.record"


@pytest.fixture(scope="module")
def played() -> Match:
    return record.load(RECORD.read_text("utf-8"), verify=False)


def after(played: Match, order: str) -> WestFrontState:
    """The state after the first order that begins like this."""
    number = next(
        n
        for n, entry in enumerate(played.entries)
        if entry.order and played.write(entry.order).startswith(order)
    )
    state = played.branch(number + 1).state
    assert isinstance(state, WestFrontState)
    return state


def where(state: WestFrontState, unit: str) -> tuple[str, int]:
    """Hex and CV of a unit."""
    number = state.scenario.number[unit]
    at = state.position.at[number]
    return ("eliminated" if at == ELIMINATED else state.scenario.map.label(at)), state.position.cv[number]


def test_the_record_replays_with_every_fingerprint(played: Match, rewrite_golden: bool) -> None:
    text = RECORD.read_text("utf-8")
    if rewrite_golden:
        note = next(line for line in text.splitlines() if line.startswith("note: "))[6:]
        RECORD.write_text(record.dump(played, note=note), "utf-8")
        text = RECORD.read_text("utf-8")
    match = record.load(text)
    assert isinstance(match.position, WestFrontPosition)
    assert match.outcome is not None


@pytest.mark.case("westfront", "husky.jul1", "13.15a", "5.43")
def test_the_airstrike_wins_catania_before_anybody_fires(played: Match) -> None:
    state = after(played, "fight Catania")
    assert where(state, "It 7 Inf") == ("eliminated", 0)
    assert where(state, "US 2 Amph") == ("Catania", 4)
    assert where(state, "Br 2 Para") == ("Catania", 1)
    assert [where(state, hq)[1] for hq in ("15 AG", "21 AG", "AF")] == [2, 2, 1]


@pytest.mark.case("westfront", "husky.jul1", "4.45b", "10.4")
def test_after_the_second_wave_hqs_are_at_one_and_palermo_starves(played: Match) -> None:
    state = after(played, "activate OKW")
    assert where(state, "It Sic Static") == ("Palermo", 0)
    assert where(state, "PzGp C") == ("Palermo E1", 3)
    assert [where(state, hq)[1] for hq in ("15 AG", "21 AG", "AF")] == [1, 1, 1]
    assert where(state, "Br 30 Tk") == ("Licata", 4)
    assert where(state, "FF 2 Mtn") == ("Catania", 2)


@pytest.mark.case("westfront", "husky.jul1", "6.51")
def test_the_axis_draws_back_by_supreme_moves(played: Match) -> None:
    state = after(played, "move 1-Para")
    assert where(state, "It Sic Static") == ("Palermo E1", 0)
    assert where(state, "PzGp C") == ("Messina", 3)
    assert where(state, "1 Para") == ("Messina", 2)


@pytest.mark.case("westfront", "husky.jul2", "husky.prod")
def test_production_spends_what_the_book_says(played: Match) -> None:
    state = after(played, "activate 21-AG invasion")
    strengths = {
        "1 Para": 3, "OKW": 3, "It 7 Inf": 1, "It Sic Static": 1,
        "15 AG": 2, "21 AG": 2, "AF": 2, "Br 5 Inf": 3, "US 6 Amph": 3, "FF 2 Mtn": 3, "Br 2 Para": 2, "Pol Inf": 4,
    }  # fmt: skip
    assert {unit: where(state, unit)[1] for unit in strengths} == strengths
    assert where(state, "It 7 Inf")[0] == "Reggio"
    assert where(state, "Pol Inf")[0] == "Tunis"


@pytest.mark.case("westfront", "husky.aug1", "7.35b", "2.25b")
def test_messina_holds_and_palermo_e1_falls(played: Match) -> None:
    state = played.state
    assert isinstance(state, WestFrontState)
    assert where(state, "FF 2 Mtn") == ("Messina", 1)
    assert where(state, "PzGp C") == ("Messina", 3)
    assert where(state, "1 Para") == ("Messina", 3)
    assert where(state, "It Sic Static") == ("eliminated", 0)
    assert where(state, "Br 30 Tk") == ("Palermo E1", 4)
    assert where(state, "Br 10 Inf") == ("Palermo E1", 4)


@pytest.mark.case("westfront", "husky.aug2")
def test_both_sides_may_pass(played: Match) -> None:
    tail = [played.write(entry.order) for entry in played.entries[-5:] if entry.order]
    assert tail == ["done"] * 5
