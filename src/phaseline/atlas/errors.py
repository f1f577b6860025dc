"""What goes wrong with maps, said so that a person can mend it."""

from collections.abc import Iterable

from phaseline.wording.nearest import did_you_mean
from phaseline.wording.shown import shown


class MapError(ValueError):
    """Something about a map is wrong or missing."""


class UnknownNameError(MapError, KeyError):
    """No place, area or feature of that name; the message offers the nearest names."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f'there is no {what} "{shown(name)}"{did_you_mean(name, sorted(set(known)))}')

    def __str__(self) -> str:
        return str(self.args[0])


class MapFileError(MapError):
    """A map file cannot be read: says which file, which line or key, what is wrong, what to do."""

    def __init__(self, problem: str, *, file: str = "", key: str = "", line: int | None = None) -> None:
        self.problem, self.file, self.key, self.line = problem, file, key, line
        where = ":".join(part for part in (file, str(line) if line else "") if part)
        parts = [part for part in (where, key) if part]
        super().__init__(": ".join([*parts, problem]))
