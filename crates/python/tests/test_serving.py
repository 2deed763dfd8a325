"""The studio, with players that are written in Python at its tables."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Iterator
from urllib.parse import quote, urlsplit

import pytest

import fuda


class Last:
    """Takes the last choice, and counts how often it was asked."""

    asked = 0

    def choose(self, question: fuda.Question) -> int:
        assert question.view()["seat"] == question.seat
        assert question.world(1).view(question.seat) == question.view()
        Last.asked += 1
        return question.count - 1


class Broken:
    """Raises whenever it is asked."""

    def choose(self, question: fuda.Question) -> int:
        raise RuntimeError("no idea")


@pytest.fixture(scope="module")
def studio() -> Iterator[fuda.Studio]:
    with fuda.serve([Last, Broken]) as running:
        yield running


def asked(studio: fuda.Studio, path: str, data: Any = None) -> Any:
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(studio.address + path, body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return [json.loads(line) for line in answer.read().decode().splitlines()][-1]


def table(studio: fuda.Studio, *players: str) -> str:
    seats = [{"who": "computer", "name": player} for player in players]
    pace = {"kind": "auto", "milliseconds": 0}
    plan = {"game": "kuhn-poker", "seats": seats, "seed": "7", "pace": pace}
    return str(asked(studio, "api/tables", plan)["id"])


class Page:
    """Somebody who looks on: enough of a WebSocket for that."""

    def __init__(self, studio: fuda.Studio, table: str) -> None:
        host = urlsplit(studio.address).netloc
        name, _, port = host.partition(":")
        self.socket = socket.create_connection((name, int(port)), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.stream = self.socket.makefile("rb")
        assert b"101" in self.stream.readline()
        while self.stream.readline() != b"\r\n":
            pass
        self.say({"type": "hello", "token": None, "language": "en"})

    def say(self, message: Any) -> None:
        text = json.dumps(message).encode()
        assert len(text) < 126
        self.socket.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)

    def hear(self) -> Any:
        while True:
            kind, size = self.stream.read(2)
            if size == 126:
                (size,) = struct.unpack(">H", self.stream.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.stream.read(8))
            text = self.stream.read(size)
            if kind & 15 == 1:
                return json.loads(text)

    def close(self) -> None:
        self.stream.close()
        self.socket.close()


def played(studio: fuda.Studio, name: str) -> list[int]:
    """The choices of the game at a table, which is looked at until it is over."""
    page = Page(studio, name)
    while True:
        heard = page.hear()
        if heard["type"] == "state" and heard["decision"]["kind"] == "over":
            break
    page.close()
    record = urllib.request.urlopen(f"{studio.address}api/tables/{name}/record", timeout=60)
    return list(json.loads(record.read())["choices"])


def test_players_in_python_are_offered_and_play_at_tables(studio: fuda.Studio) -> None:
    offered = asked(studio, "api/games/kuhn-poker")["players"]
    assert offered[0] == "random" and offered[-2:] == ["@Broken", "@Last"]
    before = Last.asked
    assert played(studio, table(studio, "@Last", "@Last")) == [1, 1]
    assert Last.asked == before + 2


def test_a_player_that_raises_is_told_and_the_table_goes_on(
    studio: fuda.Studio, capfd: pytest.CaptureFixture[str]
) -> None:
    assert played(studio, table(studio, "@Broken", "@Broken")) == [0, 0]
    assert "RuntimeError: no idea" in capfd.readouterr().err


def test_a_player_is_asked_for_its_opinion(studio: fuda.Studio) -> None:
    name = table(studio, "random", "random")
    thinking = asked(studio, f"api/tables/{name}/thinking?at=0&player={quote('@Last')}")
    assert [choice["chosen"] for choice in thinking["choices"]].count(True) == 1


def test_players_that_are_not_there_are_refused(studio: fuda.Studio) -> None:
    for player in ["@Nobody", "@../Last", "net:@Last", "net:/etc/passwd"]:
        with pytest.raises(urllib.error.HTTPError) as refused:
            table(studio, player, "random")
        assert b"unknown_player" in refused.value.read()


def test_tables_are_kept_where_it_is_asked_for(tmp_path: Path) -> None:
    with fuda.serve({"last-one": Last()}, data=tmp_path, games=["kuhn-poker"]) as studio:
        name = table(studio, "@last-one", "random")
        assert studio.host_link.startswith(studio.address + "#/host/")
        with pytest.raises(fuda.FudaError, match="data"):
            fuda.serve(data=tmp_path)
    # Without the player, its seat is played by chance.
    with fuda.serve(data=tmp_path) as studio:
        assert len(played(studio, name)) >= 2
    assert "closed" in repr(studio)


def test_what_cannot_be_served_is_refused() -> None:
    with pytest.raises(fuda.FudaError, match="no player"):
        fuda.serve({"three": 3})  # type: ignore[dict-item]
    with pytest.raises(fuda.FudaError, match="letters"):
        fuda.serve({"../x": Last})
    with pytest.raises(fuda.FudaError, match="same name"):
        fuda.serve([Last, Last()])
    with pytest.raises(fuda.FudaError, match="no address"):
        fuda.serve(host="everywhere")
    with pytest.raises(fuda.FudaError, match="nowhere"):
        fuda.serve(games=["nowhere-at-all"])
    with socket.create_server(("127.0.0.1", 0)) as taken:
        with pytest.raises(fuda.FudaError, match="port"):
            fuda.serve(port=taken.getsockname()[1])


def test_waiting_ends_when_the_studio_is_closed() -> None:
    studio = fuda.serve()
    threading.Timer(0.3, studio.close).start()
    studio.wait()
    studio.close()
