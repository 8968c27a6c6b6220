#!/usr/bin/env python3
"""Sources that lie, break off, flood and freeze: the server continues, counts them, and shows no ghosts.

    Tests/EndToEnd/test_hostile_sources.py PROGRAM

This script's own server answers as each check requires. Prints one line per check; the exit code is 1 if one failed.
Everything is on the loopback interface.
"""

import gzip
import http.server
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import time

from checks import free_port, server_log
from recorded_day import feed, field, number_field
from source_checks import Checks, get, get_json, running, takt, wait_for

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/debug/takt"
TOKEN = "a-token-for-operators"
checks = Checks("hostile sources")
check = checks.check


class Upstream:
    """Answers the sources; the checks change `answer`."""

    def __init__(self):
        upstream = self
        self.answer = lambda: (200, {}, feed([], int(time.time())))
        self.asked = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                upstream.asked += 1
                status, headers, body = upstream.answer()
                self.send_response(status)
                headers = {"Content-Length": str(len(body)), **headers}
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(body)
                except OSError:
                    pass
                self.close_connection = True

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def row(vehicle, latitude, longitude, time, trip="", route=""):
    return {"vehicle_id": vehicle, "latitude": latitude, "longitude": longitude, "speed_mps": "",
            "timestamp": time, "trip_id": trip, "route_id": route}


def update(trip, delay=None, relationship=0):
    descriptor = field(1, trip) + number_field(4, relationship)
    contents = field(1, descriptor)
    if delay is not None:
        contents += number_field(5, delay)
    return field(2, field(1, trip) + field(3, contents))


def updates(entities, time):
    header = field(1, "2.0") + number_field(2, 0) + number_field(3, time)
    return field(1, header) + b"".join(entities)


def source(url):
    listed = get_json(url + "/api/v1/operator/sources", TOKEN).get("sources", [{}])
    return listed[0] if listed else {}


def failures(url):
    return source(url).get("counts", {}).get("failed", {})


def quarantined(url, reason):
    return source(url).get("quarantined", {}).get(reason, 0)


def calm(url, upstream):
    """Lets the source answer well once, so that it is polled at its normal interval again."""
    upstream.answer = lambda: (200, {}, feed([], int(time.time())))
    wait_for(lambda: source(url).get("counts", {}).get("failuresInARow") == 0)


def check_broken_answers(url, upstream):
    whole = feed([row("broken", 47.19, 8.25, int(time.time()))], int(time.time()))
    packed_bomb = gzip.compress(b"\0" * (200 << 20), 1)
    answers = [
        ("an error with Retry-After", "refused", lambda: (503, {"Retry-After": "1"}, b"")),
        ("a web page", "malformed", lambda: (200, {}, b"<html><body>Sorry</body></html>")),
        ("nothing", "malformed", lambda: (200, {}, b"")),
        ("half a feed", "malformed", lambda: (200, {}, whole[:len(whole) // 2])),
        ("random bytes", "malformed", lambda: (200, {}, os.urandom(5000))),
        ("a body that breaks off", "unreachable",
         lambda: (200, {"Content-Length": str(len(whole) + 10)}, whole)),
        ("broken packing", "malformed", lambda: (200, {"Content-Encoding": "gzip"}, whole)),
        ("a redirect to nowhere", "refused", lambda: (302, {"Location": "ftp://x/"}, b"")),
        ("200 MB announced", "too_large", lambda: (200, {"Content-Length": str(200 << 20)}, b"x")),
        ("200 MB in a small packing", None,
         lambda: (200, {"Content-Encoding": "gzip"}, packed_bomb)),
    ]
    for name, reason, answer in answers:
        calm(url, upstream)
        before = failures(url)
        upstream.answer = answer
        after = wait_for(
            lambda before=before: sum((f := failures(url)).values()) > sum(before.values()) and f)
        grown = {key for key in after or {} if after[key] > before.get(key, 0)}
        holds = grown and (reason is None or reason in grown)
        check(f"{name} is a failure ({reason or 'of some kind'})", holds, str(grown))
    ids = {vehicle["id"] for vehicle in get_json(url + "/api/v1/vehicles")["vehicles"]}
    check("none of them put a vehicle on the map", "broken" not in ids, str(ids))
    calm(url, upstream)


def check_lies(url, upstream):
    now = int(time.time())

    def answer(rows, header=None):
        upstream.answer = lambda: (200, {}, feed(rows, header or int(time.time())))

    answer([row("ahead", 47.19, 8.25, now + 3600)], now + 3600)
    check("a clock an hour ahead is set aside", wait_for(lambda: quarantined(url, "from_the_future")))
    answer([row("behind", 47.19, 8.25, now - 3600)], now - 3600)
    check("a clock an hour behind is set aside", wait_for(lambda: quarantined(url, "too_old")))
    trouble = wait_for(lambda: source(url).get("trouble"))
    check("the problem is one sentence", trouble and trouble.endswith("."), str(trouble))
    calm(url, upstream)
    answer([row("nowhere", "0", "0", now), row("good", 47.19, 8.25, now)])
    check("a vehicle at (0, 0) is set aside", wait_for(lambda: quarantined(url, "no_place_or_time")))
    calm(url, upstream)
    answer([row("later", 47.19, 8.25, now + 3600), row("good", 47.19, 8.25, now + 1)])
    check("a vehicle from the future is set aside", wait_for(lambda: quarantined(url, "wrong_time")))
    answer([row("good", 46.0, 8.25, int(time.time()))])
    check("a vehicle that jumps 130 km is set aside", wait_for(lambda: quarantined(url, "too_fast")))
    seen = get_json(url + "/api/v1/vehicles").get("vehicles", [])
    check("only the good vehicle is on the map", [v["id"] for v in seen] == ["good"],
          str([v["id"] for v in seen]))
    answer([row("twin", 47.19, 8.25, now + 5), row("twin", 47.2, 8.26, now + 5)])
    twins = wait_for(lambda: [v for v in get_json(url + "/api/v1/vehicles")["vehicles"]
                              if v["id"] == "twin"])
    check("two vehicles of one id are one", len(twins) == 1)


def check_another_network(url, upstream, network):
    calm(url, upstream)
    body = feed([row("kept", 47.19, 8.25, int(time.time()))], int(time.time()))
    upstream.answer = lambda: (200, {}, body)

    def is_shown():
        return "kept" in {v["id"] for v in get_json(url + "/api/v1/vehicles").get("vehicles", [])}

    wait_for(is_shown)
    upstream.answer = lambda: (503, {}, b"")
    wait_for(lambda: source(url).get("counts", {}).get("failuresInARow"))
    before = source(url)["counts"]["asked"]
    other = network.with_suffix(".next")
    shutil.copy(network, other)
    os.replace(other, network)
    # Counts begin at zero with each network.
    begun = wait_for(lambda: 0 < source(url).get("counts", {}).get("asked", 0) < before)
    check("another network is served while the source fails", begun)
    check("it has the vehicles of the last report", wait_for(is_shown, 30))
    check("the failure counts", wait_for(lambda: "503" in source(url).get("trouble", "")),
          str(source(url)))


def check_flood(url, upstream):
    now = int(time.time())
    body = feed([row(f"v{n}", 47.1 + n % 100 / 1000, 8.05, now) for n in range(90_000)], now)
    upstream.answer = lambda: (200, {}, body)
    # One in a hundred is in this area, since writing all of them is not what is measured.
    there = f"{url}/api/v1/vehicles?bbox=8.04,47.0995,8.06,47.1005"
    # Minutes, since other scripts run concurrently.
    many = wait_for(lambda: len(get_json(there)["vehicles"]) == 900, 300)
    check(f"90,000 vehicles at once ({len(body) // 1_000_000} MB) are taken in", many)
    # Six bytes each that would need a kilobyte of memory.
    bomb = updates([field(2, field(1, "") + field(4, b""))] * 150_000, now)
    upstream.answer = lambda: (200, {}, bomb)
    before = failures(url).get("malformed", 0)
    check("too many entities are refused",
          wait_for(lambda: failures(url).get("malformed", 0) > before))
    check("the server still answers", get(url + "/health/ready")[0] == 200)


def check_updates(url, upstream, trips):
    def answer(entities):
        upstream.answer = lambda: (200, {}, updates(entities, int(time.time())))

    answer([update(trip, delay=3600 + number % 60) for number, trip in enumerate(trips)])
    check("a whole feed that is an hour late is set aside", wait_for(lambda: quarantined(url, "hour_shift")))
    answer([update(trip, relationship=3) for trip in trips])
    check("a day without a single run is set aside",
          wait_for(lambda: quarantined(url, "mass_cancellation")))
    answer([update("unknown", delay=60), update(trips[0], delay=60)])
    check("a valid feed is accepted again",
          wait_for(lambda: source(url).get("taken", {}).get("updatesUnmatched")))
    check("the source is live again", wait_for(lambda: source(url)["state"] == "live"))


def check_redirects(url, upstream):
    calm(url, upstream)
    inner = Upstream()
    there = f"http://127.0.0.1:{inner.port}/feed.pb"
    upstream.answer = lambda: (302, {"Location": there}, b"")
    said = wait_for(lambda: source(url).get("trouble"))
    check("a source may not lead to another address of this machine", said and "leads to this machine: that is not followed" in said, said)
    check("so no request was sent there", inner.asked == 0, str(inner.asked))
    moved = iter(range(1_000_000))
    upstream.answer = lambda: ((302, {"Location": "/there.pb"}, b"") if next(moved) % 2 == 0
                               else (200, {}, feed([], int(time.time()))))
    check("redirects within the same address are followed",
          wait_for(lambda: source(url).get("counts", {}).get("failuresInARow") == 0))


def main():
    with tempfile.TemporaryDirectory(prefix="takt-hostile-") as name, \
            server_log() as log:
        folder = pathlib.Path(name)
        takt(PROGRAM, "demo", "--write-feed", folder / "feed")
        takt(PROGRAM, "import", folder / "feed", "--output", folder / "demo.takt")
        trips = [line.split(",")[2] for line in
                 (folder / "feed" / "trips.txt").read_text().splitlines()[1:]]
        upstream = Upstream()
        config = folder / "takt.yml"
        (folder / "operator-token").write_text(TOKEN + "\n")
        config.write_text(f"""
network: {folder / "demo.takt"}
operator: {{token-file: operator-token}}
sources:
  - {{id: liar, kind: gtfs-rt, url: "http://127.0.0.1:{upstream.port}/feed.pb", every: 1s}}
""")
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        with running(PROGRAM, "serve", "--config", config, "--port", port, log=log):
            check("the server is ready", wait_for(lambda: get(url + "/health/ready")[0] == 200))
            wait_for(lambda: source(url).get("state") == "live")
            check_updates(url, upstream, trips)
            check_lies(url, upstream)
            check_another_network(url, upstream, folder / "demo.takt")
            check_broken_answers(url, upstream)
            check_flood(url, upstream)
            check_redirects(url, upstream)
        log.seek(0)
        lines = log.readlines()
        check("the log has lines by the dozen, not by the thousand", len(lines) < 200, str(len(lines)))
        checks.finish(lines)


if __name__ == "__main__":
    main()
