"""Find the line of a TOML file on which a key stands, for error messages."""

import re
from collections.abc import Sequence
from typing import Final

HEADER: Final = re.compile(r"^\s*\[\[?\s*(?P<path>[^\]]+?)\s*\]\]?\s*(#.*)?$")
PART: Final = re.compile(r'"((?:[^"\\]|\\.)*)"|\'([^\']*)\'|([A-Za-z0-9_-]+)')


def locate(text: str, path: Sequence[str]) -> int | None:
    r"""The line (from 1) of the deepest part of ``path`` that the file spells out, or None.

    >>> locate('[places]\n"Caen" = { hex = "3304" }\n', ["places", "Caen", "hex"])
    2
    """
    best: tuple[int, int] | None = None
    header: list[str] = []
    quoted = False
    for number, line in enumerate(text.splitlines(), start=1):
        opened = line.count('"""') % 2 == 1
        if quoted:
            quoted = not opened
            continue
        quoted = opened
        match = HEADER.match(line)
        if match is not None:
            header = _parts(match["path"])
            here = header
        elif "=" in line:
            here = [*header, *_parts(_before_equals(line))]
        else:
            continue
        depth = len(here)
        if list(path[:depth]) == here and (best is None or depth > best[0]):
            best = depth, number
    return None if best is None else best[1]


def _parts(text: str) -> list[str]:
    return [next(part for part in match.groups() if part is not None) for match in PART.finditer(text)]


def _before_equals(line: str) -> str:
    match = re.match(r"""\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_.\-\s])+?)\s*=""", line)
    return match[1] if match else ""
