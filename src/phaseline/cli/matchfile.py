"""A match on disk: a record that can be continued, found, read, and written without ever being half-written.

The file is the text of `phaseline.engine.record` with the seed of the dice, so whoever can read it can look ahead:
play on a machine that all players trust.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from phaseline.cli import packfolders
from phaseline.cli.errors import UserError, blaming
from phaseline.cli.terminal import complain
from phaseline.engine import record, registry
from phaseline.engine.dice import SeededDice
from phaseline.engine.game import Game, Scenario
from phaseline.engine.gameoptions import OptionsError
from phaseline.engine.installed import CannotLoad
from phaseline.engine.match import Match
from phaseline.engine.packs import DataError

SUFFIX = ".match"
VARIABLE = "PHASELINE_MATCH"
CHANGED = " (a line was changed, added or lost, or the data are others: phaseline replay FILE --no-verify shows its orders)"
"""What is behind a match that no longer replays; a record says itself if it was made with another version of the rules."""
STARTING = "phaseline new GAME starts a match"
KEPT = "name a record (*.record) or a match file (*.match)"
"""What to do where there is no match that one would look back at."""
LOCK_PATIENCE = 10.0
"""Seconds after which a lock is taken to be left behind: writing takes a fraction of one."""


@dataclass
class MatchFile:
    """A match and the file it lives in. `text` is what the file held when it was read; "" before the first write."""

    path: Path
    match: Match
    packs: tuple[Path, ...] = ()
    """Folders of data packs that the user named, to be remembered."""
    text: str = ""

    def save(self) -> None:
        """Write the match, whole or not at all. Raises `UserError` if the file has changed since it was read."""
        text = record.dump(self.match, reveal=True)
        with blaming(f"{self.path}: cannot be written", OSError), _locked(self.path):
            if _text_now(self.path) != self.text:
                raise UserError(
                    f"{self.path}: it was changed by someone else in the meantime; nothing is written: "
                    "look at it again and repeat the command"
                )
            replace(self.path, text)
        self.text = text
        packfolders.remember(self.path, self.packs)


def find(name: str | None) -> Path:
    """The match file meant: the one named, or the one in `PHASELINE_MATCH`, or the only one in this folder."""
    name = name or os.environ.get(VARIABLE)
    if name:
        path = Path(name)
        with_suffix = path.with_name(path.name + SUFFIX)
        return with_suffix if not path.is_file() and with_suffix.is_file() else path
    here = sorted(Path().glob(f"*{SUFFIX}"))
    if not here:
        raise UserError(
            f"there is no match file (*{SUFFIX}) here; name one, or start a match: phaseline new GAME"
        )
    if len(here) > 1:
        names = ", ".join(map(str, here))
        raise UserError(f"several match files are here ({names}); name one first, or set {VARIABLE}")
    return here[0]


def split_name(words: list[str], *, needed: int = 0) -> tuple[str | None, list[str]]:
    """The match file, if the first word names one, and the other words.

    Without its suffix it does so only where so many words that are `needed` come behind it: before them it is what is to be done.
    """
    if words and (words[0].endswith(SUFFIX) or Path(words[0]).is_file()):
        return words[0], words[1:]
    if len(words) > needed and Path(f"{words[0]}{SUFFIX}").is_file():
        return words[0], words[1:]
    return None, words


def read(
    name: str | None, *, verify: bool = True, packs: Sequence[Path] = (), missing: str = STARTING
) -> MatchFile:
    """The match in a file, `packs` being folders of data packs it may need; `missing` says what to do where it is not there.

    Raises `UserError` that names the file, the line and the reason.
    """
    path = find(name)
    text = read_text(path, missing=missing)
    try:
        found = packfolders.find(record.packs_of(text), path, packs)
        match = record.load(text, packs=found, verify=verify)
    except record.RecordError as error:
        hint = (
            CHANGED if any(word in str(error) for word in ("fingerprint", "final position", "data:")) else ""
        )
        raise UserError(f"{path}: {error}{hint}") from error
    except CannotLoad as error:
        raise UserError(f"{path}: {error}") from error
    return MatchFile(path, match, tuple(pack.folder for pack in found), text)


def read_text(path: Path, what: str = "a match file is a Phaseline record", missing: str = STARTING) -> str:
    """The text of a file. Raises `UserError` when it cannot be read; `what` it should be, and what to do where it is `missing`."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such file; {missing}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: this is no text file; {what}") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error


def start(
    game: Game[Any, Any],
    scenario: Scenario,
    *,
    path: Path | None = None,
    packs: tuple[Path, ...] = (),
    seed: str | None = None,
    players: Mapping[int, str] | None = None,
) -> MatchFile:
    """A new match in a new file (default: the first free name). It is not written yet."""
    check_free(path)
    match = Match.new(game, scenario, players=players, seed=_seed(seed))
    return MatchFile(path or _free_name(game.key, scenario.key), match, packs)


def check_free(path: Path | None) -> None:
    """Whether a new file can have this name. Raises `UserError` when there is one, or no folder for it."""
    if path is not None and path.is_dir():
        raise UserError(f"{path}: this is a folder; name a file in it with -o")
    if path is not None and path.exists():
        raise UserError(f"{path}: there is such a file already; choose another name with -o, or remove it")
    if path is not None and not path.parent.is_dir():
        raise UserError(f"{path}: there is no folder {path.parent}; make it, or choose another name with -o")


def open_game(key: str) -> Game[Any, Any]:
    """The installed game. Raises `UserError`."""
    with blaming("", LookupError, hint="phaseline games lists them"), blaming("", CannotLoad):
        return registry.game(key)


def open_games() -> list[Game[Any, Any]]:
    """All installed games that can be loaded; of each that cannot, it is said why."""
    found = []
    for key in registry.games():
        try:
            found.append(registry.game(key))
        except CannotLoad as error:
            complain(str(error))
    return found


def open_scenario(
    game: Game[Any, Any],
    key: str | None,
    options: Mapping[str, str] | None = None,
    packs: tuple[Path, ...] = (),
) -> Scenario:
    """A scenario of a game (default: its first) with options and packs. Raises `UserError`."""
    hint = f"phaseline scenarios {game.key} lists scenarios and options"
    # With a pack, whatever its values make impossible is the pack's fault; without one it would be the game's.
    whose = f"data pack {', '.join(map(str, packs))}"
    with (
        blaming(whose, *((ValueError,) if packs else ())),
        blaming("", DataError),
        blaming("", LookupError, OptionsError, hint=hint),
    ):
        scenario: Scenario = game.load(key, options or {}, packfolders.load(packs))
        return scenario


def replace(path: Path, text: str) -> None:
    """Write a text file, whole or not at all; where it is a link, what that points to."""
    path = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes files for the owner only; a match file is as readable as others the user makes.
        temporary.chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _seed(text: str | None) -> bytes:
    """Any text makes a seed: 64 hex digits are the seed itself, anything else is hashed."""
    if text is None:
        return SeededDice.fresh().seed
    from hashlib import sha256  # noqa: PLC0415 - rarely needed

    with suppress(ValueError):
        raw = bytes.fromhex(text)
        if len(raw) == 32:
            return raw
    return sha256(text.encode()).digest()


def _free_name(game: str, scenario: str) -> Path:
    stem = f"{game}-{scenario}"
    names = [f"{stem}{SUFFIX}", *(f"{stem}-{n}{SUFFIX}" for n in range(2, 1000))]
    free = next((name for name in names if not Path(name).exists()), None)
    if free is None:
        raise UserError(f"there are a thousand files {stem}-N{SUFFIX} here; choose a name with -o")
    return Path(free)


def _text_now(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Only one process at a time compares and writes."""
    lock = path.with_name(f".{path.name}.lock")
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            # Whoever waits longest may not take away the lock that another has just made: its own age counts.
            with suppress(FileNotFoundError):
                if time.time() - lock.stat().st_mtime > LOCK_PATIENCE:
                    lock.unlink()
            time.sleep(0.02)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
