import pytest
from tests.engine.casefile.toy import TOY

from phaseline.engine import registry
from phaseline.engine.casefile import vocabulary


def test_all_that_a_case_can_name() -> None:
    lines = vocabulary(TOY).splitlines()
    for line in (
        "seats: Blue, Red",
        "  pond: The Pond",
        "  fog: bool = true",
        "  turn: int | none = none",
        "  weather: str = not given",
        "  units: dict[str, ToyUnit] = {}",
        "    strength: int = 2",
        "  move UNIT TO  # Move a unit by one hex. (3.1)",
        "  fire UNIT TARGET DICE  # fire (4.1)",
        "  part: combat  # 4.1",
        "  turn: weather (no decision)  # 6.1",
        "  distance (start, to)  # Hexes from one to the other.",
        "  odds (attack, defence, shifts=[])  # Odds rounded down.",
        "  units: {1 Blue: {at: 0103, state: in play, strength: 2}, ...}",
        "  bids: [none, none]",
    ):
        assert line in lines


def test_it_is_told_what_phase_and_until_take_of_a_step() -> None:
    lines = vocabulary(TOY).splitlines()
    remark = lines[lines.index("phase and until:") + 1]
    assert remark.startswith("  # `phase` takes PROCEDURE: STEP, or STEP alone ")
    assert remark.endswith("; `until` takes STEP alone.")


def test_remarks_about_setup_and_no_repetition() -> None:
    lines = vocabulary(registry.game("westfront")).splitlines()
    assert "    # As in `units`." in lines
    assert lines.count("    built: bool = false") == 1
    assert any(line.startswith("    # A unit of a case.") for line in lines)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("eisenhower", "hexes, supply: Allied north | Allied south | German north | German south"),
        ("eisenhower", "areas, fortified: West Wall | Atlantic Wall"),
        ("eisenhower", "areas, zone: South | North"),
        ("eisenhower", "hexsides: rhine | seine | river | pass"),
        ("westfront", "hexes, resource: mineral | oil"),
        ("westfront", "lines: rail"),
        ("skirmish", "hexes, terrain: clear | forest | hill | town"),
    ],
)
def test_the_words_of_maps_are_those_of_the_games_own(game: str, words: str) -> None:
    assert f"\n  {words}" in vocabulary(registry.game(game))


def test_a_number_with_ends_names_them() -> None:
    assert "  linked: int 0 to 99 = 0" in vocabulary(registry.game("westfront")).splitlines()
