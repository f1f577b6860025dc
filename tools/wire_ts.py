"""Makes `web/src/wire.ts` from the structs of `phaseline.server.wire`: the page's types are the service's own.

python tools/wire_ts.py           write it
python tools/wire_ts.py --check   exit code 1 if it is not what would be written
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import UnionType
from typing import get_args

import msgspec
from msgspec import NODEFAULT, UNSET, Struct
from msgspec.inspect import Type
from msgspec.structs import FieldInfo

from phaseline.server import wire

TARGET = Path(__file__).parent.parent / "web" / "src" / "wire.ts"
HEAD = """\
// Made by tools/wire_ts.py from src/phaseline/server/wire/; do not edit. To make it anew: python tools/wire_ts.py

/** A hex, unit or seat by number, or another plain value of an order's field. */
export type Value = number | string | boolean | null | readonly Value[];
"""
PLAIN = {
    msgspec.inspect.BoolType: "boolean",
    msgspec.inspect.IntType: "number",
    msgspec.inspect.FloatType: "number",
    msgspec.inspect.StrType: "string",
    msgspec.inspect.NoneType: "null",
}


class Writer:
    """Writes one interface a struct, those that it mentions after it."""

    def __init__(self) -> None:
        self.written: dict[str, type[Struct]] = {}
        self.parts: list[str] = []

    def struct(self, kind: type[Struct]) -> str:
        """The name of the struct's interface, which is written the first time it is mentioned."""
        name = kind.__name__
        known = self.written.get(name)
        if known is None:
            self.written[name] = kind
            place = len(self.parts)
            self.parts.append("")
            self.parts[place] = self.interface(kind)
        elif known is not kind:
            raise TypeError(f"two structs are called {name}: {known.__module__} and {kind.__module__}")
        return name

    def interface(self, kind: type[Struct]) -> str:
        """The text of an interface."""
        config = kind.__struct_config__
        hints = {field.name: field for field in msgspec.inspect.type_info(kind).fields}  # type: ignore[attr-defined]
        lines = [_comment(kind), f"export interface {kind.__name__} {{"]
        if config.tag is not None:
            lines.append(f'  {config.tag_field}: "{config.tag}";')
        for field in msgspec.structs.fields(kind):
            info = hints[field.name]
            mark = "?" if _may_be_missing(kind, field) else ""
            shown = self.type(info.type)
            if shown in {"unknown", "Record<string, unknown>"} and "Value" in str(
                kind.__annotations__.get(field.name)
            ):
                shown = shown.replace("unknown", "Value")
            lines.append(f"  {field.encode_name}{mark}: {shown};")
        lines.append("}")
        return "\n".join(filter(None, lines))

    def type(self, info: Type) -> str:
        """A type in TypeScript."""
        if type(info) in PLAIN:
            return PLAIN[type(info)]
        match info:
            case msgspec.inspect.AnyType():
                return "unknown"
            case msgspec.inspect.LiteralType():
                return " | ".join(f'"{value}"' for value in info.values)
            case msgspec.inspect.UnionType():
                return " | ".join(self.type(part) for part in info.types)
            case msgspec.inspect.ListType() | msgspec.inspect.VarTupleType():
                inner = self.type(info.item_type)
                inner = "Value" if inner == "unknown" else inner
                return f"({inner})[]" if "|" in inner else f"{inner}[]"
            case msgspec.inspect.TupleType():
                return f"[{', '.join(self.type(part) for part in info.item_types)}]"
            case msgspec.inspect.DictType():
                return f"Record<string, {self.type(info.value_type)}>"
            case msgspec.inspect.StructType():
                return self.struct(info.cls)
        raise TypeError(f"{info} has no form in TypeScript here")


def _may_be_missing(kind: type[Struct], field: FieldInfo) -> bool:
    has_default = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
    left_out = kind.__struct_config__.omit_defaults or issubclass(kind, wire.Input | wire.Ask)
    return has_default and (left_out or field.default is UNSET)


def _comment(kind: type[Struct]) -> str:
    text = inspect.cleandoc(kind.__doc__ or "").splitlines()
    if len(text) < 2:
        return f"/** {' '.join(text)} */" if text else ""
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in text), " */"])


def typescript() -> str:
    """The whole file."""
    writer = Writer()
    roots = [
        value
        for value in vars(wire).values()
        if isinstance(value, type)
        and issubclass(value, Struct)
        and value.__module__.startswith(wire.__name__)
    ]
    for kind in roots:
        if kind not in (wire.Input, wire.Output, wire.Ask):
            writer.struct(kind)
    unions = {"AnyAsk": wire.AnyAsk, "ServerMessage": wire.ServerMessage}
    body = [HEAD.rstrip(), *writer.parts]
    body += [f"export type {name} = {_union(union)};" for name, union in unions.items()]
    asks = [
        f"  {kind.__struct_config__.tag}: [{kind.__name__}, {reply.__name__}];"
        for kind, reply in wire.ASKS.items()
    ]
    body.append(
        "\n".join(
            [
                "/** What may be asked over the websocket, and what it is answered with. */",
                "export interface Asks {",
                *asks,
                "}",
            ]
        )
    )
    return "\n\n".join(body) + "\n"


def _union(union: UnionType) -> str:
    return " | ".join(kind.__name__ for kind in get_args(union))


def main(words: list[str]) -> int:
    """Write the file, or check it."""
    text = typescript()
    if "--check" in words:
        fresh = TARGET.is_file() and TARGET.read_text("utf-8") == text
        if not fresh:
            print(
                f"{TARGET.name} is not what the structs make; run: python tools/wire_ts.py", file=sys.stderr
            )
        return 0 if fresh else 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
