"""The text of a record taken apart: header and lines, before anything is played. Time goes with the text's length."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from phaseline.engine.dice import Draw
from phaseline.engine.packs import PackMark
from phaseline.wording.shown import shown

FORMAT = 1
TITLE = "Phaseline record"
TRANSCRIPT = "Phaseline transcript"
MAIL = '"phaseline_mail":'
SEAT = "seat "
MOST_LINES = 200_000
LONGEST_LINE = 20_000
"""Characters of a line. Far more than a long battle's dice take."""
_ROUND = str.maketrans("[]\n", "() ")
"""Square brackets are for dice; a purpose is written with round ones."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_KEYS = frozenset({"engine", "game", "scenario", "options", "data", "packs", "commitment", "seed", "result"})
_DRAW = re.compile(
    r"\[(?P<purpose>[^\[\]]*?) ?d(?P<sides>[0-9]{1,9}): (?P<values>[0-9]{1,9}(?: [0-9]{1,9})*)\]"
)


class RecordError(ValueError):
    """A record that cannot be read, or that does not replay; the message begins with the line number."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}" if line else reason)


@dataclass
class Line:
    """An order, or the start, with what is noted below it."""

    number: int
    seat: str
    order: str
    dice: tuple[Draw, ...]
    comments: list[str] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    last: str | None = None


@dataclass(frozen=True)
class Text:
    """A record's header lines by key, and its body."""

    head: dict[str, str]
    body: list[Line]


def packs_line(packs: Sequence[PackMark]) -> list[str]:
    """The header line that names the data packs of a match; none for a match without."""
    return [f"packs: {json.dumps(msgspec.to_builtins(packs), ensure_ascii=False)}"] if packs else []


def entry_lines(
    order: str | None, draws: Sequence[Draw], comment: str, ends: Sequence[tuple[str, Sequence[str]]]
) -> list[str]:
    """The lines of an entry: `order` is its seat and notation (None: the start), `ends` fingerprints and places."""
    dice = "".join(f" [{str(draw).translate(_ROUND)}]" for draw in draws)
    comments = [f"; {line}".rstrip() for line in comment.splitlines()]
    return [
        f"{order or 'start'}{dice}",
        *comments,
        *[f"= {digest} {', '.join(path)}" for digest, path in ends],
    ]


def parse(text: str) -> Text:
    """A record's text taken apart. Raises `RecordError` for the first line that cannot be one."""
    lines = _lines_of(text)
    head, start = _parse_head(lines)
    return Text(head, _parse_body(lines, start))


def parse_head(text: str) -> dict[str, str]:
    """The header lines of a record, by key. Raises `RecordError`."""
    return _parse_head(_lines_of(text))[0]


def _lines_of(text: str) -> list[str]:
    """The lines, as far as they may be a record's at all."""
    text = text.removeprefix("\ufeff")  # some editors put this mark before whatever they save
    if not text.startswith((TITLE, TRANSCRIPT)):
        if MAIL in text:
            raise RecordError(0, "this is a match by mail, and sealed: open it with phaseline mail open FILE")
        raise RecordError(
            0,
            f'this is no record of a match: a record is a text that begins with "{TITLE} {FORMAT}". '
            "Choose a file that was saved as a record; as a rule its name ends with .match",
        )
    if text.count("\n") > MOST_LINES:
        raise RecordError(0, f"a record has at most {MOST_LINES} lines")
    lines = text.replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise RecordError(
                number, f"a line has at most {LONGEST_LINE} characters, this one has {len(line)}"
            )
        if _CONTROL.search(line):
            raise RecordError(number, f"it holds a control character: {shown(line)}")
    return lines


def _parse_head(lines: list[str]) -> tuple[dict[str, str], int]:
    """The header, and the number of its last line."""
    if lines[0].startswith(TRANSCRIPT):
        raise RecordError(
            1, "this is a transcript, what one seat knows of a match; only a record can be replayed"
        )
    if lines[0] != f"{TITLE} {FORMAT}":
        raise RecordError(1, f"this program reads record format {FORMAT}; the file says {shown(lines[0])!r}")
    head: dict[str, str] = {}
    number = 1
    for number, line in enumerate(lines[1:], start=2):
        if not line:
            break
        key, colon, value = line.partition(": ")
        if not colon:
            raise RecordError(number, f'a header line is "key: value", not {shown(line)!r}')
        if key in head and (key in _KEYS or key.startswith(SEAT)):
            raise RecordError(number, f"there are two lines of `{shown(key)}`, which may differ")
        head[key] = value
    return head, number


def _parse_body(lines: list[str], start: int) -> list[Line]:
    body: list[Line] = []
    for number, line in enumerate(lines[start:], start=start + 1):
        if not line.strip():
            continue
        if body and body[-1].last is not None:
            raise RecordError(number, "the record has ended with the line before, `= FINGERPRINT end`")
        if line[0] in "=;":
            if not body:
                raise RecordError(number, "an order or `start` must come first")
            _annotate(body[-1], number, line)
        else:
            body.append(_order_line(number, line, first=not body))
    if not body:
        raise RecordError(len(lines), "the record has no `start` line")
    return body


def _annotate(entry: Line, number: int, line: str) -> None:
    if line[0] == ";":
        entry.comments.append(line[1:].removeprefix(" "))
        return
    words = line[1:].split()
    if not words:
        raise RecordError(number, "after `=` comes a fingerprint")
    if words[1:] == ["end"]:
        entry.last = words[0]
    else:
        entry.digests.append(words[0])


def _order_line(number: int, line: str, *, first: bool) -> Line:
    end, brackets = _brackets(line)
    found = [_DRAW.fullmatch(bracket) for bracket in brackets]
    dice = tuple(
        Draw(draw["purpose"], int(draw["sides"]), tuple(map(int, draw["values"].split())))
        for draw in found
        if draw is not None
    )
    if len(dice) != len(brackets):
        raise RecordError(
            number, f"brackets hold dice, as in [attack d6: 3 5], not {line[end:].strip()[:60]}"
        )
    text = line[:end]
    if first:
        if text != "start":
            raise RecordError(
                number, "the first line after the header is `start` with the dice rolled at once"
            )
        return Line(number, "", "", dice)
    seat, colon, order = text.partition(": ")
    if not colon:
        raise RecordError(number, f'an order line is "seat: order [dice]", not {shown(line)!r}')
    return Line(number, seat, order, dice)


def _brackets(line: str) -> tuple[int, list[str]]:
    """Where the brackets at the end of a line begin, and the brackets. Read from the end, so that nothing is read twice."""
    end, found = len(line), []
    while line.endswith("]", 0, end):
        start = line.rfind("[", 0, end)
        if start < 1 or line[start - 1] != " " or "]" in line[start : end - 1]:
            break
        found.append(line[start:end])
        end = start - 1
    return end, found[::-1]
