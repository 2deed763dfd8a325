"""How games look in a notebook: plain HTML without anything to install."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any, Mapping
from uuid import uuid4

if TYPE_CHECKING:
    from .records import Record

_STYLE = (
    "display:inline-block;border:1px solid #888;border-radius:4px;padding:1px 5px;"
    "margin:1px;font-size:90%;white-space:nowrap;"
)
_KNOWN = _STYLE + "background:#fff;color:#222;"
_BACK = _STYLE + "background:#5a6f94;color:#fff;"

_SHOWN = 40


def _card(look: Mapping[str, Any]) -> str:
    face = look.get("face")
    if face is None:
        return f"<span style='{_BACK}'>?</span>"
    marks = "".join(f" {escape(name)}" for name in look.get("marks", {}))
    return f"<span style='{_KNOWN}'>{escape(face['name']['text'])}{marks}</span>"


def _pile(zone: str, pile: Mapping[str, Any]) -> str:
    owner, team = pile.get("owner"), pile.get("team")
    whose = f" · seat {owner}" if owner is not None else f" · team {team}" if team is not None else ""
    cards = pile["cards"]
    shown = "".join(_card(card) for card in cards[:_SHOWN])
    more = f" … {len(cards) - _SHOWN} more" if len(cards) > _SHOWN else ""
    count = "" if pile["count"] is None else f" ({pile['count']})"
    return (
        f"<tr><td style='text-align:left'>{escape(zone)}{whose}{count}</td>"
        f"<td style='text-align:left'>{shown}{more}</td></tr>"
    )


def _decision(decision: Mapping[str, Any]) -> str:
    kind = decision["kind"]
    if kind == "choose":
        from .choice import Choice

        offered = decision.get("choices") or []
        items = "".join(
            f"<li value='{number}'>{escape(str(Choice(number, choice)))}</li>"
            for number, choice in enumerate(offered[:_SHOWN])
        )
        prompt = escape(decision["prompt"]["text"])
        return f"<p>seat {decision['seat']}: {prompt}</p><ol start='0'>{items}</ol>"
    if kind == "over":
        winners = ", ".join(map(str, decision["winners"])) or "nobody"
        return f"<p>over; winners: {winners}; scores: {escape(str(decision['scores']))}</p>"
    return f"<p>{escape(decision.get('message', kind))}</p>"


def position_html(view: Mapping[str, Any]) -> str:
    """A view as HTML: its piles, what is shown beside them, and what the game waits for."""
    piles = "".join(
        _pile(zone["name"]["text"], pile) for zone in view["zones"] for pile in zone["piles"]
    )
    shown = "".join(
        f"<tr><td style='text-align:left'>{escape(one['name']['text'])}"
        f"{'' if one.get('owner') is None else ' · seat ' + str(one['owner'])}</td>"
        f"<td style='text-align:left'>{escape(_value(one['value']))}</td></tr>"
        for one in view["variables"]
        if one["shown"]
    )
    return f"<table>{piles}{shown}</table>{_decision(view['decision'])}"


def _value(value: Any) -> str:
    from .choice import _said

    return _said(value) or "–"


def record_html(record: Record) -> str:
    """A record as a small player with a slider."""
    frames = [position_html(position.open_view()) for position in record.positions()]
    name = f"fuda{uuid4().hex}"
    data = json.dumps(frames).replace("</", "<\\/")
    return (
        f"<div id='{name}'><input type='range' min='0' max='{len(frames) - 1}' value='0' "
        f"aria-label='decision' style='width:60%'> <output>0</output><div></div></div>"
        f"<script>(()=>{{const root=document.getElementById('{name}'),frames={data},"
        f"slider=root.querySelector('input'),count=root.querySelector('output'),"
        f"table=root.querySelector('div');const show=()=>{{count.textContent=slider.value;"
        f"table.innerHTML=frames[slider.value];}};slider.oninput=show;show();}})()</script>"
    )


def table_html(columns: list[str], rows: list[list[Any]], caption: str = "") -> str:
    """Rows as a table."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_cell(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}</table>"


def _cell(cell: Any) -> str:
    return f"{cell:.4g}" if isinstance(cell, float) else "" if cell is None else str(cell)
