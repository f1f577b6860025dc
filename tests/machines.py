"""Other people's machines, as far as this one can play them: processors, C libraries, locales, time zones.

What is said to be the same everywhere is worked out in processes of their own under each of these.
"""

import importlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Machine:
    """A machine: which kernel BLAS uses, and what NumPy and the C library believe the processor to lack."""

    name: str
    blas: str
    without: tuple[str, ...] = ()
    hwcaps: str = ""
    hash_seed: int = 0
    more: tuple[tuple[str, str], ...] = ()

    def environment(self, home: Path) -> dict[str, str]:
        """This process's environment, as it would be there, with an empty home folder."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "PYTHONUTF8"))}
        machine = {
            "OPENBLAS_CORETYPE": self.blas,
            "NPY_DISABLE_CPU_FEATURES": " ".join(self.without),
            "PYTHONHASHSEED": str(self.hash_seed),
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
            "HOME": str(home),
        }
        if self.hwcaps:
            machine["GLIBC_TUNABLES"] = f"glibc.cpu.hwcaps={self.hwcaps}"
        return {**kept, **machine, **dict(self.more)}

    def run(self, program: str, *arguments: str, home: Path) -> str:
        """What a Python program prints there; it must end well and complain about nothing."""
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", program, *arguments],
            env=self.environment(home),
            cwd=home,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout


def _known_to_numpy() -> tuple[str, ...]:
    """The features that this NumPy can do without: it warns of all others."""
    core = importlib.import_module("numpy._core._multiarray_umath")
    return tuple(name for name in core.__cpu_dispatch__ if core.__cpu_features__[name])


FEATURES = _known_to_numpy()

OLD = Machine(
    "a processor of 2008",
    blas="Nehalem",
    without=FEATURES,
    hwcaps="-AVX2,-FMA,-AVX2_Usable,-FMA_Usable",
    hash_seed=1,
    more=(
        ("LC_ALL", "POSIX"),
        ("PYTHONCOERCECLOCALE", "0"),
        ("PYTHONUTF8", "0"),
        ("TZ", "Pacific/Kiritimati"),
    ),
)
HASWELL = Machine(
    "an Intel of 2013",
    blas="Haswell",
    without=tuple(name for name in FEATURES if "512" in name or name == "X86_V4"),
    hash_seed=2,
    more=(("LC_ALL", "C.UTF-8"), ("TZ", "America/St_Johns")),
)
ZEN = Machine("an AMD of 2017", blas="Zen", hwcaps="-FMA,-FMA_Usable", hash_seed=3)
SKYLAKE = Machine("an Intel of 2017", blas="SkylakeX", hash_seed=4)
HAS_AVX512 = any("512" in name for name in FEATURES)
MACHINES = (OLD, HASWELL, ZEN, SKYLAKE) if HAS_AVX512 else (OLD, HASWELL, ZEN)
"""Those that this processor can play: an instruction that it lacks cannot be tried."""
