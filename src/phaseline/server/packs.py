"""The data packs that a service was started with: read once, vetted, and found again for the matches that need them.

A pack is held as it was when the service started. Whoever edits one meanwhile changes no match that is being played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from phaseline.engine import registry
from phaseline.engine.installed import CannotLoad
from phaseline.engine.packs import DataError, DataPack, HeldPack, PackMark
from phaseline.server.storage.rows import CorruptMatch
from phaseline.wording.shown import shown


class PackMissing(CorruptMatch):
    """A match needs a data pack that is not here as it was then. `hint` says what to do."""

    def __init__(self, said: str, hint: str) -> None:
        super().__init__(said)
        self.hint = hint


class _Sent(Struct, frozen=True):
    """A pack on its way to a thinking process."""

    folder: str
    texts: dict[str, str]


class Packs:
    """Data packs by the game they are for, in the order they were named."""

    def __init__(
        self, held: Iterable[HeldPack] = (), differ: Mapping[HeldPack, Mapping[str, str]] | None = None
    ) -> None:
        self._held = tuple(held)
        self._differ = differ or {}

    @classmethod
    def read(cls, folders: Iterable[Path]) -> Packs:
        """What lies in these folders, vetted with every scenario. Raises `DataError` naming file, field and reason."""
        held: list[HeldPack] = []
        for folder in {path.resolve(): path for path in folders}.values():
            pack = HeldPack.of(DataPack(folder))
            twin = next((other for other in held if _same_data(other, pack)), None)
            if twin is not None:
                raise DataError(
                    f"{pack.folder}: it holds the same data as {twin.folder}; leave one of them out"
                )
            held.append(pack)
        return cls(held, {pack: vet(pack) for pack in held})

    def to_bytes(self) -> bytes:
        """All of them on one line, for `from_bytes`."""
        return msgspec.json.encode([_Sent(str(pack.folder), dict(pack.texts)) for pack in self._held])

    @classmethod
    def from_bytes(cls, line: bytes) -> Packs:
        """What `to_bytes` has written, which was vetted then."""
        sent = msgspec.json.decode(line, type=list[_Sent])
        return cls(HeldPack(Path(each.folder), each.texts) for each in sent)

    def __bool__(self) -> bool:
        return bool(self._held)

    def of(self, game: str) -> list[HeldPack]:
        """The packs for a game."""
        return [pack for pack in self._held if pack.head.game == game]

    def differ(self, pack: HeldPack) -> Mapping[str, str]:
        """The scenarios that a pack which was read from its folder brings or changes, by key with their titles in it."""
        return self._differ[pack]

    def named(self, game: str, names: Sequence[str]) -> tuple[HeldPack, ...]:
        """Packs for a game by name or fingerprint. Raises `LookupError` that lists what there is."""
        return tuple(self._named(game, name) for name in names)

    def _named(self, game: str, name: str) -> HeldPack:
        known = self.of(game)
        found = [pack for pack in known if name in (pack.head.name, pack.mark.fingerprint)]
        if len(found) == 1:
            return found[0]
        if found:
            marks = ", ".join(str(pack.mark) for pack in found)
            raise LookupError(f'several data packs are called "{shown(name)}": {marks}; give the fingerprint')
        there = ", ".join(f'"{pack.head.name}"' for pack in known) or "none"
        raise LookupError(f'there is no data pack "{shown(name)}" for {game} here; there are: {there}')

    def bringing(self, game: str, scenario: str) -> str | None:
        """What to do for a scenario that a pack brings and the game itself has not; None when no pack brings it."""
        pack = next((pack for pack in self.of(game) if scenario in pack.head.scenarios), None)
        if pack is None:
            return None
        return f'the data pack "{pack.head.name}" brings it: name it, "packs": ["{pack.head.name}"]'

    def nearest(self, game: str, mark: PackMark) -> HeldPack | None:
        """The pack that a record means: of the same data or, without one, of the same name; None when there is neither."""
        known = self.of(game)
        same = [pack for pack in known if pack.mark.fingerprint == mark.fingerprint]
        return next(iter(same or [pack for pack in known if pack.head.name == mark.name]), None)

    def needed(self, game: str, marks: Sequence[PackMark]) -> tuple[HeldPack, ...]:
        """The packs of a match, which may have changed since. Raises `PackMissing` for one that is not here."""
        found = []
        for mark in marks:
            pack = self.nearest(game, mark)
            if pack is None:
                raise PackMissing(
                    f"it needs the data pack {mark}, which is not here",
                    "start Phaseline again with --pack and the folder of this pack",
                )
            found.append(pack)
        return tuple(found)

    def exact(self, game: str, marks: Sequence[PackMark]) -> bool:
        """Whether packs of the very same data are here."""
        return all(
            (pack := self.nearest(game, mark)) is not None and pack.mark.fingerprint == mark.fingerprint
            for mark in marks
        )


NO_PACKS = Packs()
"""Those of a service that was started without any."""


def changed(marks: Sequence[PackMark], packs: Sequence[DataPack]) -> PackMissing | None:
    """What to say when a match cannot be played with `packs`, because they are others than those of `marks`; None if not."""
    for mark, pack in zip(marks, packs, strict=True):
        if pack.mark.fingerprint != mark.fingerprint:
            return PackMissing(
                f"it was begun with the data pack {mark}, which has changed since: "
                f"what lies in {pack.folder} is version {pack.mark.version}, fingerprint {pack.mark.fingerprint}",
                "put the values of then back, or name a copy from then with --pack besides, and start Phaseline again",
            )
    return None


def vet(pack: HeldPack) -> dict[str, str]:
    """Load every scenario with a pack, and tell those that differ with it, by key with their titles: its own, and changed ones.

    Raises `DataError`.
    """
    try:
        game = registry.game(pack.head.game)
    except (LookupError, CannotLoad) as error:
        raise DataError(f"{pack.folder / 'pack.toml'}: game: {error}") from error
    listening = _Listening(pack)
    differ = {}
    for key in game.offered([pack]):
        listening.used = False
        try:
            scenario = game.load(key, packs=[listening])
            game.aids.prospectus(key, (listening,))
            for seat in range(len(game.seats)):
                game.aids.briefing(scenario, seat)
        except DataError:
            raise
        except (ValueError, LookupError) as error:  # without the pack it would be the game's fault
            raise DataError(f"{pack.folder}: {error}") from error
        if listening.used:
            differ[key] = scenario.title
    return differ


class _Listening(HeldPack):
    """A pack that notices whether any of its files is read."""

    def __init__(self, pack: HeldPack) -> None:
        super().__init__(pack.folder, pack.texts)
        self.used = False

    def has(self, name: str) -> bool:
        """Whether the pack overrides the data file `name`."""
        found = super().has(name)
        self.used = self.used or found
        return found


def _same_data(one: DataPack, other: DataPack) -> bool:
    return (one.head.game, one.mark.fingerprint) == (other.head.game, other.mark.fingerprint)
