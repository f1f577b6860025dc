"""Data packs: a folder of TOML files that override a game's tables, counters and map.

A game reads its data through `read_data`, which lays the packs' files of the same name over the game's own: tables
are merged key by key, anything else is replaced. The merged data then pass the same validation as the game's own, so
a pack cannot add what the game does not know; only scenarios may be new. A pack's folder holds a `pack.toml` that says what
it is for.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from phaseline.engine import canonical
from phaseline.wording.misfit import misfit
from phaseline.wording.nearest import did_you_mean
from phaseline.wording.shown import shown
from phaseline.wording.whereabouts import dotted

T = TypeVar("T")
FIXED = ("chances.toml", "map", "puzzles")
"""Files and folders among a game's data that no pack changes: what was learned by play, and what maps were built from."""


class DataError(ValueError):
    """Data of a game or pack that cannot be used; the message names the file, the field and the reason."""


ScenarioKey = Annotated[str, Meta(pattern="^[A-Za-z0-9_]{1,40}$")]


class PackHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `pack.toml`.

    `scenarios` are keys of scenarios that the game has not, `whole` files that stand in place of the game's instead of
    being laid over them.
    """

    name: str
    game: str
    version: str = "1"
    author: str = ""
    note: str = ""
    scenarios: tuple[ScenarioKey, ...] = ()
    whole: tuple[str, ...] = ()


class PackMark(Struct, frozen=True):
    """What a record says of a pack: its name and version, and a fingerprint of its data."""

    name: str
    version: str
    fingerprint: str

    def __str__(self) -> str:
        return f'"{self.name}" (version {self.version}, fingerprint {self.fingerprint})'


class DataPack:
    """A folder of overrides. Raises `DataError` when its `pack.toml` is missing or wrong."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = folder = Path(folder)
        if folder.is_file():
            raise DataError(f"{folder}: this is a file; name the folder of the pack")
        self.head = _convert(self.read("pack.toml"), PackHead, str(folder / "pack.toml"))

    @cached_property
    def mark(self) -> PackMark:
        """What records say of the pack. The fingerprint is of all its TOML files; their layout does not matter."""
        content: dict[str, Any] = {name: self.read(name) for name in self.names() if name != "pack.toml"}
        if self.head.whole:
            content["pack.toml"] = {"whole": sorted(self.head.whole)}
        return PackMark(self.head.name, self.head.version, digest(content))

    def check_files(self, package: str, fixed: Iterable[str] = FIXED) -> None:
        """Whether all that it lays over a game's data is read. Raises `DataError` for a file that the game does not have.

        A misspelt one would count for nothing, and nobody would be told; nor would one of the files and folders that are
        `fixed`.
        """
        data = files(package).joinpath("data")
        written = self.names()
        for name in map(Path, written):
            if name.as_posix() in fixed or name.parts[0] in fixed:
                raise DataError(f"{self.folder / name}: no pack changes {name.as_posix()}; leave it out")
            known = name.as_posix() == "pack.toml" or data.joinpath(*name.parts).is_file()
            if not known and not self._adds(data, name):
                raise DataError(f"{self.folder / name}: {self._unknown(data, name)}")
        for number, key in enumerate(self.head.scenarios):
            if data.joinpath("scenarios", f"{key}.toml").is_file():
                raise self._wrong(
                    f"the game has a scenario {key}; give yours another key", "scenarios", number
                )
            if f"scenarios/{key}.toml" not in written:
                raise self._wrong(f"there is no scenarios/{key}.toml in the pack", "scenarios", number)
        for number, file in enumerate(self.head.whole):
            if file not in written:
                raise self._wrong(f"there is no {file} in the pack", "whole", number)

    def _adds(self, data: Traversable, name: Path) -> bool:
        """Whether a file belongs to a scenario of the pack's own: it has its key, in a folder of the game's data."""
        return (
            name.stem in self.head.scenarios
            and len(name.parts) == 2
            and data.joinpath(*name.parts[:-1]).is_dir()
        )

    def _unknown(self, data: Traversable, name: Path) -> str:
        folder = data.joinpath(*name.parts[:-1])
        known = (
            [file.name for file in folder.iterdir() if file.name.endswith(".toml")] if folder.is_dir() else []
        )
        said = f"{self.head.game} has no data file {name.as_posix()}"
        near = get_close_matches(name.stem, [file.removesuffix(".toml") for file in known], n=1)
        own = f'; a new scenario is named in pack.toml: scenarios = ["{name.stem}"]'
        hint = (
            f"; did you mean {near[0]}.toml?"
            if near
            else f"; there are {', '.join(sorted(known)) or 'none'} there"
        )
        return said + hint + (own if name.parts[:-1] == ("scenarios",) else "")

    def _wrong(self, reason: str, *field: str | int) -> DataError:
        return DataError(f"{self.folder / 'pack.toml'}: {dotted(field)}: {reason}")

    def names(self) -> list[str]:
        """All its TOML files, as seen from its folder; `pack.toml` is one."""
        paths = sorted(path.relative_to(self.folder) for path in self.folder.rglob("*.toml"))
        return [path.as_posix() for path in paths]

    def has(self, name: str) -> bool:
        """Whether the pack overrides the data file `name`."""
        return (self.folder / name).is_file()

    def text(self, name: str) -> str:
        """The text of the pack's own file `name`. Raises `DataError`."""
        return _read(self.folder / name)

    def read(self, name: str) -> dict[str, Any]:
        """The pack's own content of the data file `name`. Raises `DataError`."""
        return _parse(self.text(name), str(self.folder / name))


class HeldPack(DataPack):
    """A data pack as its files were when it was read: whatever becomes of them since changes nothing in it.

    `texts` are its files by name. Raises `DataError`.
    """

    def __init__(self, folder: Path, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)
        self.made: dict[tuple[object, ...], Any] = {}
        """What was made of it alone and the game's own data, for those who make it."""
        super().__init__(folder)

    @classmethod
    def of(cls, pack: DataPack) -> HeldPack:
        """What a pack holds now. Raises `DataError`."""
        return cls(pack.folder, {name: pack.text(name) for name in pack.names()})

    @property
    def texts(self) -> Mapping[str, str]:
        """Its files by name."""
        return self._texts

    def names(self) -> list[str]:
        """All its files."""
        return list(self._texts)

    def has(self, name: str) -> bool:
        """Whether the pack overrides the data file `name`."""
        return name in self._texts

    def text(self, name: str) -> str:
        """The text of its file `name`."""
        return self._texts[name]


def require_packs(packs: object) -> None:
    """Raises `TypeError` for what is no list of data packs: it may be their folders, or a single one."""
    for pack in packs if isinstance(packs, Sequence) and not isinstance(packs, str) else [packs]:
        if pack is packs or not isinstance(pack, DataPack):
            raise TypeError(f"packs are a list of DataPack(FOLDER), not {shown(repr(packs))}")


def read_data(package: str, name: str, kind: type[T], packs: Sequence[DataPack] = ()) -> T:
    """The data file `data/NAME` of a game's package, with `packs` laid over it, as a validated `kind`."""
    over = [pack for pack in packs if pack.has(name)]
    start = max([n for n, pack in enumerate(over) if name in pack.head.whole], default=None)
    alone = start is not None or (over and not _path(package, name).is_file())
    own = {} if alone else _parse(_own(package, name), where(package, name))
    content = own
    for pack in over[start:]:
        content = merge(content, pack.read(name))
    return _convert(content, kind, where(package, name, packs), own)


def where(package: str, name: str, packs: Sequence[DataPack] = ()) -> str:
    """How messages call the data file `name`: by the packs that have it, as the game's own data fit, else as the game's."""
    over = ", ".join(str(pack.folder / name) for pack in packs if pack.has(name))
    return over or f"{package.replace('.', '/')}/data/{name}"


def read_text(package: str, name: str, packs: Sequence[DataPack] = ()) -> str:
    """The text of the data file `data/NAME`: the last pack's that has it, else the game's own. For whole maps."""
    for pack in reversed(packs):
        if pack.has(name):
            return pack.text(name)
    return _own(package, name)


def _path(package: str, name: str) -> Traversable:
    return files(package).joinpath("data", *name.split("/"))


def _own(package: str, name: str) -> str:
    try:
        return _path(package, name).read_text("utf-8")
    except FileNotFoundError:
        raise DataError(
            f"{name}: there is no such file, neither among the game's own nor in a pack"
        ) from None


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with `over` laid on top, tables merged key by key.

    >>> merge({"a": {"x": 1, "y": 2}, "b": [1]}, {"a": {"y": 3}, "b": [2]})
    {'a': {'x': 1, 'y': 3}, 'b': [2]}
    """
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = merge(old, value) if both else value  # type: ignore[arg-type]
    return merged


def digest(*parts: Any) -> str:
    """The first 16 hex digits of the SHA-256 of plain data or structs: the fingerprint of static facts."""
    encoded = b"\0".join(canonical.encode(part) for part in parts)
    return hashlib.sha256(encoded).hexdigest()[:16]


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")  # some editors begin a text with a mark that says it is UTF-8
    except FileNotFoundError:
        raise DataError(f"{path}: there is no such file") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: this is no text in UTF-8; save it in this encoding") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from error


def _parse(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{where}: {error}{_hint(text, str(error))}") from error
    except RecursionError as error:
        raise DataError(f"{where}: it is nested too deeply") from error


def _hint(text: str, complaint: str) -> str:
    """What is mostly behind a complaint of the parser."""
    if "overwrite a value" in complaint or "twice" in complaint:
        return "; it stands there already: write it once"
    found = re.search(r"at line (\d+)", complaint)
    line = next(iter(text.splitlines()[int(found[1]) - 1 :]), "") if found else ""
    if re.search(r"[=\[,]\s*0\d+\b", line):
        return '; numbers of hexes need quotation marks: "0301"'
    if "Invalid value" in complaint and re.search(r"[=\[,]\s*(?!(true|false|inf|nan)\b)[^\W\d]", line):
        return "; texts need quotation marks; true and false, in small letters, do not"
    if re.match(r"\s*\w+\s*:", line):
        return "; write it as NAME = VALUE"
    if re.match(r"""\s*[^"'=\[#]*[^"'=\[#\w.-][^"'=\[#]*=""", line.replace(" =", "=")):
        return "; a name with blanks or accents needs quotation marks"
    return ""


def _convert(content: object, kind: type[T], where: str, own: Mapping[str, Any] | None = None) -> T:
    """The content as a `kind`; `own` is what a pack was laid over. Raises `DataError`."""
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        path, said = misfit(str(error), kind, content)
        if said.endswith("is missing"):
            said += _newcomer(path, own or {})
        raise DataError(": ".join(filter(None, [where, dotted(path), said]))) from error


def _newcomer(path: Sequence[str | int], own: Mapping[str, Any]) -> str:
    """That an entry which lacks something is none of the game's: mostly the name of one that is, misspelt."""
    here: Any = own
    for key in path:
        if not isinstance(here, Mapping) or not here:
            return ""
        if key not in here:
            return f"; {shown(str(key))} is new here{did_you_mean(str(key), list(here))}"
        here = here[key]
    return ""
