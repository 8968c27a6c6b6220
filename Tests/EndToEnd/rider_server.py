"""A server with a fast clock, its feed, and the receiving ends of the channels."""

import bisect
import contextlib
import datetime
import hashlib
import hmac
import http.server
import json
import os
import subprocess
import threading
import time
import urllib.error
import urllib.request
import zoneinfo

from google.transit import gtfs_realtime_pb2 as realtime

from checks import free_port, server_log
from push_service import Browser, Service, claims
from rider_world import CANCELLED, SILENT, Moved, late
from source_checks import get_json, wait_for

DAY = datetime.date(2026, 5, 4)
ZONE = zoneinfo.ZoneInfo("Europe/Zurich")
SERVICES = 6
# The interval at which the server polls the feed and evaluates alerts, in seconds of real time.
EVERY = 1
# The longest delivery time of a message, including encryption and the disk of a busy machine, in seconds of real time.
DELIVERY = 4
# More bytes than any feed has.
FLOOD = 1 << 40


def midnight(day):
    """The beginning of a service day, as Unix time: twelve hours before noon, as in GTFS."""
    return datetime.datetime.combine(day, datetime.time(12), ZONE).timestamp() - 43_200


def moment(seconds, day=DAY):
    """A time in the format of the command line."""
    return datetime.datetime.fromtimestamp(midnight(day) + int(seconds), ZONE).replace(tzinfo=None).isoformat()


class Clock:
    """The server's clock, computed from ours."""

    def __init__(self, url, speed, day=DAY):
        self.speed, self.midnight = speed, midnight(day)
        samples = []
        for _ in range(5):
            before = time.time()
            now = get_json(f"{url}/api/v1/network")["now"] / 1000
            after = time.time()
            samples.append((after - before, now - (before + after) / 2 * speed))
        self.offset = min(samples)[1]

    def at(self, real):
        """Seconds after midnight at a time of ours."""
        return real * self.speed + self.offset - self.midnight

    def now(self):
        return self.at(time.time())

    def wait(self, moment):
        time.sleep(max(0, (moment - self.now()) / self.speed))


class StandingClock:
    """The clock of a server that is about to start."""

    def __init__(self, moment):
        self.moment = moment

    def at(self, _):
        return self.moment

    def now(self):
        return self.moment


class Feed:
    """The feed of the server: each trip's current trouble, and the positions of vehicles that report them."""

    def __init__(self, troubles, positions, now, day=DAY):
        self.troubles, self.positions, self.now, self.day = troubles, positions, now, day
        # The text of a service alert about everything; None for none.
        self.notice = None
        # The times of the requests.
        self.asked = []

    def bytes(self):
        now = self.now()
        self.asked.append(now)
        message = realtime.FeedMessage()
        message.header.gtfs_realtime_version = "2.0"
        message.header.timestamp = int(midnight(self.day) + now)
        for trip, steps in self.troubles.steps.items():
            state = self.troubles.at(trip, now)
            if steps[0][0] <= now and state != SILENT:
                update = message.entity.add(id=trip).trip_update
                update.timestamp = message.header.timestamp
                self.trip(update.trip, trip)
                self.fill(update, state)
        for trip, latitude, longitude in self.positions(now):
            vehicle = message.entity.add(id=f"v{trip}").vehicle
            self.trip(vehicle.trip, trip)
            vehicle.vehicle.id = f"v{trip}"
            vehicle.position.latitude, vehicle.position.longitude = latitude, longitude
            vehicle.timestamp = message.header.timestamp
        if self.notice:
            alert = message.entity.add(id="notice").alert
            for mode in range(8):
                alert.informed_entity.add(route_type=mode)
            alert.header_text.translation.add(text=self.notice)
        return message.SerializeToString()

    def trip(self, descriptor, trip):
        descriptor.trip_id, descriptor.start_date = trip, self.day.strftime("%Y%m%d")

    @staticmethod
    def fill(update, state):
        if state == CANCELLED:
            update.trip.schedule_relationship = realtime.TripDescriptor.CANCELED
            return
        update.stop_time_update.add(stop_sequence=1).departure.delay = late(state)
        if isinstance(state, Moved):
            call = update.stop_time_update.add(stop_sequence=state.position + 1)
            call.departure.delay = 0
            call.stop_time_properties.assigned_stop_id = state.stop


class Attention:
    """When the server was running, by its requests for the feed: on a busy machine no process may run for seconds."""

    def __init__(self, asked, speed, blocked=()):
        self.speed = speed
        # Gaps between two requests that are too long, and `blocked` times, by their ends.
        stalls = [(before, after) for before, after in zip(asked, asked[1:])
                  if after - before > 2 * EVERY * speed]
        self.stalls = []
        for before, after in sorted([*stalls, *blocked]):
            if self.stalls and before <= self.stalls[-1][1]:
                before, after = self.stalls[-1][0], max(after, self.stalls.pop()[1])
            self.stalls.append((before, after))
        self.ends = [after for _, after in self.stalls]

    def slept(self, start, end):
        """How much of a period the server did not run, in seconds of its clock."""
        first = bisect.bisect_right(self.ends, start)
        return sum(min(after, end) - max(before, start) for before, after in self.stalls[first:] if before < end)

    def latest(self, time, before):
        """The latest arrival of a message due at a time, after the given number of messages about the same subject.

        A change is in the next answer to the server, which applies it at its next tick and announces it at that one or,
        if it has just announced something, at the one after the pause. Each earlier message delays it by one.
        """
        end = time + ((3 + before) * EVERY + DELIVERY) * self.speed
        while (later := time + ((3 + before) * EVERY + DELIVERY) * self.speed + self.slept(time, end)) > end:
            end = later
        return end

    def saw(self, alert):
        """Whether the server evaluated alerts while something was true."""
        return alert.until is None or (
            alert.until - alert.time - self.slept(alert.time, alert.until) >= EVERY * self.speed)

    def longest(self):
        """The longest gap, in seconds of real time."""
        return max((after - before for before, after in self.stalls), default=0) / self.speed


class Phone:
    """One rider, and the channel of their messages."""

    def __init__(self, number, service, language):
        self.number, self.language = number, language
        self.kind = ("web-push", "ntfy", "webhook")[number % 3]
        self.path = f"/r/{number}"
        self.browser = Browser(service.origin + self.path)
        self.origin = service.origin
        # What they saved, each with the expected messages.
        self.watches, self.trips, self.rides, self.sight, self.got = [], [], [], None, []
        # Without a network: for how long each message is kept for it, in seconds.
        self.kept = []
        self.is_located = self.is_away = False
        self.token = self.secret = None

    def channel(self):
        if self.kind == "web-push":
            return self.browser.address()
        if self.kind == "ntfy":
            return {"kind": "ntfy", "server": self.origin, "topic": f"r{self.number}"}
        return {"kind": "webhook", "url": self.origin + self.path}

    def read(self, headers, body, audience):
        """Topic, id, title, body and link of the received messages."""
        if self.kind == "web-push":
            shown = json.loads(self.browser.open(body))["notification"]
            claims(headers["Authorization"], audience)
            data = shown["data"]
            return data["topic"], data["id"], shown["title"], shown["body"], shown["navigate"]
        message = json.loads(body)
        if self.kind == "ntfy":
            return (message["sequence_id"], message["title"], message["title"], message["message"],
                    message["click"])
        fields = dict(part.split("=", 1) for part in headers["Takt-Signature"].split(","))
        wanted = hmac.new(self.secret.encode(), fields["t"].encode() + b"." + body, hashlib.sha256)
        assert wanted.hexdigest() == fields["v1"], "a wrong signature"
        return message["topic"], message["id"], message["title"], message["body"], message["link"]


class Post:
    """The servers of all channels, with what arrived."""

    def __init__(self):
        self.lock = threading.Lock()
        self.phones = {}
        self.strange = []
        # `refuses`, or `breaks off` after it accepted a message.
        self.trouble = None
        # The times of interrupted answers, after which the sender cannot know whether the message arrived.
        self.broken_off = []
        self.services = []
        for _ in range(SERVICES):
            self.services.append(Service(self.take))

    def take(self, path, headers, body):
        arrived = time.time()
        if self.trouble == "refuses":
            return 503, {}
        try:
            name = f"/r/{json.loads(body)['topic'][1:]}" if path == "/" else path
            phone = self.phones[name]
            if phone.is_away:
                # Its push service keeps the message for it, so long.
                phone.kept.append(int(headers["TTL"]))
                return 201, {}
            audience = phone.origin
            message = phone.read(headers, body, audience)
            with self.lock:
                phone.got.append((arrived, *message))
        except Exception as error:
            with self.lock:
                self.strange.append(f"{path}: {error!r}")
        if self.trouble == "breaks off":
            self.broken_off.append(time.time())
            return None
        return 200, {}


class FeedServer:
    """Serves the current feed."""

    def __init__(self, make):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                while outer.trouble == "hangs":
                    time.sleep(0.1)
                body = b"<html>Busy</html>" if outer.trouble else outer.make()
                is_flood = outer.trouble == "flood"
                with contextlib.suppress(OSError):  # The client was killed, or has read enough.
                    self.send_response(200)
                    self.send_header("Content-Length", str(FLOOD if is_flood else len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                    while is_flood and outer.trouble == "flood":
                        self.wfile.write(bytes(65_536))

            def log_message(self, *_):
                pass

        self.make = make
        # `hangs`, `garbage` or `flood`.
        self.trouble = None
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_address[1]}/trip-updates.pb"


def ask(url, method, path, token=None, body=None):
    request = urllib.request.Request(
        f"{url}/api/v1{path}", method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
            return json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"{method} {path}: {error.code} {error.read().decode()}") from error


class Server:
    """The server, which may be killed and restarted where its clock stood."""

    def __init__(self, program, folder, speed, environment=None):
        self.program, self.folder, self.speed = program, folder, speed
        self.environment = {**os.environ, **(environment or {})}
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = server_log(folder / "log.txt")
        self.process = self.clock = None
        self.day = DAY
        self.kills = []

    def start(self, at):
        """Starts it with its clock at the given seconds after midnight; ours stands still until it answers."""
        self.clock = StandingClock(at)
        self.process = subprocess.Popen(
            [self.program, "serve", "--config", self.folder / "takt.yml", "--port", str(self.port),
             "--at", moment(at, self.day), "--speed", str(self.speed)],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=self.environment)
        if not wait_for(lambda: get_json(f"{self.url}/api/v1/network"), 90):
            raise RuntimeError("the server does not answer")
        self.clock = Clock(self.url, self.speed, self.day)

    def kill(self):
        at = self.clock.now() + 1
        self.process.kill()
        self.process.wait()
        self.kills.append(time.time())
        self.start(at)

    def stop(self):
        """Stops it as an operator does; returns whether it ended properly."""
        self.process.terminate()
        try:
            return self.process.wait(timeout=20) == 0
        except subprocess.TimeoutExpired:
            self.process.kill()
            return False
