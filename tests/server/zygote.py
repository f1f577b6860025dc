"""A process that has loaded the service already and forks one whenever asked: so that many lives cost little.

It reads lines from its input, each the path of a database, and answers each with a process number and a port.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from phaseline.engine import registry
from phaseline.server.run import run
from phaseline.server.settings import Settings


def main() -> None:
    """Fork services until the input ends."""
    registry.game("skirmish")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are of no interest
    for line in sys.stdin:
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()  # so that its computer players die with it

            def ready(port: int) -> None:
                sys.stdout.write(f"{os.getpid()} {port}\n")
                sys.stdout.flush()

            run(
                Settings(database=line.strip(), keys=str(Path(line).parent), port=0, budget=0.05, pace=0.0),
                ready,
            )
            os._exit(0)


if __name__ == "__main__":
    main()
