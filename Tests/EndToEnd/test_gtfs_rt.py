#!/usr/bin/env python3
"""Checks the GTFS-Realtime feeds against the static feed, with third-party tools.

    .tools/venv/bin/python Tests/EndToEnd/test_gtfs_rt.py PROGRAM

It starts `PROGRAM demo` on a free port, reads its three feeds a few times with gtfs-realtime-bindings (PyPI), and
validates them with gtfs-rt-validator (PyPI) against the server's own /gtfs.zip.
"""

import datetime
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from google.transit import gtfs_realtime_pb2 as realtime

from checks import check, finish, free_port, server_log
from source_checks import get, running, wait_for

PROGRAM = sys.argv[1]
VALIDATOR = pathlib.Path(sys.executable).parent / "gtfs-rt-validator"
# A Monday morning, when every line runs, whatever the local time.
MORNING = "2026-05-04T08:00"
FEEDS = {"trip-updates": "tu", "vehicle-positions": "vp", "alerts": "sa"}
VALIDATOR_SECONDS = 120


def ask(url, headers=()):
    """Returns status, headers and body."""
    try:
        with urllib.request.urlopen(
                urllib.request.Request(url, headers=dict(headers)), timeout=10) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def feed(url, name):
    """The bytes of a feed, and the message that the bindings parse from them."""
    body = ask(f"{url}/gtfs-rt/{name}.pb")[2]
    message = realtime.FeedMessage()
    message.ParseFromString(body)
    return body, message


def check_bindings(url):
    """The feeds are complete: full descriptors, and times with delay and uncertainty at every call."""
    updates = [entity.trip_update for entity in feed(url, "trip-updates")[1].entity]
    vehicles = [entity.vehicle for entity in feed(url, "vehicle-positions")[1].entity]
    check("bindings: there are runs and vehicles", len(updates) > 50 and len(vehicles) > 50,
          f"{len(updates)} updates, {len(vehicles)} vehicles")
    whole = all(update.trip.trip_id and update.trip.route_id and update.trip.start_date
                and update.trip.start_time and update.trip.HasField("direction_id")
                and update.trip.HasField("schedule_relationship") for update in updates)
    check("bindings: every run has trip, route, direction, day and start", whole)
    events = [(update, getattr(call, kind)) for update in updates
              for call in update.stop_time_update for kind in ("arrival", "departure")
              if call.HasField(kind)]
    check("bindings: every call has a time and how uncertain it is",
          events and all(event.time and event.HasField("uncertainty") for _, event in events),
          f"{len(events)} events")
    late = [(update, event) for update, event in events
            if update.trip.schedule_relationship == realtime.TripDescriptor.SCHEDULED]
    check("bindings: every call of a timetable has a delay",
          late and all(event.HasField("delay") for _, event in late))
    ids = {vehicle.vehicle.id for vehicle in vehicles}
    check("bindings: every update's vehicle is among the vehicles",
          all(update.vehicle.id in ids for update in updates if update.vehicle.id))


def check_http(url):
    """Tags, compression, JSON, and the errors of wrong requests."""
    address = f"{url}/gtfs-rt/alerts.pb"
    _, headers, _ = ask(address)
    status, _, body = ask(address, {"If-None-Match": headers["ETag"]}.items())
    check("http: unchanged content is not sent again", status == 304 and not body, f"status {status}")
    status, headers, body = ask(f"{url}/gtfs-rt/trip-updates.pb", {"Accept-Encoding": "gzip"}.items())
    packed = len(body)
    message = realtime.FeedMessage()
    message.ParseFromString(gzip.decompress(body))
    check("http: feeds come compressed", headers["Content-Encoding"] == "gzip" and message.entity,
          f"{packed} of {message.ByteSize()} bytes")
    status, headers, body = ask(f"{url}/gtfs-rt/trip-updates.pb?format=json")
    check("http: people read JSON", headers["Content-Type"] == "application/json"
          and len(json.loads(body)["entity"]) > 50)
    status, _, body = ask(f"{url}/gtfs-rt/trip-updates.pb?format=xml")
    check("http: another format is a problem object", status == 400 and b"format" in body)


def validate(folder, url, static, round):
    """The validator's findings at one time, by rule."""
    files = {}
    now = 0
    for name, role in FEEDS.items():
        body, message = feed(url, name)
        files[role] = folder / f"{name}-{round}.pb"
        files[role].write_bytes(body)
        now = max(now, message.header.timestamp)
    moment = datetime.datetime.fromtimestamp(now + 1, datetime.timezone.utc).isoformat()
    out = folder / f"report-{round}"
    command = [VALIDATOR, "-gtfs", static, "--at", moment, "--out", out]
    for role, path in files.items():
        command += [f"-{role}", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=VALIDATOR_SECONDS)
    if done.returncode != 0:
        return {"the validator ended": [done.stderr[-300:]]}
    report = json.loads((out / "report.json").read_text())
    return {notice["code"]: [sample["prefix"] + " in " + sample.get("sourceFile", "")
                             for sample in notice["sampleNotices"]]
            for notice in report["notices"] if notice["severity"] == "ERROR"}


def known(code, sentence):
    """Known faults of the validator, inherited from the program that it reimplements.

    E019 works out the minutes of a frequency-based vehicle position wrongly (`startTime % 360`, its own
    e019.py says so); of trip updates it does not.
    """
    return code == "E019" and "vehicle-positions" in sentence


def check_validator(folder, url):
    static = folder / "gtfs.zip"
    static.write_bytes(ask(f"{url}/gtfs.zip")[2])
    for round in range(3):
        found = validate(folder, url, static, round)
        errors = [f"{code}: {sentence}" for code, sentences in found.items()
                  for sentence in sentences if not known(code, sentence)]
        check(f"validator: no error, round {round + 1}", not errors, "; ".join(errors[:3]))
        time.sleep(4)


def main():
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    options = ["--at", MORNING, "--port", port, "--host", "127.0.0.1", "--log-level", "error"]
    with tempfile.TemporaryDirectory(prefix="takt-gtfs-rt-") as name, \
            running(PROGRAM, "demo", *options, log=server_log()):
        if check("the demo is ready", wait_for(lambda: get(url + "/health/ready")[0] == 200)):
            # Every vehicle is observed within ten seconds of the start.
            time.sleep(11)
            check_bindings(url)
            check_http(url)
            check_validator(pathlib.Path(name), url)
    finish()


main()
