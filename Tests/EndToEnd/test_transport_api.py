#!/usr/bin/env python3
"""Sends a demo server requests in the format of transport.opendata.ch, with the client that its users have.

    .tools/venv/bin/python Tests/EndToEnd/test_transport_api.py --url http://127.0.0.1:8080

python-opendata-transport (PyPI) requests http://transport.opendata.ch and is led here by `http_proxy`, so that the
client is unchanged. The server's clock stands still on a weekday morning. Prints one line per check.
"""

import argparse
import asyncio
import contextlib
import io
import json
import os
import socket
import urllib.parse
import urllib.request

from checks import check, finish

parser = argparse.ArgumentParser()
parser.add_argument("--url", required=True)
URL = parser.parse_args().url
# The client requests the service's own host; only a proxy leads it here, never to the real one.
os.environ["http_proxy"] = os.environ["HTTP_PROXY"] = URL
os.environ["NO_PROXY"] = os.environ["no_proxy"] = ""

import aiohttp  # noqa: E402 (reads the environment)
import opendata_transport  # noqa: E402
from opendata_transport import exceptions  # noqa: E402

LOCATION = {"id", "name", "score", "coordinate", "distance"}
COORDINATE = {"type", "x", "y"}
PROGNOSIS = {"platform", "arrival", "departure", "capacity1st", "capacity2nd"}
STOP = {"station", "arrival", "arrivalTimestamp", "departure", "departureTimestamp", "delay",
        "platform", "prognosis", "realtimeAvailability", "location"}
JOURNEY = {"name", "category", "subcategory", "categoryCode", "number", "operator", "to",
           "passList", "capacity1st", "capacity2nd"}
CONNECTION = {"from", "to", "duration", "transfers", "service", "products", "capacity1st",
              "capacity2nd", "sections"}
SECTION = {"journey", "walk", "departure", "arrival"}


def ask(path, *pairs):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{URL}/v1/{path}?{urllib.parse.urlencode(pairs)}", timeout=60) as answer:
        return json.load(answer)


def missing(value, path=""):
    """The declared keys that are missing anywhere below, as paths."""
    found = []
    if isinstance(value, list):
        for item in value:
            found += missing(item, path)
    elif isinstance(value, dict):
        kind = path.rsplit("/", 1)[-1]
        declared = {
            "coordinate": COORDINATE, "prognosis": PROGNOSIS, "station": LOCATION,
            "location": LOCATION, "stop": STOP, "passList": STOP, "departure": STOP,
            "arrival": STOP, "journey": JOURNEY, "stationboard": JOURNEY | {"stop"},
            "connections": CONNECTION, "sections": SECTION, "walk": {"duration"},
            "stations": {"from", "to"} if "from" in value else LOCATION | {"icon"},
        }.get(kind, set())
        if kind in ("from", "to"):
            declared = STOP if path.startswith("/connections") else LOCATION
        found += [f"{path}/{key}" for key in sorted(declared - set(value))]
        for key, inner in value.items():
            found += missing(inner, f"{path}/{key}")
    return found


def check_shapes():
    answers = {
        "locations": ask("locations", ("query", "Seewil")),
        "nearby": ask("locations", ("x", "47.2"), ("y", "8.3")),
        "connections": ask("connections", ("from", "Seewil"), ("to", "Quellikon"), ("limit", 6)),
        "with a walk": ask("connections", ("from", "47.2003,8.3003"), ("to", "Oberfeld")),
        "departures": ask("stationboard", ("station", "Seewil")),
        "arrivals": ask("stationboard", ("station", "Seewil"), ("type", "arrival")),
    }
    for name, answer in answers.items():
        gaps = missing(answer)
        check(f"transport API: every declared key of {name} is there", not gaps, ", ".join(gaps[:5]))
    places = answers["nearby"]["stations"]
    check("transport API: x is the latitude",
          places and abs(places[0]["coordinate"]["x"] - 47.2) < 0.1, json.dumps(places[:1]))
    board = answers["arrivals"]["stationboard"]
    check("transport API: arrivals have both times, for clients that read the departure",
          board and all(entry["stop"]["arrival"] and entry["stop"]["departure"] for entry in board))
    live = [entry["stop"]["delay"] for entry in answers["departures"]["stationboard"]]
    check("transport API: delays are whole minutes and never negative",
          any(delay is not None for delay in live)
          and all(delay is None or (isinstance(delay, int) and delay >= 0) for delay in live),
          json.dumps(live))


async def quietly(client):
    """Lets the client fetch without printing its addresses."""
    with contextlib.redirect_stdout(io.StringIO()):
        await client.async_get_data()
    return client


async def check_client(session):
    way = await quietly(opendata_transport.OpendataTransport("Seewil", "Quellikon", session))
    check("python-opendata-transport: three connections, as Home Assistant needs",
          list(way.connections) == [0, 1, 2], json.dumps(way.connections))
    check("python-opendata-transport: they come in order and have a line",
          all(way.connections[number]["departure"] <= way.connections[number + 1]["departure"]
              for number in (0, 1)) and all(entry["line"] for entry in way.connections.values()))
    check("python-opendata-transport: both ends are there",
          way.from_id and way.from_name == "Seewil" and way.to_id and way.to_name == "Quellikon")
    by_id = await quietly(opendata_transport.OpendataTransport(way.from_id, way.to_id, session))
    check("python-opendata-transport: the ids lead to the same connections",
          by_id.connections == way.connections)
    via = await quietly(opendata_transport.OpendataTransport(
        "Seewil", "Quellikon", session, limit=2, date="2026-05-05", time="17:30",
        isArrivalTime=True, via=["Seewil West"], bike=False))
    check("python-opendata-transport: by arrival and with a via",
          len(via.connections) == 2
          and all(entry["departure"][:16] < "2026-05-05T17:30" for entry in via.connections.values()),
          json.dumps(via.connections))
    night = await quietly(opendata_transport.OpendataTransport(
        "Seewil", "Quellikon", session, limit=3, date="2026-05-05", time="23:59"))
    check("python-opendata-transport: late at night there are three connections too",
          len(night.connections) == 3)
    board = await quietly(opendata_transport.OpendataTransportStationboard(
        "Seewil", session, limit=8, transportations=["train", "bus"]))
    check("python-opendata-transport: a board of two means of transport",
          len(board.journeys) >= 8 and all(entry["departure"] for entry in board.journeys))
    arrivals = await quietly(opendata_transport.OpendataTransportStationboard(
        ["Seewil", "Quellikon"], session, limit=4, type_="arrival"))
    check("python-opendata-transport: arrivals of two stations, sorted by their departure",
          len(arrivals.journeys) >= 8)
    named = await quietly(opendata_transport.OpendataTransportLocation(session, query="Quell"))
    check("python-opendata-transport: places by name",
          named.locations and named.locations[0]["name"] == "Quellikon", str(named.locations[:1]))
    near = await quietly(opendata_transport.OpendataTransportLocation(session, x=47.2, y=8.3))
    check("python-opendata-transport: places by point", near.locations
          and near.locations[0]["distance"] is not None, str(near.locations[:1]))
    try:
        await quietly(opendata_transport.OpendataTransport("Xqzzyk", "Seewil", session))
        error = None
    except exceptions.OpendataTransportError as refused:
        error = refused
    check("python-opendata-transport: an unknown place is the client's own error", error is not None)


async def main():
    async with aiohttp.ClientSession(trust_env=True) as session:
        await check_client(session)


def check_raw_proxy():
    """The requests of a proxy's client, byte by byte."""
    address = urllib.parse.urlsplit(URL)
    with socket.create_connection((address.hostname, address.port), timeout=20) as line:
        line.sendall(b"GET http://transport.opendata.ch/v1/locations?query=Seewil HTTP/1.1\r\n"
                     b"Host: transport.opendata.ch\r\nConnection: close\r\n\r\n")
        answer = b""
        while piece := line.recv(65536):
            answer += piece
    check("transport API: a request in absolute form is answered",
          answer.startswith(b"HTTP/1.1 200") and b'"stations":[{' in answer, answer[:200].decode())


check_shapes()
check_raw_proxy()
asyncio.run(main())
finish()
