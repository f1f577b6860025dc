"""How places are written for people: maps, orders and records call them without accents, so that they can be typed anywhere."""

from __future__ import annotations

import re
import unicodedata

_WRITTEN = """
    Alençon Angoulême Besançon Béziers Bône Bourg-Léopold Briançon Chalon-sur-Saône Châlons-sur-Marne Chambéry
    Charleville-Mézières Château-Thierry Châteaubriant Châteauroux Châtellerault Châtillon-sur-Seine Compiègne
    Düren Düsseldorf Épernay Épinal Évreux Fécamp Fougères Göttingen Jülich Liège Lörrach Lunéville Mâcon
    Mézières Mönchengladbach Montbéliard Montélimar Montluçon Montmédy Münster Nîmes Orléans Osnabrück
    Périgueux Prüm Saarbrücken Saint-Dié Saint-Étienne Saint-Lô Saint-Raphaël Sainte-Mère-Église Sète Tréport
    Tübingen Vendôme Vitry-le-François Würzburg Zweibrücken
"""
"""The names that have accents; how the towns of Germany are written with two letters instead is below."""
_TYPED = {"Muenster": "Münster", "Saarbruecken": "Saarbrücken", "Wuerzburg": "Würzburg"}


def plain(name: str) -> str:
    """A name without its accents.

    >>> plain("Alençon"), plain("Saint-Étienne"), plain("Düren")
    ('Alencon', 'Saint-Etienne', 'Duren')
    """
    return unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode()


SPELLING = {plain(name): name for name in _WRITTEN.split()} | _TYPED
"""Names of places as maps call them, and as they are written."""
_NAMES = re.compile(rf"\b({'|'.join(sorted(SPELLING, key=len, reverse=True))})\b")


def spelt(text: str) -> str:
    """A text with the accents of the places that it names.

    >>> spelt("Sedan and Mezieres"), spelt("Alencon"), spelt("Caen")
    ('Sedan and Mézières', 'Alençon', 'Caen')
    """
    return _NAMES.sub(lambda name: SPELLING[name[1]], text)
