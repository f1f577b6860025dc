"""Values of `setup` that contradict each other are refused, with their line, field and reason."""

import pytest

from phaseline.engine.casefile import read, run_case


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (
            "units: {us2: {side: allied, at: '3304'}}",
            'setup.units.us2: eisenhower has a counter "US2" of its own: write it so to mean that one',
        ),
        (
            "units: {US2: {full: [4, 4, 4], attack: 5}}",
            "setup.units.US2.full: `full` says this already: leave out attack, defence and movement",
        ),
        (
            "units: {US2: {state: reduced, steps: 2}}",
            "setup.units.US2.state: reduced means 1 step here, not 2: leave one out",
        ),
        (
            "control: {'3205': allied}, units: {1SS: {at: '3205'}}",
            "setup.control.3205: 1SS stands there, and the hex of a unit is its side's",
        ),
        ("ports: [Cherbourg], units: {1SS: {at: Cherbourg}}", "setup.ports: 1SS stands there"),
        (
            "ports: none, control: {Cherbourg: allied}",
            "setup.control.Cherbourg: `ports` lists all ports that are Allied, and says otherwise of Cherbourg",
        ),
    ],
)
def test_contradictions(setup: str, message: str) -> None:
    (case,) = read(f"id: wrong\ngame: eisenhower\nscenario: historical\nsetup: {{{setup}}}\n", "wrong.yaml")
    result = run_case(case)
    assert result.status == "error"
    assert not result.trace
    assert str(result.error).startswith("wrong.yaml:")
    assert message in str(result.error)


@pytest.mark.parametrize(
    "setup",
    [
        "control: {'3205': allied}",
        "control: {'3205': german}, units: {1SS: {at: '3205'}}",
        "control: {'3205': allied}, units: {1SS: {at: '3205', state: eliminated}}",
        "ports: [Cherbourg], control: {Cherbourg: allied}",
        "units: {US2: {state: reduced, steps: 1}}",
    ],
)
def test_values_that_agree(setup: str) -> None:
    (case,) = read(f"id: right\ngame: eisenhower\nscenario: historical\nsetup: {{{setup}}}\n", "right.yaml")
    result = run_case(case)
    assert result.passed, result.text()
