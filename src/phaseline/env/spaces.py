"""The shapes of actions and observations as Gymnasium's spaces."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from phaseline.env.layout import FIELDS
from phaseline.env.table import Table


def action_space(table: Table) -> spaces.Discrete:
    """One number for each thing that can be chosen."""
    return spaces.Discrete(table.layout.size)


def observation_space(table: Table) -> spaces.Dict:
    """The arrays of `phaseline.env.encoding`, and `chosen`: the actions of the order begun, -1 for none."""
    small, whole = np.iinfo(np.int16), np.iinfo(np.int32)
    encoding = table.encoding
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 255, encoding.planes, np.uint8),
            "pieces": spaces.Box(int(small.min), int(small.max), encoding.pieces, np.int16),
            "globals": spaces.Box(int(whole.min), int(whole.max), encoding.globals, np.int32),
            "chosen": spaces.Box(-1, table.layout.size - 1, (FIELDS + 1,), np.int32),
        }
    )
