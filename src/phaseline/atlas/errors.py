"""What goes wrong with maps, said so that a person can mend it."""

from collections.abc import Iterable
from difflib import get_close_matches


class MapError(ValueError):
    """Something about a map is wrong or missing."""


class UnknownNameError(MapError, KeyError):
    """No place, area or feature of that name; the message offers the nearest names."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = sorted(set(known))
        near = get_close_matches(name, names, n=3, cutoff=0.6)
        if near:
            hint = f"did you mean {' or '.join(repr(n) for n in near)}?"
        elif len(names) <= 12:
            hint = f"known are {', '.join(names)}" if names else "there are none"
        else:
            hint = f"there are {len(names)} others"
        super().__init__(f"no {what} {name!r}: {hint}")

    def __str__(self) -> str:
        return str(self.args[0])


class MapFileError(MapError):
    """A map file cannot be read: says which file, which line or key, what is wrong, what to do."""

    def __init__(self, problem: str, *, file: str = "", key: str = "", line: int | None = None) -> None:
        self.problem, self.file, self.key, self.line = problem, file, key, line
        where = ":".join(part for part in (file, str(line) if line else "") if part)
        parts = [part for part in (where, key) if part]
        super().__init__(": ".join([*parts, problem]))
