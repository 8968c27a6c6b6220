#!/usr/bin/env python3
"""Kills a server during a replay and counts what remains in its history.

    Tests/EndToEnd/test_killed_replay.py PROGRAM

A recording of fifty vehicles is replayed at twenty times its speed into a server that stores it. The server is killed
twice, each time with a new history. Everything that /metrics had reported as stored before must be in /history
afterwards.
"""

import csv
import gzip
import json
import pathlib
import sys
import tempfile
import time

from checks import free_port, server_log
from recorded_day import write_recording
from source_checks import Checks, get, get_json, running, takt, wait_for

PROGRAM = pathlib.Path(sys.argv[1])
# A Monday from eight o'clock on, in Zurich.
FIRST = 1777874400
VEHICLES, SECONDS, EVERY = 50, 1800, 10
STORED = 'takt_history_fixes_total{result="stored"}'
# Seconds after the first fix was stored.
KILLS = [4.3, 3.1]

checks = Checks("killed replay")
check = checks.check


def write_positions(path):
    """Vehicles that drive to and fro near the demo's town, each on its own unknown trip."""
    with gzip.open(path, "wt", newline="") as out:
        rows = csv.DictWriter(out, ["timestamp", "vehicle_id", "latitude", "longitude", "speed_mps",
                                    "trip_id", "route_id"])
        rows.writeheader()
        for second in range(0, SECONDS, EVERY):
            for vehicle in range(VEHICLES):
                rows.writerow({
                    "timestamp": FIRST + second, "vehicle_id": f"v{vehicle}",
                    "latitude": 47.2 + vehicle * 0.001, "longitude": 8.5 + second * 0.0001,
                    "speed_mps": 7.6, "trip_id": "", "route_id": ""})


def stored(url):
    for line in get(url + "/metrics")[1].decode().splitlines():
        if line.startswith(STORED):
            return int(float(line.rsplit(" ", 1)[1]))
    return 0


def replay(folder, network, data, seconds, log):
    """Replays for this long, kills the server, and returns the number of fixes that it reported as stored."""
    (folder / "replay.yml").write_text(json.dumps({
        "network": str(network), "data": str(data),
        "sources": [{"id": "day", "kind": "recording", "folder": str(folder / "day")}]}))
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with running(PROGRAM, "serve", "--config", folder / "replay.yml", "--speed", "20", "--port", port,
                 log=log) as process:
        if not wait_for(lambda: stored(url) > 0):
            return 0
        end = time.monotonic() + seconds
        acknowledged = 0
        while time.monotonic() < end:
            acknowledged = stored(url)
        process.kill()
    return acknowledged


def kept(folder, network, data, log):
    """The fixes that a restarted server finds, as pairs of vehicle and time, and the length of the list."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    (folder / "later.yml").write_text(json.dumps({"network": str(network), "data": str(data)}))
    with running(PROGRAM, "serve", "--config", folder / "later.yml", "--at", "2026-05-04T12:00", "--port",
                 port, log=log):
        wait_for(lambda: get(url + "/health/ready")[0] == 200)
        updates = [update for vehicle in get_json(url + "/history") for update in vehicle]
    return {(update["vehicle_id"], update["time"]) for update in updates}, len(updates)


def main():
    with tempfile.TemporaryDirectory(prefix="takt-killed-") as name, \
            server_log() as log:
        folder = pathlib.Path(name)
        takt(PROGRAM, "demo", "--write-feed", folder / "feed", "--at", "2026-05-04T08:00")
        network = folder / "demo.takt"
        takt(PROGRAM, "import", folder / "feed", "--output", network)
        write_positions(folder / "positions.csv.gz")
        write_recording(folder / "positions.csv.gz", folder / "day", FIRST, FIRST + SECONDS)
        for number, seconds in enumerate(KILLS, 1):
            data = folder / f"data-{number}"
            acknowledged = replay(folder, network, data, seconds, log)
            found, listed = kept(folder, network, data, log)
            check(f"kill {number}: fixes were acknowledged", acknowledged > 0)
            check(f"kill {number}: the history has all of them", len(found) >= acknowledged,
                  f"{len(found)} of {acknowledged}")
            check(f"kill {number}: none is there twice", listed == len(found),
                  f"{listed} listed, {len(found)} different")
            print(f"        {acknowledged} acknowledged, {len(found)} found")
        log.seek(0)
        checks.finish(log.readlines())


main()
