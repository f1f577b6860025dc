"""Files that are there wholly or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Where to write a file: beside its place, to which it goes when it is finished and on disk; gone if something goes wrong.

    Whoever reads the whole folder passes the unfinished file over: its name begins with a dot. What a link points to is
    written, and nothing but a file is taken the place of. Raises `OSError`.
    """
    path = path.resolve()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder; name a file", str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "this is no file that could be replaced", str(path))
    part = path.with_name(f".{path.name}.part")
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
