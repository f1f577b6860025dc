"""The look of the map: muted inks on warm paper, as on a well-printed wargame map."""

from typing import Final

from phaseline.atlas.draw.scene import Lettering, Paint

PAPER: Final = "#f3ecd9"
INK: Final = "#33302b"
SEA: Final = "#b7d0d9"
SEA_INK: Final = "#44728a"
LAND: Final = "#ebe2c6"

TERRAIN_PAINTS: Final[dict[str, Paint]] = {
    "clear": Paint(fill=LAND),
    "rough": Paint(fill="#dfd0a9"),
    "forest": Paint(fill="#c3cfa4", stroke="#a3b583", width=1.6),
    "hill": Paint(fill="#ddcb9e", stroke="#cbb684", width=1.4),
    "mountain": Paint(fill="#cdb591", stroke="#b59a74", width=1.6),
    "alpine": Paint(fill="#c4b3a0", stroke="#a8947c", width=1.6),
    "marsh": Paint(fill="#d3dcc0", stroke="#b4c5b0", width=1.2),
    "desert": Paint(fill="#efdfb2"),
    "city": Paint(fill="#d6c7b4", stroke="#b9a48d", width=1.6),
    "lake": Paint(fill=SEA),
}
"""Fill of each terrain style; other styles stay as the land is."""

PAINTS: Final[dict[str, Paint]] = {
    **{f"terrain.{style}": paint for style, paint in TERRAIN_PAINTS.items()},
    "sea": Paint(fill=SEA),
    "shadow": Paint(fill="#7d6647", opacity=0.25),
    "shore.1": Paint(stroke="#c2d8df", width=62),
    "shore.2": Paint(stroke="#cfe1e5", width=40),
    "shore.3": Paint(stroke="#dfebea", width=19),
    "coast": Paint(stroke="#5f8599", width=5.0),
    "shallows": Paint(fill="#cfe1e5", opacity=0.5),
    "closed": Paint(fill="#efe9dc", opacity=0.62),
    "grid": Paint(stroke="#8a7b5c", width=1.1, opacity=0.55),
    "grid.sea": Paint(stroke="#6f97aa", width=0.9, opacity=0.45),
    "river": Paint(fill="#6d9fbd"),
    "river.edge": Paint(fill="#3f7291"),
    "channel": Paint(stroke="#b7d0d9", width=11),
    "channel.edge": Paint(stroke="#5f8599", width=15.5),
    "canal": Paint(stroke="#6d9fbd", width=3.4),
    "ridge": Paint(stroke="#6f573c", width=2.0),
    "border.band": Paint(stroke="#b5677c", width=9, opacity=0.2),
    "border": Paint(stroke="#9a4f63", width=2.1, dash=(9, 4, 2, 4), butt=True),
    "line": Paint(stroke="#7d5a8c", width=2.6, dash=(11, 6), butt=True),
    "fortified": Paint(stroke="#5b4a3f", width=2.4),
    "fortified.teeth": Paint(stroke="#5b4a3f", width=8, dash=(2.2, 7.0), butt=True),
    "impassable": Paint(stroke="#7b3b2f", width=4.5, opacity=0.75),
    "mountain.side": Paint(stroke="#a68a63", width=7, opacity=0.55),
    "forest.side": Paint(stroke="#8aa06a", width=7, opacity=0.55),
    "rail": Paint(stroke="#3b3632", width=2.5),
    "rail.ties": Paint(stroke="#3b3632", width=8.5, dash=(1.7, 8.3), butt=True),
    "road": Paint(stroke="#a4573d", width=2.6),
    "chain": Paint(stroke="#4c4640", width=1.8),
    "frame": Paint(stroke=INK, width=5),
    "neatline": Paint(stroke=INK, width=1.2),
    "panel": Paint(fill=PAPER),
    "rule": Paint(stroke="#9c8f76", width=1.2),
    "bar.black": Paint(fill=INK, stroke=INK, width=1),
    "bar.white": Paint(fill="#fbf7ec", stroke=INK, width=1),
    "swatch": Paint(stroke="#8a7b5c", width=1.2),
    # symbols
    "ink": Paint(fill=INK),
    "ink.line": Paint(stroke=INK, width=7),
    "city.block": Paint(fill="#8c3b2e", stroke="#4e1f18", width=5),
    "city.white": Paint(fill="#fbf7ec", stroke=INK, width=8),
    "city.red": Paint(fill="#a8432f", stroke=INK, width=7),
    "city.star": Paint(fill="#f6e7b0"),
    "halo": Paint(fill="#f8f3e4", opacity=0.85),
    "port": Paint(stroke="#1f4a66", width=11),
    "port.fill": Paint(fill="#1f4a66"),
    "port.disc": Paint(fill="#f3f8f8", stroke="#1f4a66", width=6),
    "fort": Paint(fill="#e9dcc0", stroke="#4b3d33", width=7),
    "fort.core": Paint(fill="#4b3d33"),
    "mark": Paint(fill="#5a4a86", stroke="#f8f3e4", width=5),
    "tree": Paint(fill="#8fa672"),
    "tree.dark": Paint(fill="#6f8a58"),
    "peak.light": Paint(fill="#e2d2b2"),
    "peak.dark": Paint(fill="#a98d68"),
    "peak.line": Paint(stroke="#8c7150", width=5),
    "snow.light": Paint(fill="#fbfaf6"),
    "snow.dark": Paint(fill="#8d8176"),
    "hachure": Paint(stroke="#a98e5e", width=6),
    "tuft": Paint(stroke="#6c9a96", width=6),
    "stone": Paint(fill="#b7a077"),
    "dot": Paint(fill="#cdb377"),
    "block": Paint(fill="#a89078"),
    "strait": Paint(fill="#fbf7ec", stroke="#2f5d78", width=6),
    "ferry": Paint(stroke="#2f5d78", width=7, dash=(12, 9), butt=True),
    "bridge": Paint(stroke=INK, width=8),
}

SEA_HALO: Final = "#cfe1e5"
LETTERING: Final[dict[str, Lettering]] = {
    "number": Lettering("narrow", 12, "#8c8062"),
    "number.sea": Lettering("narrow", 12, "#6f97aa"),
    "victory": Lettering("strong", 23, INK, PAPER, 5, 0.6, upper=True),
    "capital": Lettering("strong", 23, INK, PAPER, 5, 0.6, upper=True),
    "major": Lettering("strong", 21, INK, PAPER, 5, 0.3),
    "minor": Lettering("plain", 18.5, INK, PAPER, 4.5, 0.2),
    "town": Lettering("plain", 16.5, "#4a443b", PAPER, 4, 0.2),
    "value": Lettering("strong", 16, "#fbf7ec"),
    "sea": Lettering("water", 40, SEA_INK, SEA_HALO, 4, 7),
    "ocean": Lettering("water", 54, SEA_INK, SEA_HALO, 4, 16),
    "country": Lettering("book", 44, "#7d4455", PAPER, 5, 14, upper=True),
    "region": Lettering("book", 27, "#6b5a44", PAPER, 5, 4),
    "mountains": Lettering("water", 25, "#6a5034", PAPER, 5, 4),
    "river": Lettering("water", 17, "#2f6585", PAPER, 4, 1.2),
    "note": Lettering("water", 17, "#5b5247", PAPER, 4, 0.3),
    "title": Lettering("title", 92, INK, spacing=5, upper=True),
    "subtitle": Lettering("water", 38, "#5b5247", spacing=1),
    "legend": Lettering("plain", 24, INK, spacing=0.3),
    "legend.head": Lettering("title", 27, "#7d4455", spacing=3, upper=True),
    "scale": Lettering("plain", 21, INK),
}
