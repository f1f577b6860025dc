"""Windows as people have them, in pixels of the page. Those smaller than `WIDE` are touched."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import ViewportSize

LARGE: Final[ViewportSize] = {"width": 1920, "height": 1080}
WIDE: Final[ViewportSize] = {"width": 1280, "height": 800}
TABLET: Final[ViewportSize] = {"width": 1024, "height": 768}
PORTRAIT: Final[ViewportSize] = {"width": 768, "height": 1024}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
