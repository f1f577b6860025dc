"""The data files of a game: each is read once a process, and says where what it holds comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from phaseline.atlas.errors import MapError
from phaseline.atlas.load import loads
from phaseline.atlas.model import HexMap
from phaseline.atlas.write import dumps
from phaseline.engine.packs import DataError, DataPack, HeldPack, digest, read_data, read_text, where

T = TypeVar("T")
Packs: TypeAlias = Sequence[DataPack]


class Sourced(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of a block of data that names its case and says where it comes from: "rulebook", or "reconstructed" and why."""

    case: str = ""
    provenance: str = ""


class Library:
    """The data files and maps of a game's package.

    The game's own are remembered; what a data pack changes is read anew, unless it is held and cannot change any more. So
    whoever asks shares what he gets with all others, and changes nothing in it.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self._known: dict[tuple[object, ...], Any] = {}

    def data(self, name: str, kind: type[T], packs: Packs = ()) -> T:
        """The file `data/NAME` as a checked `kind`, `packs` laid over it. Raises `DataError`."""
        return self._once(
            (name, kind), (name,), packs, lambda over: read_data(self.package, name, kind, over)
        )

    def map(self, packs: Packs = (), name: str = "map.toml") -> HexMap:
        """The map in `data/NAME`, or in the file of that name in the last of `packs` that has one. Raises `DataError`."""

        def read(over: Packs) -> HexMap:
            try:
                return loads(read_text(self.package, name, over), where(self.package, name, over[-1:]))
            except MapError as error:
                raise DataError(str(error)) from error

        return self._once((name, HexMap), (name,), packs, read)

    def reads(self, *names: str) -> Callable[[Callable[[Packs], T]], Callable[[Packs], T]]:
        """Marks a function of packs that reads these files and no others: its answer, too, is remembered."""

        def marked(read: Callable[[Packs], T]) -> Callable[[Packs], T]:
            @wraps(read)
            def remembered(packs: Packs) -> T:
                return self._once((read,), names, packs, read)

            return remembered

        return marked

    def _once(
        self, key: tuple[object, ...], names: Sequence[str], packs: Packs, read: Callable[[Packs], T]
    ) -> T:
        # Each pack is asked for each file: the data of a case file must hear of every file that the game reads.
        over = [pack for pack in packs if sum(map(pack.has, names))]
        held = over[0] if len(over) == 1 and isinstance(over[0], HeldPack) else None
        if over and held is None:
            return read(over)
        known = self._known if held is None else held.made
        if (self.package, *key) not in known:
            known[self.package, *key] = read(over or ())
        found: T = known[self.package, *key]
        return found


def fingerprint(*facts: object) -> str:
    """The digest of a scenario that consists of these: structs, plain data, and maps."""
    return digest(*(dumps(fact) if isinstance(fact, HexMap) else fact for fact in facts))
