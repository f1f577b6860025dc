"""Play, referee, analyse and research classic hex wargames."""

__version__ = "0.1.0"
