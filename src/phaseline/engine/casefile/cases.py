"""Cases: what a case file holds, read from its tree and with the variants written out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from phaseline.engine.casefile.errors import CaseFileError
from phaseline.engine.casefile.tree import Node, field_name, lay, parse
from phaseline.engine.casefile.typed import convert
from phaseline.wording.nearest import did_you_mean

FORMAT = 1
StepKind = Literal["do", "ask", "undo", "view", "until", "expect"]

_HEAD = ("id", "title", "game", "cases", "where", "note", "like", "after")
_BODY = ("scenario", "options", "data", "map", "setup", "dice", "steps", "expect")
_CASE_KEYS = (*_HEAD, *_BODY, "variants")
_VARIANT_KEYS = ("id", "title", "cases", "where", "note", "change", *_BODY)
_REPLACING = ("steps", "dice", "expect")
_FILE_KEYS = ("format", "examples")
_KINDS: tuple[StepKind, ...] = ("do", "ask", "undo", "view", "until")
_COMMON = ("by", "dice", "expect", "note", "with")
_STEP_KEYS: dict[StepKind, tuple[str, ...]] = {
    "do": ("refused", "because", "legal", "result", "stop"),
    "ask": ("is",),
    "undo": ("refused", "because"),
    "view": (),
    "until": ("stop",),
    "expect": (),
}


@dataclass(frozen=True)
class Step:
    """One step of a case: its kind, what stands behind that key, and the keys beside it.

    `arguments` are the fields of an order or the arguments of a question that are written out one by one.
    """

    kind: StepKind
    node: Node
    subject: Node
    keys: dict[str, Node]
    arguments: dict[str, Node]
    number: int

    @property
    def name(self) -> str:
        """How the step is called in messages."""
        return f"steps[{self.number}]"


@dataclass(frozen=True)
class Case:
    """One case to run: an example, or one variant of it.

    `cases` are the numbers of the rulebook cases it tests. `node` is the whole case; the fields that only a game can
    judge (`setup`, `map` and the like) are read from it when the case runs.
    """

    id: str
    title: str
    game: str
    cases: tuple[str, ...]
    where: str
    note: str
    scenario: str | None
    dice: tuple[int, ...]
    steps: tuple[Step, ...]
    expect: Node | None
    node: Node

    @property
    def file(self) -> str:
        """The file it stands in."""
        return self.node.file

    @property
    def line(self) -> int:
        """The line it begins in."""
        return self.node.line

    def part(self, key: str) -> Node | None:
        """The node of a key of the case; None when it is not written."""
        node = self.node.mapping.get(key)
        return None if node is None or node.is_null else node


def load(path: Path) -> list[Case]:
    """The cases of a file, variants written out. Raises `CaseFileError` at the first thing that is wrong."""
    cases = []
    for case in read(path.read_text("utf-8"), str(path)):
        if isinstance(case, CaseFileError):
            raise case
        cases.append(case)
    return cases


def read(text: str, file: str, game: str = "") -> list[Case | CaseFileError]:
    """The cases in the text of a case file; in place of one that cannot be read, the error that says why.

    `game` is the game of cases that name none. Raises `CaseFileError` when the text is not YAML at all.
    """
    return list(_Reader(parse(text, file), game).cases())


class _Reader:
    def __init__(self, documents: Sequence[Node], game: str) -> None:
        self._game = game
        self._examples = [example for document in documents for example in _examples(document)]
        self._by_id: dict[str, Node] = {}

    def cases(self) -> Iterator[Case | CaseFileError]:
        for found in self._examples:
            if isinstance(found, CaseFileError):
                yield found
                continue
            head, example = found
            try:
                yield from self._variants(self._whole(head, example))
            except CaseFileError as error:
                error.case = example.at("id").text if "id" in example.mapping else ""
                yield error

    def _whole(self, head: Node, example: Node) -> Node:
        """The example with what it takes over from another one, and from the head of the file."""
        _check_keys(example, _CASE_KEYS, "a case")
        if "id" not in example.mapping:
            raise example.error("a case needs an `id`")
        name = example.mapping["id"].text
        if name in self._by_id:
            raise example.error(f'two cases of this file have the id "{name}"', "id")
        whole, inherited = example, head
        for key in ("like", "after"):
            if key in example.mapping:
                # The earlier case has what the head says, perhaps changed: the head does not say it again.
                whole = self._continued(whole, key)
                inherited = head.without(*(part for part in _BODY if part != "expect"))
        whole = Node(lay(inherited, whole).value, example.file, example.line)
        self._by_id[name] = whole
        return whole

    def _continued(self, example: Node, key: str) -> Node:
        named = example.mapping[key]
        if named.text not in self._by_id:
            hint = did_you_mean(named.text, self._by_id, "earlier cases are")
            raise named.error(f'no earlier case of this file has the id "{named.text}"{hint}', key)
        earlier = self._by_id[named.text]
        kept = [part for part in ("game", *_BODY) if part in earlier.mapping and part != "expect"]
        if key == "like":
            own = example.mapping.get("steps")
            if own is not None and not _by_number(own, "steps"):
                kept = [part for part in kept if part != "steps"]
            base = Node({part: earlier.mapping[part] for part in kept}, example.file, example.line)
            return _changed(base, example.without(key))
        base = Node({part: earlier.mapping[part] for part in kept}, example.file, example.line)
        whole = lay(base, example.without(key, "steps", "dice"))
        for part in ("steps", "dice"):
            joined = [node for source in (earlier, example) for node in _items(source, part)]
            whole = whole.with_items(**{part: Node(joined, example.file, example.line)})
        return whole

    def _variants(self, whole: Node) -> Iterator[Case | CaseFileError]:
        yield self._case(whole, whole.mapping["id"].text)
        variants = whole.mapping.get("variants")
        for number, variant in enumerate(variants.items if variants is not None else [], start=1):
            name = f"{whole.mapping['id'].text}/{_text(variant, 'id') or number}"
            try:
                _check_keys(variant, _VARIANT_KEYS, "a variant", f"variants[{number}]")
                yield self._case(_varied(whole, variant), name)
            except CaseFileError as error:
                error.case = name
                yield error

    def _case(self, node: Node, name: str) -> Case:
        parts = node.mapping
        game = parts["game"].text if "game" in parts else self._game
        if not game:
            raise node.error("name the `game`, here or at the head of the file")
        steps = [_step(step, number) for number, step in enumerate(_items(node, "steps"), start=1)]
        expect = parts.get("expect")
        return Case(
            id=name,
            title=_text(node, "title"),
            game=game,
            cases=tuple(item.text for item in _items(node, "cases")),
            where=_text(node, "where"),
            note=_text(node, "note"),
            scenario=_text(node, "scenario") or None,
            dice=dice(parts.get("dice"), "dice"),
            steps=tuple(steps),
            expect=None if expect is None or expect.is_null else expect,
            node=node,
        )


def dice(node: Node | None, field: str) -> tuple[int, ...]:
    """A list of dice; one die may be written alone."""
    if node is None:
        return ()
    return tuple(convert(item, int, (f"{field}[{i}]",)) for i, item in enumerate(node.items, start=1))


def _examples(document: Node) -> Iterator[tuple[Node, Node] | CaseFileError]:
    """The cases of a document, each with what its head says for all of them."""
    if isinstance(document.value, list):
        none = Node({}, document.file, document.line)
        yield from ((none, example) for example in document.value)
        return
    if not isinstance(document.value, dict):
        yield document.error("a case file holds cases: mappings with an `id` each")
        return
    head = document.without(*_FILE_KEYS)
    version = document.mapping.get("format")
    if version is not None and version.text != str(FORMAT):
        yield version.error(f"this program reads format {FORMAT} of case files, not {version.text}", "format")
    elif "examples" not in document.mapping:
        yield Node({}, document.file, document.line), head
    else:
        try:
            _check_keys(
                head, tuple(key for key in _CASE_KEYS if key not in ("id", "variants")), "the head of a file"
            )
        except CaseFileError as error:
            yield error
            return
        for example in document.mapping["examples"].items:
            yield head, example


def _varied(whole: Node, variant: Node) -> Node:
    """The case with a variant's changes."""
    parts = dict(variant.mapping)
    changed = whole.without("variants")
    change = parts.pop("change", None)
    if change is not None:
        _check_keys(change, _BODY, "a change", "change")
        changed = _changed(changed, change)
    replaced = {key: parts.pop(key) for key in _REPLACING if key in parts and not _by_number(parts[key], key)}
    over = Node({**parts, **replaced}, variant.file, variant.line)
    return Node(_changed(changed.without(*replaced), over).value, variant.file, variant.line)


def _changed(case: Node, over: Node) -> Node:
    """`over` laid on a case. A step that is changed into doing something else keeps nothing of the old one."""
    steps, changes = _items(case, "steps"), over.mapping.get("steps")
    if changes is not None and _by_number(changes, "steps"):
        for number, change in changes.mapping.items():
            if 1 <= int(number) <= len(steps) and (change.is_scalar or set(_KINDS) & set(change.mapping)):
                steps = [*steps[: int(number) - 1], Node({}, change.file, change.line), *steps[int(number) :]]
        case = case.with_items(steps=Node(steps, changes.file, changes.line))
    return lay(case, over)


def _by_number(node: Node, key: str) -> bool:
    """Whether steps are changed one by one: `steps: {2: {dice: [5]}}`."""
    return key == "steps" and bool(node.mapping) and all(name.isdecimal() for name in node.mapping)


def _step(node: Node, number: int) -> Step:
    if node.is_scalar:
        return Step("do", node, node, {}, {}, number)
    kinds = [kind for kind in _KINDS if kind in node.mapping]
    if len(kinds) > 1:
        raise node.error(f"a step does one thing; this one has {' and '.join(kinds)}", f"steps[{number}]")
    if not kinds and "expect" not in node.mapping:
        keys = ", ".join((*_KINDS, "expect"))
        hint = did_you_mean(next(iter(node.mapping), ""), _KINDS)
        raise node.error(f"a step needs one of: {keys}{hint}", f"steps[{number}]")
    kind: StepKind = kinds[0] if kinds else "expect"
    known = (*_COMMON, *_STEP_KEYS[kind])
    beside = {key: item for key, item in node.mapping.items() if key in known}
    arguments = {key: item for key, item in node.mapping.items() if key not in known and key != kind}
    if "with" in beside:
        if not isinstance(beside["with"].value, dict):
            raise beside["with"].error("a mapping of names and values is needed", f"steps[{number}].with")
        arguments |= beside["with"].mapping
    if arguments and kind not in ("do", "ask"):
        name = next(iter(arguments))
        hint = did_you_mean(name, known)
        raise arguments[name].error(f'there is no "{name}" in a step with `{kind}`{hint}', f"steps[{number}]")
    return Step(kind, node, node.mapping[kind], beside, arguments, number)


def _check_keys(node: Node, known: Sequence[str], what: str, field: str = "") -> None:
    if not isinstance(node.value, dict):
        raise node.error(f"{what} is a mapping, not {node.text!r}", field)
    for key, item in node.mapping.items():
        if key not in known:
            path = field_name((*([field] if field else []), key))
            raise item.error(f'there is no "{key}" in {what}{did_you_mean(key, known)}', path)


def _items(node: Node, key: str) -> list[Node]:
    return node.mapping[key].items if key in node.mapping else []


def _text(node: Node, key: str) -> str:
    part = node.mapping.get(key)
    return "" if part is None or part.is_null else part.text
