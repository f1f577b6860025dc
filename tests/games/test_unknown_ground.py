"""Ground of which the tables of a game know nothing is told, and not played as some other."""

import pytest

from phaseline.engine import registry
from phaseline.engine.casefile import read, run_case

CASE = """\
game: {game}
examples:
- {{id: jungle, map: {{adjacent: [[A, B]], hexes: {{A: jungle}}}}, steps: []}}
"""


@pytest.mark.parametrize("key", ["skirmish", "westfront", "eisenhower", "war_in_europe", "france44"])
def test_ground_that_the_tables_do_not_know_is_told(key: str) -> None:
    (case,) = read(CASE.format(game=key), "f.yaml")
    found = run_case(case, {key: registry.game(key)})
    assert found.error is not None
    assert 'the tables know no terrain "jungle", which the map case uses; they know clear' in str(found.error)
    assert not found.trace, "the case is at fault, not the program"
