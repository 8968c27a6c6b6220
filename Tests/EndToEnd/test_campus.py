#!/usr/bin/env python3
"""Runs a campus without a timetable from an empty data folder, in the shuttle tracker's own protocol.

    .tools/venv/bin/python Tests/EndToEnd/test_campus.py .build/debug/takt

The server starts with an empty data folder, operators enter stops, a route, a vehicle and its position, and riders'
clients read them. Then the server is killed and restarted. With PostgreSQL, two more servers share a campus; "skipped"
without it. Prints one line per check.
"""

import asyncio
import hashlib
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import websockets

from checks import check, finish, free_port, server_log
from node_scene import Database, programs

PROGRAM = pathlib.Path(sys.argv[1])
TOKEN = "a-token-for-operators"
READY_SECONDS = 60
# A square of streets with a stop at two of its corners.
CORNERS = [(42.7300, -73.6800), (42.7300, -73.6700), (42.7360, -73.6700), (42.7360, -73.6800)]


def ask(method, url, body=None, token=None, headers=None):
    """Returns status, headers and body; JSON is decoded."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers=headers or {})
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            content = answer.read()
            status, fields = answer.status, answer.headers
    except urllib.error.HTTPError as error:
        content, status, fields = error.read(), error.code, error.headers
    try:
        return status, fields, json.loads(content)
    except ValueError:
        return status, fields, content


class Server:
    def __init__(self, folder, settings=""):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        (folder / "token").write_text(TOKEN + "\n")
        (folder / "takt.yml").write_text(
            f"data: {folder}/data\nlisten: 127.0.0.1:{self.port}\nname: Campus\n"
            "operator:\n  token-file: token\ncampus:\n  time-zone: America/New_York\n" + settings)
        self.start(folder)

    def start(self, folder):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--config", folder / "takt.yml"],
            stdout=subprocess.DEVNULL, stderr=server_log(folder / "log"))
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end:
            try:
                if ask("GET", f"{self.url}/health/live")[0] == 200:
                    return
            except OSError:
                time.sleep(0.2)
        raise SystemExit("the server does not start: " + (folder / "log").read_text()[-2000:])

    def get(self, path):
        return ask("GET", self.url + path)

    def post(self, path, body):
        return ask("POST", self.url + path, body, TOKEN)

    def until(self, path, holds, seconds=25):
        """The answer of a path once it satisfies a condition, or the last one."""
        end = time.monotonic() + seconds
        while True:
            last = self.get(path)[2]
            if holds(last) or time.monotonic() > end:
                return last
            time.sleep(0.3)


def check_empty(server):
    for path in ["/vehicles", "/routes", "/stops", "/updates", "/history"]:
        status, fields, body = server.get(path)
        check(f"{path} of an empty campus is an empty list", (status, body) == (200, []), (status, body))
    status, _, body = server.get("/eta")
    check("no vehicle is expected", (status, body) == (200, {}), (status, body))
    status, _, body = server.get("/adminMessage")
    check("there is no message", status == 200 and body["enabled"] is False, body)
    status, _, _ = ask("POST", f"{server.url}/stops/create", {"latitude": 1, "longitude": 1})
    check("no stop is entered without the token", status == 401, status)


def enter(server):
    stops = [server.post("/stops/create", {
        "name": name, "latitude": place[0], "longitude": place[1]})[2]["id"]
        for name, place in [("Union", CORNERS[0]), ("Colonie", CORNERS[2])]]
    status, _, route = server.post("/routes/create", {
        "name": "East", "color": "#E1501B", "stop_ids": stops,
        "points": [{"latitude": a, "longitude": b} for a, b in CORNERS]})
    check("a route is entered", status == 200 and route["stop_ids"] == stops, route)
    status, _, vehicle = server.post("/vehicles/create", {"name": "Bus 1", "tracker_id": "95"})
    check("a vehicle is entered", status == 200, vehicle)
    check("the lists have it at once", len(server.get("/routes")[2]) == 1)
    routes = server.until("/api/v1/routes", lambda body: len(body.get("routes", [])) == 1)
    check("the rider's app has the route", [r["longName"] for r in routes["routes"]] == ["East"], routes)
    network = server.get("/api/v1/network")[2]
    check("the network has the configured name", network["name"] == "Campus", network.get("name"))
    return stops, route["id"], vehicle["id"]


def drive(server, route, share):
    """Reports the vehicle this far along the first side of the square."""
    (a, b), (c, d) = CORNERS[0], CORNERS[1]
    return server.post("/updates", {
        "tracker_id": "95", "latitude": a + (c - a) * share, "longitude": b + (d - b) * share,
        "heading": 89.7, "speed": 15, "route_id": route})[0]


def check_driving(server, stops, route, vehicle):
    statuses = []
    for step in range(8):
        statuses.append(drive(server, route, 0.2 + step * 0.03))
        time.sleep(1.1)
    check("the vehicle's positions are accepted", set(statuses) == {204}, statuses)
    updates = server.until("/updates", lambda body: len(body) == 1)
    update = updates[0] if updates else {}
    check("it is shown with its route and tracker",
          (update.get("vehicle_id"), update.get("route_id"), update.get("tracker_id"))
          == (vehicle, route, "95"), update)
    check("its heading is a whole number", isinstance(update.get("heading"), int), update)
    eta = server.until("/eta", lambda body: str(vehicle) in body)
    found = eta.get(str(vehicle), {})
    check("it is expected at the route's stops",
          set(stops) == {stop["stop_id"] for stop in found.get("stop_etas", [])}
          and found.get("route_id") == route, found)
    status, fields, _ = server.get("/eta")
    raw = urllib.request.urlopen(f"{server.url}/stops", timeout=10)
    tag = raw.headers["ETag"]
    check("tags are the SHA-1 of the bytes, unquoted", tag == hashlib.sha1(raw.read()).hexdigest(), tag)
    status, _, _ = ask("GET", f"{server.url}/stops", headers={"If-None-Match": tag})
    check("unchanged content is not sent again", status == 304, status)


async def check_socket(server, route):
    async with websockets.connect(f"ws://127.0.0.1:{server.port}/fusion/") as client:
        first = json.loads(await asyncio.wait_for(client.recv(), 10))
        check("the socket's first message names the server", first["type"] == "server_id", first)
        for text in ["{", '{"type": "nonsense"}', '{"type":"subscribe","message":{"topic":"x"}}']:
            await client.send(text)
        for topic in ["vehicle_location", "eta", "bus_button"]:
            await client.send(json.dumps({"type": "subscribe", "message": {"topic": topic}}))
        await client.send(json.dumps({"type": "bus_button", "message": {
            "latitude": 42.73, "longitude": -73.67, "emojiChoice": "🚌"}}))
        heard = set()
        step = 0
        end = time.monotonic() + 20
        while heard != {"vehicle_location", "eta", "bus_button"} and time.monotonic() < end:
            await asyncio.to_thread(drive, server, route, 0.5 + step * 0.03)
            step += 1
            try:
                heard.add(json.loads(await asyncio.wait_for(client.recv(), 1.2))["type"])
            except asyncio.TimeoutError:
                continue
        check("positions, arrivals and waiting riders are sent",
              heard == {"vehicle_location", "eta", "bus_button"}, heard)


def check_message(server):
    status, _, said = server.post(
        "/adminMessage", {"message": "Snow: no shuttles", "enabled": True, "link": "https://t.example"})
    check("operators publish a message", status == 200, said)
    alerts = server.until("/api/v1/alerts", lambda body: body.get("alerts"))
    check("riders read it among the alerts",
          [alert["header"] for alert in alerts["alerts"]] == [{"": "Snow: no shuttles"}], alerts)
    feed = server.until("/gtfs-rt/alerts.pb?format=json", lambda body: body.get("entity"))
    found = [entity["alert"] for entity in feed["entity"]]
    check("and other software in the alerts feed",
          [alert["headerText"]["translation"][0]["text"] for alert in found] == ["Snow: no shuttles"]
          and [alert["url"]["translation"][0]["text"] for alert in found] == ["https://t.example"], feed)
    check("it selects something that every client knows",
          found and found[0].get("informedEntity") and all(found[0]["informedEntity"])
          and "descriptionText" not in found[0], found)
    server.post("/adminMessage", {"message": "Snow: no shuttles", "enabled": False})
    gone = server.until("/gtfs-rt/alerts.pb?format=json", lambda body: not body.get("entity"))
    check("a hidden message is not in the feed", not gone.get("entity"), gone)
    server.post(
        "/adminMessage", {"message": "Snow: no shuttles", "enabled": True, "link": "https://t.example"})


def shown(server):
    """The tracker and place of each vehicle that clients see."""
    return [(update["tracker_id"], round(update["longitude"], 3)) for update in server.get("/updates")[2]]


def check_two_servers(folder):
    """What operators and trackers send to one server is at the other, and so is what the one learnt."""
    tools = programs()
    if not tools:
        print("skipped: a campus on two servers (PostgreSQL or nginx is not installed)")
        return
    database = Database(tools[0], folder)
    servers = []
    try:
        for name in "ab":
            (folder / name).mkdir()
            servers.append(Server(
                folder / name, f"store:\n  url: {database.url}\n  password-file: {database.secret}\n"))
        first, second = servers
        _, route, vehicle = enter(first)
        second.until("/api/v1/routes", lambda body: len(body.get("routes", [])) == 1)
        status = drive(first, route, 0.25)
        place = ("95", round(CORNERS[0][1] + 0.25 * (CORNERS[1][1] - CORNERS[0][1]), 3))
        for server in servers:
            server.until("/updates", lambda body: len(body) == 1)
        check("a position that one server is sent is at both",
              status == 204 and [shown(server) for server in servers] == [[place]] * 2,
              (status, [shown(server) for server in servers]))
        drive(second, route, 0.5)
        moved = ("95", round((CORNERS[0][1] + CORNERS[1][1]) / 2, 3))
        first.until("/updates", lambda body: body and round(body[0]["longitude"], 3) == moved[1])
        check("and so is the next one, sent to the other", shown(first) == [moved], shown(first))
        check("the database has one position of the vehicle",
              database.ask("SELECT vehicle FROM takt_campus.positions") == [str(vehicle)])
        first.process.terminate()
        first.process.wait(timeout=20)
        check("what the server learnt that stored the history is in the database",
              database.ask("SELECT count(*) FROM takt_history.learnt") == ["1"]
              and not (folder / "a" / "data" / "learnt.bin").exists())
        ask("DELETE", f"{second.url}/vehicles?id={vehicle}", token=TOKEN)
        check("a vehicle's position goes with the vehicle",
              database.ask("SELECT count(*) FROM takt_campus.positions") == ["0"])
    finally:
        for server in servers:
            server.process.terminate()
            server.process.wait(timeout=20)
        database.stop("immediate")


def main():
    with tempfile.TemporaryDirectory(prefix="takt-campus-nodes-") as name:
        check_two_servers(pathlib.Path(name))
    with tempfile.TemporaryDirectory(prefix="takt-campus-") as name:
        folder = pathlib.Path(name)
        server = Server(folder)
        try:
            check_empty(server)
            stops, route, vehicle = enter(server)
            check_driving(server, stops, route, vehicle)
            asyncio.run(check_socket(server, route))
            check_message(server)
            status, _, body = ask("DELETE", f"{server.url}/stops?id={stops[0]}", token=TOKEN)
            check("a stop that the route needs stays", status == 409, body)
            last = server.post("/vehicles/create", {"name": "Bus 2"})[2]
            server.process.send_signal(signal.SIGKILL)
            server.process.wait(timeout=10)
            server.start(folder)
            names = [entry["name"] for entry in server.get("/vehicles")[2]]
            check("entries survive a kill", names == ["Bus 1", "Bus 2"], (names, last))
            check("and so does the message", server.get("/adminMessage")[2]["message"] == "Snow: no shuttles")
            ask("DELETE", f"{server.url}/routes/{route}", token=TOKEN)
            routes = server.until("/api/v1/routes", lambda body: body.get("routes") == [])
            check("a deleted route is gone from the app", routes.get("routes") == [], routes)
        finally:
            server.process.terminate()
            server.process.wait(timeout=20)
        check("it ends cleanly", server.process.returncode == 0, server.process.returncode)


main()
finish()
