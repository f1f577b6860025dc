"""A map is the same on every machine: the arithmetic of the builder, and the maps as they are checked in."""

from decimal import Decimal, localcontext
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.machines import MACHINES, Machine

import phaseline
from phaseline.atlas.build.exact import Singular, log, snapped, solve
from phaseline.atlas.build.fit import fit
from phaseline.atlas.build.warp import Warp

GAMES = Path(phaseline.__file__).parent / "games"

CHECK = """
import sys
from phaseline.atlas.build import check
print(check(sys.argv[1] + "/map", sys.argv[1] + "/map.toml"), end="")
"""

WARP = """
import numpy as np
from phaseline.atlas.build.fit import fit
from phaseline.atlas.build.warp import Warp
from tests.atlas.build.test_other_machines import controls, spots
before, after = controls()
found = fit(before * 110.0, after)
warp = Warp(found.forward(before * 110.0), after)
print(warp.inverse(warp.forward(spots())).tobytes().hex())
"""


def controls() -> tuple[np.ndarray, np.ndarray]:
    """A hundred and fifty control points, and where they ought to be, all in whole thousandths."""
    dice = np.random.default_rng(5)
    before = snapped(dice.uniform(0, 30, (150, 2)), 0.001)
    return before, snapped(before + dice.uniform(-0.1, 0.1, (150, 2)), 0.001)


def spots() -> np.ndarray:
    return snapped(np.random.default_rng(6).uniform(-3, 33, (2000, 2)), 0.001)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["westfront", "eisenhower", "france44", "war_in_europe"])
@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.blas)
def test_the_map_is_built_alike_on_every_machine(game: str, machine: Machine, tmp_path: Path) -> None:
    assert machine.run(CHECK, str(GAMES / game / "data"), home=tmp_path) == ""


def test_fit_and_warp_agree_to_the_last_bit(tmp_path: Path) -> None:
    before, after = controls()
    found = fit(before * 110.0, after)
    warp = Warp(found.forward(before * 110.0), after)
    here = warp.inverse(warp.forward(spots())).tobytes().hex()
    assert {machine.name: machine.run(WARP, home=tmp_path).strip() == here for machine in MACHINES} == {
        machine.name: True for machine in MACHINES
    }


@given(st.floats(1e-290, 1e290))
def test_the_logarithm_is_one(value: float) -> None:
    with localcontext() as context:
        context.prec = 40
        true = Decimal(value).ln()
        assert abs(Decimal(float(log(np.array([value]))[0])) - true) <= abs(true) * Decimal(
            "4e-16"
        ) + Decimal("4e-16")


@given(st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_equations_are_solved(size: int, seed: int) -> None:
    dice = np.random.default_rng(seed)
    matrix, wanted = dice.integers(-9, 10, (size, size)) + 20.0 * np.eye(size), dice.uniform(-1, 1, (size, 2))
    assert solve(matrix, matrix @ wanted) == pytest.approx(wanted, abs=1e-6)


def test_equations_without_one_solution() -> None:
    with pytest.raises(Singular, match="do not fix"):
        solve(np.array([[1.0, 2.0], [2.0, 4.0]]), np.array([[1.0], [2.0]]))
