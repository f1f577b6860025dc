"""Libraries written in C that print where nobody asked them to."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

STDOUT = 1
_LOCK = threading.Lock()
_C = ctypes.CDLL("ucrtbase" if os.name == "nt" else None)


@contextmanager
def silenced() -> Iterator[None]:
    """What C code prints on standard output meanwhile is dropped, in one thread at a time.

    A program's own output is not the place for the notes of a solver: it may be read by another program. What other
    threads write there in the same moment is lost too, so keep it short.
    """
    with _LOCK:
        try:
            kept = os.dup(STDOUT)
        except OSError:  # standard output is closed: nothing can be printed
            yield
            return
        _C.fflush(None)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, STDOUT)
        os.close(nowhere)
        try:
            yield
        finally:
            # C keeps what is printed into a pipe or a file until much later.
            _C.fflush(None)
            os.dup2(kept, STDOUT)
            os.close(kept)
