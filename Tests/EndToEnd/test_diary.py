#!/usr/bin/env python3
"""Travel diaries that the server reads: what phones send, the replies, and the participants' rights.

    .tools/venv/bin/python Tests/EndToEnd/test_diary.py .build/debug/takt

Recorded bodies of Overland and OwnTracks are read from ../shared if it exists.
"""

import base64
import json
import pathlib
import sqlite3
import tempfile

from checks import check, finish
from diary_server import (ROOT, START, Server, basic, bearer, compiled_network, found, join, overland)

FORMATS = ROOT.parent / "shared" / "data" / "traces" / "formats"


def check_loggers(server):
    """Personal mode: what phones send, the replies, and what the person gets back."""
    code = found(server, "family")["code"]
    me = join(server, code)
    token, user = me["token"], me["participant"]
    check("a request without a token is refused",
          server.ask("POST", "/overland", overland([START]))[0] == 401
          and server.ask("POST", "/pub", {}, basic("x", "y"))[0] == 401)
    first = server.ask("POST", "/overland", overland(range(START, START + 100, 10)), bearer(token))
    check("Overland is answered with ok and the accuracy to begin with",
          first == (200, {"result": "ok", "set": {"main": {"desired_accuracy": "10m"}}}), first)
    more = server.ask("POST", "/overland", overland(range(START + 100, START + 200, 10)),
                      bearer(token))
    check("without a change nothing is set", more == (200, {"result": "ok"}), more)
    again = server.ask("POST", "/overland", overland(range(START + 100, START + 200, 10)),
                       bearer(token))
    check("a repeated batch gets the state again",
          again[0] == 200 and "set" in again[1], again)
    still = {"locations": []}
    for moment in range(START + 200, START + 900, 10):
        feature = overland([moment])["locations"][0]
        feature["properties"].update(motion=["stationary"], speed=0)
        feature["geometry"]["coordinates"] = [8.5, 47.5]
        still["locations"].append(feature)
    changed = server.ask("POST", "/overland", still, bearer(token))
    check("a still phone is told to locate less often",
          changed == (200, {"result": "ok", "set": {"main": {"desired_accuracy": "3km"}}}), changed)
    point = {"_type": "location", "lat": 47.2, "lon": 8.3, "tst": START, "acc": 9,
             "topic": "owntracks/me/pixel"}
    answer = server.ask("POST", "/pub", point, basic(user, token))
    check("OwnTracks is answered with a configuration", answer[0] == 200 and answer[1]
          and answer[1][0]["action"] == "setConfiguration"
          and answer[1][0]["configuration"]["monitoring"] == 2, answer)
    check_encrypted(server, me)
    for body in (b"", {"_type": "status"}, {"_type": "lwt", "tst": 1}):
        answer = server.ask("POST", "/pub", body, basic(user, token))
        check("OwnTracks' other messages are accepted", answer == (200, []), f"{body} {answer}")
    check("invalid messages are refused",
          server.ask("POST", "/pub", b"{{", basic(user, token))[0] == 400)
    browser = server.ask("POST", "/api/v1/diary/fixes",
                         overland([START, START + 5], device="browser"), bearer(token))
    check("the web app's fixes are counted",
          browser[0] == 200 and browser[1]["stored"] == 2 and browser[1]["recording"], browser)
    check_recorded_bodies(server, token, user)
    check_rights(server, token)


def check_encrypted(server, me):
    try:
        from nacl.secret import SecretBox
    except ImportError:
        print("skipped: OwnTracks' encryption (PyNaCl is not installed)")
        return
    message = json.dumps({"_type": "location", "lat": 47.25, "lon": 8.35, "tst": START + 60})
    for secret, status in ((me["secret"], 200), ("wrong", 422)):
        box = SecretBox(secret.encode().ljust(32, b"\0")).encrypt(message.encode())
        body = {"_type": "encrypted", "data": base64.b64encode(bytes(box)).decode()}
        answer = server.ask("POST", "/pub", body,
                            {**basic("x", me["token"]), "X-Limit-D": "pixel"})
        check(f"an encrypted payload is answered {status}", answer[0] == status, answer)


def check_recorded_bodies(server, token, user):
    if not FORMATS.exists():
        print("skipped: recorded bodies (no ../shared)")
        return
    body = (FORMATS / "dawarich_overland_geodata.json").read_bytes()
    answer = server.ask("POST", "/overland", body, bearer(token))
    check("a recorded body of Overland is accepted",
          answer[0] == 200 and answer[1]["result"] == "ok", answer)
    statuses = []
    for name in ("owntracks_demo-iphone.rec", "dawarich_owntracks_2024-03.rec"):
        for line in (FORMATS / name).read_text().splitlines():
            parts = line.split("\t", 2)
            if len(parts) == 3:
                statuses.append(server.ask("POST", "/pub", parts[2].encode(),
                                           {**basic(user, token), "X-Limit-D": "rec"})[0])
    check(f"{len(statuses)} recorded messages of OwnTracks are accepted",
          len(statuses) > 20 and set(statuses) == {200}, set(statuses))


def check_rights(server, token):
    """The rights of participants over their data."""
    path = "/api/v1/diary/participant"
    me = server.ask("GET", path, headers=bearer(token))
    check("participants see themselves", me[0] == 200 and me[1]["state"] == "recording"
          and {"name": "phone", "state": "notMoving"} in me[1]["devices"], me)
    export = server.ask("GET", path + "/export?device=pixel", headers=bearer(token))
    check("and can export their data", export[0] == 200
          and any(f["geometry"]["coordinates"] == [8.3, 47.2] for f in export[1]["features"]),
          str(export)[:200])
    server.ask("POST", path + "/pause", {}, bearer(token))
    paused = server.ask("POST", "/overland", overland([START + 5000]), bearer(token))
    count = len(server.ask("GET", path + "/export?device=phone", headers=bearer(token))[1]
                ["features"])
    check("while they pause, nothing is stored", paused == (200, {"result": "ok"}) and count == 90,
          f"{paused} {count}")
    started = server.ask("POST", path + "/start", {}, bearer(token))
    resumed = server.ask("POST", "/overland", overland([START + 6000]), bearer(token))
    check("and then again", started[0] == 204 and resumed[0] == 200, f"{started} {resumed}")
    config = server.ask("GET", "/api/v1/diary/config", headers=bearer(token))
    check("the thresholds are sent", config[0] == 200
          and config[1]["StoppedMovingStationarySeconds"] == 300, config)
    gone = server.ask("DELETE", path, headers=bearer(token))
    after = server.ask("POST", "/overland", overland([START + 7000]), bearer(token))
    check("a withdrawn participant is unknown", gone[0] == 204 and after[0] == 401, f"{gone} {after}")
    with sqlite3.connect(f"file:{server.folder}/data/diary.sqlite?mode=ro", uri=True) as file:
        left = [file.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("participants", "devices", "fixes", "motions")]
    check("and none of their data is left", left == [0, 0, 0, 0], left)
    text = server.log_text()
    check("the log has no position and no token",
          token not in text and "47.2" not in text and "8.3" not in text)


def main():
    with tempfile.TemporaryDirectory(prefix="takt-diary-") as name:
        folder = pathlib.Path(name)
        server = Server(folder, compiled_network(folder))
        try:
            if check("a server with a data folder runs", server.start()):
                check_loggers(server)
        finally:
            server.stop()
    finish()


main()
