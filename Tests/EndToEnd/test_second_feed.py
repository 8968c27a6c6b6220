#!/usr/bin/env python3
"""A second feed joins a running installation and leaves it again: saved and learnt data survives both.

    Tests/EndToEnd/test_second_feed.py PROGRAM

The demo town's feed is served by its address, with a simulated source and a rider who saves a connection, a trip and
lines. Then a feed that shares all its ids joins it, so that each id gets a prefix; later it is left out again.
Everything is on the loopback interface. Prints one line per check; the exit code is 1 if one failed.
"""

import contextlib
import datetime
import json
import pathlib
import sys
import tempfile
import urllib.request

from checks import free_port, server_log
from feed_copy import write_copy
from feed_scene import Publisher, ask, zipped
from source_checks import Checks, get_json, running, takt, wait_for

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/debug/takt"
TOKEN = "a-token-for-operators-of-this-check"
# The real day, since feeds are judged by the real clock.
MORNING = f"{datetime.date.today()}T08:00"
SPEED = 5

checks = Checks("second feed")
check = checks.check


class Installation:
    """A server with its folder, restarted whenever its feeds change."""

    def __init__(self, folder, source, log):
        self.folder, self.source, self.log = folder, source, log
        self.begun = datetime.datetime.now()
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        (folder / "token").write_text(TOKEN)
        (folder / "token").chmod(0o600)

    @contextlib.contextmanager
    def serving(self, *feeds):
        (self.folder / "takt.yml").write_text(f"""
data: {self.folder}/data
feed:
  urls: [{", ".join(feeds)}]
operator:
  token-file: {self.folder}/token
limits:
  requests: 0
sources:
  - id: town
    kind: gtfs-rt
    url: ["{self.source}/gtfs-rt/vehicle-positions.pb", "{self.source}/gtfs-rt/trip-updates.pb"]
    every: 3s
""")
        # The source's clock continues while the server is down.
        now = datetime.datetime.fromisoformat(MORNING) + SPEED * (datetime.datetime.now() - self.begun)
        with running(PROGRAM, "serve", "--config", self.folder / "takt.yml", "--at", f"{now:%Y-%m-%dT%H:%M:%S}",
                     "--speed", str(SPEED), "--port", self.port, log=self.log) as process:
            yield wait_for(lambda: len(self.feeds()) == len(feeds) and self.is_ready(), 120)
            process.terminate()
            process.wait(30)

    def is_ready(self):
        return ask("GET", self.url + "/health/ready")[0] == 200

    def feeds(self):
        return [feed.get("id") for feed in get_json(self.url + "/api/v1/network").get("feeds", [])]

    def operator(self, path):
        request = urllib.request.Request(
            f"{self.url}/api/v1/operator/{path}", headers={"Authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def judged(self):
        """The number of evaluated arrivals by line, by the ids under which they are stored."""
        return {route["route"]: sum(day["learnt"]["count"] for day in route["days"])
                for route in self.operator("predictions")["routes"]}


class Rider:
    """What a rider saves, and whether it is still the same."""

    def __init__(self, server):
        self.server = server
        self.token = ask("POST", server.url + "/api/v1/riders", {"language": "en"})[1]["token"]
        self.start, self.end, self.connection, self.line = self.find()

    def find(self):
        """A connection without a transfer between two stops, in the afternoon."""
        stops = get_json(self.server.url + "/api/v1/stops?limit=500")["stops"]
        alone = [stop["id"] for stop in stops if not stop.get("parent")]
        at = f"{datetime.date.today()}T15:00"
        for start in alone:
            for end in alone[::-1][:20]:
                if start == end:
                    continue
                found = get_json(f"{self.server.url}/api/v1/connections?from={start}&to={end}&at={at}")
                for each in found.get("connections", []):
                    rides = [leg for leg in each["legs"] if "trip" in leg]
                    if len(rides) == 1 and len(each["legs"]) == 1:
                        return start, end, each["id"], rides[0]["line"]["route"]
        raise RuntimeError("no connection without a change")

    def ask(self, method, path, body=None):
        return ask(method, f"{self.server.url}/api/v1/rider{path}", body, self.token)

    def save(self):
        answers = [
            self.ask("POST", "/routes", {"connection": self.connection, "weekdays": [1, 2, 3, 4, 5, 6, 7]}),
            self.ask("POST", "/trips", {"from": self.start, "to": self.end, "arriveBy": "18:00",
                                        "weekdays": [1, 2, 3, 4, 5, 6, 7]})]
        settings = self.ask("GET", "/settings")[1]
        settings["nearbyRoutes"] = [self.line]
        answers.append(self.ask("PUT", "/settings", settings))
        check("a rider saves a connection, a trip and a line",
              all(status in (200, 201, 204) for status, _ in answers), str(answers))

    def looks(self, when, prefix):
        url = self.server.url
        status, found = ask("GET", f"{url}/api/v1/connections/{self.connection}")
        matches = [ride.get("match") for ride in found.get("rides", [])] if status == 200 else []
        check(f"{when}: the connection is found by its id, on the same trip",
              matches and set(matches) == {"sameTrip"}, f"{status} {str(found)[:300]}")
        _, home = self.ask("GET", "/home?departures=2")
        departures = [departure for each in home.get("nearby", []) + home.get("other", [])
                      for route in each["routes"] for departure in route["departures"]]
        check(f"{when}: the saved connection has departures at home", departures, str(home)[:300])
        _, trips = self.ask("GET", "/trips")
        check(f"{when}: the trip can still be made",
              trips and all(trip.get("next") and not trip.get("problem") for trip in trips),
              str(trips)[:300])
        _, settings = self.ask("GET", "/settings")
        check(f"{when}: the chosen line is the same", settings["nearbyRoutes"] == [prefix + self.bare],
              str(settings["nearbyRoutes"]))
        for spelling in (self.start, f"{self.name}:{self.start}"):
            status, board = ask("GET", f"{url}/api/v1/stops/{spelling}/departures?at={datetime.date.today()}T15:00")
            check(f"{when}: the board of '{spelling}' is there",
                  status == 200 and board.get("calls"), f"{status} {str(board)[:200]}")
        for path in (f"/api/v1/routes/{self.bare}", f"/api/v1/routes/{self.name}:{self.bare}/timetable",
                     f"/api/v1/stops/{self.end}"):
            check(f"{when}: {path} is there", ask("GET", url + path)[0] == 200)

    @property
    def bare(self):
        return self.line

    name = "town"


def main():
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="takt-second-")))
        log = stack.enter_context(server_log())
        takt(PROGRAM, "demo", "--write-feed", folder / "north", "--at", MORNING)
        write_copy(folder / "north", folder / "south")
        result = takt(PROGRAM, "import", folder / "north", "--output", folder / "north.takt")
        check("the feed is imported for the simulator", result.returncode == 0, result.stderr)
        port = free_port()
        stack.enter_context(running(
            PROGRAM, "simulate", "--network", folder / "north.takt", "--at", MORNING, "--speed", str(SPEED),
            "--every", "5", "--port", port, log=log))
        first, second = Publisher(), Publisher()
        first.content, second.content = zipped(folder / "north"), zipped(folder / "south")
        server = Installation(folder, f"http://127.0.0.1:{port}", log)
        with server.serving(first.url) as is_ready:
            check("a server is made of one feed", is_ready)
            rider = Rider(server)
            rider.save()
            rider.looks("with one feed", "")
            learnt = wait_for(lambda: sum(server.judged().values()) > 20 and server.judged(), 120)
            check("predictions are evaluated and learnt", learnt, str(server.judged()))
            learnt = server.judged()
        # A feed that contains every id of the first one.
        with server.serving(second.url.replace("http", "other=http", 1), first.url) as is_ready:
            check("a second feed joins it", is_ready and sorted(server.feeds()) == ["other", "town"], str(server.feeds()))
            rider.looks("with a second feed", "town:")
            now = server.judged()
            check("with a second feed: the learnt state is under the same names",
                  all(now.get(route, 0) >= count for route, count in learnt.items()), f"{learnt} {now}")
            grown = wait_for(lambda: any(server.judged().get(route, 0) > now.get(route, 0) for route in learnt), 120)
            check("and grows there", grown and not any(route.startswith("town:") for route in server.judged()),
                  str(server.judged()))
            learnt = {route: count for route, count in server.judged().items() if route in learnt}
        with server.serving(first.url) as is_ready:
            check("the second feed is left out again", is_ready and len(server.feeds()) == 1, str(server.feeds()))
            rider.looks("with one feed again", "")
            now = server.judged()
            check("with one feed again: the learnt state is under the same names",
                  all(now.get(route, 0) >= count for route, count in learnt.items()), f"{learnt} {now}")
        log.seek(0)
        checks.finish(log.readlines())


main()
