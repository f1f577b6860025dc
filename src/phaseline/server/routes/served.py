"""What routes are given to work with."""

from __future__ import annotations

from litestar.di import NamedDependency

from phaseline.server.office import Office

Served = NamedDependency[Office]
"""The service, in a route's argument `service`."""
