"""What routes are given to work with."""

from __future__ import annotations

from litestar.di import NamedDependency

from phaseline.server.service import Service

Served = NamedDependency[Service]
"""The service, in a route's argument `service`."""
