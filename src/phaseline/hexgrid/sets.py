"""Sets of hexes as plain integers: reading them one hex at a time."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import compress
from typing import TypeVar

from phaseline.hexgrid.orientation import Hex, Mask

K = TypeVar("K", bound=Hashable)

_BITS_OF_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))

# Up to this many hexes, taking the lowest bit off again and again beats a scan of all bytes (measured).
_FEW = 12
# So near the beginning, hexes are taken off one by one (measured).
_NEAR = 6
# Sets of so many bits are halved before their hexes are looked at (measured).
_WIDE = 400
_NONE: Iterator[Hex] = iter(())


def mask_of(hexes_in_it: Iterable[Hex]) -> Mask:
    """The set of the hexes given.

    >>> mask_of([0, 2, 3])
    13
    """
    mask = 0
    for h in hexes_in_it:
        mask |= 1 << h
    return mask


def hexes(mask: Mask) -> Iterator[Hex]:
    """The hexes of a set, ascending.

    >>> list(hexes(0b1101))
    [0, 2, 3]
    """
    if not mask:  # as often as not
        return _NONE
    found: list[Hex]
    if mask.bit_count() <= _FEW:
        found = []
        while mask:
            low = mask & -mask
            found.append(low.bit_length() - 1)
            mask ^= low
    else:
        octets = mask.to_bytes((mask.bit_length() + 7) // 8, "little")
        found = [
            8 * at + bit for at in compress(range(len(octets)), octets) for bit in _BITS_OF_BYTE[octets[at]]
        ]
    return iter(found)


def union(sets: Iterable[Mask]) -> Mask:
    """All that is in any of these sets.

    >>> union([0b0001, 0b0101])
    5
    """
    found = 0
    for mask in sets:
        found |= mask
    return found


def unite(parts: Iterable[tuple[K, Mask]]) -> dict[K, Mask]:
    """The sets that belong to the same key, united, by key: hexes by what it costs to enter them, units by price.

    >>> unite([("clear", 0b0001), ("woods", 0b0010), ("clear", 0b1000)])
    {'clear': 9, 'woods': 2}
    """
    found: dict[K, Mask] = {}
    for key, mask in parts:
        found[key] = found.get(key, 0) | mask
    return found


def lowest(mask: Mask) -> Hex:
    """The first hex of a set.

    Raises:
        ValueError: the set is empty.

    >>> lowest(0b1100)
    2
    """
    if not mask:
        raise ValueError("an empty set of hexes has no lowest hex")
    return (mask & -mask).bit_length() - 1


def count(mask: Mask) -> int:
    """The number of hexes in a set.

    >>> count(0b1101)
    3
    """
    return mask.bit_count()


def kth(mask: Mask, k: int) -> Hex:
    """The hex with exactly `k` hexes of the set before it; the fast way to draw one at random.

    Raises:
        IndexError: the set has `k` hexes or fewer, or `k` is negative.

    >>> kth(0b1101, 1)
    2
    """
    size = mask.bit_count()
    if not 0 <= k < size:
        raise IndexError(f"no hex number {k} in a set of {size}")
    start = 0
    while (length := mask.bit_length()) > _WIDE:
        half = length >> 1
        low = mask & (1 << half) - 1
        below = low.bit_count()
        if k < below:
            mask, size = low, below
        else:
            mask >>= half
            start += half
            k, size = k - below, size - below
    if k < _NEAR:
        if size == 1:
            return start + mask.bit_length() - 1
        while k:
            mask &= mask - 1
            k -= 1
        return start + (mask & -mask).bit_length() - 1
    digits = bin(mask)  # of its ones, the last k + 1 are left standing
    return start + len(digits) - 1 - digits.replace("1", "0", size - 1 - k).index("1")
