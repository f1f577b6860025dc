"""The service with its mail: what routes are given to work with."""

from __future__ import annotations

from phaseline.server.mail.post import Post
from phaseline.server.service import Service
from phaseline.server.settings import Settings


class Office(Service):
    """A service that also takes and gives mail."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.post = Post(self)
