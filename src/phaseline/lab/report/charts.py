"""The charts of a report, made with Altair: each as a Vega-Lite specification with its data inside."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import altair as alt

from phaseline.lab.report.figures import Figures, Mean
from phaseline.lab.statistics import wilson

VEGA_LITE = ".".join(alt.SCHEMA_VERSION.lstrip("v").split(".")[:2])
"""The version of Vega-Lite that the specifications are written for."""
INKS = ("#1f5aa8", "#b02a2a", "#c08a1e", "#4f7d3a")
"""Of the seats, as on the map: told apart by those who confuse red and green."""
NOBODY = "#8a8a80"
AGENTS = ("#3f6c8f", "#c9722b", "#6f5a93", "#5c8a4d")
WIDTH = 620
HEADING = 70
"""So many letters has a line of a heading at most: narrower than the chart, whose width then hangs on no machine's fonts."""
BINS = 24
"""So many bars at most has a histogram of margins."""
PLACES = 20
"""So many places at most are shown."""
EVEN_ODDS = 0.5

Spec = dict[str, Any]


def wins(all_figures: Sequence[Figures]) -> Spec:
    """Who wins how often in each series: the share of each agent in each seat, with its interval."""
    half = alt.Chart(_data([{"x": EVEN_ODDS}])).mark_rule(strokeDash=[3, 3], color=NOBODY).encode(x="x:Q")
    last = len(all_figures) - 1
    charts = []
    for number, figures in enumerate(all_figures):
        rows = [
            {
                "who": f"{party.agent} as {figures.seats[party.seat]}",
                "seat": figures.seats[party.seat],
                "share": party.wins / party.matches,
                "low": party.interval.low,
                "high": party.interval.high,
                "matches": party.matches,
            }
            for party in figures.parties.values()
        ]
        tips = [alt.Tooltip("who:N"), alt.Tooltip("matches:Q")]
        tips += [alt.Tooltip(f"{name}:Q", format=".1%") for name in ("share", "low", "high")]
        base = alt.Chart(_data(rows)).encode(
            y=alt.Y("who:N", title=None, sort=None, axis=alt.Axis(minExtent=150, labelLimit=200)),
            color=_by_seat(figures, "seat", "").legend(None),
            tooltip=tips,
        )
        axis = alt.Axis(format="%", labels=number == last, ticks=number == last)
        title = "share of matches won" if number == last else None
        share = alt.X("share:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, 1]))
        rules = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=title), x2="high:Q")
        points = base.mark_point(filled=True, size=70, opacity=1).encode(x=share)
        heading = alt.TitleParams(wrap(figures.title, HEADING), anchor="start", frame="group", fontSize=12)
        charts.append(alt.layer(half, rules, points).properties(width=WIDTH - 130, title=heading))
    return _spec(alt.vconcat(*charts, spacing=4).resolve_scale(color="independent"))


def margins(figures: Figures) -> Spec:
    """The margin of the first seat, by who had it."""
    values = [value for value, _ in figures.margins]
    low, high = min(values), max(values)
    whole = all(value == int(value) for value in values)
    step = max(_nice((high - low) / BINS), 1.0 if whole else 0.0)
    start = math.floor(low / step) * step
    counts: dict[tuple[float, str], int] = {}
    for (value, agent), count in figures.margins.items():
        place = start + math.floor((value - start) / step) * step
        counts[place, agent or ""] = counts.get((place, agent or ""), 0) + count
    rows = [
        {"from": place, "to": place + step, "agent": agent, "matches": count}
        for (place, agent), count in sorted(counts.items())
    ]
    agents = list(figures.by_agent) or [str(row["agent"]) for row in rows[:1]]
    first = figures.seats[0]
    chart = alt.Chart(_data(rows)).mark_bar(stroke="white", strokeWidth=0.5).encode(
        x=alt.X("from:Q", bin="binned", title=f"margin of {first}: above 0 it is ahead"),
        x2="to:Q",
        y=alt.Y("matches:Q", stack=True, title="matches"),
        color=alt.Color("agent:N", title=f"{first} played by", scale=alt.Scale(domain=agents, range=list(AGENTS[: len(agents)])),
                        legend=None if len(agents) < 2 else alt.Undefined),
        tooltip=["from:Q", "to:Q", "agent:N", "matches:Q"],
    )  # fmt: skip
    zero = alt.Chart(_data([{"x": 0}])).mark_rule(color="#333", strokeDash=[3, 3]).encode(x="x:Q")
    return _spec((chart + zero).properties(width=WIDTH, height=180))


def lengths(figures: Figures) -> Spec:
    """In which turn matches ended, by who won."""
    rows = [
        {"turn": turn, "title": figures.turns.get(turn, ""), "winner": figures.name(winner), "matches": count}
        for (turn, winner), count in sorted(figures.lengths.items(), key=lambda item: (item[0][0], str(item[0][1])))
    ]  # fmt: skip
    chart = alt.Chart(_data(rows)).mark_bar().encode(
        x=alt.X("turn:O", title="turn in which it ended", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("matches:Q", title="matches"),
        color=_by_seat(figures, "winner", "won by", draw=True),
        tooltip=["turn:O", "title:N", "winner:N", "matches:Q"],
    )  # fmt: skip
    return _spec(chart.properties(width=WIDTH, height=180))


def losses(figures: Figures) -> Spec:
    """How often units were reduced or eliminated in each turn, on the mean of the matches that came so far."""
    rows = [
        {"turn": turn, "title": figures.turns.get(turn, ""), "seat": figures.seats[seat], **_band(mean)}
        for (turn, seat), mean in sorted(figures.losses.items())
    ]
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("turn:O", title="turn", axis=alt.Axis(labelAngle=0)),
        color=_by_seat(figures, "seat", "losses of"),
    )
    band = base.mark_area(opacity=0.18).encode(
        y=alt.Y("low:Q", title="units reduced or eliminated"), y2="high:Q"
    )
    line = base.mark_line(point=True).encode(
        y="mean:Q",
        tooltip=["turn:O", "title:N", "seat:N", alt.Tooltip("mean:Q", format=".2f"), "matches:Q"],
    )
    return _spec((band + line).properties(width=WIDTH, height=200))


def places(figures: Figures) -> Spec:
    """When places changed hands for the first time: in which share of the matches, by turn."""
    totals: dict[str, int] = {}
    for (place, _), count in figures.fallen.items():
        totals[place] = totals.get(place, 0) + count
    shown = sorted(totals, key=lambda place: (-totals[place], place))[:PLACES]
    matches = max(1, figures.matches - figures.faults)
    rows = [
        {"place": place, "turn": turn, "title": figures.turns.get(turn, ""), "share": count / matches, "ever": totals[place] / matches}
        for (place, turn), count in sorted(figures.fallen.items())
        if place in shown
    ]  # fmt: skip
    chart = alt.Chart(_data(rows)).mark_rect(stroke="white").encode(
        x=alt.X("turn:O", title="turn in which it first changed hands", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("place:N", title=None, sort=shown, axis=alt.Axis(labelLimit=220)),
        color=alt.Color("share:Q", title="of the matches", scale=alt.Scale(scheme="oranges", domainMin=0), legend=alt.Legend(format="%")),
        tooltip=["place:N", "turn:O", "title:N", alt.Tooltip("share:Q", format=".1%"), alt.Tooltip("ever:Q", format=".1%", title="in any turn")],
    )  # fmt: skip
    return _spec(chart.properties(width=WIDTH - 140))


def odds(figures: Figures) -> Spec:
    """What attacks cost at each column of odds, against what the table takes on the mean."""
    rows = []
    order = _by_odds(figures)
    for name in order:
        column = figures.columns[name]
        for side, fell, table in (
            ("attacker", column.attacker, column.by_table_attacker),
            ("defender", column.defender, column.by_table_defender),
        ):
            rows.append({"odds": name, "loser": side, "table": table.mean, **_band(fell)})
    colour = alt.Color(
        "loser:N",
        title=f"{figures.counted} lost by the",
        scale=alt.Scale(domain=["attacker", "defender"], range=[AGENTS[1], AGENTS[0]]),
    )
    tips: list[str | alt.Tooltip] = [
        "odds:N",
        "loser:N",
        alt.Tooltip("mean:Q", title="lost", format=".2f"),
        alt.Tooltip("table:Q", title="by the table", format=".2f"),
        alt.Tooltip("matches:Q", title="attacks"),
    ]
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("odds:N", sort=order, title="odds", axis=alt.Axis(labelAngle=0)),
        xOffset=alt.XOffset("loser:N", sort=["attacker", "defender"]),
        color=colour,
        tooltip=tips,
    )
    bars = base.mark_bar(opacity=0.35).encode(
        y=alt.Y("table:Q", title=f"{figures.counted} an attack (bar: by the table)")
    )
    rules = base.mark_rule(strokeWidth=2).encode(y="low:Q", y2="high:Q")
    points = base.mark_point(filled=True, size=55, opacity=1).encode(y="mean:Q")
    return _spec((bars + rules + points).properties(width=WIDTH, height=220))


def luck(figures: Figures) -> Spec:
    """Each match by how much luckier the first seat was, and by how much it was ahead at the end."""
    first, *others = figures.seats
    told = " less ".join([first, *others[:1]])
    rows = [
        {"match": dot.number, "luck": dot.luck, "margin": dot.margin, "winner": figures.name(dot.winner)}
        for dot in figures.dots
    ]
    chart = alt.Chart(_data(rows)).mark_circle(size=36, opacity=0.55).encode(
        x=alt.X("luck:Q", title=f"{figures.counted} by luck: {told}"),
        y=alt.Y("margin:Q", title=f"margin of {first}"),
        color=_by_seat(figures, "winner", "won by", draw=True),
        tooltip=["match:Q", alt.Tooltip("luck:Q", format="+.2f"), "margin:Q", "winner:N"],
    )  # fmt: skip
    trend = (
        chart.transform_regression("luck", "margin")
        .mark_line(strokeDash=[4, 3])
        .encode(color=alt.value("#333"))
    )
    lines = trend if len({row["luck"] for row in rows}) > 2 else chart
    return _spec(alt.layer(chart, lines).properties(width=WIDTH, height=260))


def share(won: int, of: int) -> str:
    """A share with its interval, in words."""
    low, high = wilson(won, of)
    return f"{won / of:.1%} ({low:.1%} to {high:.1%})"


# -- parts -----------------------------------------------------------------------------------------------------------


def _spec(chart: Any) -> Spec:
    spec: Spec = (
        chart.configure_view(strokeWidth=0)
        .configure_axis(
            grid=True, gridColor="#e6e4dc", labelFontSize=12, titleFontSize=12, titleFontWeight="normal"
        )
        .configure_legend(orient="top", titleFontWeight="normal", titleFontSize=12, labelFontSize=12)
        .to_dict()
    )
    return spec


def _data(rows: list[dict[str, Any]]) -> alt.InlineData:
    return alt.InlineData(values=rows)


def _band(mean: Mean) -> dict[str, float]:
    return {
        "mean": mean.mean,
        "low": max(0.0, mean.mean - mean.half),
        "high": mean.mean + mean.half,
        "matches": mean.count,
    }


def _by_seat(figures: Figures, field: str, title: str, *, draw: bool = False) -> alt.Color:
    names, inks = list(figures.seats), [INKS[seat % len(INKS)] for seat in range(len(figures.seats))]
    if draw and figures.draws:
        names, inks = [*names, figures.name(None)], [*inks, NOBODY]
    return alt.Color(f"{field}:N", title=title, scale=alt.Scale(domain=names, range=inks))


def _by_odds(figures: Figures) -> list[str]:
    """The columns in the order of the game's table, as far as it has one; others by their ratio."""
    table: Any = getattr(figures.series.setting.scenario, "crt", None)
    known = [column for column in getattr(table, "columns", ()) if column in figures.columns]
    return known + sorted(figures.columns.keys() - set(known), key=_ratio)


def _ratio(odds: str) -> tuple[float, str]:
    """
    >>> sorted(["3:1", "1:2", "1-1", "strong"], key=_ratio)
    ['1:2', '1-1', '3:1', 'strong']
    """  # noqa: D205, D212, D415
    left, _, right = odds.replace("-", ":").partition(":")
    try:
        return float(left) / float(right), odds
    except (ValueError, ZeroDivisionError):
        return math.inf, odds


def _nice(step: float) -> float:
    """A round width of bars, at least as wide.

    >>> [_nice(step) for step in (0.0, 0.08, 3.2, 17)]
    [1.0, 0.1, 5.0, 20.0]
    """
    if step <= 0:
        return 1.0
    scale = 10.0 ** math.floor(math.log10(step))
    return next(width * scale for width in (1.0, 2.0, 5.0, 10.0) if width * scale >= step * (1 - 1e-9))
