#!/usr/bin/env python3
"""Lets riders live through a morning on a fast clock, and checks every message that they get.

    .tools/venv/bin/python Tests/EndToEnd/test_alerts.py PROGRAM [--riders 200] [--minutes 60] [--speed 60]
        [--seed 1] [--kills 0]

It imports the demo network, starts `PROGRAM serve` on it with a GTFS-Realtime feed from this script, and lets
riders save connections and trips. Then trips are delayed, cancelled and put right again. Web Push, ntfy and
webhooks end in this script, which reads them as browsers and programs would. What should have been sent is
computed by `rider_world.py` from the timetable and the feed: nothing else may come, and nothing less.

With `--kills` the server is killed with SIGKILL at random moments and started again; what comes twice must be
the same message then. The clock stands still meanwhile.
"""

import argparse
import collections
import contextlib
import hashlib
import hmac
import http.server
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from google.transit import gtfs_realtime_pb2 as realtime

from checks import check, finish
from push_service import Browser, Service, claims
from rider_morning import Morning, saved
from rider_world import CANCELLED, Expectation, Town, clock
from source_checks import free_port, get_json, takt, wait_for

DAY = "2026-05-04"
MIDNIGHT = 1_777_845_600  # 2026-05-04T00:00+02:00
START = "06:50"
SERVICES = 6
# Later than this nothing may come, in seconds of real time.
LATEST = 20


class Clock:
    """The server's clock, told from ours."""

    def __init__(self, url, speed):
        self.speed = speed
        samples = []
        for _ in range(5):
            before = time.time()
            now = get_json(f"{url}/api/v1/network")["now"] / 1000
            after = time.time()
            samples.append((after - before, now - (before + after) / 2 * speed))
        self.offset = min(samples)[1]

    def at(self, real):
        """Seconds after midnight at a moment of ours."""
        return real * self.speed + self.offset - MIDNIGHT

    def now(self):
        return self.at(time.time())

    def wait(self, moment):
        time.sleep(max(0, (moment - self.now()) / self.speed))


class Feed:
    """The trip updates that the server reads: each trip's trouble as it is by now."""

    def __init__(self, troubles, now):
        self.troubles, self.now = troubles, now

    def bytes(self):
        now = self.now()
        message = realtime.FeedMessage()
        message.header.gtfs_realtime_version = "2.0"
        message.header.timestamp = int(MIDNIGHT + now)
        for trip, steps in self.troubles.steps.items():
            if steps[0][0] > now:
                continue
            update = message.entity.add(id=trip).trip_update
            update.timestamp = message.header.timestamp
            update.trip.trip_id, update.trip.start_date = trip, DAY.replace("-", "")
            state = self.troubles.at(trip, now)
            if state == CANCELLED:
                update.trip.schedule_relationship = realtime.TripDescriptor.CANCELED
            else:
                call = update.stop_time_update.add(stop_sequence=1)
                call.departure.delay = state
        return message.SerializeToString()


class Phone:
    """One rider, and the channel by which messages come."""

    def __init__(self, number, service, language):
        self.number, self.language = number, language
        self.kind = ("web-push", "ntfy", "webhook")[number % 3]
        self.path = f"/r/{number}"
        self.browser = Browser(service.origin + self.path)
        self.origin = service.origin
        self.watches, self.trips, self.got = [], [], []
        self.token = self.secret = None

    def channel(self):
        if self.kind == "web-push":
            return self.browser.address()
        if self.kind == "ntfy":
            return {"kind": "ntfy", "server": self.origin, "topic": f"r{self.number}"}
        return {"kind": "webhook", "url": self.origin + self.path}

    def read(self, headers, body, audience):
        """Topic, id, title, body and link of what came."""
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
    """All channels' servers, and what came."""

    def __init__(self):
        self.lock = threading.Lock()
        self.phones = {}
        self.strange = []
        self.services = []
        for _ in range(SERVICES):
            self.services.append(Service(self.take))

    def take(self, path, headers, body):
        arrived = time.time()
        try:
            name = f"/r/{json.loads(body)['topic'][1:]}" if path == "/" else path
            phone = self.phones[name]
            audience = phone.origin
            message = phone.read(headers, body, audience)
            with self.lock:
                phone.got.append((arrived, *message))
        except Exception as error:
            with self.lock:
                self.strange.append(f"{path}: {error!r}")
        return 200, {}


class FeedServer:
    """Serves the feed as it is by now."""

    def __init__(self, make):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = outer.make()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(OSError):  # Who asked was killed.
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.make = make
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


def sign_up(url, town, phone):
    """A rider with settings, a channel, and what they saved."""
    phone.token = ask(url, "POST", "/riders", body={"language": phone.language})["token"]
    watch = phone.watches[0]
    ask(url, "PUT", "/rider/settings", phone.token, {
        "language": phone.language, "notifies": True,
        "alerts": {"leadMinutes": watch.lead, "thresholdMinutes": watch.threshold}})
    phone.secret = ask(url, "POST", "/rider/channels", phone.token, phone.channel()).get("secret")
    for watch in phone.watches:
        ask(url, "POST", "/rider/connections", phone.token, saved(town, watch))
    for ride, deadline, _ in phone.trips:
        ask(url, "POST", "/rider/trips", phone.token, {
            "from": ride.start.stop, "to": ride.end.stop, "arriveBy": clock(deadline)})


class Server:
    """The server, which may be killed and started again where its clock stood."""

    def __init__(self, program, folder, speed):
        self.program, self.folder, self.speed = program, folder, speed
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = open(folder / "log.txt", "ab")
        self.process = self.clock = None
        self.kills = []

    def start(self, at):
        self.process = subprocess.Popen(
            [self.program, "serve", "--config", self.folder / "takt.yml", "--port", str(self.port),
             "--at", f"{DAY}T{at}", "--speed", str(self.speed)],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        if not wait_for(lambda: get_json(f"{self.url}/api/v1/network"), 90):
            raise RuntimeError("the server does not answer")
        self.clock = Clock(self.url, self.speed)

    def kill(self):
        moment = self.clock.now() + 1
        self.process.kill()
        self.process.wait()
        self.kills.append(time.time())
        self.start(f"{clock(moment)}:{int(moment) % 60:02}")

    def stop(self):
        """Ends it as an operator does; says whether it ended in order."""
        self.process.terminate()
        try:
            return self.process.wait(timeout=20) == 0
        except subprocess.TimeoutExpired:
            self.process.kill()
            return False


def once(got, kills):
    """What came on one topic, without repetitions after a kill; says whether others were among them."""
    kept, is_repeated, last = [], False, 0
    for arrived, _, name, *words in sorted(got):
        if kept and kept[-1][1] == name:
            is_repeated |= not any(last < kill < arrived for kill in kills)
        else:
            kept.append((arrived, name, *words))
        last = arrived
    return kept, is_repeated


def fits(alerts, got, server, phone):
    """Whether what came on a topic is what should have come; lags are told by the way."""
    if server.kills and phone.language == "en" and re.fullmatch(alerts[-1].title, got[-1][2]):
        # What waited while the server was down may have been replaced by something newer, but not the last.
        alerts = [alert for alert in alerts if any(re.fullmatch(alert.title, title) for _, _, title, *_ in got)]
    if len(alerts) != len(got):
        return False
    for alert, (arrived, _, title, body, link) in zip(alerts, got):
        lag = server.clock.at(arrived) - alert.time
        if not server.kills and not -server.speed <= lag <= LATEST * server.speed:
            return False
        if phone.language == "en" and not (
                re.fullmatch(alert.title, title) and alert.holds in body):
            return False
        if not link.startswith("http://takt.test/"):
            return False
    return True


def judge(town, morning, phones, server):
    """Compares what came with what should have come, rider by rider."""
    missed, false, repeated, told = [], [], [], 0
    kinds = collections.Counter()
    for phone in phones:
        topics = collections.defaultdict(list)
        for message in phone.got:
            topics[message[1]].append(message)
        came = []
        for got in topics.values():
            kept, is_repeated = once(got, server.kills)
            came.append(kept)
            told += len(kept)
            if is_repeated:
                repeated.append((phone.number, kept[-1][2]))
        wanted = [Expectation(town, morning.troubles, watch).alerts for watch in phone.watches]
        wanted = [[alert._replace(title=re.escape(alert.title)) for alert in alerts] for alerts in wanted]
        wanted += [morning.calls(*trip) for trip in phone.trips]
        for alerts in filter(None, wanted):
            kinds.update(re.sub(r"[0-9]+", "#", alert.title.partition(":")[2]) for alert in alerts)
            found = next((got for got in came if fits(alerts, got, server, phone)), None)
            if found is None:
                missed.append((phone.number, phone.kind, [(clock(each.time), each.title) for each in alerts]))
            else:
                came.remove(found)
        false += [(phone.number, phone.kind, [(clock(server.clock.at(each[0])), *each[2:4]) for each in got])
                  for got in came]
    check("every message that should come came, in order, in time and in the right words", not missed,
          "; ".join(map(str, missed[:3])))
    check("no other message came", not false, "; ".join(map(str, false[:3])))
    check("nothing came twice unless the server was killed in between", not repeated, str(repeated[:3]))
    check("there was something to judge", told > len(phones) // 2, f"{told} messages")
    print(f"        {told} messages, {len(server.kills)} kills, {len(morning.troubles.steps)} trips in trouble",
          flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--riders", type=int, default=200)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--speed", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=0)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    print(f"        seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="takt-riders-") as name:
        live(options, draw, pathlib.Path(name))
    finish()


def live(options, draw, folder):
    """One morning, from the sign-up of riders to the judgement."""
    takt(options.program, "demo", "--write-feed", folder / "feed", "--at", f"{DAY}T{START}")
    takt(options.program, "import", folder / "feed", "--output", folder / "town.network")
    post, feed = Post(), {}
    source = FeedServer(lambda: feed["now"].bytes() if feed else b"")
    (folder / "takt.yml").write_text(f"""
network: {folder}/town.network
data: {folder}/data
public-url: http://takt.test
log-level: warning
push: {{reach: anywhere, contact: "mailto:operator@takt.test"}}
sources: [{{id: town, kind: gtfs-rt, url: "{source.url}", every: 1s}}]
""")
    server = Server(options.program, folder, options.speed)
    server.start(START)
    modes = {route["id"]: route["mode"] for route in get_json(f"{server.url}/api/v1/routes")["routes"]}
    town = Town(folder / "feed", DAY.replace("-", ""), "monday", modes)
    # Signing up takes a while on a fast clock.
    base = int(server.clock.now() + options.riders * 0.1 * options.speed + 600) // 60 * 60
    morning = Morning(town, draw, base, options.minutes)
    phones = [Phone(number, post.services[number % SERVICES], "de" if number % 5 == 4 else "en")
              for number in range(options.riders)]
    for phone in phones:
        lead, threshold = draw.choice([30, 45, 60]), draw.choice([1, 2, 3, 5])
        phone.watches = [morning.watch(lead, threshold) for _ in range(draw.randint(1, 2))]
        post.phones[phone.path] = phone
    for phone in phones[::2]:
        phone.trips = [morning.trip()]
    feed["now"] = Feed(morning.troubles, lambda: server.clock.now())
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda phone: sign_up(server.url, town, phone), phones))
    check("riders sign up before the morning begins", server.clock.now() < base,
          f"{clock(server.clock.now())}, the morning begins at {clock(base)}")
    for _ in range(options.kills):
        server.clock.wait(server.clock.now() + draw.random() * (morning.end - base) / options.kills)
        server.kill()
    while server.clock.now() < morning.end:
        time.sleep(0.5)
    time.sleep(3)
    check("everything that came is readable and properly signed", not post.strange, str(post.strange[:3]))
    judge(town, morning, phones, server)
    left = [phone.number for phone in phones if phone.trips
            and ask(server.url, "GET", "/rider/trips", phone.token)]
    check("a trip is not listed any more once its rider was called", not left, str(left[:5]))
    check("the server ends in order", server.stop())
    log = (folder / "log.txt").read_text()
    check("the log tells no trouble and no address",
          not any(word in log for word in ("error", "127.0.0.1:", "ntfy/", phones[0].token)), log[-300:])


main()
