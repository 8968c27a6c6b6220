#!/usr/bin/env python3
"""Live sources from outside: a simulator feeds a server; recordings are made, killed and replayed.

    Tests/EndToEnd/test_sources.py PROGRAM

Everything is on the loopback interface. Prints one line per check; the exit code is 1 if one failed.
"""

import json
import pathlib
import signal
import sys
import tempfile
import time

from checks import free_port, server_log
from recorded_day import write_recording
from source_checks import Checks, get, get_json, running, takt, wait_for

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/debug/takt"
DAY = ROOT.parent / "shared" / "data" / "predictions" / "austin_2016-02-07"
# A Sunday afternoon in Austin: 14:00 to 15:30 local time.
FIRST, LAST = 1454875200, 1454880600
TOKEN = "a-token-for-operators"
MORNING = "2026-05-04T08:00"

checks = Checks("sources")
check = checks.check


def source(url, name, token=None):
    path = "/api/v1/operator/sources" if token else "/api/v1/sources"
    listed = get_json(url + path, token).get("sources", [])
    return next((entry for entry in listed if entry["id"] == name), {})


def vehicles(url):
    return get_json(url + "/api/v1/vehicles").get("vehicles", [])


def write_config(folder, network, upstream):
    config = folder / "takt.yml"
    (folder / "operator-token").write_text(TOKEN + "\n")
    config.write_text(f"""
network: {network}
data: {folder}
operator:
  token-file: operator-token
sources:
  - id: town
    kind: gtfs-rt
    url: ["{upstream}/gtfs-rt/vehicle-positions.pb", "{upstream}/gtfs-rt/trip-updates.pb"]
    every: 1s
  - id: campus
    kind: shuttle-tracker
    url: {upstream}
    every: 2s
""")
    return config


def check_live(folder, network, log):
    upstream_port, port = free_port(), free_port()
    upstream, url = f"http://127.0.0.1:{upstream_port}", f"http://127.0.0.1:{port}"
    config = write_config(folder, network, upstream)
    simulate = ("simulate", "--network", network, "--at", MORNING, "--every", "2",
                "--port", upstream_port)
    with running(PROGRAM, "serve", "--config", config, "--at", MORNING, "--port", port, log=log):
        check("the server is ready though no source answers",
              wait_for(lambda: get(url + "/health/ready")[0] == 200))
        down = wait_for(lambda: source(url, "town/vehicle-positions", TOKEN).get("trouble"))
        check("an unreachable source is down, and operators see why",
              down and source(url, "town/vehicle-positions", TOKEN)["counts"]["failed"], str(down))
        answer = source(url, "town/vehicle-positions")
        check("others only see that it is down",
              answer["state"] == "down" and "trouble" not in answer and "failed" not in answer["counts"], json.dumps(answer))
        check("operators need their token for that", get(url + "/api/v1/operator/sources")[0] == 401)
        # The simulator starts later, so its clock is behind, but within the tolerance.
        with running(PROGRAM, *simulate, log=log):
            for name in ("town/vehicle-positions", "town/trip-updates", "campus"):
                live = wait_for(lambda name=name: source(url, name).get("state") == "live")
                check(f"{name} is live once it answers", live, json.dumps(source(url, name)))
            seen = wait_for(lambda: {v["id"].split(":")[0] for v in vehicles(url)} >= {"town", "campus"})
            check("vehicles of both sources are on the map, as separate ones", seen)
            taken = wait_for(lambda: source(url, "town/trip-updates").get("taken")) or {}
            check("trip updates find their runs", taken.get("updatesMatched", 0) > 0
                  and taken["updatesUnmatched"] == 0, json.dumps(taken))
            body = get(url + "/api/v1/sources")[1]
            check("no address is shown", b"127.0.0.1" not in body)
        failing = wait_for(
            lambda: source(url, "town/trip-updates").get("counts", {}).get("failuresInARow"))
        check("a source that dies is counted, and the server continues",
              failing and get(url + "/api/v1/network")[0] == 200)
        with running(PROGRAM, *simulate, log=log):
            back = wait_for(
                lambda: source(url, "campus").get("counts", {}).get("failuresInARow") == 0)
            check("it is used again when it is back", back)
    check("routes and stops of the tracker are kept in the data folder",
          (folder / "shuttle-campus.json").exists())


def answered(answers, path):
    """Whether a recording has a good answer from an address with this suffix."""
    heads = (line for line in answers.read_bytes().splitlines() if line.startswith(b'{"at":'))
    return any(path.encode() + b'"' in head and b'"status":200' in head for head in heads)


def check_recording(folder, network, log):
    upstream_port, port = free_port(), free_port()
    config = write_config(folder, network, f"http://127.0.0.1:{upstream_port}")
    recording = folder / "recording"
    with running(PROGRAM, "simulate", "--network", network, "--every", "1", "--port", upstream_port, log=log):
        with running(PROGRAM, "record", "--config", config, "--into", recording, log=log) as recorder:
            answers = recording / "000001.answers"
            # Killed during the recording, but not before every address has answered once.
            grown = wait_for(lambda: answers.exists() and answers.stat().st_size > 20000
                             and all(answered(answers, path) for path in (
                                 "vehicle-positions.pb", "trip-updates.pb", "/routes")))
            check("a recording grows while it is made", grown)
            recorder.send_signal(signal.SIGKILL)
    again = takt(PROGRAM, "record", "--config", config, "--into", recording)
    check("a folder with a recording is not overwritten",
          again.returncode == 74 and len(again.stderr.strip().splitlines()) == 1, again.stderr)
    with running(PROGRAM, "replay", recording, "--speed", "10", "--port", port, log=log):
        url = f"http://127.0.0.1:{port}"
        silent = [path for path in (
            "/gtfs-rt/vehicle-positions.pb", "/town/gtfs-rt/trip-updates.pb", "/routes")
                  if not wait_for(lambda path=path: get(url + path)[0] == 200, 20)]
        check("a killed recording is replayed at the same paths", not silent, str(silent))
        check("unrecorded paths are not found", get(url + "/stopps")[0] == 404)
    missing = takt(PROGRAM, "replay", folder / "nowhere")
    check("a folder without a recording is not found", missing.returncode == 66, missing.stderr)


def check_recorded_day(folder, log):
    if not DAY.exists():
        print("skipped: a recorded day at 20 times its speed (no ../shared)")
        return
    network = folder / "austin.takt"
    imported = takt(PROGRAM, "import", DAY / "gtfs.zip", "--output", network)
    if not check("the recorded day's feed is imported", imported.returncode == 0, imported.stderr):
        return
    count = write_recording(DAY / "positions.csv.gz", folder / "day", FIRST, LAST)
    config = folder / "day.yml"
    config.write_text(f"""
network: {network}
sources:
  - {{id: sunday, kind: recording, folder: day}}
""")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with running(PROGRAM, "serve", "--config", config, "--speed", "20", "--port", port, log=log):
        check("the replaying server is ready", wait_for(lambda: get(url + "/health/ready")[0] == 200))
        first = wait_for(lambda: {v["id"]: v["path"][0][1:] for v in vehicles(url) if v.get("path")})
        fetched = source(url, "sunday/bus").get("counts", {}).get("fetched", 0)
        start = get_json(url + "/api/v1/network")["now"]
        time.sleep(30)
        state = source(url, "sunday/bus")
        passed = (get_json(url + "/api/v1/network")["now"] - start) / 1000
        check("the clock shows the recorded day, 20 times as fast", 500 < passed < 900
              and abs(start / 1000 - FIRST) < 3600, f"{passed} s from {start}")
        news = state["counts"]["fetched"] - fetched
        check("no answer of ten minutes is left out", news >= passed / 30 - 3, f"{news} in {passed} s")
        second = {v["id"]: v["path"][0][1:] for v in vehicles(url) if v.get("path")}
        moved = [v for v in first.keys() & second.keys() if first[v] != second[v]]
        check("vehicles move on the map", len(moved) > 10, f"{len(moved)} of {len(first)}")
        taken = state["taken"]
        share = taken["vehiclesMatched"] / max(1, taken["vehiclesMatched"] + taken["vehiclesUnmatched"])
        check("most vehicles are on a run", share > 0.8, json.dumps(taken))
        print(f"        {count} feeds, {len(second)} vehicles, {share:.0%} of fixes on a run, "
              f"{passed / 30:.1f} times real time")


def main():
    with tempfile.TemporaryDirectory(prefix="takt-sources-") as name, server_log() as log:
        folder = pathlib.Path(name)
        takt(PROGRAM, "demo", "--write-feed", folder / "feed", "--at", MORNING)
        network = folder / "demo.takt"
        takt(PROGRAM, "import", folder / "feed", "--output", network)
        check_live(folder, network, log)
        today = folder / "today"
        takt(PROGRAM, "demo", "--write-feed", today)
        takt(PROGRAM, "import", today, "--output", folder / "today.takt")
        check_recording(folder, folder / "today.takt", log)
        check_recorded_day(folder, log)
        log.seek(0)
        checks.finish(log.readlines())


main()
