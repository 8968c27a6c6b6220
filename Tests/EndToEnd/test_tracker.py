#!/usr/bin/env python3
"""Checks the tracker socket from outside, with a third-party client and with raw bytes.

    .tools/venv/bin/python Tests/EndToEnd/test_tracker.py PROGRAM

It starts `PROGRAM demo` on a free port, sends the requests of geOps' own clients, misbehaves in every way that a socket
allows, and stops the server while sockets are open.
"""

import asyncio
import base64
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import websockets
from checks import check, finish, free_port, server_log
from tls_front import tls_front

WORLD = "-20037508 -20037508 20037508 20037508"
# The largest distance of a simplified line from the real one at the level requested below.
LEVEL_10_METRES = 100
READY_SECONDS = 90
STOP_SECONDS = 8


def get(url):
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except OSError as error:
        return None, str(error).encode()


class Client:
    """One socket; messages of collections come out one by one, as in geOps' client."""

    def __init__(self, url, context=None):
        self.url = url
        self.context = context
        self.waiting = []
        self.nulls = 0

    async def __aenter__(self):
        self.socket = await websockets.connect(
            self.url, max_size=None, proxy=None, ssl=self.context)
        return self

    async def __aexit__(self, *_):
        await self.socket.close()

    async def send(self, *commands):
        for command in commands:
            await self.socket.send(command)

    async def message(self, seconds=10):
        while not self.waiting:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), seconds))
            if message["source"] != "buffer":
                self.waiting.append(message)
                continue
            self.nulls += message["content"][-1] is None
            self.waiting += [each for each in message["content"] if each]
        return self.waiting.pop(0)

    async def on(self, source, seconds=10):
        """The next message of a channel."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = await self.message(seconds)
            if message["source"] == source:
                return message
        raise TimeoutError(source)

    async def trajectories(self, seconds):
        """All messages about vehicles within some seconds."""
        found = []
        end = time.monotonic() + seconds
        with contextlib.suppress(TimeoutError):
            while (left := end - time.monotonic()) > 0:
                message = await self.message(left)
                if message["source"] == "trajectory":
                    found.append(message["content"])
        return found


def keeps_promises(feature):
    """What geOps' client relies on in a trajectory; the first violation, or nothing."""
    properties = feature["properties"]
    intervals = properties["time_intervals"]
    times = [each[0] for each in intervals]
    shares = [each[1] for each in intervals]
    left, bottom, right, top = properties["bounds"]
    line = feature["geometry"]["coordinates"]
    promises = {
        "type": feature["geometry"]["type"] == "LineString" and len(line) >= 2,
        "times": times == sorted(times) and len(times) >= 2,
        "shares": shares == sorted(shares) and shares[0] >= 0 and shares[-1] <= 1,
        "bounds": all(left <= x <= right and bottom <= y <= top for x, y in line),
        "time_since_update": properties["time_since_update"] >= 0,
        "event_timestamp": isinstance(properties["event_timestamp"], int),
        "line": isinstance(properties["line"]["id"], int) and properties["line"]["name"] != "",
        "train_id": properties["train_id"].startswith(properties["tenant"] + "_"),
        "route_identifier": isinstance(properties["route_identifier"], str),
        "colour": properties["line"]["color"].startswith("#"),
        "flags": all(isinstance(properties[name], bool)
                     for name in ("has_journey", "has_realtime", "has_realtime_journey")),
    }
    return next((name for name, holds in promises.items() if not holds), None)


async def check_grammar(url):
    for path in ("/tracker-ws/v1/", "/tracker-ws/v1", "/tracker-ws/v1/ws", "/tracker-ws/v1/ws/?key=k"):
        async with Client(url + path) as client:
            hello = await client.message()
            check(f"{path} opens and says so", hello["content"] == {"status": "open"}
                  and set(hello) == {"source", "timestamp", "client_reference", "content"})
    async with Client(url + "/tracker-ws/v1/") as client:
        await client.send(f"BBOX {WORLD} 12", "BUFFER 100 100")
        vehicles = await client.trajectories(3)
        check("an area brings what moves there", len(vehicles) > 50, str(len(vehicles)))
        check("collections end with null", client.nulls > 0)
        broken = {name for name in map(keeps_promises, vehicles) if name}
        check("trajectories keep what clients rely on", not broken, ", ".join(broken))
        await client.send("PING")
        check("PING brings PONG", (await client.on("websocket"))["content"] == "PONG")
        again = await client.trajectories(8)
        check("changes come by themselves", len(again) > 0)
        at_once = {each["properties"]["train_id"]: each for each in vehicles + again}
        now = max(each["properties"]["timestamp"] for each in at_once.values())
        ended = [each for each in at_once.values()
                 if each["properties"]["time_intervals"][-1][0] < now]
        check("no vehicle's trajectory has ended unnoticed", not ended, str(len(ended)))
        await client.send("RESET")
        await client.trajectories(1)
        check("after RESET nothing moves", not await client.trajectories(4))
        await check_views(client, list(at_once.values()))
        await check_channels(client, list(at_once.values()))


async def check_views(client, vehicles):
    left, bottom, right, top = vehicles[0]["properties"]["bounds"]
    await client.send(f"BBOX {left} {bottom} {right} {top} 14 takt 10 bus,tram,rail,ferry")
    seen = await client.trajectories(2)
    # The path is simplified, within the level's tolerance of the real one.
    outside = [each for each in seen if not (
        each["properties"]["bounds"][0] - LEVEL_10_METRES <= right
        and left <= each["properties"]["bounds"][2] + LEVEL_10_METRES
        and each["properties"]["bounds"][1] - LEVEL_10_METRES <= top
        and bottom <= each["properties"]["bounds"][3] + LEVEL_10_METRES)]
    check("a small area brings only what touches it",
          0 < len(seen) < len(vehicles) and not outside, f"{len(seen)} of {len(vehicles)}")
    check("the requested level is returned",
          all(each["properties"]["gen_level"] == 10 for each in seen))
    await client.send("RESET", f"BBOX {WORLD} 12 mots=tram gen=5")
    kinds = {each["properties"]["type"] for each in await client.trajectories(2)}
    check("kinds of vehicles can be chosen", kinds == {"tram"}, str(kinds))
    await client.send("RESET", f"BBOX {WORLD} 7")
    kinds = {each["properties"]["type"] for each in await client.trajectories(2)}
    check("far out only trains are shown", kinds == {"rail"}, str(kinds))
    await client.send("RESET")
    await client.trajectories(1)


async def check_channels(client, vehicles):
    train = next(each for each in vehicles if each["properties"]["has_journey"])
    train = train["properties"]["train_id"]
    await client.send(f"GET stopsequence_{train}")
    stops = (await client.on(f"stopsequence_{train}"))["content"][0]["stations"]
    check("a vehicle's stops come with times", len(stops) >= 2
          and stops[0]["arrivalTime"] is None and stops[-1]["departureTime"] is None
          and all(stop["stationName"] for stop in stops))
    await client.send(f"GET full_trajectory_{train}_gen30", f"GET partial_trajectory_{train}")
    full = (await client.on(f"full_trajectory_{train}_gen30"))["content"]
    check("its whole way is a feature collection", full["type"] == "FeatureCollection"
          and full["properties"]["gen_level"] == 30)
    part = (await client.on(f"partial_trajectory_{train}"))["content"]
    check("the way ahead can be asked for alone", part["properties"]["train_id"] == train)
    number = next(stop["stationId"] for stop in stops[1:] if stop["stationId"])
    await client.send(f"GET station {number}", f"GET timetable_{number}", f"SUB timetable_{number}")
    station = (await client.on(f"station {number}"))["content"]
    check("a station can be asked for by its number", station["properties"]["uic"] == number)
    departure = (await client.on(f"timetable_{number}"))["content"]
    check("its departures come one by one", departure is not None and departure["time"] > 0
          and isinstance(departure["to"], list))
    kinds = {"call_id": int, "train_id": str, "line": dict, "to": list, "time": int,
             "aimedDepartureTime": int, "next_stoppoints": list, "has_fzo": bool, "tenant": str,
             "vehicle_mode": str}
    broken = [name for name, kind in kinds.items() if not isinstance(departure.get(name), kind)]
    if departure["state"] not in (None, "BOARDING", "STOP_CANCELLED", "JOURNEY_CANCELLED", "HIDDEN"):
        broken.append("state")
    check("a departure keeps what clients rely on", not broken, ", ".join(broken))
    await client.send(f"GET stopsequence_{departure['train_id']}")
    shown = await client.on(f"stopsequence_{departure['train_id']}")
    check("a departure's run can be asked for", shown["content"] is not None)
    await client.send("GET healthcheck a b")
    health = await client.on("healthcheck a")
    check("health and references come back",
          health["content"]["healthy"] is True and health["client_reference"] == "b")
    await client.send("nonsense", "GET", "BBOX 1 2", "GET nobody_newsticker")
    check("nonsense is ignored, unknown channels are empty",
          (await client.on("nobody_newsticker"))["content"] is None)


def handshake(port, path="/tracker-ws/v1/", version=13):
    """A socket opened with raw bytes, and the server's answer."""
    raw = socket.create_connection(("127.0.0.1", port), timeout=10)
    key = base64.b64encode(os.urandom(16)).decode()
    raw.sendall((f"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: {version}\r\n\r\n").encode())
    answer = b""
    while b"\r\n\r\n" not in answer and (more := raw.recv(4096)):
        answer += more
    return raw, answer


def frame(opcode, data, masked=True, fin=True, length=None):
    count = len(data) if length is None else length
    head = bytes([(128 if fin else 0) | opcode])
    bit = 128 if masked else 0
    if count < 126:
        head += bytes([bit | count])
    elif count < 65536:
        head += bytes([bit | 126]) + count.to_bytes(2, "big")
    else:
        head += bytes([bit | 127]) + count.to_bytes(8, "big")
    return head + (b"\0\0\0\0" if masked else b"") + data


def close_code(raw):
    """The code with which the server closes; None if it closes without one or stays open."""
    received = b""
    with contextlib.suppress(OSError):
        raw.settimeout(5)
        while more := raw.recv(65536):
            received += more
    at = received.rfind(b"\x88\x02")
    return int.from_bytes(received[at + 2:at + 4], "big") if at >= 0 else None


def check_hostile(port):
    def code(*pieces):
        raw, _ = handshake(port)
        with raw, contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for piece in pieces:
                raw.sendall(piece)
            return close_code(raw)
        return "reset"

    check("a frame larger than any command ends with 1009",
          code(frame(1, b"", length=10_000_000)) == 1009)
    many = [frame(1, b"x" * 9000, fin=False), frame(0, b"x" * 9000)]
    check("so does a message of large fragments", code(*many) == 1009)
    check("an unmasked frame ends with 1002", code(frame(1, b"PING", masked=False)) == 1002)
    check("bytes end with 1003", code(frame(2, b"PING")) == 1003)
    check("text that is not UTF-8 ends with 1007", code(frame(1, b"\xff\xfe")) == 1007)
    check("a flood of requests ends with 1008", code(frame(1, b"GET station") * 2000) == 1008)
    check("so does one of what is no request", code(frame(1, b"NONSENSE") * 2000) == 1008)
    check("a close is answered with its code", code(frame(8, (1000).to_bytes(2, "big"))) == 1000)
    raw, answer = handshake(port, version=7)
    raw.close()
    check("an old version gets the right one",
          b" 426 " in answer and b"Sec-WebSocket-Version: 13" in answer, answer[:80].decode())
    raw, answer = handshake(port, path="/elsewhere")
    raw.close()
    check("no socket elsewhere", b" 101 " not in answer.split(b"\r\n")[0], answer[:80].decode())
    check_requests(port)


def check_requests(port):
    """Plain requests on the same port still work."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as raw:
        for name in ("one", "two"):
            raw.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
            check(f"a connection carries request {name}", raw.recv(4096).startswith(b"HTTP/1.1 200"))
        raw.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
                    b"Upgrade: h2c\r\n\r\n")
        check("a request for another protocol is answered without it",
              raw.recv(4096).startswith(b"HTTP/1.1 200"))
    # Some never finish the handshake; others are not affected.
    halves = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
    for number, half in enumerate(halves):
        half.sendall(b"GET /tracker-ws/v1/ HTTP/1.1\r\nHost"[:number * 2])
    check("half a request disturbs nobody", get(f"http://127.0.0.1:{port}/health/live")[0] == 200)
    for half in halves:
        half.close()


async def check_crowd(url, port):
    """Many connect at once and leave without closing; one never reads."""
    deaf, _ = handshake(port)
    deaf.sendall(frame(1, f"BBOX {WORLD} 12".encode()))
    for _ in range(3):
        crowd = [handshake(port)[0] for _ in range(100)]
        for raw in crowd:
            raw.sendall(frame(1, f"BBOX {WORLD} 12".encode()))
        for raw in crowd:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            raw.close()
    async with Client(url + "/tracker-ws/v1/") as client:
        await client.send(f"BBOX {WORLD} 12", "BUFFER 100 100")
        check("after a storm of clients the next one is served", await client.trajectories(4))
    deaf.close()


async def check_tls(port):
    """Behind TLS, as clients on the web need it; one leaves without closing, one without TLS's close_notify."""
    async with tls_front(port) as (front, trusting):
        url = f"wss://127.0.0.1:{front}/tracker-ws/v1/"
        async with Client(url, trusting) as client:
            await client.send(f"BBOX {WORLD} 12", "BUFFER 100 100")
            check("over TLS an area brings what moves there", len(await client.trajectories(3)) > 50)
            gone = await websockets.connect(url, max_size=None, proxy=None, ssl=trusting)
            await gone.send(f"BBOX {WORLD} 12")
            gone.transport.abort()
            await client.send("PING")
            check("one that vanishes disturbs nobody",
                  (await client.on("websocket"))["content"] == "PONG")
        plain = socket.create_connection(("127.0.0.1", front), timeout=10)
        plain.sendall(b"GET /tracker-ws/v1/ HTTP/1.1\r\nHost: x\r\n\r\n")
        plain.close()
        async with Client(url, trusting) as client:
            check("over TLS the next one is served",
                  (await client.message())["content"] == {"status": "open"})


async def check_stop(url, process):
    async with Client(url + "/tracker-ws/v1/") as client:
        await client.send(f"BBOX {WORLD} 12")
        start = time.monotonic()
        process.send_signal(signal.SIGTERM)
        try:
            while True:
                await client.message(STOP_SECONDS)
        except websockets.ConnectionClosed as closed:
            received = closed.rcvd.code if closed.rcvd else None
            check("a stopping server says goodbye", received == 1001, str(received))
        code = await asyncio.to_thread(process.wait, STOP_SECONDS)
        check("it ends in time", code == 0, f"code {code}")
        print(f"        after {time.monotonic() - start:.1f} s with an open socket")


def main():
    port = free_port()
    process = subprocess.Popen(
        [sys.argv[1], "demo", "--at", "2026-05-04T08:00", "--port", str(port)],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=server_log())
    try:
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end and get(f"http://127.0.0.1:{port}/health/ready")[0] != 200:
            time.sleep(0.2)
        url = f"ws://127.0.0.1:{port}"
        asyncio.run(check_grammar(url))
        check_hostile(port)
        asyncio.run(check_crowd(url, port))
        asyncio.run(check_tls(port))
        asyncio.run(check_stop(url, process))
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    finish()


main()
