"""The page itself: files made by `npm run build`, served as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.file_system import BaseLocalFileSystem
from litestar.handlers import HTTPRouteHandler
from litestar.router import Router
from litestar.static_files import create_static_files_router
from litestar.types import FileInfo, PathType

FOLDER = Path(__file__).parent.parent / "page"
BUILT = "assets"
FOR_EVER = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
"""Of the built files, whose names change with what is in them: they need not be asked for twice."""
ASKED = CacheControlHeader(no_cache=True)
"""Of the page that names them: it is small, and asked for every time."""
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Phaseline</title>
<h1>The page is not built</h1>
<p>The service runs, but the page it should show has not been made. In the source folder, <code>./run play</code>
makes it; that needs Node 20.19 or newer. The interface for programs is described at <a href="/schema">/schema</a>.</p></html>
"""


class Files(BaseLocalFileSystem):
    """The files of the page. A name that no file can have (too long, below a file, not text) is that of no file."""

    async def info(self, path: PathType, **kwargs: Any) -> FileInfo:
        """What is known of a file. Raises `FileNotFoundError`."""
        try:
            return await super().info(path, **kwargs)
        except (OSError, ValueError) as error:
            raise FileNotFoundError(str(path)) from error


@get("/", include_in_schema=False, sync_to_thread=False)
def missing() -> Response[str]:
    """What is shown when the page has not been built."""
    return Response(MISSING, media_type=MediaType.HTML, status_code=503)


def handlers(folder: Path = FOLDER) -> list[HTTPRouteHandler | Router]:
    """What answers at `/`."""
    if not (folder / "index.html").is_file():
        return [missing]
    return [
        create_static_files_router(
            path=f"/{BUILT}",
            directories=[folder / BUILT],
            file_system=Files(),
            cache_control=FOR_EVER,
            name=BUILT,
            include_in_schema=False,
        ),
        create_static_files_router(
            path="/",
            directories=[folder],
            file_system=Files(),
            html_mode=True,
            cache_control=ASKED,
            include_in_schema=False,
        ),
    ]
