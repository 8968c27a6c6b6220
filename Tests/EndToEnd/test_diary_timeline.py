#!/usr/bin/env python3
"""A diary's days over HTTP, a server killed in between, and a study's batches as research tables.

    Tests/EndToEnd/test_diary_timeline.py .build/debug/takt
"""

import datetime
import json
import pathlib
import shutil
import tempfile

from checks import check, finish
from diary_server import PROGRAM, Server, bearer, compiled_network, run

# Monday 4 May 2026, midnight UTC.
MONDAY = 1_777_852_800
DEGREE = 111_195


def fixes(day, east=0.0):
    """A person's day: at home until 7, a ride of 4 km, at work until 16, back, at home until 20."""
    start = MONDAY + day * 86_400
    record = []

    def add(hours, until, every, place):
        first, last = start + hours * 3600, start + until * 3600
        moment = first
        while moment < last:
            metres = place((moment - first) / (last - first))
            wobble = (moment * 73 % 101 - 50) / 10
            record.append((moment, 47 + wobble / DEGREE, 8 + east + (metres - wobble) / (DEGREE * 0.682)))
            moment += every

    add(5, 7, 60, lambda share: 0)
    add(7, 7.2, 10, lambda share: 4000 * share)
    add(7.2, 16, 60, lambda share: 4000)
    add(16, 16.2, 10, lambda share: 4000 * (1 - share))
    add(16.2, 20, 60, lambda share: 0)
    return record


def features(record):
    def text(moment):
        return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [east, north]},
             "properties": {"timestamp": text(int(moment)), "horizontal_accuracy": 8, "device_id": "phone"}}
            for moment, north, east in record]


def days_survive(folder):
    server = Server(folder, compiled_network(folder))
    check("the server starts", server.start())
    status, offered = server.ask("GET", "/api/v1/diary/personal?language=fr")
    check("the consent of a personal diary is in French", status == 200 and "journal" in offered["name"])
    status, begun = server.ask("POST", "/api/v1/diary/personal", {"consentVersion": offered["consent"]["version"]})
    check("a personal diary starts without a code", status == 201, status)
    mine = bearer(begun["token"])
    for day in range(4):
        every = features(fixes(day))
        for first in range(0, len(every), 400):
            server.ask("POST", "/overland", {"locations": every[first:first + 400]}, mine)
    path = "/api/v1/diary/days/2026-05-05?zone=UTC"
    _, before = server.ask("GET", path, None, mine)
    kinds = [item["kind"] for item in before["items"]]
    check("a day has stays and trips", kinds == ["stay", "trip", "stay", "trip", "stay"], kinds)
    home = before["items"][0]
    status, _ = server.ask("POST", "/api/v1/diary/corrections", {
        "kind": "name", "start": home["start"], "end": home["end"], "name": "Chez moi", "everywhere": True}, mine)
    check("a place is named", status == 201, status)
    _, named = server.ask("GET", path, None, mine)
    server.kill()
    check("the server starts after it was killed", server.start())
    _, after = server.ask("GET", path, None, mine)
    check("the day is unchanged, including the name", after == named and after["items"][0].get("name") == "Chez moi")
    status, _ = server.ask("DELETE", path, None, mine)
    server.kill()
    server.start()
    _, gone = server.ask("GET", path, None, mine)
    check("a deleted day stays deleted", status == 204 and [item.get("reason") for item in gone["items"]] == ["deleted"],
          gone["items"])
    check("no place is in the log", "47.0" not in server.log_text() and "Chez moi" not in server.log_text())
    server.stop()


def tables(folder):
    """Six people's days, sealed as by a server, become tables."""
    if shutil.which("age-keygen") is None:
        print("skipped: tables of sealed batches (age is not installed)")
        return
    key = folder / "key.txt"
    run("age-keygen", "-o", key)
    recipient = run("age-keygen", "-y", key).stdout.strip()
    bucket = folder / "bucket"
    for person in range(6):
        for day in range(2):
            place = bucket / "town" / f"secret{person}" / f"2026-05-0{4 + day}"
            place.mkdir(parents=True)
            document = {"type": "FeatureCollection", "participant": f"secret{person}", "study": "town",
                        "consent_version": 1, "features": features(fixes(day, east=person * 1e-5))}
            plain = folder / "batch.json"
            plain.write_text(json.dumps(document))
            run(PROGRAM, "diary", "seal", plain, "--recipient", recipient, "--output", place / "00aa.age")
    made = []
    for name in ("first", "second"):
        done = run(PROGRAM, "diary", "dataset", bucket, "--identity", key, "--salt", "s", "--output", folder / name,
                   "--json")
        check(f"tables are made, the {name} time", done.returncode == 0, done.stderr)
        made.append({file.name: file.read_bytes() for file in (folder / name).iterdir()})
    check("the same input gives the same bytes", made[0] == made[1] and len(made[0]) == 10, sorted(made[0]))
    counts = json.loads(done.stdout)
    check("everybody is in it", counts["participants"] == 6 and counts["batches"] == 12, counts)
    text = b"".join(made[0].values()).decode()
    check("no participant's id is", "secret" not in text)
    modes = made[0]["mode-share.csv"].decode().splitlines()
    check("modes are shared among six", len(modes) > 1 and all(row.endswith(",6") for row in modes[1:]), modes)
    quality = made[0]["quality.csv"].decode().splitlines()
    check("the quality of each record is listed", len(quality) == 7 and quality[1].startswith("P0001,1,2,2026-05-04"),
          quality[:2])
    done = run(PROGRAM, "diary", "dataset", bucket, "--identity", key, "--output", folder / "few", "--threshold", "7")
    rows = (folder / "few" / "origin-destination.csv").read_text().splitlines()
    check("groups that are too small are in no table", done.returncode == 0 and len(rows) == 1, rows)
    again = run(PROGRAM, "diary", "dataset", bucket, "--identity", key, "--output", folder / "few")
    check("an existing folder is not overwritten", again.returncode != 0 and "exists" in again.stderr, again.stderr)


def main():
    with tempfile.TemporaryDirectory(prefix="takt-timeline-") as name:
        days_survive(pathlib.Path(name))
    with tempfile.TemporaryDirectory(prefix="takt-dataset-") as name:
        tables(pathlib.Path(name))
    finish()


main()
