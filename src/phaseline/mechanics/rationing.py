"""Rationing: who draws on which source when each source feeds only so many and each unit can reach only some.

As many as possible are fed. Where not all can be, those named first are: nobody is left out for one named later.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence


def feed(
    wants: Mapping[int, Sequence[int]],
    capacity: Sequence[int | None],
    fixed: Mapping[int, int] | None = None,
    last: Collection[int] = (),
) -> dict[int, int]:
    """The source of each unit that is fed; units that are not are left out.

    Units are served in order, each from the first of its sources with room. Whoever finds none takes the place of
    another that can draw on a source with room in turn, perhaps by moving a third, and so on. The same question has
    always the same answer.

    Args:
        wants: the sources that each unit can reach, the dearest to it first, in the order of precedence.
        capacity: how many each source feeds, by number; None for any number.
        fixed: the source that some units draw on in any case; they are part of the answer.
        last: sources that as few as possible draw on besides those: others make way where that spares them.

    Raises:
        ValueError: more units are `fixed` to a source than it feeds.

    Source 0 feeds one unit only, so 10 makes way for 11, which reaches nothing else:

    >>> feed({10: [0, 1], 11: [0], 12: [0]}, capacity=[1, None])
    {10: 1, 11: 0}

    Source 2 is to be spared, so 10 makes way for 11 here, too:

    >>> feed({10: [0, 1], 11: [0, 2]}, capacity=[1, None, 5], last=[2])
    {10: 1, 11: 0}
    """
    rations = _Rations(wants, capacity, fixed or {})
    spared, full, futile = frozenset(last), set[int](), set[int]()
    for unit in wants:
        if unit in rations.drawn or (spared and rations.seek(unit, futile, spared)):
            continue
        rations.seek(unit, full)
    return rations.drawn


def making_room(
    wants: Mapping[int, Sequence[int]], drawn: Mapping[int, int], fixed: Collection[int] = ()
) -> frozenset[int]:
    """Those who are fed, but of whom each would make room for somebody who is not by going without.

    Empty when nobody is left out, or when those who are reach nothing at all.

    Args:
        wants: the sources that each unit can reach.
        drawn: the source of each unit that is fed, as `feed` has found it.
        fixed: who draws on no other source: they can go without, but not make way.

    12 is left out. 11 keeps the place it needs, and so does 10 the place that 11 could go to:

    >>> sorted(making_room({10: [1], 11: [0, 1], 12: [0], 13: [2]}, drawn={10: 1, 11: 0, 13: 2}))
    [10, 11]
    """
    guests: dict[int, list[int]] = {}
    for unit, source in drawn.items():
        guests.setdefault(source, []).append(unit)
    todo = [source for unit, reached in wants.items() if unit not in drawn for source in reached]
    seen: set[int] = set()
    found: set[int] = set()
    while todo:
        source = todo.pop()
        if source in seen:
            continue
        seen.add(source)
        for guest in guests.get(source, ()):
            found.add(guest)
            if guest not in fixed:
                todo.extend(wants[guest])
    return frozenset(found)


class _Rations:
    """Kuhn's matching with several places at a source; `fixed` is who is not asked to move."""

    def __init__(
        self, wants: Mapping[int, Sequence[int]], capacity: Sequence[int | None], fixed: Mapping[int, int]
    ) -> None:
        self.wants, self.capacity, self.fixed = wants, capacity, frozenset(fixed)
        self.drawn = dict(fixed)
        self.guests: list[list[int]] = [[] for _ in capacity]
        for unit, source in fixed.items():
            self.guests[source].append(unit)
        for source, room in enumerate(capacity):
            if room is not None and len(self.guests[source]) > room:
                raise ValueError(
                    f"source {source} feeds {room}, but {len(self.guests[source])} are fixed to it"
                )

    def seek(self, unit: int, hopeless: set[int], spared: Collection[int] = ()) -> bool:
        """Feed a unit, but for the sources that are known to be `hopeless`; where nothing is found, more of them are known.

        From those no way leads to a source with room, and none ever will: no place falls free, and who draws on one of
        them reaches none but them.
        """
        tried = set(hopeless)
        if self.serve(unit, tried, spared):
            return True
        hopeless |= tried
        return False

    def serve(self, unit: int, tried: set[int], spared: Collection[int] = ()) -> bool:
        """Feed a unit from a source that has not been `tried`: from one with room if there is one, else in turn.

        Nobody is added then to those who draw on the `spared` ones.
        """
        reached = [source for source in self.wants[unit] if source not in tried]
        for source in reached:
            room = self.capacity[source]
            if source not in spared and (room is None or len(self.guests[source]) < room):
                self._draw(unit, source)
                return True
        for source in reached:
            if source in tried:
                continue
            tried.add(source)
            for guest in self.guests[source]:
                if guest not in self.fixed and self.serve(guest, tried, spared):
                    self._draw(unit, source)
                    return True
        return False

    def _draw(self, unit: int, source: int) -> None:
        if unit in self.drawn:
            self.guests[self.drawn[unit]].remove(unit)
        self.drawn[unit] = source
        self.guests[source].append(unit)
