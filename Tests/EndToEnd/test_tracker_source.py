#!/usr/bin/env python3
"""Checks the tracker socket as a live source: one Takt server shows the vehicles of another one's socket.

    python3 Tests/EndToEnd/test_tracker_source.py PROGRAM

It compiles the demo's feed, lets `PROGRAM simulate` run it and `PROGRAM serve` listen to its socket.
"""

import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request

from checks import check, finish, free_port, server_log

PROGRAM = sys.argv[1]
# A Monday morning, when every line runs.
MORNING = "2026-05-04T08:00"
READY_SECONDS = 90
TOLD_SECONDS = 60


def get(url):
    """The decoded answer; nothing if there is none."""
    with contextlib.suppress(OSError, ValueError), urllib.request.urlopen(url, timeout=10) as answer:
        return json.load(answer)
    return {}


def until(seconds, condition):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.5)
    return condition()


def check_source(speaker, listener):
    base = f"http://127.0.0.1:{listener}/api/v1"
    there = f"http://127.0.0.1:{speaker}/api/v1"

    def heard():
        reported = get(f"{there}/vehicles").get("vehicles", [])
        vehicles = get(f"{base}/vehicles").get("vehicles", [])
        return (vehicles, reported) if len(vehicles) > max(50, 0.9 * len(reported)) else None

    vehicles, reported = until(TOLD_SECONDS, heard) or ([], [])
    if not check("nearly all vehicles of the socket are shown", vehicles,
                 f"{len(vehicles)} of {len(reported)}"):
        print(f"        {json.dumps(get(f'{base}/sources'))[:600]}")
        return
    placed = [each for each in vehicles if each.get("trip")]
    check("most are placed on their trips", len(placed) > 0.9 * len(vehicles),
          f"{len(placed)} of {len(vehicles)}")
    by_trip = {each["trip"]: each for each in reported if each.get("trip")}
    gaps = [abs(each["delaySeconds"] - by_trip[each["trip"]]["delaySeconds"]) for each in placed
            if each["trip"] in by_trip and "delaySeconds" in each
            and "delaySeconds" in by_trip[each["trip"]]]
    gaps.sort()
    middle = gaps[len(gaps) // 2] if gaps else None
    check("they are as late as there", middle is not None and middle <= 20, f"median gap {middle} s")
    sources = get(f"{base}/sources").get("sources", [])
    check("the source's statistics are visible", any(each.get("kind") == "geops" for each in sources))


def main():
    with tempfile.TemporaryDirectory(prefix="takt-tracker-") as name:
        folder = pathlib.Path(name)
        feed, network = folder / "feed", folder / "town.takt"
        for command in (["demo", "--at", MORNING, "--write-feed", feed],
                        ["import", feed, "--output", network]):
            subprocess.run([PROGRAM, *command], check=True, stdout=subprocess.DEVNULL)
        speaker, listener = free_port(), free_port()
        configuration = folder / "takt.yml"
        configuration.write_text(
            f"network: {network}\nsources:\n  - id: town\n    kind: geops\n"
            f"    url: ws://127.0.0.1:{speaker}/tracker-ws/v1/\n")
        # Both clocks must show the same time, so both start at the same moment.
        processes = [
            subprocess.Popen([PROGRAM, *map(str, command), "--at", MORNING],
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=server_log())
            for command in (["simulate", "--network", network, "--port", speaker],
                            ["serve", "--config", configuration, "--port", listener])]
        try:
            ready = until(READY_SECONDS, lambda: all(
                get(f"http://127.0.0.1:{port}/health/live") is not None
                and get(f"http://127.0.0.1:{port}/api/v1/network") for port in (speaker, listener)))
            if check("both servers are up", bool(ready)):
                check_source(speaker, listener)
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(10)
                process.kill()
    finish()


main()
