"""The page of a report: one HTML file with its charts, its data and the library that draws them; it asks no network.

Records of the most extreme matches lie in it too, packed, so that a link can hand one to the page of `phaseline play`,
which opens it.
"""

from __future__ import annotations

import base64
import functools
import html
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import vl_convert

from phaseline.lab import playing
from phaseline.lab.experiment import Series
from phaseline.lab.report import charts
from phaseline.lab.report.figures import Extreme, Figures, gather
from phaseline.lab.running import Stand, stands
from phaseline.lab.store import Store
from phaseline.lab.whole import whole
from phaseline.wording.counts import plural, several

Watcher = Callable[[str], None]

_TEMPLATE = Template(files(__package__).joinpath("report.html").read_text("utf-8"))


def write(store: Store, path: Path, *, page: str, records: bool = True, watch: Watcher | None = None) -> None:
    """Write the report of a run, as far as it is played. `records` brings the extreme matches along; `page` is what opens them.

    `watch` is told of each series as it comes to be looked at. Raises `OSError`.
    """
    found = []
    for stand in stands(store):
        if watch is not None:
            watch(stand.series.key)
        figures = gather(store, stand.series)
        if figures.matches:
            found.append((stand, figures))
    text = _page(store, found, records=records, page=page)
    with whole(path) as part:
        part.write_text(text, "utf-8")


def _page(store: Store, found: Sequence[tuple[Stand, Figures]], *, records: bool, page: str) -> str:
    """The whole page."""
    specs: dict[str, charts.Spec] = {}
    packed: dict[str, str] = {}
    playable = [figures for _, figures in found if figures.matches > figures.faults]
    parts = [_summary(store, found)]
    if playable:
        specs["wins"] = charts.wins(playable)
        parts.append(
            _chart("wins", "Who wins", "Share of matches won, with 95 % confidence intervals (Wilson).")
        )
        parts.append(_contents(found))
    for number, (stand, figures) in enumerate(found):
        parts.append(_series(stand, figures, f"s{number}", specs))
        if records:
            packed |= _packed(store, figures)
    title = html.escape(store.experiment.title or store.folder.name)
    return _TEMPLATE.substitute(
        title=title,
        body="\n".join(parts),
        style=_resource("report.css"),
        library=_squeezed(_library()),
        script=_resource("report.js"),
        specs=_squeezed(json.dumps(specs, ensure_ascii=False, separators=(",", ":"))),
        records=_embedded(packed),
        page=html.escape(page),
    )


# -- the top ---------------------------------------------------------------------------------------------------------


def _summary(store: Store, found: Sequence[tuple[Stand, Figures]]) -> str:
    manifest = store.manifest
    matches = sum(figures.matches for _, figures in found)
    faults = sum(figures.faults for _, figures in found)
    rules = ", ".join(f"{game} {version}" for game, version in manifest.rules.items())
    facts = [
        f"{matches:,} {'match' if matches == 1 else plural('match')} in {len(found)} series, seed {store.experiment.seed}",
        f"Phaseline {manifest.phaseline}; rules of {rules}",
    ]
    if store.otherwise:
        facts.append(f"it was begun with {store.otherwise}")
    if faults:
        facts.append(
            f"{several(faults, 'match')} broke down; such are kept as records and count nowhere below"
        )
    unfinished = [stand.series.key for stand, _ in found if stand.done < stand.limit]
    if unfinished:
        facts.append(f"not over yet: {', '.join(unfinished)}")
    return "".join(f"<p class='fact'>{html.escape(fact)}</p>" for fact in facts)


def _contents(found: Sequence[tuple[Stand, Figures]]) -> str:
    rows = "".join(
        f"<tr><td><a href='#s{number}'>{html.escape(figures.title)}</a></td>"
        f"<td class=n>{figures.matches}</td>"
        f"<td>{html.escape(_verdict(stand))}</td></tr>"
        for number, (stand, figures) in enumerate(found)
    )
    return f"<table><tr><th>Series</th><th class=n>Matches</th><th>Test</th></tr>{rows}</table>"


def _verdict(stand: Stand) -> str:
    if stand.series.trial is None:
        return ""
    return f"{stand.series.names[0]} is {stand.verdict}" if stand.verdict else "open"


# -- a series --------------------------------------------------------------------------------------------------------


def _series(stand: Stand, figures: Figures, anchor: str, specs: dict[str, charts.Spec]) -> str:
    parts = [
        f"<h2 id={anchor}>{html.escape(figures.title)}</h2>",
        f"<p class=fact>{html.escape(_subtitle(stand, figures))}</p>",
    ]
    if figures.matches > figures.faults:
        parts += [_parties(figures), _endings(figures), *_charts(figures, anchor, specs)]
    parts.append(_extremes(figures))
    return "<section>" + "\n".join(parts) + "</section>"


def _subtitle(stand: Stand, figures: Figures) -> str:
    series = figures.series
    told = [
        "both seats with the same dice" if series.pair > 1 else "seats as named",
        f"{several(figures.matches, 'match')}, {figures.orders.mean:,.0f} orders each",
    ]
    if series.recipe.options:
        told.append(", ".join(f"{name} {value}" for name, value in series.recipe.options))
    if figures.dropped:
        told.append(f"{several(figures.dropped, 'illegal order')} of plans dropped")
    if verdict := _verdict(stand):
        told.append(f"sequential test: {verdict}")
    return "; ".join(told)


def _parties(figures: Figures) -> str:
    rows = [
        (figures.seats[party.seat], party.agent, party.wins, party.matches, charts.share(party.wins, party.matches),
         str(party.margin), str(party.luck))
        for party in sorted(figures.parties.values(), key=lambda party: (party.seat, party.agent))
    ]  # fmt: skip
    table = _table(("Seat", "Agent", "#Won", "#of", "Share, 95 % interval", "#Margin", "#Luck a match"), rows)
    if len(figures.by_agent) > 1:
        overall = [(agent, won, of, charts.share(won, of)) for agent, (of, won) in figures.by_agent.items()]
        table += _table(("Agent", "#Won", "#of", "Over both seats, 95 % interval"), overall)
    return table


def _endings(figures: Figures) -> str:
    played = figures.matches - figures.faults
    rows = [
        (figures.name(winner), level, case, count, charts.share(count, played))
        for (winner, level, case), count in sorted(
            figures.endings.items(), key=lambda item: (-item[1], str(item[0]))
        )
    ]
    return _table(("Winner", "Level", "Case", "#Matches", "Share, 95 % interval"), rows)


def _charts(figures: Figures, anchor: str, specs: dict[str, charts.Spec]) -> Iterator[str]:
    """The charts of a series that it has figures for."""
    offered: list[tuple[str, Callable[[Figures], charts.Spec], object, str, str]] = [
        ("margins", charts.margins, figures.margins, "Margins",
         "By how many points; where the game keeps none, 1 for a win and -1 for a loss."),
        ("lengths", charts.lengths, figures.lengths, "Length", "The turn in which matches ended."),
        ("losses", charts.losses, figures.losses, "Losses by turn",
         "Units reduced or eliminated, on the mean of all matches that came to the turn; the band is the 95 % interval."),
        ("places", charts.places, figures.fallen, "When places fell",
         "The first time that a place changed hands, as a share of all matches."),
        ("odds", charts.odds, figures.columns, "Attacks by odds, against the tables",
         "What an attack cost (dot, with its 95 % interval) and what the table takes on the mean of all dice (bar). They differ only by luck."),
        ("luck", charts.luck, figures.dots, "Luck",
         f"Each dot is a match: {figures.counted} beyond what was to be expected of the dice, and the margin. The slope of the line tells how much luck decides."),
    ]  # fmt: skip
    for name, make, has, title, told in offered:
        if has:
            specs[f"{anchor}-{name}"] = make(figures)
            yield _chart(f"{anchor}-{name}", title, told)


def _extremes(figures: Figures) -> str:
    if not figures.extremes:
        return ""
    rows = "".join(
        f"<tr><td>{html.escape(each.why)}</td><td>{html.escape(each.value)}</td><td class=n>{each.number}</td>"
        f"<td>{_links(figures.series, each)}</td></tr>"
        for each in figures.extremes
    )
    head = "<tr><th>Match</th><th></th><th class=n>Number</th><th>Record</th></tr>"
    return f"<h3>Matches to look at</h3><table>{head}{rows}</table>"


def _links(series: Series, each: Extreme) -> str:
    """To the page's replay if the record is in the report; to the file where the run keeps it."""
    name = html.escape(f"{series.key}/{each.number:06}")
    file = f" <a href='{html.escape(each.record)}'>file</a>" if each.record else ""
    return f"<a class=replay data-record='{name}'>replay</a>{file}"


def _packed(store: Store, figures: Figures) -> dict[str, str]:
    """The records of the extreme matches, packed for an address; one that is not kept is played again, by the same rules."""
    found = {}
    for each in figures.extremes:
        if each.record is not None:
            text = store.record(each.record)
        elif each.why == "broke down" or store.otherwise:
            continue
        else:
            text = playing.again(playing.Job(figures.series, each.number))
        found[f"{figures.series.key}/{each.number:06}"] = pack(text)
    return found


def pack(text: str) -> str:
    """A record as part of an address: deflated, in base 64 for addresses, without padding.

    >>> zlib.decompress(base64.urlsafe_b64decode(pack("Phaseline record 1") + "="), wbits=-15)
    b'Phaseline record 1'
    """
    return base64.urlsafe_b64encode(_deflated(text)).decode().rstrip("=")


def _squeezed(text: str) -> str:
    """A text that the page unpacks for itself."""
    return base64.b64encode(_deflated(text)).decode()


def _deflated(text: str) -> bytes:
    squeezer = zlib.compressobj(9, wbits=-15)
    return squeezer.compress(text.encode()) + squeezer.flush()


# -- parts -----------------------------------------------------------------------------------------------------------


def _chart(key: str, title: str, told: str) -> str:
    return f"<figure><h3>{title}</h3><p>{told}</p><div class=chart id='{key}'></div></figure>"


def _table(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    numbers = [heading.startswith("#") for heading in headings]
    head = "".join(
        f"<th{' class=n' if number else ''}>{html.escape(heading.lstrip('#'))}</th>"
        for heading, number in zip(headings, numbers, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{' class=n' if number else ''}>{html.escape(str(cell))}</td>"
            for cell, number in zip(row, numbers, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _embedded(data: object) -> str:
    """Data for a script element, which nothing in it can end."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@functools.cache
def _library() -> str:
    """Vega, Vega-Lite and Vega-Embed in one, of the version that the charts are written for."""
    bundle: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=charts.VEGA_LITE)
    return bundle


def _resource(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")
