"""The cluster as a place: what each machine is asked, and what is told when none answers. A real one is in test_interrupted."""

import pytest

from phaseline import __version__
from phaseline.lab import cluster
from phaseline.lab.cluster import RayCluster, WrongVersion


def double(number: int) -> int:
    return 2 * number


def test_a_machine_with_another_version_says_so() -> None:
    assert cluster._there(__version__, double, 21) == 42
    with pytest.raises(WrongVersion, match=f"has Phaseline {__version__}, this one 0.0.9"):
        cluster._there("0.0.9", double, 21)


def test_the_address_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    assert RayCluster().name == "Ray on this machine"
    assert RayCluster("10.0.0.1:6379").name == "Ray at 10.0.0.1:6379"
    monkeypatch.setenv("RAY_ADDRESS", "auto")
    assert RayCluster().name == "Ray at auto"
