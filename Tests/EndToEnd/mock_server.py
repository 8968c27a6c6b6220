#!/usr/bin/env python3
"""A stand-in for the Takt server: serves Web/ and fakes API v1 on an invented loop network.

For viewing and testing the web app in a browser without building the server. Uses only Python's standard library, and
listens only on loopback.

Usage: mock_server.py [--port 8099] [--vehicles 240]
"""
import argparse
import bisect
import json
import math
import mimetypes
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

WEB = Path(__file__).resolve().parents[2] / "Web"
CENTRE = (8.30, 47.20)
SPEED = 9.0  # metres per second
POLICY = (
    "default-src 'self'; worker-src 'self' blob:; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
LINES = [
    ("t1", "1", "tram", "#D8232A", "#FFFFFF"), ("t2", "2", "tram", "#0A7D3B", "#FFFFFF"),
    ("b10", "10", "bus", "#F2C500", "#000000"), ("b11", "11", "bus", "#7A3E9D", "#FFFFFF"),
    ("b12", "12", "trolleybus", "#0067B1", "#FFFFFF"), ("s5", "S5", "rail", "#4A4A4A", "#FFFFFF"),
    ("f1", "3200", "ferry", "#00A0B0", "#000000"), ("g1", "2501", "aerialLift", "#8C5A2B", "#FFFFFF"),
]
PLACES = "Bahnhof Marktplatz Spital Seeufer Kirche Mühle Gymnasium Werft Linde Zoll Bad Hafen".split()


def loop(index):
    """The closed line of one route as (lon, lat) points: an irregular ring around its own centre."""
    turn = index * 2.399
    middle = (CENTRE[0] + 0.028 * math.cos(turn), CENTRE[1] + 0.018 * math.sin(turn))
    size = 0.018 + 0.005 * (index % 4)
    points = []
    for step in range(97):
        angle = 2 * math.pi * step / 96
        radius = size * (1 + 0.22 * math.sin(3 * angle + index) + 0.1 * math.cos(5 * angle))
        points.append((middle[0] + 1.45 * radius * math.cos(angle), middle[1] + radius * math.sin(angle)))
    return points


def metres(a, b):
    east = (b[0] - a[0]) * 111_320 * math.cos(math.radians(a[1]))
    return math.hypot(east, (b[1] - a[1]) * 110_574)


class Line:
    def __init__(self, index):
        self.id, self.short, self.mode, self.colour, self.text = LINES[index]
        self.shape = loop(index)
        self.along = [0.0]
        for a, b in zip(self.shape, self.shape[1:]):
            self.along.append(self.along[-1] + metres(a, b))
        self.length = self.along[-1]
        self.stops = [
            {"id": f"{self.id}-{n}", "name": f"{PLACES[(index + n) % 12]}{' ' + self.short if n else ''}",
             "at": self.shape[n * 12]} for n in range(8)
        ]

    def place(self, distance):
        distance %= self.length
        low = min(bisect.bisect_right(self.along, distance), len(self.along) - 1) - 1
        share = (distance - self.along[low]) / (self.along[low + 1] - self.along[low])
        a, b = self.shape[low], self.shape[low + 1]
        return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share

    def route(self):
        return {"id": self.id, "shortName": self.short, "longName": f"{PLACES[0]} - Ring {self.short}",
                "mode": self.mode, "type": 0, "colour": self.colour, "textColour": self.text,
                "agency": "Ringbahn"}


NETWORK = [Line(i) for i in range(len(LINES))]


def local(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="seconds")


def vehicle(number, now):
    line = NETWORK[number % len(NETWORK)]
    forward = number % 3 != 0
    start = (number // len(NETWORK)) * line.length / max(1, OPTIONS.vehicles // len(NETWORK))
    sign = 1 if forward else -1
    path = []
    for step in range(0, 121, 10):
        lon, lat = line.place(start + sign * SPEED * (now + step))
        path.append([step, round(lon, 6), round(lat, 6)])
    delay = [0, 0, 30, 0, 300, None, 120, -130, 0, 720, 15][number % 11]
    state = "stale" if number % 37 == 36 else "old" if number % 23 == 22 else "live"
    age = {"live": 8, "old": 160, "stale": 420}[state]
    stop = line.stops[number % 8]
    return {"id": f"v{number}", "label": str(100 + number), "route": line.id, "line": line.short,
            "mode": line.mode, "colour": line.colour, "textColour": line.text,
            "headsign": PLACES[(number * 5) % 12], "trip": f"trip-{number}", "serviceDay": "2026-05-04",
            "delaySeconds": delay, "state": state, "updatedAt": int((now - age) * 1000),
            "nextStop": {"id": stop["id"], "name": stop["name"], "scheduled": local(now + 90),
                         "expected": local(now + 90 + (delay or 0))},
            "pathStart": int(now * 1000),
            "path": path if state == "live" else path[:1]}


def inside(position, box):
    return box is None or (box[0] <= position[0] <= box[2] and box[1] <= position[1] <= box[3])


def stop_json(stop, line):
    return {"id": stop["id"], "name": stop["name"], "latitude": stop["at"][1], "longitude": stop["at"][0],
            "locationType": "station", "wheelchair": "unknown", "modes": [line.mode]}


def run_json(trip):
    """One run of the timetables; None if it does not exist."""
    for line in NETWORK:
        table = timetable_json(line)
        for known in table["trips"]:
            if known["trip"] == trip:
                calls = [{"stop": table["stops"][cell["row"]], "arrival": cell["arrival"], "departure": cell["departure"]}
                         for cell in known["cells"]]
                return {"trip": trip, "serviceDay": table["serviceDay"], "timeZone": table["timeZone"], "route": line.id,
                        "line": line.short, "direction": 0, "headsign": known["headsign"], "cancelled": False,
                        "added": False, "calls": calls}
    return None


def timetable_json(line):
    """A run every quarter of an hour from five o'clock, three minutes between stops."""
    def clock(minutes):
        return f"{minutes // 60:02}:{minutes % 60:02}:00"

    trips = [{"trip": f"{line.id}-{start}", "headsign": line.stops[-1]["name"], "cancelled": False,
              "cells": [{"row": row, "departure": clock(start + 3 * row), "arrival": clock(start + 3 * row)}
                        for row in range(len(line.stops))]} for start in range(300, 1440, 15)]
    return {"route": line.id, "line": line.short, "direction": 0, "directions": [0, 1],
            "serviceDay": "2026-05-04", "timeZone": "Europe/Zurich", "more": False, "trips": trips,
            "stops": [{"id": stop["id"], "name": stop["name"]} for stop in line.stops]}


def network_json(now):
    return {"name": "Ringen", "invented": True, "timeZone": "Europe/Zurich", "languages": ["de"],
            "now": int(now * 1000), "clockSpeed": 1,
            "bounds": {"west": CENTRE[0] - 0.08, "south": CENTRE[1] - 0.05,
                       "east": CENTRE[0] + 0.08, "north": CENTRE[1] + 0.05},
            "counts": {"stops": 64, "stations": 64, "routes": len(LINES), "trips": OPTIONS.vehicles,
                       "stopTimes": 1000, "patterns": 16, "notices": {"error": 0, "warning": 2, "info": 5}},
            "serviceDays": {"from": "2026-04-01", "to": "2027-05-01"},
            "feeds": [{"id": "ringen", "name": "Ringen", "publisher": "Ringbahn",
                       "publisherURL": "https://example.org", "version": "1", "language": "de",
                       "from": "2026-04-01", "to": "2027-05-01"}],
            "attributions": [{"organization": "Ringbahn", "url": "https://example.org", "roles": ["producer"]}],
            "revision": "0011223344556677",
            "live": {"source": "simulated", "vehicles": OPTIONS.vehicles, "state": "live",
                     "updatedAt": int(now * 1000)}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, body, kind="application/json", status=200):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(data)

    def problem(self, status, title):
        self.answer({"type": "about:blank", "title": title, "status": status},
                    "application/problem+json", status)

    def do_GET(self):
        try:
            url = urlsplit(self.path)
            query = parse_qs(url.query)
            box = [float(part) for part in query["bbox"][0].split(",")] if "bbox" in query else None
            if url.path.startswith("/api/"):
                self.api(unquote(url.path), box)
            elif url.path.startswith("/health/"):
                self.answer({"status": "ok"})
            else:
                self.file(unquote(url.path))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def api(self, path, box):
        now = time.time()
        if path == "/api/v1/network":
            self.answer(network_json(now))
        elif path == "/api/v1/routes":
            self.answer({"routes": [line.route() for line in NETWORK]})
        elif path == "/api/v1/routes.geojson":
            self.answer({"type": "FeatureCollection", "features": [
                {"type": "Feature", "properties": line.route(),
                 "geometry": {"type": "MultiLineString", "coordinates": [line.shape]}} for line in NETWORK]})
        elif path.startswith("/api/v1/routes/"):
            line = next((line for line in NETWORK if line.id == path.split("/")[4]), None)
            if line is None:
                return self.problem(404, "No such route")
            if path.endswith("/timetable"):
                return self.answer(timetable_json(line))
            stops = [{"id": stop["id"], "name": stop["name"]} for stop in line.stops]
            self.answer({**line.route(), "directions": [
                {"direction": 0, "headsigns": [stops[-1]["name"]], "stops": stops, "shape": line.shape},
                {"direction": 1, "headsigns": [stops[0]["name"]], "stops": stops[::-1],
                 "shape": line.shape[::-1]}]})
        elif path.startswith("/api/v1/trips/"):
            found = run_json(path.split("/")[4])
            if found is None:
                return self.problem(404, "No such trip")
            self.answer(found)
        elif path == "/api/v1/stops":
            self.answer({"stops": [stop_json(stop, line) for line in NETWORK for stop in line.stops
                                   if inside(stop["at"], box)], "more": False})
        elif path.startswith("/api/v1/stops/"):
            for line in NETWORK:
                for stop in line.stops:
                    if stop["id"] == path.rsplit("/", 1)[1]:
                        return self.answer({**stop_json(stop, line), "platforms": [], "routes": [line.route()]})
            self.problem(404, "No such stop")
        elif path == "/api/v1/vehicles":
            self.answer({"asOf": int(now * 1000), "sequence": int(now), "vehicles": self.fleet(now, box)})
        elif path == "/api/v1/vehicles/stream":
            self.stream(box)
        else:
            self.problem(404, "No such thing")

    def fleet(self, now, box):
        all_vehicles = (vehicle(number, now) for number in range(OPTIONS.vehicles))
        return [each for each in all_vehicles if inside(each["path"][0][1:], box)]

    def stream(self, box):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        self.wfile.write(b"retry: 3000\n\n")
        known = set()
        reset = True
        while True:
            now = time.time()
            fleet = self.fleet(now, box)
            ids = {each["id"] for each in fleet}
            event = {"asOf": int(now * 1000), "reset": reset, "vehicles": fleet,
                     "removed": sorted(known - ids)}
            self.wfile.write(f"id: {int(now)}\nevent: vehicles\ndata: {json.dumps(event)}\n\n".encode())
            self.wfile.flush()
            known, reset = ids, False
            time.sleep(10)

    def file(self, path):
        target = (WEB / path.lstrip("/")).resolve()
        if not target.is_relative_to(WEB) or not target.is_file():
            if "." in path.rsplit("/", 1)[1]:
                return self.problem(404, "No such file")
            target = WEB / "index.html"
        kind = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}.get(
            target.suffix, mimetypes.guess_type(target.name)[0] or "application/octet-stream")
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
        self.answer(target.read_bytes(), kind)


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8099)
    parser.add_argument("--vehicles", type=int, default=240)
    return parser.parse_args()


OPTIONS = options()
if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", OPTIONS.port), Handler)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{OPTIONS.port}/", flush=True)
    threading.Thread(target=server.serve_forever).start()
