"""Look a map over: what contradicts itself, what is cut off, what was forgotten.

A map without errors can be played on; one without warnings can be printed.
"""

from collections.abc import Callable, Iterator
from typing import Final

from phaseline.atlas.checks import ground, lines, regions, sites
from phaseline.atlas.checks.finding import Finding, Severity
from phaseline.atlas.errors import MapError
from phaseline.atlas.model import HexMap

CHECKS: Final[tuple[Callable[[HexMap], Iterator[Finding]], ...]] = (
    ground.terrain,
    ground.hexsides,
    sites.places,
    lines.chains,
    regions.areas,
    regions.shared,
    regions.coasts,
    sites.labels,
    sites.provenance,
)


def validate(hex_map: HexMap) -> list[Finding]:
    """Everything the checks find, worst first.

    >>> m = HexMap.from_drawing(". A ~", places={"Brest": {"hex": "0101", "port": "major"}})
    >>> [str(finding) for finding in validate(m) if finding.severity is Severity.ERROR]
    ['error: places.Brest: a port, but 0101 has no shore (say inland = true if that is meant)']
    """
    found = [finding for check in CHECKS for finding in check(hex_map)]
    return sorted(found, key=lambda finding: -finding.severity)


def require_valid(hex_map: HexMap) -> None:
    """Do nothing if the map has no errors.

    Raises:
        MapError: naming every error.
    """
    errors = [str(finding) for finding in validate(hex_map) if finding.severity is Severity.ERROR]
    if errors:
        raise MapError(f"the map {hex_map.name!r} is not sound:\n" + "\n".join(errors))


__all__ = ["Finding", "Severity", "require_valid", "validate"]
