"""What is weighed otherwise in some scenario of France '44."""

import pytest
from msgspec.structs import replace
from tests.ai.france44.conftest import FRANCE

from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.parameters import parameters
from phaseline.games.france44.position import ALLIED


def test_each_that_attacks_is_missed_elsewhere_in_anvil() -> None:
    """A bearing changes what the scenario weighs, and leaves the rest of it alone."""
    anvil, market = (ground(FRANCE.load(key)).by.attack for key in ("anvil", "market"))
    assert anvil.commit > market.commit
    assert anvil == replace(market, commit=anvil.commit)
    weights = FranceCouncil(FRANCE.load("anvil"), ALLIED)._weights
    assert weights["bold"].attack.commit == anvil.commit
    assert weights["careful"].attack.commit != anvil.commit


def test_scenarios_are_told_of_that_there_are() -> None:
    assert set(parameters().otherwise) <= set(FRANCE.scenarios())


def test_a_number_that_there_is_not_is_refused() -> None:
    plain = parameters()
    with pytest.raises(ValueError, match=r"""otherwise: anvil: attack: there is no "bold" here"""):
        replace(plain, otherwise={"anvil": {"attack": {"bold": 1.0}}}).__post_init__()
