"""Malformed requests by the thousand: made from the service's own description, so that none of it is left out."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec
import msgspec.structs
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from phaseline.server.wire import ASKS

PATIENCE = 60.0
"""Seconds: whatever is asked, an answer that takes longer is a hang."""
NASTY: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 5, 2**31, 2**53, 2**62, 2**63, 2**64, -(2**63), 10**400, 0.5, -0.0, 1e308,
    "", " ", "0", "-1", "none", "ford", "Blue", "agent", "x" * 5000, "\x00", "\x1b[2J", "a\nb", "\u202e", "\U0001f600",
    "../../etc/passwd", "%00", "'; DROP TABLE matches;--", "9" * 4000, "\"" * 99, "\\", "²", "٣", "1_0", "nan", "NaN", "1e400",
    [], {}, [[]], [None], [{}], {"": ""}, {"x": None}, [0] * 1000, ["x"] * 500, {str(n): n for n in range(300)},
)  # fmt: skip
BROKEN: tuple[bytes, ...] = (
    b"", b"null", b"{", b"}", b"[", b'"', b"\xff\xfe", b'{"game": "\xff"}', b'{"a": "\\ud800"}', b"NaN", b"1e999", b"0" * 5000,
    b"[" * 60_000, b'{"a":' * 9000, b"[" * 70 + b"]" * 70, b'{"options":' * 900 + b"1" + b"}" * 900, b'{"game":"skirmish",' * 3,
    b"\x00" * 100, b"9" * 5000, b'{"do":"order","id":1,"do":"undo"}', b"\xef\xbb\xbf{}", b'{"id":' + b"9" * 4299 + b"}",
)  # fmt: skip
IDS = (
    "nothing", "%00", "%ff", "%2e%2e", "..", "%2F", "a" * 3000, "%F0%9F%98%80", "'", "0123456789abcdef", "%0a", "{}", "import",
)  # fmt: skip
TYPES = (
    "application/json", "", "text/plain", "application/msgpack", "multipart/form-data", "application/json; charset=utf-16",
    "application/x-www-form-urlencoded", "application/json; charset=nonsense", "multipart/form-data; boundary=", "\xff", ";", "a/b" * 500,
)  # fmt: skip
HEADERS: tuple[dict[str, str], ...] = (
    {"Origin": "http://["}, {"Origin": "null"}, {"Origin": "http://[::1"}, {"Origin": "http://\xff"}, {"Origin": "//"},
    {"Host": "["}, {"Host": "[::1"}, {"Host": ""}, {"Host": "localhost:99999999"}, {"Host": "127.0.0.1:x"}, {"Host": "a" * 5000},
    {"Accept": "\xff"}, {"Accept": "*/*;q=x"}, {"Accept-Encoding": "gzip;q=x, \x01"}, {"If-None-Match": "\xff"},
    {"Content-Length": "-1"}, {"Content-Length": "x"}, {"Content-Length": "99999999999"}, {"Transfer-Encoding": "nonsense"},
    {"Cookie": "a=\xff; ;=;"}, {"Range": "bytes=9-1"}, {"Range": "bytes=x"}, {"If-Modified-Since": "yesterday"},
    {"X-Forwarded-For": "\xff"}, {"X-Forwarded-For": "1.2.3.4, [::1"}, {"X-Forwarded-Proto": "gopher"}, {"Expect": "100-continue"},
    {"Sec-Fetch-Site": "cross-site"}, {"Upgrade": "websocket"}, {"Upgrade": "h2c", "Connection": "Upgrade"}, {"Connection": "\xff"},
    {"Accept-Language": "x" * 5000}, {"X": "y" * 20_000}, {"Forwarded": "for=\""}, {"Content-Encoding": "gzip"},
)  # fmt: skip
PATHS = (
    "/assets/%00", "/assets/..%2f..%2f", "/assets/%ff", "/%", "/%zz", "//", "/assets/" + "a" * 5000, "/../../etc/passwd", "/.", "/\\",
    "/assets/\x7f", "/assets/%0d%0aX:y", "/index.html/x", "/api", "/api/", "/api/matches/", "/schema/x", "/schema/%00", "*", "http://[/",
    "http://127.0.0.1/api/about", "/api/about?%ff=%ff", "/api/about#x", "/?" + "a=b&" * 2000, "/%F0%28%8C%28", "/assets", "/favicon.ico%00",
    "/assets/" + "a/" * 400, "/assets/con.", "/" + "%2e%2e/" * 30 + "etc/passwd",
)  # fmt: skip
METHODS = ("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW", "get", "")


@dataclass(frozen=True)
class Answered:
    """What came of a request: its HTTP status (0: the service hung up without one), and what was asked."""

    status: int
    asked: str
    text: str


class Hostile:
    """A client that means no good, of the service at a port. Everything it does follows from the seed."""

    def __init__(self, port: int, seed: int) -> None:
        self._port = port
        self._rng = random.Random(seed)
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        schema = self._http.get("/schema/openapi.json").json()
        self._shapes: dict[str, Any] = schema["components"]["schemas"]
        self._doors = [
            (verb.upper(), path, item[verb])
            for path, item in schema["paths"].items()
            for verb in item
            if verb in _VERBS
        ]

    def close(self) -> None:
        """Leave."""
        self._http.close()

    # -- plain requests ------------------------------------------------------------------------------------------

    def requests(self, count: int, matches: list[str], texts: list[str]) -> Iterator[Answered]:
        """So many malformed requests to all endpoints; `texts` are good records and mail files to be spoilt."""
        for number in range(count):
            verb, path, about = self._doors[number % len(self._doors)]
            path = path.replace("{match_id}", self._pick([*matches, *IDS]))
            path = path.replace("{game}", self._pick(["skirmish", "westfront", *IDS]))
            path = path.replace("{scenario}", self._pick(["ford", *IDS])) + self._query()
            body = self._body(about, texts)
            if self._rng.random() < 0.15:
                path = self._pick(PATHS)
            if self._rng.random() < 0.1:
                verb = self._pick(METHODS)
            if verb == "DELETE":
                path = "/api/matches/nothing"  # the others are still needed
            headers = {"Content-Type": self._pick(TYPES) if self._rng.random() < 0.2 else "application/json"}
            if self._rng.random() < 0.25:
                headers.update(self._pick(HEADERS))
            yield self.raw(verb, path, headers, body)

    def raw(self, verb: str, path: str, headers: dict[str, str], body: bytes) -> Answered:
        """One request, byte for byte as it is given."""
        lines = {
            "Host": f"127.0.0.1:{self._port}",
            "Content-Length": str(len(body)),
            "Connection": "close",
            "X-Forwarded-For": f"10.{self._rng.randrange(256)}.{self._rng.randrange(256)}.{self._rng.randrange(256)}",
            **headers,
        }
        head = "\r\n".join(
            [f"{verb} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items()), "", ""]
        )
        asked = f"{verb} {path[:120]} {headers} {body[:200]!r}"
        with socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE) as connection:
            heard = b""
            try:
                connection.sendall(head.encode("latin-1", "replace") + body)
                if (
                    headers.get("Content-Length", "").isdigit()
                    or "Expect" in headers
                    or "Transfer-Encoding" in headers
                ):
                    connection.shutdown(socket.SHUT_WR)  # it promised more, or other, than it sends
                while chunk := connection.recv(65536):
                    heard += chunk
                    if len(heard) > 3_000_000:
                        break
            except (ConnectionResetError, BrokenPipeError):
                pass  # it was turned away before it had said everything
        words = heard.split(b" ", 2)
        status = int(words[1]) if len(words) > 2 and words[1].isdigit() else 0
        return Answered(status, asked, heard.decode("latin-1"))

    def _query(self) -> Any:
        if self._rng.random() < 0.6:
            return ""
        return "?" + self._pick(
            ["seat=-1", "seat=x", "seat=9999999999999999999999", "seat=", "seat=0&seat=1", "fog=maybe", "fog=" + "1" * 4000, "x=%00",
             "%ff=1", "weather=%F0%28", "since=-5", "=", "&&&", "seat=%D9%A3", "options=1"]
        )  # fmt: skip

    def _body(self, about: dict[str, Any], texts: list[str]) -> Any:
        wanted = about.get("requestBody")
        if wanted is None:
            return b"" if self._rng.random() < 0.8 else self._pick(BROKEN)
        if self._rng.random() < 0.2:
            return self._pick(BROKEN)
        shape = next(iter(wanted["content"].values()))["schema"]
        plain = self._made(shape, texts, 0)
        for _ in range(self._rng.randrange(3)):
            plain = self._spoilt(plain)
        data = msgspec.json.encode(plain)
        if self._rng.random() < 0.1:
            data = self._cut(data)
        return data

    def _made(self, shape: Any, texts: list[str], depth: int) -> Any:
        """Something of a described shape, mostly as it should be."""
        if "$ref" in shape:
            shape = self._shapes[shape["$ref"].rpartition("/")[2]]
        for joint in ("oneOf", "anyOf"):
            if joint in shape:
                return self._made(self._pick(shape[joint]), texts, depth)
        if "enum" in shape:
            return self._pick(shape["enum"])
        kind = shape.get("type")
        if kind == "object":
            needed = set(shape.get("required", []))
            return {
                name: self._word(name, texts)
                if self._rng.random() < 0.6
                else self._made(field, texts, depth + 1)
                for name, field in shape.get("properties", {}).items()
                if name in needed or self._rng.random() < 0.4
            }
        if kind == "array" and depth < 5:
            return [
                self._made(shape.get("items", {}), texts, depth + 1) for _ in range(self._rng.randrange(4))
            ]
        return self._pick(NASTY)

    def _word(self, name: str, texts: list[str]) -> Any:
        """What a field of this name would hold, or nearly."""
        known: dict[str, list[Any]] = {
            "game": ["skirmish"], "scenario": ["ford", "ridge"], "text": [self._spoilt_text(texts)] if texts else [""], "seat": [0, 1, 2, -1],
            "options": [{}, {"fog": False}, {"fog": "x"}, {"weather": []}], "players": [[], [{"kind": "human"}], [{"kind": "agent", "agent": "random"}]],
            "seed": ["07" * 32, "07"], "title": ["A", ""], "pace": [0, 1], "entry": [0, 1, -1], "open": [True], "kind": ["human"],
        }  # fmt: skip
        return self._pick(known.get(name, NASTY))

    # -- messages ------------------------------------------------------------------------------------------------

    def messages(self, count: int, address: str) -> Iterator[Answered]:
        """So many malformed messages to a match. What is `said` says which were not answered."""
        asks = sorted(ASKS, key=lambda ask: ask.__name__)
        left, sent = count, ""
        while left > 0:
            forwarded = {"X-Forwarded-For": f"11.{self._rng.randrange(256)}.{self._rng.randrange(256)}.1"}
            try:
                with connect(
                    f"ws://127.0.0.1:{self._port}{address}",
                    max_size=None,
                    additional_headers=forwarded,
                    open_timeout=PATIENCE,
                ) as line:
                    for _ in range(min(left, 300)):
                        left -= 1
                        sent = self._message(asks[left % len(asks)])
                        line.send(sent)
                        yield self._after(line, sent)
            except ConnectionClosed as end:
                code = 0 if end.rcvd is None else end.rcvd.code
                yield Answered(500 if code in (0, 1011) else 400, f"closed {code} after {sent[:200]!r}", "")
            except InvalidHandshake as error:
                yield Answered(400, f"{address}: {error}", "")
                return

    def _after(self, line: Any, sent: str | bytes) -> Answered:
        """Whether the service is still there after a message: it answers a proper one."""
        number = self._rng.randrange(10**6, 10**9)
        line.send(msgspec.json.encode({"do": "hex", "id": number, "hex": -1}).decode())
        faults = ""
        while True:
            heard = msgspec.json.decode(line.recv(timeout=PATIENCE))
            if heard.get("type") == "error" and heard.get("error") == "the service is at fault":
                faults = heard["error"]
            if heard.get("id") == number:
                return Answered(500 if faults else 200, repr(sent[:300]), faults)

    def _message(self, ask: type[Any]) -> Any:
        if self._rng.random() < 0.15:
            broken = self._pick(BROKEN)[:60_000]
            return broken if self._rng.random() < 0.3 else broken.decode("latin-1")
        plain: Any = {"do": ask.__struct_config__.tag, "id": self._rng.choice([1, 1, 1, -1, 2**62])}
        for field in msgspec.structs.fields(ask):
            if field.name == "id" or (not field.required and self._rng.random() < 0.4):
                continue
            plain[field.name] = (
                self._pick(_ASKED.get(field.name, NASTY)) if self._rng.random() < 0.7 else self._pick(NASTY)
            )
        if self._rng.random() < 0.3:
            plain = self._spoilt(plain)
        return msgspec.json.encode(plain).decode()

    # -- spoiling ------------------------------------------------------------------------------------------------

    def _spoilt(self, plain: Any) -> Any:
        """The same with something wrong somewhere in it."""
        if isinstance(plain, dict) and plain and self._rng.random() < 0.85:
            key = self._pick(sorted(plain))
            what = self._rng.random()
            if what < 0.1:
                return {name: value for name, value in plain.items() if name != key}
            if what < 0.2:
                return {**plain, str(self._pick(NASTY))[:50]: self._pick(NASTY)}
            return {**plain, key: self._spoilt(plain[key])}
        if isinstance(plain, list) and plain and self._rng.random() < 0.7:
            index = self._rng.randrange(len(plain))
            return [*plain[:index], self._spoilt(plain[index]), *plain[index + 1 :]]
        if self._rng.random() < 0.1:
            nested: Any = 1
            for _ in range(self._pick([30, 62, 70, 150])):
                nested = [nested]
            return nested
        return self._pick(NASTY)

    def _spoilt_text(self, texts: list[str]) -> str:
        """A record or a mail file with lines changed, doubled, lost, or filled with something else."""
        lines = self._pick(texts).split("\n")
        for _ in range(self._rng.randrange(1, 4)):
            index = self._rng.randrange(len(lines))
            line, what = lines[index], self._rng.randrange(6)
            if what == 0:
                lines.insert(index, line)
            elif what == 1 and len(lines) > 1:
                del lines[index]
            elif what == 2:
                lines[index] = line[: len(line) // 2] + str(self._pick(NASTY))[:3000]
            elif what == 3:
                lines[index] = line.partition(": ")[0] + ": " + str(self._pick(NASTY))[:3000]
            elif what == 4:
                lines[index] = "".join(
                    self._pick("0123456789abcdef[]{}=;: ") if self._rng.random() < 0.1 else c for c in line
                )
            else:
                lines[index] = line + self._pick(
                    [" [d6: 1]", " [x d6: 7]", " [" * 500, "\x00", "[" * 3000, " [x d0: 1]", ": "]
                )
        return "\n".join(lines)

    def _cut(self, data: bytes) -> Any:
        place = self._rng.randrange(len(data))
        return data[:place] + self._pick([b"", b"\xff", b"\x00", b"}", data[place + 1 :]])

    def _pick(self, choices: Any) -> Any:
        return self._rng.choice(choices)


_VERBS = ("get", "post", "patch", "put", "delete")
_ASKED: dict[str, list[Any]] = {
    "entry": [0, 1, 2, 3, -1, 2**62], "stamp": [0, 1, 2, None, -1], "seat": [0, 1, None, 2, -1],
    "verb": ["stance", "move", "attack", "join", "done", "roll", "Move", "", "x" * 4000],
    "values": [[], ["hold"], [0], [0, 14], [-1, 2**62], [None], [[0]], [0] * 50, ["x" * 4000]],
    "chosen": [[], ["hold"], [0], [0, 14], [-1, 2**62], [None], [[0]], [0] * 50, [2**62], [10**400], [True, True]],
    "text": ["stance hold", "move 1st-Armoured 0304", "x" * 19_000, "move " + "1," * 9000, "'", "", "move \x00 ²", "stance none"],
    "key": ["order_of_battle", "arrivals", "supply", "zones", "x"], "unit": [0, 1, 99, -1, 2**62, None], "hex": [0, 14, -1, 2**62, 10**400],
    "question": ["reach", "odds", "supply", "value", "x", ""],
    "args": [{}, {"unit": -1}, {"unit": 2**62}, {"hex": 2**62, "unit": 0}, {"x": 1}, {"unit": None}, {"unit": "A"}, {"attacker": 10**400, "defender": 0}],
}  # fmt: skip
