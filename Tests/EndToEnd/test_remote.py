#!/usr/bin/env python3
"""Serves without a network, from a remote Transport API server: here the demo server's own.

    python3 Tests/EndToEnd/test_remote.py PROGRAM --url http://127.0.0.1:8080

The demo's clock stands still on a weekday morning, like that of the server started here. Prints one line per check.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from checks import check, finish, free_port, server_log

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--url", required=True)
ARGUMENTS = parser.parse_args()
READY_SECONDS = 60


def ask(base, path, **parameters):
    """Returns status, headers and the decoded answer."""
    url = f"{base}/{path}?{urllib.parse.urlencode(parameters, doseq=True)}"
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status, answer.headers, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, json.load(error)


def slowly(base, path, **parameters):
    """The same; the client sends at most three requests a second, so some wait here."""
    for _ in range(20):
        status, headers, answer = ask(base, path, **parameters)
        if status != 503 or "Too many" not in str(answer):
            break
        time.sleep(0.4)
    return status, headers, answer


def check_answers(base):
    network = ask(base, "api/v1/network")[2]
    check("remote: the network names its source",
          network["name"] == "127.0.0.1" and network["counts"]["stops"] == 0, json.dumps(network)[:200])
    stops = slowly(base, "api/v1/stops/search", q="Quellikon")[2]["stops"]
    if not check("remote: a stop is found by name", stops and stops[0]["name"] == "Quellikon",
                 json.dumps(stops[:1])):
        return
    goal = stops[0]
    start = slowly(base, "api/v1/stops/nearby", at="47.2,8.3", limit=1)[2]["stops"][0]
    check("remote: a stop is found around a place", start["distanceMetres"] is not None)
    first = slowly(base, "api/v1/connections", results=3, passed="true",
                   **{"from": start["id"], "to": goal["id"]})[2]
    ways = first["connections"]
    check("remote: connections have legs with lines and times",
          len(ways) == 3 and all(way["legs"] and way["departure"]["scheduled"] for way in ways)
          and any(leg["kind"] == "ride" and leg["line"]["name"] for leg in ways[0]["legs"]),
          json.dumps(first)[:300])
    later = slowly(base, "api/v1/connections", results=3, cursor=first["later"],
                   **{"from": start["id"], "to": goal["id"]})[2]["connections"]
    check("remote: the later page continues",
          later and later[0]["departure"]["scheduled"] >= ways[-1]["departure"]["scheduled"])
    earlier = slowly(base, "api/v1/connections", results=3, cursor=first["earlier"],
                     **{"from": start["id"], "to": goal["id"]})[2]["connections"]
    check("remote: the earlier page comes before",
          earlier and earlier[-1]["departure"]["scheduled"] <= ways[0]["departure"]["scheduled"])
    for kind in ("departures", "arrivals"):
        board = slowly(base, f"api/v1/stops/{start['id']}/{kind}", limit=5)[2]
        calls = board["calls"]
        check(f"remote: a board of {kind}", len(calls) >= 5 and board["stop"]["name"] == start["name"]
              and all(call["scheduled"] and call["line"] for call in calls), json.dumps(board)[:300])
    board = slowly(base, f"api/v1/stops/{start['id']}/departures", limit=5)[2]
    after = slowly(base, f"api/v1/stops/{start['id']}/departures", limit=5, after=board["later"])[2]
    check("remote: the board continues where it ended",
          after["calls"][0]["scheduled"] >= board["calls"][-1]["scheduled"])
    before = slowly(base, f"api/v1/stops/{start['id']}/departures", limit=5, before=board["earlier"])[2]
    check("remote: the board before ends where it began", before["calls"]
          and before["calls"][-1]["scheduled"][:16] <= board["calls"][0]["scheduled"][:16])
    direct = slowly(base, "v1/connections", limit=3, **{"from": start["id"], "to": goal["id"]})[2]
    check("remote: the Transport API is passed on", len(direct["connections"]) == 3
          and direct["from"]["name"] == start["name"])
    status, _, problem = slowly(base, "api/v1/connections", **{"from": "Xqzzyk", "to": goal["id"]})
    check("remote: an unknown place is a problem object",
          status == 404 and problem["type"].endswith("unknown-place"), json.dumps(problem))


def check_budget(folder):
    """The day's requests are counted in a file; an exhausted day is reported."""
    counted = json.loads((folder / "opendata-questions.json").read_text())
    check("remote: the day's requests are counted in a file",
          counted["asked"]["connections"] > 0 and counted["day"] == "2026-05-04", json.dumps(counted))
    return counted


def serve(folder, checks):
    port = free_port()
    settings = folder / "takt.yml"
    settings.write_text(f"data: {folder}\nlisten: 127.0.0.1:{port}\nsources:\n"
                        f"  - id: far\n    kind: opendata-transport\n    url: {ARGUMENTS.url}/v1/\n")
    base = f"http://127.0.0.1:{port}"
    with server_log() as log:
        process = subprocess.Popen(
            [ARGUMENTS.program, "serve", "--config", settings, "--at", "2026-05-04T08:00"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            end = time.monotonic() + READY_SECONDS
            ready = False
            while not ready and time.monotonic() < end and process.poll() is None:
                try:
                    ready = ask(base, "health/ready")[0] == 200
                except (OSError, ValueError):
                    time.sleep(0.3)
            if check("remote: the server is ready without a network", ready):
                checks(base)
            process.terminate()
            check("remote: it ends in order", process.wait(timeout=15) == 0)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            log.seek(0)
            if not ready:
                print(log.read()[-1000:])


with tempfile.TemporaryDirectory(prefix="takt-remote-") as name:
    folder = pathlib.Path(name)
    serve(folder, check_answers)
    counted = check_budget(folder)
    counted["asked"]["connections"] = 900
    (folder / "opendata-questions.json").write_text(json.dumps(counted))

    def check_spent(base):
        status, headers, problem = ask(base, "api/v1/connections", **{"from": "Seewil", "to": "Quellikon"})
        check("remote: an exhausted day is reported with advice",
              status == 503 and problem["type"].endswith("budget-spent")
              and "tomorrow" in problem["detail"] and headers["Retry-After"], json.dumps(problem))
        status, _, problem = ask(base, "v1/connections", **{"from": "Seewil", "to": "Quellikon"})
        check("remote: so it is to clients of the Transport API",
              status == 429 and "spent" in problem["errors"][0]["message"], json.dumps(problem))

    serve(folder, check_spent)
finish()
