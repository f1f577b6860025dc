"""Who draws on which source: held to trying every way of feeding."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.mechanics.rationing import feed, making_room


@st.composite
def shortages(draw: st.DrawFn) -> tuple[dict[int, list[int]], list[int | None], dict[int, int]]:
    capacity = draw(st.lists(st.none() | st.integers(0, 2), min_size=1, max_size=4))
    sources = st.lists(st.integers(0, len(capacity) - 1), unique=True, max_size=4)
    units = draw(st.lists(st.integers(0, 99), unique=True, max_size=6))
    wants = {unit: draw(sources) for unit in units}
    fixed: dict[int, int] = {}
    for unit in draw(st.lists(st.integers(90, 99), unique=True, max_size=2)):
        source = draw(st.integers(0, len(capacity) - 1))
        room = capacity[source]
        if room is None or list(fixed.values()).count(source) < room:
            fixed[unit] = source
    return wants, capacity, fixed


def every_feeding(
    wants: dict[int, list[int]], capacity: list[int | None], fixed: dict[int, int]
) -> list[dict[int, int]]:
    """All ways of sharing out the sources."""
    free = [unit for unit in wants if unit not in fixed]
    found = []
    for chosen in itertools.product(*([*wants[unit], None] for unit in free)):
        given = fixed | {
            unit: source for unit, source in zip(free, chosen, strict=True) if source is not None
        }
        drawn = list(given.values())
        if all(room is None or drawn.count(source) <= room for source, room in enumerate(capacity)):
            found.append(given)
    return found


@given(shortages())
def test_as_many_are_fed_as_can_be_and_those_named_first_before_the_rest(
    shortage: tuple[dict[int, list[int]], list[int | None], dict[int, int]],
) -> None:
    wants, capacity, fixed = shortage
    drawn = feed(wants, capacity, fixed)
    ways = every_feeding(wants, capacity, fixed)
    assert drawn in ways
    assert len(drawn) == max(map(len, ways))
    # Of all ways to feed, the best by precedence: the first who can differ is fed.
    assert [unit in drawn for unit in wants] == max([unit in way for unit in wants] for way in ways)


@given(shortages(), st.sets(st.integers(0, 3)))
def test_as_few_as_can_be_draw_on_what_is_to_be_spared(
    shortage: tuple[dict[int, list[int]], list[int | None], dict[int, int]], last: set[int]
) -> None:
    wants, capacity, fixed = shortage
    drawn = feed(wants, capacity, fixed, last)
    alike = [way for way in every_feeding(wants, capacity, fixed) if way.keys() == drawn.keys()]
    assert drawn in alike
    assert drawn.keys() == feed(wants, capacity, fixed).keys()

    def spent(way: dict[int, int]) -> int:
        return sum(source in last for source in way.values())

    assert spent(drawn) == min(map(spent, alike))


def test_everybody_draws_on_the_dearest_source_while_there_is_room() -> None:
    assert feed({1: [2, 0], 2: [2, 0], 3: [2, 0]}, [None, None, 2]) == {1: 2, 2: 2, 3: 0}


def test_one_makes_way_for_another_through_a_third() -> None:
    assert feed({1: [0, 1], 2: [1, 2], 3: [0]}, [1, 1, 1]) == {1: 1, 2: 2, 3: 0}


def test_who_is_fixed_makes_no_way() -> None:
    assert feed({1: [0, 1], 3: [0]}, [1, 1], fixed={1: 0}) == {1: 0}


def test_more_cannot_be_fixed_than_a_source_feeds() -> None:
    with pytest.raises(ValueError, match="source 0 feeds 1, but 2 are fixed to it"):
        feed({}, [1], fixed={1: 0, 2: 0})


@given(shortages())
def test_who_makes_room_is_whoever_lets_another_be_fed(
    shortage: tuple[dict[int, list[int]], list[int | None], dict[int, int]],
) -> None:
    wants, capacity, fixed = shortage
    wants = {unit: reached for unit, reached in wants.items() if unit not in fixed}
    drawn = feed(wants, capacity, fixed)
    found = set()
    for unit in drawn:
        others = {other: reached for other, reached in wants.items() if other != unit}
        kept = {other: source for other, source in fixed.items() if other != unit}
        if len(feed(others, capacity, kept)) == len(drawn):
            found.add(unit)
    assert making_room(wants, drawn, fixed) == found


def test_nobody_makes_room_while_all_are_fed() -> None:
    assert not making_room({1: [0], 2: [0]}, {1: 0, 2: 0})


class Asked(dict[int, list[int]]):
    """Wants that count how often they are read."""

    reads = 0

    def __getitem__(self, unit: int) -> list[int]:
        self.reads += 1
        return super().__getitem__(unit)


def test_what_has_been_found_to_be_full_is_not_searched_through_for_everybody_again() -> None:
    sources = list(range(40))
    wants = Asked(dict.fromkeys(range(100), sources))
    drawn = feed(wants, [1] * 40, last=range(20, 40))
    assert set(drawn) == set(range(40))
    assert wants.reads < 300  # some for each unit, not for each unit with all that have been fed before it
