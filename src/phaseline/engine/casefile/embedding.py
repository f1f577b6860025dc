"""Places for hexes of which only the adjacencies are given, so that exactly those are adjacent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

Axial = tuple[int, int]
DIRECTIONS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_APART = 6
_TRIES = 200_000


class NoPlace(ValueError):
    """The adjacencies fit on no hex grid; the message names a hex for which no place was found."""


def embed(
    names: Sequence[str], pairs: Iterable[tuple[str, str]], fixed: Mapping[str, Axial]
) -> dict[str, Axial]:
    """Axial coordinates for `names` such that exactly the `pairs` are adjacent. `fixed` ones stay where they are.

    Hexes that are not connected at all come to lie far apart. Raises `NoPlace`.

    >>> placed = embed(["A", "B", "X"], [("A", "B"), ("B", "X")], {})
    >>> touching(placed["A"], placed["B"]), touching(placed["A"], placed["X"])
    (True, False)
    """
    near: dict[str, set[str]] = {name: set() for name in names}
    for a, b in pairs:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    crowded = next((name for name in names if len(near[name]) > len(DIRECTIONS)), None)
    if crowded is not None:
        raise NoPlace(f"{crowded} has {len(near[crowded])} neighbours; a hex has six")
    order = _order(names, near, fixed)
    placed = dict(fixed)
    for a in fixed:
        wrong = next((b for b in fixed if b != a and touching(fixed[a], fixed[b]) != (b in near[a])), None)
        if wrong is not None:
            state = "are" if wrong in near[a] else "are not"
            raise NoPlace(f"{a} and {wrong} {state} said to be adjacent, but their coordinates say otherwise")
    search = _Search(near, order, placed)
    if not search.place(0):
        raise NoPlace(f"no hex grid has these adjacencies; no place is left for {order[search.deepest]}")
    return {name: placed[name] for name in names}


def touching(a: Axial, b: Axial) -> bool:
    """Whether two places are adjacent."""
    return (b[0] - a[0], b[1] - a[1]) in DIRECTIONS


def _order(names: Sequence[str], near: Mapping[str, set[str]], fixed: Mapping[str, Axial]) -> list[str]:
    """The names to place, each as far as possible after a neighbour of it."""
    order: list[str] = []
    reached = set(fixed)
    waiting = [name for name in names if name not in fixed]
    while waiting:
        name = max(waiting, key=lambda name: len(near[name] & reached))
        waiting.remove(name)
        reached.add(name)
        order.append(name)
    return order


class _Search:
    def __init__(self, near: Mapping[str, set[str]], order: Sequence[str], placed: dict[str, Axial]) -> None:
        self._near, self._order, self._placed = near, order, placed
        self._tries = 0
        self.deepest = 0

    def place(self, index: int) -> bool:
        if index == len(self._order):
            return True
        self.deepest = max(self.deepest, index)
        name = self._order[index]
        for spot in self._spots(name):
            self._tries += 1
            if self._tries > _TRIES:
                return False
            self._placed[name] = spot
            if self.place(index + 1):
                return True
            del self._placed[name]
        return False

    def _spots(self, name: str) -> Iterator[Axial]:
        neighbour = next((other for other in self._near[name] if other in self._placed), None)
        if neighbour is None:
            east = max((q for q, _ in self._placed.values()), default=-_APART)
            yield (east + _APART, 0)
            return
        q, r = self._placed[neighbour]
        for dq, dr in DIRECTIONS:
            spot = (q + dq, r + dr)
            if spot not in self._placed.values() and self._fits(name, spot):
                yield spot

    def _fits(self, name: str, spot: Axial) -> bool:
        near = self._near[name]
        return all(touching(spot, place) == (other in near) for other, place in self._placed.items())
