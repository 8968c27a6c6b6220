#!/usr/bin/env python3
"""The findings of `takt doctor` about an installation with each possible mistake of live sources and feeds.

    .tools/venv/bin/python Tests/EndToEnd/test_doctor.py .build/debug/takt

This script serves feeds and sources on the loopback interface. Prints one line per check.
"""

import datetime
import http.server
import json
import pathlib
import socket
import subprocess
import tempfile
import threading
import time
import zoneinfo

from google.transit import gtfs_realtime_pb2 as realtime

from checks import check, finish
from feed_scene import PROGRAM, feed

SECRET = "a-key-that-nobody-may-read"
PAGE = b"<!DOCTYPE html>\n<html><body>We moved.</body></html>"
YEAR = 365 * 86400
# Longer than all time limits of the doctor, which run concurrently.
PATIENCE_SECONDS = 75


class Publisher:
    """Answers by path; HEAD is refused, as by many servers."""

    def __init__(self):
        self.answers = {}
        publisher = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.close_connection = True
                status, headers, body = publisher.answers.get(self.path.split("?")[0], (404, {}, b""))
                self.send_response(status)
                for name, value in {"Connection": "close", "Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(body)
                    # A body that is announced and never sent keeps the reader waiting.
                    while headers.get("Content-Length", "0") > "0" and not publisher.ended.wait(1):
                        self.wfile.write(b"\n")
                        self.wfile.flush()
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        self.ended = threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def trips_under_way():
    """Ids and days of the drawn feed's trips at this time: one every 15 minutes, from 6:00 to 30:00."""
    now = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Zurich"))
    since_six = (now.hour - 6) * 60 + now.minute
    day = now.date() - datetime.timedelta(days=since_six < 0)
    first = since_six % 1440 // 15
    return [(f"t{trip}", day.strftime("%Y%m%d")) for trip in range(first, min(96, first + 6))]


def message(age=0):
    one = realtime.FeedMessage()
    one.header.gtfs_realtime_version = "2.0"
    one.header.timestamp = int(time.time()) - age
    return one


def updates(rename=str, age=0, count=6):
    feed = message(age)
    trips = (trips_under_way() * 6)[:count]
    for number, (trip, day) in enumerate(trips):
        entity = feed.entity.add(id=str(number))
        # Each unknown trip has its own name.
        entity.trip_update.trip.trip_id = rename(trip) if rename is str else f"{rename(trip)}-{number}"
        entity.trip_update.trip.start_date = day
        entity.trip_update.delay = 60
    return feed.SerializeToString()


def positions(latitude=47.10, age=0, count=6, trip=True):
    feed = message()
    for number in range(count):
        entity = feed.entity.add(id=str(number))
        entity.vehicle.vehicle.id = f"bus-{number}"
        entity.vehicle.timestamp = int(time.time()) - age
        entity.vehicle.position.latitude = latitude
        entity.vehicle.position.longitude = 8.5
        if trip:
            entity.vehicle.trip.trip_id, entity.vehicle.trip.start_date = trips_under_way()[0]
    return feed.SerializeToString()


def ok(body):
    return 200, {}, body


# Each source's answer, and the beginning of the doctor's finding: its level, and words of the sentence.
PRIVATE = (302, {"Location": "http://169.254.169.254/latest/"}, b"")
ENDLESS = (200, {"Content-Length": "1000000"}, b"\n")
SOURCES = {
    "good": (lambda: ok(updates()), "good", "trip ids are known to the feed 'town'"),
    "page": (lambda: ok(PAGE), "bad", "is a web page, no GTFS-Realtime feed"),
    "xml": (lambda: ok(b"<?xml version='1.0'?><Siri/>"), "bad", "is XML, no GTFS-Realtime feed"),
    "json": (lambda: ok(b'{"header": {}}'), "bad", "is JSON"),
    "noise": (lambda: ok(bytes(range(255, 1, -1))), "bad", "is not a GTFS-Realtime feed"),
    "nothing": (lambda: ok(b""), "bad", "The answer is empty"),
    "empty": (lambda: ok(message().SerializeToString()), "warning", "reports no vehicle, no trip update"),
    "old": (lambda: ok(updates(age=YEAR)), "bad", "The feed is 365 days old"),
    "parked": (lambda: ok(positions(age=7200)), "bad", "None of its 6 positions is from the last 15 min"),
    "elsewhere": (lambda: ok(positions(latitude=52.5)), "bad", "6 of 6 vehicles are more than 20 km outside"),
    "stranger": (lambda: ok(updates(lambda trip: f"other-{trip}")), "bad",
                 "Only 0 of 6 trip updates match a trip of the network"),
    "misnamed": (lambda: ok(updates()), "warning", "names the feed 'twon', which the network does not have"),
    "twin-a": (lambda: ok(positions(count=1)), "good", "1 vehicle"),
    "twin-b": (lambda: ok(positions(count=1)), "warning", "reports the same vehicles as 'twin-a'"),
    "gone": (lambda: (404, {}, b""), "bad", "nothing at this address (status 404)"),
    "refused": (lambda: (403, {}, b""), "bad", "a key may be missing or wrong"),
    "inside": (lambda: PRIVATE, "bad", "The server redirects to '169.254.169.254'"),
    "drip": (lambda: ENDLESS, "bad", "took too long"),
}
FEEDS = {
    "town": (lambda: ok(feed(["Aare", "Birs"], trips=96)), "good", "can be fetched: a ZIP file of 0.1 MB"),
    "page": (lambda: ok(PAGE), "bad", "it is a web page; look at its address in a browser"),
    "void": (lambda: ok(b""), "bad", "is not a feed: it is empty"),
    "text": (lambda: ok(b"stop_id,stop_name\n"), "bad", "it does not begin like a ZIP file"),
    "gone": (lambda: (404, {}, b""), "bad", "nothing at this address (status 404)"),
    "inside": (lambda: PRIVATE, "bad", "leads to the local link"),
    "long": (lambda: (200, {"Content-Length": str(3 << 30)}, b"PK"), "bad", "is longer than"),
    "drip": (lambda: ENDLESS, "bad", "took too long"),
}


def write_config(folder, url, silent):
    (folder / "key").write_text(SECRET + "\n")
    (folder / "town.zip").write_bytes(FEEDS["town"][0]()[2])
    network = folder / "network.takt"
    done = subprocess.run(
        [PROGRAM, "import", f"town={folder / 'town.zip'}", f"lake={lake(folder)}", "--output", network],
        capture_output=True, text=True, timeout=120)
    check("two feeds are imported", done.returncode == 0, done.stderr)
    lines = [f"network: {network}", f"data: {folder / 'data'}", "feed:", "  urls:"]
    lines += [f'    - "{name}={url}/feed/{name}?key={SECRET}"' for name in FEEDS]
    lines += ["sources:"]
    for name in SOURCES:
        named = {"good": ", feed: town", "misnamed": ", feed: twon"}.get(name, "")
        lines.append(f'  - {{id: {name}, kind: gtfs-rt, url: "{url}/source/{name}?key={{key}}", key-file: key{named}}}')
    lines.append(f'  - {{id: silent, kind: gtfs-rt, url: "http://127.0.0.1:{silent}/", key-file: key}}')
    lines.append('  - {id: nobody, kind: gtfs-rt, url: "http://127.0.0.1:9/", key-file: key, key-header: X-Key}')
    config = folder / "takt.yml"
    config.write_text("\n".join(lines) + "\n")
    return config


def lake(folder):
    path = folder / "lake.zip"
    path.write_bytes(feed(["Cher", "Doubs"]))
    return path


def check_set_up(folder):
    publisher = Publisher()
    publisher.answers = {f"/source/{name}": answer() for name, (answer, _, _) in SOURCES.items()}
    publisher.answers |= {f"/feed/{name}": answer() for name, (answer, _, _) in FEEDS.items()}
    # Accepts connections and never answers.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        config = write_config(folder, publisher.url, silent.getsockname()[1])
        begin = time.monotonic()
        done = subprocess.run(
            [PROGRAM, "doctor", "--config", config, "--json"], capture_output=True, text=True, timeout=300)
        seconds = time.monotonic() - begin
    publisher.ended.set()
    findings = json.loads(done.stdout)["findings"]
    expected = SOURCES | {
        "silent": (None, "bad", "took too long"), "nobody": (None, "bad", "takes no connection")}
    for name, (_, level, words) in expected.items():
        found = [one for one in findings if one["subject"] == f"source {name}"]
        check(f"the source '{name}' has its own line", len(found) == 1
              and found[0]["level"] == level and words in found[0]["detail"], found)
    for name, (_, level, words) in FEEDS.items():
        found = [one for one in findings if one["subject"] == "feed" and f"/feed/{name}'" in one["detail"]]
        check(f"the feed '{name}' has its own line", len(found) == 1
              and found[0]["level"] == level and words in found[0]["detail"], found)
    check("the exit code reports failures", done.returncode == 69, done.returncode)
    check("no key is printed", SECRET not in done.stdout + done.stderr)
    check("every wait has a limit", seconds < PATIENCE_SECONDS, f"{seconds:.0f} s")
    clock = [one for one in findings if one["subject"] == "clock"]
    check("the clock is compared with the servers' clocks", [one["level"] for one in clock] == ["good"], clock)


def check_before_first_start(folder):
    """What the doctor says of feeds that have ended before there is a network of them."""
    publisher = Publisher()
    publisher.answers = {"/old": ok(feed(["Aare", "Birs"], last_day="20211211")), "/new": ok(feed(["Cher", "Doubs"]))}
    for names, levels, code in ((["old"], ["bad"], 69), (["old", "new"], ["warning", "good"], 0)):
        config = folder / "takt.yml"
        config.write_text("\n".join([f"network: {folder / 'later.takt'}", f"data: {folder / 'data'}", "feed:", "  urls:"] + [
            f'    - "{name}={publisher.url}/{name}"' for name in names]) + "\n")
        done = subprocess.run(
            [PROGRAM, "doctor", "--config", config, "--json"], capture_output=True, text=True, timeout=120)
        found = [one for one in json.loads(done.stdout)["findings"] if one["subject"] == "feed"]
        check(f"before the first start the doctor says which of {len(names)} feeds has ended, and when",
              [one["level"] for one in found] == levels and "ended on 2021-12-11" in found[0]["detail"]
              and done.returncode == code, f"{found} {done.returncode}")
    publisher.ended.set()


def main():
    with tempfile.TemporaryDirectory(prefix="takt-doctor-") as name:
        check_before_first_start(pathlib.Path(name))
    with tempfile.TemporaryDirectory(prefix="takt-doctor-") as name:
        check_set_up(pathlib.Path(name))
    finish()


main()
