#!/usr/bin/env python3
"""Kills commands at random moments of their work, and looks for what is broken or left behind.

    Tests/EndToEnd/test_kills.py PROGRAM [--kills 4] [--seed 1] [--only NAME]

The commands that replace or make a file or a folder (import, streets, backup, restore, data set), and a server that
imports a new version of its feed. After each kill what was there is whole, or the new one is; after the next run
nothing of the killed ones is left. Benchmarks/command-crashes does it a hundred times each.
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from checks import check, finish
from drawn_extract import write_extract
from feed_scene import PROGRAM, Publisher, Server, ask, feed
from source_checks import wait_for

SECONDS = 120
NAMES = ["Aare", "Birs", "Cher", "Doubs", "Emme", "Inn", "Kander", "Limmat", "Maggia", "Orbe", "Reuss", "Sihl"]


def run(*words):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=SECONDS,
                          stdin=subprocess.DEVNULL)


def left(folder):
    return sorted(path.name for path in folder.iterdir())


def killed(words, options, is_whole, begin=lambda: None):
    """Kills a command at random moments of its work; returns how many were at work, and what was not whole after."""
    begin()
    start = time.monotonic()
    done = run(*words)
    seconds = time.monotonic() - start
    assert done.returncode == 0, done.stderr
    hits, wrong = 0, []
    for number in range(options.kills):
        begin()
        process = subprocess.Popen([PROGRAM, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        moment = options.random.random() * seconds
        time.sleep(moment)
        process.kill()
        hits += process.wait() == -signal.SIGKILL
        problem = is_whole()
        if problem:
            wrong.append(f"kill {number} after {moment:.3f} s: {problem}")
    return hits, wrong


def report(name, options, hits, wrong):
    # A few may all have come too early or too late.
    check(f"{name}: {options.kills} kills, {hits} of them at work, leave the old or the new one whole",
          not wrong and (hits > 0 or options.kills < 20), wrong[:3] or "")


def kill_import(folder, options):
    run("demo", "--write-feed", folder / "feed")
    place = folder / "place"
    place.mkdir()
    network = place / "town.takt"
    words = ["import", folder / "feed", "--output", network]
    report("import", options, *killed(words, options, lambda: run("notices", network).stderr))
    done = run(*words)
    check("import: the next run works, and nothing else is left", done.returncode == 0 and left(place) == ["town.takt"],
          f"{left(place)} {done.stderr}")


def kill_download(folder, options):
    """Imports of an address, whose downloads are in the folder for temporary files."""
    publisher = Publisher()
    publisher.content = feed(["Aare", "Birs"], trips=2000)
    place, temporary = folder / "place", folder / "temporary"
    place.mkdir()
    temporary.mkdir()
    os.environ["TMPDIR"] = str(temporary)
    network = place / "town.takt"
    words = ["import", publisher.url, "--output", network]
    report("import of an address", options, *killed(words, options, lambda: run("notices", network).stderr))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/town.zip"
        process = subprocess.Popen([PROGRAM, "import", address, "--output", network], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        is_there = wait_for(lambda: left(temporary), SECONDS)
        process.kill()
        process.wait()
    check("import of an address: one that is killed while it downloads leaves its folder", is_there, left(temporary))
    done = run(*words)
    del os.environ["TMPDIR"]
    check("import of an address: the next run works, and nothing else is left",
          done.returncode == 0 and left(place) == ["town.takt"] and not left(temporary),
          f"{left(place)} {left(temporary)} {done.stderr}")


def write_town(path):
    """An extract of a town of 40 by 40 crossings with a house at each."""
    nodes, ways = [], []
    for row in range(40):
        for column in range(40):
            north, east = 51.5 + row * 0.001, -3.0 + column * 0.0015
            nodes.append((1 + row * 40 + column, north, east, {}))
            nodes.append((5001 + row * 40 + column, north + 0.0001, east,
                          {"addr:housenumber": str(column + 1), "addr:street": f"Street {row}"}))
    nodes.append((9999, 51.52, -2.98, {"place": "town", "name": "Gridley"}))
    for line in range(40):
        tags = {"highway": "residential", "name": f"Street {line}"}
        ways.append((1 + line, [1 + line * 40 + column for column in range(40)], tags))
        ways.append((101 + line, [1 + row * 40 + line for row in range(40)], {**tags, "name": f"Lane {line}"}))
    write_extract(path, nodes, ways)


def kill_streets(folder, options):
    write_town(folder / "town.osm.pbf")
    place = folder / "place"
    place.mkdir()
    streets = place / "town.streets"
    words = ["streets", folder / "town.osm.pbf", "--output", streets]

    def problem():
        found = run("search-places", "--streets", streets, "7 Street 3")
        return "" if "Street 3 7" in found.stdout else found.stderr or "nothing found"

    report("streets", options, *killed(words, options, problem))
    done = run(*words)
    check("streets: the next run works, and nothing else is left", done.returncode == 0 and left(place) == ["town.streets"],
          f"{left(place)} {done.stderr}")


def contents(folder):
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def kill_backup(folder, options):
    """Backups of a server that runs, and data folders that are restored of one."""
    data, network = folder / "data", folder / "town.takt"
    (folder / "town.zip").write_bytes(feed(["Aare", "Birs"], trips=400))
    run("import", folder / "town.zip", "--output", network)
    server = Server(folder, data, f"network: {network}")
    check("backup: a server starts", server.start(), server.log.read_text()[-300:])
    for _ in range(50):
        ask("POST", f"{server.url}/api/v1/riders", {"language": "en"})
    place = folder / "place"
    place.mkdir()
    copy = place / "copy"

    def problem(target):
        return run("admin", "restore", target).stderr if target.exists() else ""

    words = ["admin", "backup", "--data", data, "--output", copy]
    report("backup", options, *killed(words, options, lambda: problem(copy), lambda: shutil.rmtree(copy, ignore_errors=True)))
    shutil.rmtree(copy, ignore_errors=True)
    done = run(*words)
    check("backup: the next run works, and nothing else is left", done.returncode == 0 and left(place) == ["copy"],
          f"{left(place)} {done.stderr}")
    server.stop()

    for name, is_there in (("restore", False), ("restore into a folder", True)):
        target = folder / "restored" / "data"

        def begin():
            shutil.rmtree(target.parent, ignore_errors=True)
            (target if is_there else target.parent).mkdir(parents=True)

        def whole():
            """Nothing, all, or what a server refuses as unfinished."""
            if not target.exists() or not list(target.iterdir()):
                return ""
            if (target / ".partial").exists():
                refused = run("serve", "--network", network, "--data", target, "--port", "0")
                return "" if is_there and refused.returncode == 65 else f"status {refused.returncode}"
            # Messages that waited are ended in the restored outbox.
            expected = {name: digest for name, digest in contents(copy).items()
                        if name not in ("backup.json", "outbox.sqlite")}
            found = contents(target)
            is_whole = all(found.get(name) == digest for name, digest in expected.items()) and "outbox.sqlite" in found
            return "" if is_whole else f"{sorted(found)}"

        words = ["admin", "restore", copy, "--data", target]
        report(name, options, *killed(words, options, whole, begin))
        # What an interrupted run left beside the folder goes with the next one; within it, the operator empties it.
        if is_there:
            begin()
        else:
            shutil.rmtree(target, ignore_errors=True)
        done = run(*words)
        check(f"{name}: the next run works, and nothing else is left",
              done.returncode == 0 and left(target.parent) == ["data"] and not (target / ".partial").exists(),
              f"{left(target.parent)} {done.stderr}")


def kill_dataset(folder, options):
    """The tables of a study whose batches are sealed."""
    if shutil.which("age-keygen") is None:
        print("skipped: data sets (age is not installed)")
        return
    key = folder / "key.txt"
    subprocess.run(["age-keygen", "-o", key], check=True, capture_output=True)
    recipient = subprocess.run(["age-keygen", "-y", key], check=True, capture_output=True, text=True).stdout.strip()
    for person in range(8):
        batch = folder / "bucket" / "town" / f"person{person}" / "2026-05-04"
        batch.mkdir(parents=True)
        features = [{
            "type": "Feature", "geometry": {"type": "Point", "coordinates": [8.5 + second * 1e-6, 47.2]},
            "properties": {"timestamp": f"2026-05-04T{6 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"}}
            for second in range(0, 7200, 10)]
        plain = folder / "batch.json"
        plain.write_text(json.dumps({"type": "FeatureCollection", "participant": f"person{person}", "study": "town",
                                     "consent_version": 1, "features": features}))
        run("diary", "seal", plain, "--recipient", recipient, "--output", batch / "00aa.age")
    place = folder / "place"
    place.mkdir()
    tables = place / "tables"
    words = ["diary", "dataset", folder / "bucket", "--identity", key, "--salt", "s", "--output", tables]
    assert run(*words).returncode == 0
    expected = contents(tables)

    def begin():
        shutil.rmtree(tables, ignore_errors=True)

    report("data set", options, *killed(
        words, options, lambda: "" if not tables.exists() or contents(tables) == expected else left(tables), begin))
    begin()
    done = run(*words)
    check("data set: the next run works, and nothing else is left", done.returncode == 0 and left(place) == ["tables"],
          f"{left(place)} {done.stderr}")


def kill_server(folder, options):
    """A server that imports a new version of its feed serves a whole one after each start, at last the newest."""
    publisher = Publisher()
    version = 0

    def publish():
        nonlocal version
        version += 1
        publisher.content = feed([NAMES[version % len(NAMES)], NAMES[(version + 1) % len(NAMES)]], trips=2000)
        return NAMES[version % len(NAMES)], NAMES[(version + 1) % len(NAMES)]

    token = folder / "token"
    token.write_text("an operator's token\n")
    token.chmod(0o600)
    data = folder / "data"
    server = Server(folder, data, f"operator: {{token-file: {token}}}", "feed:", f"  urls: {publisher.url}", "  every: 10m")

    def refresh():
        done = run("admin", "refresh", "--server", server.url, "--token-file", token)
        assert done.returncode == 0, done.stderr

    stops = [publish()]
    check("server's import: a server starts", server.start(), server.log.read_text()[-300:])
    hits, wrong = 0, []
    for number in range(options.kills):
        stops.append(publish())
        refresh()
        moment = options.random.random() * options.import_seconds
        time.sleep(moment)
        hits += any((data / "network.takt.feeds").parent.rglob("*.job"))
        server.stop(signal.SIGKILL)
        if not server.start():
            wrong.append(f"kill {number} after {moment:.2f} s: {server.log.read_text()[-300:]}")
            break
        if not any(server.knows(one) and server.knows(other) for one, other in stops):
            wrong.append(f"kill {number} after {moment:.2f} s: no version is whole")
    report("server's import", options, hits, wrong)
    newest = stops[-1]
    refresh()
    check("server's import: at last the newest is served", server.waits_for(lambda: server.knows(newest[0]) and server.knows(newest[1])),
          server.log.read_text()[-300:])
    scraps = [str(path.relative_to(data)) for path in data.rglob("*")
              if any(word in path.name for word in (".partial", ".job", ".errors", ".fetched", ".draft", ".new", ".nosync"))]
    check("server's import: nothing of the killed ones is left", server.waits_for(lambda: not scraps, 0.1), scraps)
    server.stop()


PARTS = {"import": kill_import, "download": kill_download, "streets": kill_streets, "backup": kill_backup, "dataset": kill_dataset,
         "server": kill_server}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--import-seconds", type=float, default=1.5, help="the time in which a server's import is killed")
    options = parser.parse_args()
    for name, part in PARTS.items():
        if options.only in (None, name):
            options.random = random.Random(f"{name} {options.seed}")
            with tempfile.TemporaryDirectory(prefix=f"takt-kill-{name}-") as folder:
                part(pathlib.Path(folder), options)
    finish()


main()
