"""The files of the page: what a browser may keep of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from phaseline.server.routes.page import handlers


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A page as it is built, as far as the service is concerned."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>The page</title>", "utf-8")
    (tmp_path / "assets" / "index-Cn2B8XAC.js").write_text("export {};", "utf-8")
    return tmp_path


def test_what_is_built_is_fetched_once_and_the_page_that_names_it_asked_for_every_time(folder: Path) -> None:
    """The names of built files change with what is in them, so that a browser may keep them for good."""
    with TestClient(Litestar(handlers(folder))) as client:
        built = client.get("/assets/index-Cn2B8XAC.js")
        assert (built.status_code, built.text) == (200, "export {};")
        assert "immutable" in built.headers["cache-control"]
        page = client.get("/")
        assert "The page" in page.text
        assert page.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "address", ["/assets/none.js", "/assets/" + "a" * 5000, "/assets/index-Cn2B8XAC.js/x", "/none"]
)
def test_there_is_nothing_where_no_file_is(folder: Path, address: str) -> None:
    """However strange the name is."""
    with TestClient(Litestar(handlers(folder))) as client:
        assert client.get(address).status_code == 404
