from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.hexgrid import count, hexes, kth, lowest, mask_of

hex_sets = st.sets(st.integers(0, 3000), max_size=60)


@given(hex_sets)
def test_reading_a_set(members: set[int]) -> None:
    mask = mask_of(members)
    assert list(hexes(mask)) == sorted(members)
    assert count(mask) == len(members)
    assert [kth(mask, k) for k in range(len(members))] == sorted(members)
    if members:
        assert lowest(mask) == min(members)


def test_empty_set() -> None:
    assert list(hexes(0)) == []
    with pytest.raises(ValueError, match="no lowest"):
        lowest(0)
    with pytest.raises(IndexError, match="no hex number 0"):
        kth(0, 0)


def test_kth_out_of_range() -> None:
    with pytest.raises(IndexError):
        kth(0b101, 2)
    with pytest.raises(IndexError):
        kth(0b101, -1)
