"""The set-up of a game day: a server with a feed by its address, riders, diaries, a sealed study, and a live source.

    with Scene(program, folder) as scene: scene.phones(4, scene.now()); scene.watcher.seen_since(begin)
"""

import collections
import io
import json
import os
import random
import re
import signal
import subprocess
import time
import zipfile

from diary_server import overland
from faults import FIRST_MOMENT, Keeper, Machine
from feed_scene import Publisher
from game_bucket import Bucket
from rider_morning import Morning, saved
from rider_server import DAY, Feed, FeedServer, Phone, Post, Server, ask, moment
from rider_world import Town, Troubles, Watch, clock, forget_blocks
from source_checks import get, get_json, takt

OPERATOR = "an operator's token of some length"
# A Monday morning; riders' vehicles leave within the next hour.
START = 8 * 3600
LEAD, THRESHOLD = 60, 3
# The age of a position after which a rider sees that data is old, in seconds.
OLD = 30


class Watcher(Keeper):
    """A client that saves, records and looks, and remembers each answer."""

    def __init__(self, url, connection, sealed):
        # Time, kind of request, seconds, and status, None without an answer.
        self.answers = []
        self.ages = []
        # The sealed study's token, and its acknowledged fixes.
        self.sealed, self.sealed_moments = sealed, []
        super().__init__(url, connection)

    def ask(self, method, path, token=None, body=None, seconds=20):
        begin = time.time()
        status, answer = super().ask(method, path, token, body, seconds)
        kind = ("riders" if "/rider" in path else "diary" if "overland" in path or "diary" in path
                else "probes" if path.startswith("/health") else "timetable")
        self.answers.append((begin, kind, time.time() - begin, status))
        return status, answer

    def record(self):
        yield from super().record()
        moment_sealed = FIRST_MOMENT + 7 * len(self.answers)
        status, body = self.ask("POST", "/overland", self.sealed, overland([moment_sealed]))
        yield status, body
        if status == 200:
            self.sealed_moments.append(moment_sealed)

    def look(self):
        yield from super().look()
        status, body = self.ask("GET", "/api/v1/network")
        yield status, body
        if status == 200:
            network = json.loads(body)
            live = network["live"]
            age = (network["now"] - live["updatedAt"]) / 1000 if live.get("updatedAt") else None
            self.ages.append((time.time(), age, live.get("state")))

    def seen(self, begin, end):
        """What riders saw in a period, by kind: statuses, the longest silence in seconds, the slowest answer."""
        seen = {}
        for kind in ("timetable", "probes", "riders", "diary"):
            mine = [one for one in self.answers if one[1] == kind and begin <= one[0] + one[2] and one[0] <= end]
            good = sorted([begin, end, *(at + took for at, _, took, status in mine
                                         if status is not None and 200 <= status < 300 and at + took <= end)])
            seen[kind] = {
                "statuses": dict(collections.Counter(str(status or "no answer") for *_, status in mine)),
                "silence": max((b - a for a, b in zip(good, good[1:])), default=0.0),
                "slowest": max((took for _, _, took, _ in mine), default=0.0)}
        return seen

    def shown_age(self, begin, end):
        """The oldest age of live data that riders were told, in seconds, and the states."""
        mine = [(age, state) for at, age, state in self.ages if begin <= at <= end]
        return max((age for age, _ in mine if age is not None), default=None), sorted({s for _, s in mine if s})


class Scene:
    """A server and everything around it."""

    def __init__(self, program, folder, speed=1, store=None, seed=1):
        self.program, self.folder, self.draw = program, folder, random.Random(seed)
        self.machine, self.post, self.bucket = Machine(folder), Post(), Bucket()
        self.troubles, self.used, self.ended = Troubles(), set(), 0
        self.number = 0
        takt(program, "demo", "--write-feed", folder / "feed", "--at", moment(0))
        forget_blocks(folder / "feed")
        self.publisher = Publisher()
        self.publisher.content = self.packed()
        self.server = Server(program, folder, speed, self.machine.environment)
        self.source = FeedServer(Feed(self.troubles, self.positions, lambda: self.server.clock.now()).bytes)
        self.configure(store)
        self.server.start(START)
        routes = get_json(f"{self.server.url}/api/v1/routes")["routes"]
        self.town = Town(folder / "feed", DAY, {route["id"]: route["mode"] for route in routes})
        # One trip is reported all the time, so that live data keeps arriving.
        self.troubles.add(sorted(self.town.today)[0], -86_400, 0)
        self.watcher = Watcher(self.server.url, saved(self.town, self.watch()), self.study())

    def configure(self, store):
        secret = self.folder / "operator"
        secret.write_text(OPERATOR + "\n")
        secret.chmod(0o600)
        (self.folder / "bucket-key").write_text("aws_access_key_id = key\naws_secret_access_key = secret\n")
        (self.folder / "takt.yml").write_text(f"""
feed: {{urls: "{self.publisher.url}", every: 30d}}
data: {self.folder}/data
public-url: http://takt.test
log-level: notice
limits: {{requests: 0, new-riders: 1000000}}
operator: {{token-file: {secret}}}
push: {{reach: anywhere, contact: "mailto:operator@takt.test"}}
diary:
  collect: 2s
  bucket: {{endpoint: "{self.bucket.url}", name: diary, key-file: {self.folder}/bucket-key}}
sources: [{{id: town, kind: gtfs-rt, url: "{self.source.url}", every: 1s}}]
{store or ""}
""")

    def packed(self, version="1"):
        """The feed as a ZIP file; another version has another byte."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted((self.folder / "feed").iterdir()):
                archive.write(path, path.name)
            archive.comment = version.encode()
        return packed.getvalue()

    @staticmethod
    def positions(now):
        """A vehicle without a line, whose stored positions show gaps in the history."""
        return [("stray", 46.9 + now % 3600 / 1e6, 7.4)]

    def study(self):
        """Founds a sealed study; returns its participant's token."""
        subprocess.run(["age-keygen", "-o", self.folder / "study-key"], check=True, capture_output=True)
        key = subprocess.run(["age-keygen", "-y", self.folder / "study-key"], check=True, capture_output=True,
                             text=True).stdout.strip()
        made = self.operator("POST", "/operator/studies", {
            "id": "walks", "name": "Walks", "mode": "study", "recipient": key,
            "consent": {"version": 1, "text": "I agree."}})
        return ask(self.server.url, "POST", "/diary/participants",
                   body={"code": made["code"], "consentVersion": 1})["token"]

    def operator(self, method, path, body=None):
        return ask(self.server.url, method, path, OPERATOR, body)

    def now(self):
        """Seconds after midnight by the server's clock."""
        return self.server.clock.now()

    def watch(self, soonest=1500, latest=3300):
        """A saved route whose vehicle leaves within the hour and that nobody else has."""
        morning = Morning(self.town, self.draw, int(self.now()), 80, True)
        while True:
            ride = morning.first_ride(morning.candidates)
            if ride and ride.run.trip not in self.used and (
                    self.now() + soonest < ride.run.departure < self.now() + latest):
                self.used.add(ride.run.trip)
                return Watch([ride], 120, LEAD, THRESHOLD)

    def phones(self, count):
        """Riders with a saved route, a trip of today and a channel."""
        made = []
        for _ in range(count):
            phone = Phone(3 * self.number + 2, self.post.services[self.number % len(self.post.services)], "en")
            self.number += 1
            self.post.phones[phone.path] = phone
            phone.watches = [self.watch()]
            url = self.server.url
            phone.token = ask(url, "POST", "/riders", body={"language": "en"})["token"]
            ask(url, "PUT", "/rider/settings", phone.token, {
                "language": "en", "notifies": True, "alerts": {"leadMinutes": LEAD, "thresholdMinutes": THRESHOLD}})
            phone.secret = ask(url, "POST", "/rider/channels", phone.token, phone.channel()).get("secret")
            ask(url, "POST", "/rider/connections", phone.token, saved(self.town, phone.watches[0]))
            ride = phone.watches[0].rides[0]
            ask(url, "POST", "/rider/trips", phone.token, {
                "from": ride.start.stop, "to": ride.end.stop, "day": DAY.isoformat(),
                "arriveBy": clock(ride.run.arrival + 900)})
            made.append(phone)
        return made

    def delay(self, phones, seconds):
        """The vehicles of some riders are late from now on."""
        for phone in phones:
            self.troubles.add(phone.watches[0].rides[0].run.trip, self.now(), seconds)

    def keeps(self, phone):
        """What a rider still has: connections and trips."""
        return tuple(len(ask(self.server.url, "GET", f"/rider/{kind}", phone.token))
                     for kind in ("connections", "trips"))

    def log_lines(self):
        return (self.folder / "log.txt").read_text(errors="replace").splitlines()

    def figures(self):
        """The metrics by their names with labels."""
        text = get(f"{self.server.url}/metrics")[1].decode()
        return {name: float(value) for name, value in re.findall(r"^([a-z_]+(?:\{.*\})?) (\S+)$", text, re.MULTILINE)}

    def look_at_feeds(self):
        self.operator("POST", "/operator/feeds/look")

    def close(self):
        self.watcher.is_over.set()
        for thread in self.watcher.threads:
            thread.join()
        is_in_order = self.server.stop()
        if self.server.process.poll() is None:
            os.kill(self.server.process.pid, signal.SIGKILL)
        return is_in_order
