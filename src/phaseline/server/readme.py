"""What a game's own README says of it: what it is, its scenarios, what is from the rulebook and what is reconstructed.

So the page tells no other story than the source does.
"""

from __future__ import annotations

import inspect
import re
from typing import Any

from phaseline.engine.coverage import package_folder
from phaseline.engine.game import Game
from phaseline.engine.packs import DataError

ORIGIN = ("what is from", "what is reconstructed")
"""How headings begin that tell of provenance."""


class Readme:
    """The README of a game's package; empty when it has none."""

    def __init__(self, game: Game[Any, Any]) -> None:
        try:
            text = (package_folder(game.package) / "README.md").read_text("utf-8")
        except (DataError, FileNotFoundError):
            text = f"# {game.title}\n\n{inspect.getdoc(type(game)) or ''}"
        self._sections = _sections(text)

    def summary(self) -> str:
        """The first paragraph, but what it says to programmers."""
        first = next(iter(self._paragraphs("")), "")
        sentences = re.split(r"(?<=[.!?]) (?=[A-Z])", first)
        return " ".join(sentence for sentence in sentences if "program" not in sentence)

    def scenario(self, key: str, title: str) -> str:
        """What is said of a scenario: in a list of titles, or in a table of keys."""
        body = self._sections.get("", "")
        listed = re.search(rf"^- \*{re.escape(title)}\*[,:] (.*(?:\n  .*)*)", body, re.MULTILINE)
        if listed is not None:
            return _capital(_plain(listed[1]))
        row = re.search(rf"^\| `{re.escape(key)}` \| (.*) \|$", body, re.MULTILINE)
        if row is None:
            return ""
        cells = [cell.strip() for cell in row[1].split(" | ")]
        return _capital(_plain(": ".join(filter(None, [cells[0], "; ".join(cells[1:])]))) + ".")

    def provenance(self) -> list[str]:
        """What is from the rulebook and what is reconstructed, a paragraph or a row of the table each."""
        found: list[str] = []
        for heading, body in self._sections.items():
            if heading.casefold().startswith(ORIGIN):
                found += [*self._paragraphs(heading)[:1], *_items(body), *_rows(body)]
        if not found:
            whole = " ".join(self._paragraphs(""))
            found = re.findall(r"[^.]*\b(?:original|reconstructed)\b[^.]*\.", whole)
        return [_capital(line.strip()) for line in found]

    def _paragraphs(self, heading: str) -> list[str]:
        """Running text: no lists, tables, examples."""
        body = re.sub(r"```.*?```", "", self._sections.get(heading, ""), flags=re.DOTALL)
        parts = [part for part in body.split("\n\n") if part.strip() and part.lstrip()[0] not in "|-`>"]
        return [_plain(part) for part in parts]


def _sections(text: str) -> dict[str, str]:
    """The text beneath each heading of the second level; beneath "" what comes before."""
    parts = re.split(r"^## (.*)$", re.sub(r"\A# .*\n", "", text), flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def _items(body: str) -> list[str]:
    """The items of a list."""
    return [_plain(item) for item in re.findall(r"^- (.*(?:\n  .*)*)", body, re.MULTILINE)]


def _rows(body: str) -> list[str]:
    """A table's rows as sentences: the first cell, then the others after the names of their columns."""
    lines = [
        [_plain(cell) for cell in line.strip("| ").split(" | ")]
        for line in body.splitlines()
        if line[:1] == "|"
    ]
    if len(lines) < 3:
        return []
    head, rows = lines[0], lines[2:]
    return [
        f"{row[0]}: "
        + "; ".join(
            f"{name}: {cell}" for name, cell in zip(head[1:], row[1:], strict=False) if name != "where"
        )
        + "."
        for row in rows
    ]


def _plain(text: str) -> str:
    """Without the marks of Markdown, on one line."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(text.split()))
    return re.sub(r"\*{1,2}|`", "", text).strip()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
