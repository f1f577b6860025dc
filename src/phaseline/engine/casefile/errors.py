"""What is wrong with a case file, said so that its author can mend it."""

from __future__ import annotations

from collections.abc import Iterable

from phaseline.wording.nearest import did_you_mean


class CaseFileError(ValueError):
    """A case file that cannot be used: the file, the line (0: unknown), the field and the reason.

    `case` is the id of the case, where it is known.

    >>> print(CaseFileError('there is no seat "axsi"', file="sea.yaml", line=7, field="steps[1].by"))
    sea.yaml:7: steps[1].by: there is no seat "axsi"
    """

    def __init__(self, reason: str, *, file: str = "", line: int = 0, field: str = "") -> None:
        self.reason, self.file, self.line, self.field = reason, file, line, field
        self.case = ""
        place = f"{file}:{line}" if line else file
        super().__init__(": ".join(part for part in (place, field, reason) if part))


def choose(word: str, known: Iterable[str], what: str) -> str:
    """The known name that `word` means, without regard to case, spaces and hyphens.

    Raises:
        LookupError: there is none; the message offers the nearest.

    >>> choose("combat phase", ["Movement phase", "Combat-phase"], "step")
    'Combat-phase'
    """
    names = list(known)
    for name in names:
        if fold(name) == fold(word):
            return name
    raise LookupError(f'there is no {what} "{word}"{did_you_mean(word, names)}')


def fold(text: str) -> str:
    """A text as it is compared: without regard to case, and with spaces and underscores for hyphens."""
    return " ".join(text.replace("-", " ").replace("_", " ").casefold().split())
