"""YAML as a tree that remembers where everything stands and how it was written.

Only what looks like data becomes data: `true` and `false`, whole numbers, decimal fractions, `null`. Dates, clock
times, `yes` and `no` stay texts, and so do numbers with a leading zero: `0304` is a hex. Because every scalar keeps its
text, whoever reads a field as a text gets `5.10`, not the number 5.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import yaml
from yaml.composer import Composer, ComposerError

from phaseline.engine.casefile.errors import CaseFileError
from phaseline.engine.plain import DEEPEST

Path: TypeAlias = tuple[str | int, ...]
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,99})")
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]{0,99})\.[0-9]+")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


@dataclass(frozen=True)
class Node:
    """A piece of a file: a text (as written), a list, or a mapping, with its line.

    `plain` tells a scalar written without quotation marks, which may stand for a number, a truth value or nothing.
    """

    value: str | list[Node] | dict[str, Node]
    file: str
    line: int
    plain: bool = False

    @property
    def mapping(self) -> dict[str, Node]:
        """The entries of a mapping; {} for anything else."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def items(self) -> list[Node]:
        """The items of a list; a single value is a list of one, nothing is an empty one."""
        if isinstance(self.value, list):
            return self.value
        return [] if self.is_null else [self]

    @property
    def text(self) -> str:
        """A scalar as written; a list or mapping as on one line."""
        return self.value if isinstance(self.value, str) else shown(self.resolved())

    @property
    def is_null(self) -> bool:
        """Whether nothing is written here."""
        return self.plain and self.value in ("", "~", "null")

    @property
    def is_scalar(self) -> bool:
        """Whether this is neither a list nor a mapping."""
        return isinstance(self.value, str)

    def resolved(self) -> Any:
        """The data that is meant: numbers, truth values, None, texts, lists and dictionaries."""
        if isinstance(self.value, dict):
            return {key: node.resolved() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.resolved() for node in self.value]
        return _resolve(self.value) if self.plain else self.value

    def written(self) -> Any:
        """The same with every scalar left as its text (and None where nothing is written)."""
        if isinstance(self.value, dict):
            return {key: node.written() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.written() for node in self.value]
        return None if self.is_null else self.value

    def at(self, *path: str | int) -> Node:
        """The node at the end of a path, or the last one on the way to it that exists."""
        node = self
        for step in path:
            within = node.value
            if isinstance(within, dict) and isinstance(step, str) and step in within:
                node = within[step]
                continue
            if not (isinstance(within, list) and isinstance(step, int) and step < len(within)):
                break
            node = within[step]
        return node

    def error(self, reason: str, field: str = "") -> CaseFileError:
        """An error at this place, to be raised."""
        return CaseFileError(reason, file=self.file, line=self.line, field=field)

    def with_items(self, **items: Node) -> Node:
        """A copy of a mapping with these entries set."""
        return replace(self, value={**self.mapping, **items})

    def without(self, *keys: str) -> Node:
        """A copy of a mapping without these keys."""
        return replace(self, value={key: node for key, node in self.mapping.items() if key not in keys})


def parse(text: str, file: str) -> list[Node]:
    """The documents of a YAML text; empty ones are left out. Raises `CaseFileError`."""
    try:
        documents = _documents(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise CaseFileError(
            f"not YAML: {error.problem or error.context}", file=file, line=mark.line + 1 if mark else 0
        ) from error
    except yaml.YAMLError as error:
        raise CaseFileError(f"not YAML: {error}", file=file) from error
    trees = [_Builder(file).build(document) for document in documents]
    return [tree for tree in trees if not tree.is_null]


_READ_APART = re.compile(r"[\t?\ufeff]")
"""LibYAML allows these where PyYAML does not."""


def _documents(text: str) -> list[yaml.Node]:
    """The documents of a text as they are composed. Raises `yaml.YAMLError`."""
    if _QUICK is not None and not _READ_APART.search(text):
        try:
            return list(yaml.compose_all(text, _QUICK))
        except (yaml.YAMLError, UnicodeEncodeError):
            pass  # what is wrong, and in which line, is said by one and the same reader everywhere
    return list(yaml.compose_all(text, _Loader))


class _Composer(Composer):
    """Composes documents that are not nested deeper than whoever reads them can follow."""

    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """A node with all that is in it. Raises `ComposerError`."""
        self._depth += 1
        if self._depth > DEEPEST:
            place = None if parent is None else parent.start_mark
            raise ComposerError(None, None, f"it is nested more than {DEEPEST} levels deep", place)
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


class _Loader(_Composer, yaml.SafeLoader):
    """Reads with PyYAML alone."""


def _quick() -> type[yaml.CBaseLoader] | None:
    """What has LibYAML take a text apart, in a fifth of the time; None where PyYAML came without it."""
    if not yaml.__with_libyaml__:
        return None

    class Quick(_Composer, yaml.CBaseLoader):
        def __init__(self, stream: str) -> None:
            yaml.CBaseLoader.__init__(self, stream)
            Composer.__init__(self)

    return Quick


_QUICK = _quick()
MOST_NODES = 200_000
"""More pieces no file has that a person wrote; it can only be aliases that repeat aliases."""


class _Builder:
    def __init__(self, file: str) -> None:
        self._file = file
        self._open: set[int] = set()
        self._built = 0

    def build(self, node: yaml.Node, line: int = 0) -> Node:
        line = line or node.start_mark.line + 1
        self._built += 1
        if self._built > MOST_NODES:
            raise CaseFileError("it is too long, or aliases repeat too much", file=self._file, line=line)
        if node.tag.startswith("!"):
            raise CaseFileError(f"the tag {node.tag} means nothing here", file=self._file, line=line)
        if isinstance(node, yaml.ScalarNode):
            return Node(str(node.value), self._file, line, plain=not node.style)
        if id(node) in self._open:
            raise CaseFileError("an alias stands inside what it stands for", file=self._file, line=line)
        self._open.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            value: Any = [self.build(item) for item in node.value]
        else:
            value = self._mapping(node)
        self._open.discard(id(node))
        return Node(value, self._file, line)

    def _mapping(self, node: yaml.Node) -> dict[str, Node]:
        own: dict[str, Node] = {}
        inherited: dict[str, Node] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise CaseFileError("a key must be a single word or text", file=self._file, line=line)
            if key.value == "<<":
                for source in reversed(self.build(value).items):
                    inherited |= source.mapping
            elif key.value in own:
                raise CaseFileError(f'"{key.value}" stands twice in this mapping', file=self._file, line=line)
            else:
                own[str(key.value)] = self.build(value, line)
        return {**inherited, **own}


def lay(base: Node, over: Node) -> Node:
    """`over` laid on `base`: mappings are merged key by key, and a key that is set to null is taken away.

    A list can be changed by a mapping: its keys are the `id`s of the list's items, or their numbers counted from 1.
    Anything else replaces what was there. Raises `CaseFileError` for an item that the list does not have.
    """
    if isinstance(base.value, dict) and isinstance(over.value, dict):
        merged = dict(base.value)
        for key, node in over.value.items():
            if key in merged and node.is_null:
                del merged[key]
            else:
                merged[key] = lay(merged[key], node) if key in merged else node
        return replace(over, value=merged)
    if isinstance(base.value, list) and isinstance(over.value, dict):
        return replace(over, value=_change_items(list(base.value), over.value))
    return over


def _change_items(items: list[Node], changes: dict[str, Node]) -> list[Node]:
    gone: set[int] = set()
    ids = [item.mapping["id"].text if "id" in item.mapping else "" for item in items]
    for key, change in changes.items():
        if key in ids:
            index = ids.index(key)
        elif key.isdecimal() and 1 <= int(key) <= len(ids):
            index = int(key) - 1
        elif any(ids) and isinstance(change.value, dict):
            items.append(change.with_items(id=Node(key, change.file, change.line)))
            continue
        else:
            raise change.error(f'the list that is changed here has {len(ids)} items, and none is "{key}"')
        if change.is_null:
            gone.add(index)
        else:
            items[index] = lay(items[index], change)
    return [item for index, item in enumerate(items) if index not in gone]


def shown(value: Any) -> str:
    """Plain data on one line, as a case file would write it.

    >>> shown({"at": "0304", "steps": [2, 1], "moved": False, "in": None})
    '{at: 0304, steps: [2, 1], moved: false, in: none}'
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (set, frozenset)):
        return f"[{', '.join(sorted(map(shown, value)))}]"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(shown, value))}]"
    return str(value)


def field_name(path: Path) -> str:
    """A path as people read it: `setup.units[2].cv`. Items are counted from 1."""
    return "".join(_segments(path)).lstrip(".")


def _segments(path: Path) -> Iterator[str]:
    for step in path:
        yield f"[{step + 1}]" if isinstance(step, int) else f".{step}"


def _resolve(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text
