"""What sentences call counters, where data files tell more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

_ASIDE = re.compile(r" \([^)]*\)")


def without_asides(name: str) -> str:
    """A name without what stands in brackets.

    >>> without_asides("58th (Reserve) Panzer Corps")
    '58th Panzer Corps'
    """
    return _ASIDE.sub("", name)


def spoken_names(names: Mapping[str, str]) -> dict[str, str]:
    """Names by key without what stands in brackets, unless that tells two of them apart.

    >>> spoken_names({"1A": "1st Airborne (ground)", "1B": "1st Airborne (air)", "LG6": "Luftgau VI (Ruhr)"})
    {'1A': '1st Airborne (ground)', '1B': '1st Airborne (air)', 'LG6': 'Luftgau VI'}
    """
    short = {key: without_asides(name) for key, name in names.items()}
    count = Counter(short.values())
    return {key: name if count[name] == 1 else names[key] for key, name in short.items()}
