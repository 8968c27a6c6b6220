#!/usr/bin/env python3
"""Two feeds that share ids, each with its own live source, in one network.

    Tests/EndToEnd/test_feeds.py PROGRAM

The demo town's feed is imported with a copy of it that is elsewhere and runs some minutes later. A simulator drives
each; its data reaches the server with bare ids, then with a third of them unknown, then without any. Everything is on
the loopback interface. Prints one line per check; the exit code is 1 if one failed.
"""

import contextlib
import http.server
import json
import pathlib
import sys
import tempfile
import threading
import urllib.request

from google.transit import gtfs_realtime_pb2 as realtime

from checks import free_port, server_log
from feed_copy import write_copy
from source_checks import Checks, get, get_json, running, takt, wait_for

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/debug/takt"
MORNING = "2026-05-04T08:00"
TOKEN = "a-token-for-operators-of-this-check"
FEEDS = ("vehicle-positions", "trip-updates")
# Only after some minutes do place and time identify a run, so the clock is fast.
SPEED = 5

checks = Checks("feeds")
check = checks.check


class Relay:
    """Passes a simulator's feeds on, with the ids that a source of the given kind would write."""

    def __init__(self, upstream):
        self.upstream = upstream
        self.ids = "bare"
        relay = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = relay.answer(self.path)
                self.send_response(200 if body is not None else 502)
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path):
        try:
            with urllib.request.urlopen(self.upstream + path, timeout=20) as answer:
                feed = realtime.FeedMessage.FromString(answer.read())
        except OSError:
            return None
        for entity in feed.entity:
            if entity.HasField("vehicle") and entity.vehicle.HasField("trip"):
                self.rename(entity.vehicle)
            if entity.HasField("trip_update"):
                self.rename(entity.trip_update)
        if self.ids == "none":
            kept = [entity for entity in feed.entity if not entity.HasField("trip_update")]
            del feed.entity[:]
            feed.entity.extend(kept)
        return feed.SerializeToString()

    def rename(self, message):
        trip = message.trip
        if self.ids == "none":
            message.ClearField("trip")
        elif self.ids == "a third unknown" and sum(trip.trip_id.encode()) % 3 == 0:
            # Another version of the timetable: the same line and start, other numbers.
            trip.trip_id = "v9-" + trip.trip_id[::-1]

    def close(self):
        self.server.shutdown()


def running_vehicles(relay):
    """The number of vehicles on a trip in a relay's source."""
    feed = realtime.FeedMessage.FromString(get(relay.upstream + "/gtfs-rt/vehicle-positions.pb")[1] or b"")
    return sum(bool(entity.vehicle.trip.trip_id) for entity in feed.entity)


def matched_share(url, relays):
    """The share of both sources' vehicles on a trip that the server has matched to one."""
    vehicles = get_json(url + "/api/v1/vehicles").get("vehicles", [])
    on_trip = sum("trip" in vehicle for vehicle in vehicles)
    all_running = sum(running_vehicles(relay) for relay in relays)
    return on_trip / all_running if all_running else 0


def matching(url):
    request = urllib.request.Request(
        url + "/api/v1/operator/matching", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return {source["id"]: source for source in json.load(answer)["sources"]}


def placed(url):
    """The number of fixes received so far, with a trip or without."""
    taken = [source.get("taken", {}) for source in get_json(url + "/api/v1/sources")["sources"]]
    return sum(each.get("vehiclesMatched", 0) + each.get("vehiclesUnmatched", 0) for each in taken)


def check_matching(url, relays):
    for ids, least, seconds in (("bare", 0.99, 120), ("a third unknown", 0.97, 120), ("none", 0.90, 900)):
        for relay in relays:
            relay.ids = ids
        share = 0
        before = placed(url)
        # Earlier matches do not count: every vehicle has been received several times with the new ids.
        wait_for(lambda: placed(url) - before > 4 * sum(map(running_vehicles, relays)))

        def reached():
            nonlocal share
            share = matched_share(url, relays)
            return share >= least
        check(f"ids {ids}: {least:.0%} of the vehicles that run are on their trips",
              wait_for(reached, seconds), f"{share:.1%}")
    by_source = matching(url)
    for name in ("north", "south"):
        ways = by_source[f"{name}/vehicle-positions"]["vehiclesBy"]
        check(f"{name}: ways of matching are counted",
              ways.get("trip_id", 0) > 0 and ways.get("start_time", 0) > 0 and ways.get("place", 0) > 0,
              json.dumps(ways))
        check(f"{name}: the source's feed is detected",
              by_source[f"{name}/vehicle-positions"].get("feed") == name,
              json.dumps(by_source[f"{name}/vehicle-positions"]))


def check_shared_feeds(url):
    """Shared objects keep their own ids in a single feed; in the whole network each id begins with its feed's."""
    def trips(query):
        feed = realtime.FeedMessage.FromString(get(f"{url}/gtfs-rt/trip-updates.pb{query}")[1])
        return {entity.trip_update.trip.trip_id for entity in feed.entity}
    whole = wait_for(lambda: trips(""))
    check("in the whole, ids begin with their feed's",
          whole and all(trip.split(":")[0] in ("north", "south") for trip in whole), str(sorted(whole)[:3]))
    for feed in ("north", "south"):
        own = trips(f"?feed={feed}")
        check(f"'?feed={feed}' has that feed's trips under its own ids",
                  len(own) > 0.9 * sum(trip.startswith(feed + ":") for trip in whole)
              and not any(":" in trip for trip in own), str(sorted(own)[:3]))
    status, _ = get(f"{url}/gtfs-rt/trip-updates.pb?feed=west")
    check("an unknown feed is not found", status == 404, str(status))


def main():
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="takt-feeds-")))
        log = stack.enter_context(server_log())
        takt(PROGRAM, "demo", "--write-feed", folder / "north", "--at", MORNING)
        write_copy(folder / "north", folder / "south")
        for name, feeds in (("north", ["north"]), ("south", ["south"]), ("both", ["north", "south"])):
            result = takt(PROGRAM, "import", *[folder / each for each in feeds],
                          "--output", folder / f"{name}.takt")
            check(f"{name}: imported", result.returncode == 0, result.stderr)
        relays = []
        for name in ("north", "south"):
            port = free_port()
            stack.enter_context(running(
                PROGRAM, "simulate", "--network", folder / f"{name}.takt", "--at", MORNING, "--speed", SPEED,
                "--every", "5", "--port", port, log=log))
            relays.append(Relay(f"http://127.0.0.1:{port}"))
        (folder / "token").write_text(TOKEN)
        (folder / "token").chmod(0o600)
        sources = "".join(f"""
  - id: {name}
    kind: gtfs-rt
    url: ["{relay.url}/gtfs-rt/vehicle-positions.pb", "{relay.url}/gtfs-rt/trip-updates.pb"]
    every: 3s""" for name, relay in zip(("north", "south"), relays))
        (folder / "takt.yml").write_text(f"""
network: {folder}/both.takt
data: {folder}/data
operator:
  token-file: {folder}/token
sources:{sources}
""")
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        stack.enter_context(running(
            PROGRAM, "serve", "--config", folder / "takt.yml", "--at", MORNING, "--speed", SPEED, "--port", port,
            log=log))
        check("the server is ready", wait_for(lambda: get(url + "/health/ready")[0] == 200))
        wait_for(lambda: all(running_vehicles(relay) for relay in relays))
        check_matching(url, relays)
        for relay in relays:
            relay.ids = "bare"
        check_shared_feeds(url)
        for relay in relays:
            relay.close()
        log.seek(0)
        checks.finish(log.readlines())


main()
