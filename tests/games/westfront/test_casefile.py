"""Values of `setup` that contradict each other are refused or explained."""

from phaseline.engine.casefile import CaseResult, read, run_case


def result_of(text: str) -> CaseResult:
    (case,) = read(f"id: a\ngame: westfront\nscenario: S44\nsetup: {text}\n", "a.yaml")
    return run_case(case)


def test_a_unit_is_never_stronger_than_its_highest_cv() -> None:
    result = result_of("{units: {US 16 Inf: {at: London, cv: 5}}}")
    assert "a.yaml:4: setup.units.US 16 Inf.cv: 5 is more than its highest CV, 4" in str(result.error)
    assert result_of("{units: {US 16 Inf: {at: London, cv: 5, limit: 5}}}").passed
    assert "its highest CV, 3" in str(result_of("{units: {H: {type: hq, at: London, cv: 4}}}").error)


def test_control_that_units_would_have_otherwise_is_explained() -> None:
    result = result_of(
        "{units: {US 16 Inf: {at: Paris, cv: 4}}, only: true, control: {Paris: axis, Lille: allied}}"
    )
    assert result.passed, result.text()
    said = "by units and zones of control it is Allied (8.3); that it is Axis holds until something changes there"
    assert result.remarks == [f"a.yaml:4: setup.control.Paris: {said}"]


def test_a_level_that_the_map_does_not_give_is_explained() -> None:
    result = result_of("{level: {Axis: 3}}")
    assert result.passed, result.text()
    (remark,) = result.remarks
    assert remark.startswith("a.yaml:4: setup.level.Axis: this is what was last reckoned; the map now gives ")
    reckoned = remark.partition("gives ")[2].partition(",")[0]
    assert result_of(f"{{level: {{Axis: {reckoned}}}}}").remarks == []
