"""What installed packages offer under an entry-point group: games, agents.

Each thing is loaded when it is looked up, so one that cannot be loaded stands in nobody else's way.
"""

from __future__ import annotations

import os
import re
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, TypeVar

from phaseline.wording.nearest import did_you_mean
from phaseline.wording.shown import shown

T = TypeVar("T")
BROKEN = (Exception, SystemExit)
"""What code that is not ours may fail with: where it would end the program, it ends what it was asked for and no more."""
_PLACE = re.compile(r"[\w.]+\s*:\s*[\w.]+\s*(\[.*\])?")
"""What an entry point names: a module and something in it, and extras that nobody uses any more."""
_LISTED = re.compile(rf"[^=]+=({_PLACE.pattern})")
FORM = "each is written NAME=MODULE:WHAT, without blanks, and several with blanks between"
_LOADING = threading.RLock()
"""Held while something is loaded: of two threads that import a package at once, one may meet modules that are half there."""


class CannotLoad(ImportError):
    """Something installed cannot be loaded; the message names it, the reason and the line."""


class Installed(Mapping[str, T]):
    """What stands under `group`, by name. `kind` is what messages call it.

    Besides what is installed, an environment variable called as the group is (`PHASELINE_AGENTS` for `phaseline.agents`)
    may list things as entry points do, `NAME=MODULE:WHAT`, with blanks between: for what is still being written.

    `accept` makes of what an entry point holds the thing itself; it raises `CannotLoad` saying what is wrong with it.
    Looking one up raises `CannotLoad` when that fails, and `LookupError` that lists what there is, after the other names
    that people may give (`besides`).
    """

    def __init__(
        self, group: str, kind: str, accept: Callable[[str, Any], T], besides: Iterable[str] = ()
    ) -> None:
        self._group = group
        self._kind = kind
        self._accept = accept
        self._besides = tuple(besides)
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            with _LOADING:
                if name not in self._loaded:
                    self._loaded[name] = self._load(self._entry(name))
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def complaints(self) -> list[str]:
        """What is wrong with what the environment variable lists: who has just written it wants to know at once."""
        found = []
        for name in dict.fromkeys(entry.name for entry in self._listed()):
            try:
                self[name]
            except CannotLoad as error:
                found.append(str(error))
        return found

    @cached_property
    def _entries(self) -> dict[str, list[EntryPoint]]:
        found: dict[str, list[EntryPoint]] = {}
        for entry in sorted([*entry_points(group=self._group), *self._listed()], key=lambda each: each.name):
            found.setdefault(entry.name, []).append(entry)
        return found

    def _listed(self) -> list[EntryPoint]:
        parts = [text.partition("=") for text in self._written()]
        return [EntryPoint(name or value, value, self._group) for name, _, value in parts]

    def _written(self) -> list[str]:
        """What the environment variable lists, as it stands there."""
        return os.environ.get(self._variable, "").split()

    @property
    def _variable(self) -> str:
        return self._group.upper().replace(".", "_")

    def _entry(self, name: str) -> EntryPoint:
        if not isinstance(name, str):
            raise TypeError(f"{self._kind}s are named by texts, not {shown(repr(name))}")
        if name not in self._entries:
            hint = (
                did_you_mean(name, dict.fromkeys([*self._besides, *self._sound()]), "installed:")
                or "; installed: none"
            )
            raise UnknownEntry(f'there is no {self._kind} "{shown(name)}"{hint}{self._unsound()}')
        first, *others = self._entries[name]
        if others:
            values = " and ".join(entry.value for entry in (first, *others))
            raise CannotLoad(f"two {self._kind}s are installed as {name}: {values}; {self._cure(name)}")
        return first

    def _sound(self) -> list[str]:
        """The names under which something is listed that could be loaded, as far as one sees."""
        return [
            name
            for name, entries in self._entries.items()
            if all(_PLACE.fullmatch(entry.value) for entry in entries)
        ]

    def _unsound(self) -> str:
        """What the environment variable lists that is none: of a name with a blank in it, say, the first half."""
        wrong = [text for text in self._written() if not _LISTED.fullmatch(text)]
        listed = ", ".join(f'"{shown(text)}"' for text in wrong)
        return f"; {self._variable} lists {listed}, but {FORM}" if wrong else ""

    def _cure(self, name: str) -> str:
        if name in {entry.name for entry in self._listed()}:
            return f"give yours another name in {self._variable}"
        return "uninstall one of them"

    def _load(self, entry: EntryPoint) -> T:
        if not _PLACE.fullmatch(entry.value):
            if entry in self._listed():
                raise CannotLoad(f"{self._kind} {entry.name} cannot be loaded{self._unsound()}")
            raise CannotLoad(f"{self._named(entry)} cannot be loaded: {FORM}")
        try:
            found = entry.load()
        except BROKEN as error:  # another package's module may fail in any way
            raise CannotLoad(
                f"{self._named(entry)} cannot be loaded: {reason(error)}{_advice(entry, error)}"
            ) from error
        try:
            return self._accept(entry.name, found)
        except CannotLoad as error:
            raise CannotLoad(f"{self._named(entry)} {error}") from None

    def _named(self, entry: EntryPoint) -> str:
        return f"{self._kind} {entry.name} = {entry.value}"


class UnknownEntry(KeyError):
    """Nothing of this name is installed; the message lists what is."""

    def __str__(self) -> str:
        return str(self.args[0])


def _advice(entry: EntryPoint, error: BaseException) -> str:
    """What helps against a module that is not found where Python looks."""
    lacks = (
        isinstance(error, ModuleNotFoundError)
        and error.name
        and f"{entry.module}.".startswith(f"{error.name}.")
    )
    return "; PYTHONPATH must name the folder that it lies in" if lacks else ""


def reason(error: BaseException) -> str:
    """What went wrong in code that is not ours, on one line, and in which of its lines."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1]
    inside = (
        len(frames) == 1
        or last.filename.startswith("<")
        or Path(last.filename).parent.name in {"importlib", "metadata"}
    )
    where = "" if inside else f" ({Path(last.filename).name}, line {last.lineno})"
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}{where}"
