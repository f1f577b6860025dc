"""The interface in words: a page made of its own OpenAPI description, which needs no network."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import MediaType, Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2 { font-weight: 600 } h3 { margin: 2rem 0 .2rem; font: 600 1rem/1.4 ui-monospace, monospace }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0;
border-bottom: 1px solid #ddd } code { font: .9em ui-monospace, monospace } .verb { color: #4a5d23 }
@media (prefers-color-scheme: dark) { body { background: #1b1c1a; color: #ddd } td, th { border-color: #444 }
.verb { color: #b5c689 } a { color: #9bb8e0 } }
"""


class DescriptionPage(OpenAPIRenderPlugin):
    """Serves the page at `/schema`."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML, favicon="", style="")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        """The page as HTML."""
        return page(openapi_schema).encode()


def page(schema: dict[str, Any]) -> str:
    """The description as one page of HTML."""
    info = schema["info"]
    parts = [
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(info['title'])}: interface</title>",
        f"<style>{STYLE}</style><h1>{escape(info['title'])} {escape(info['version'])}: the interface</h1>",
        f"<p>{escape(info.get('description') or '')} For programs: <a href='/schema/openapi.json'>openapi.json</a>.</p>",
    ]
    for path, item in schema["paths"].items():
        verbs = [verb for verb in ("get", "post", "patch", "put", "delete") if verb in item]
        parts += [_operation(path, verb, item[verb]) for verb in verbs]
    parts.append("<h2>Shapes</h2>")
    parts += [_shape(name, shape) for name, shape in sorted(schema["components"]["schemas"].items())]
    return "\n".join(parts)


def _operation(path: str, verb: str, operation: dict[str, Any]) -> str:
    rows = [
        (parameter["name"], f"{parameter['in']}, {_type(parameter.get('schema', {}))}")
        for parameter in operation.get("parameters", [])
    ]
    body = operation.get("requestBody")
    if body is not None:
        rows.append(("body", _content(body)))
    rows += [
        (status, f"{escape(answer.get('description') or '')}: {_content(answer)}".rstrip(": "))
        for status, answer in operation.get("responses", {}).items()
    ]
    text = escape(operation.get("description") or "").replace("\n\n", "<br>")
    table = "".join(f"<tr><th><code>{escape(name)}</code></th><td>{what}</td></tr>" for name, what in rows)
    return (
        f"<h3><span class='verb'>{verb.upper()}</span> {escape(path)}</h3><p>{text}</p><table>{table}</table>"
    )


def _shape(name: str, shape: dict[str, Any]) -> str:
    required = set(shape.get("required", []))
    rows = "".join(
        f"<tr><th><code>{escape(field)}{'' if field in required else '?'}</code></th><td>{_type(kind)}</td></tr>"
        for field, kind in shape.get("properties", {}).items()
    )
    text = escape(shape.get("description") or "").replace("\n\n", "<br>")
    return f"<h3 id='{escape(name)}'>{escape(name)}</h3><p>{text}</p><table>{rows}</table>"


def _content(part: dict[str, Any]) -> str:
    return ", ".join(_type(media.get("schema", {})) for media in part.get("content", {}).values())


def _type(kind: dict[str, Any]) -> str:
    """A type in a few words, shapes as links."""
    if "$ref" in kind:
        name = escape(kind["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    for joint in ("oneOf", "anyOf"):
        if joint in kind:
            return " or ".join(_type(choice) for choice in kind[joint])
    if "enum" in kind:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in kind["enum"])
    if "const" in kind:
        return f"<code>{escape(str(kind['const']))}</code>"
    if kind.get("type") == "array":
        inner = kind.get("items") or (kind.get("prefixItems") or [{}])[0]
        return f"list of {_type(inner)}"
    return escape(str(kind.get("type", "anything")))
