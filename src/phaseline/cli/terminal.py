"""Writing to the terminal: text and tables for people, JSON for programs."""

from __future__ import annotations

import json
import shutil
import sys
from io import TextIOWrapper
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from phaseline.chart import looks

FAINT = looks.FAINT


_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}
"""What would steer the terminal: it may come from a file or a name that somebody else has made."""


def out() -> Console:
    """Standard output as it is now."""
    return Console(file=sys.stdout, highlight=False)


def err() -> Console:
    """Standard error as it is now."""
    return Console(file=sys.stderr, highlight=False)


def say(text: str | Text = "") -> None:
    """A line of text as it stands, wrapped on a terminal: square brackets are not mark-up."""
    console = out()
    console.print(_tame(text), soft_wrap=not console.is_terminal)


def say_as_drawn(line: Text) -> None:
    """A line of a drawing: never wrapped or cut."""
    out().print(_tame(line), soft_wrap=True)


def _tame(text: str | Text) -> Text:
    """A text in which nothing steers the terminal."""
    tame = text.copy() if isinstance(text, Text) else Text(text)
    tame.plain = tame.plain.translate(_CONTROLS)
    return tame


def clear_screen() -> None:
    """Clear the terminal, and what could be scrolled back to."""
    console = out()
    console.clear()
    if console.is_terminal:
        sys.stdout.write("\x1b[3J")
        sys.stdout.flush()


def complain(text: str) -> None:
    """A line to standard error."""
    console = err()
    console.print(Text.assemble(("phaseline: ", "bold red"), _tame(text)), soft_wrap=not console.is_terminal)


def show_json(data: Any) -> None:
    """Plain data for programs, on standard output. Where the output cannot show all letters, JSON can spell them."""
    sys.stdout.write(json.dumps(data, ensure_ascii=plain_ascii()) + "\n")


def be_tolerant() -> None:
    """A letter that the output cannot show becomes a question mark; it stops nothing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def table(*headings: str, title: str | None = None) -> Table:
    """An empty table in the house style. A heading that begins with `#` is a column of numbers."""
    made = Table(
        title=title, box=None, pad_edge=False, header_style="bold", title_justify="left", title_style="bold"
    )
    for heading in headings:
        number = heading.startswith("#")
        made.add_column(heading.removeprefix("#"), justify="right" if number else "left", overflow="fold")
    return made


def show(made: Table) -> None:
    """Print a table, as wide as it needs when nobody is looking."""
    console = out()
    if not console.is_terminal:
        console.width = 200
    console.print(made)


def terminal_size() -> tuple[int, int] | tuple[None, None]:
    """Characters across and down; None when the output goes elsewhere."""
    if not out().is_terminal:
        return None, None
    size = shutil.get_terminal_size()
    return size.columns, size.lines


def plain_ascii() -> bool:
    """Whether the output cannot show line-drawing characters."""
    return "utf" not in (sys.stdout.encoding or "ascii").lower()
