#!/usr/bin/env python3
"""Drives `takt import` and `takt notices` as a user would: exit codes, JSON, addresses, kill -9.

    python3 Tests/EndToEnd/test_import.py path/to/takt

Uses the demo's own feed. Prints one line per check and finally `N passed, N failed`.
"""

import functools
import http.server
import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

TAKT = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/takt"
LIMIT = 120
passed = failed = 0


def check(name, condition, detail=""):
    global passed, failed
    if condition:
        passed += 1
        print(f"ok    {name}")
    else:
        failed += 1
        print(f"FAIL  {name}  {detail}")


def takt(*arguments):
    return subprocess.run([TAKT, *map(str, arguments)], capture_output=True, text=True,
                          timeout=LIMIT)


def quiet_server(folder):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_results(folder, feed):
    network = folder / "n.takt"
    done = takt("import", feed, "--output", network, "--json")
    check("an import ends with 0", done.returncode == 0, done.stderr)
    report = json.loads(done.stdout)
    check("its JSON has every key", set(report) == {
        "stops", "routes", "trips", "stop_times", "patterns", "service_days", "notices", "seconds",
        "peak_memory_bytes"}, report)
    check("days are written as days", len(report["service_days"]["from"]) == 10, report)
    check("the demo feed is without errors and warnings",
          report["notices"]["error"] == report["notices"]["warning"] == 0, report["notices"])
    notices = takt("notices", network, "--json")
    check("notices come as JSON", notices.returncode == 0
          and set(json.loads(notices.stdout)) == {"summary", "notices"}, notices.stderr)
    read = takt("notices", network)
    check("each kind of notice is explained", all(
        re.fullmatch(r"(info|warning|error)  \w+  \d+  [A-Z].+\.", line)
        for line in read.stdout.split("\n\n")[0].splitlines()), read.stdout[:300])
    text = takt("import", feed, "--output", network)
    check("without --json it prints sentences", "stop times" in text.stdout, text.stdout)


def test_failures(folder, feed):
    network = folder / "n.takt"
    before = network.read_bytes()
    broken = folder / "broken"
    shutil.copytree(feed, broken)
    (broken / "stop_times.txt").write_text("nonsense\n")
    cases = [
        ("no feed named", 64, ["import", "--output", network]),
        ("an unknown option", 64, ["import", feed, "--nonsense"]),
        ("a feed that is not there", 66, ["import", folder / "none.zip", "--output", network]),
        ("a feed that is no feed", 65, ["import", TAKT, "--output", network]),
        ("a feed without usable trips", 65, ["import", broken, "--output", network]),
        ("a folder that is not there", 74, ["import", feed, "--output", folder / "no/n.takt"]),
        ("an address that is dead", 69, ["import", "http://127.0.0.1:9/x", "--output", network]),
        ("notices of something else", 65, ["notices", TAKT]),
        ("notices of nothing", 66, ["notices", folder / "none.takt"]),
        ("serving without a network", 64, ["serve"]),
        ("serving a missing network", 66, ["serve", "--network", folder / "none.takt"]),
    ]
    for name, code, arguments in cases:
        done = takt(*arguments)
        lines = done.stderr.strip().splitlines()
        check(f"{name} ends with {code} and a sentence",
              done.returncode == code and lines and (code == 64 or len(lines) == 1),
              f"{done.returncode} {done.stderr}")
    check("failures leave the network as it was", network.read_bytes() == before)


def test_sources(folder, feed):
    archive = folder / "demo.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as z:
        for file in feed.iterdir():
            z.write(file, "some/folder/" + file.name)
    expected = json.loads(takt("import", feed, "--output", folder / "a.takt", "--json").stdout)
    zipped = json.loads(takt("import", archive, "--output", folder / "b.takt", "--json").stdout)
    check("a ZIP with folders gives the same network", all(
        zipped[key] == expected[key] for key in ("stops", "trips", "stop_times", "patterns")))
    server = quiet_server(str(folder))
    try:
        port = server.server_address[1]
        fetched = takt("import", f"http://127.0.0.1:{port}/demo.zip", "--output",
                       folder / "c.takt", "--json")
        check("an address gives the same network", fetched.returncode == 0
              and json.loads(fetched.stdout)["trips"] == expected["trips"], fetched.stderr)
        missing = takt("import", f"http://127.0.0.1:{port}/none.zip", "--output",
                       folder / "c.takt")
        check("an address without a feed ends with 69", missing.returncode == 69,
              f"{missing.returncode} {missing.stderr}")
    finally:
        server.shutdown()
    both = takt("import", feed, archive, "--output", folder / "d.takt", "--json")
    check("two feeds make one network", both.returncode == 0
          and json.loads(both.stdout)["trips"] == 2 * expected["trips"], both.stderr)


def test_kill(folder, feed):
    """Killed at any time, either the old network or the new one is there, complete."""
    network = folder / "killed.takt"
    takt("import", feed, "--output", network)
    start = time.monotonic()
    takt("import", feed, "--output", network)
    duration = time.monotonic() - start
    rng = random.Random(1)
    whole = killed = 0
    for _ in range(25):
        process = subprocess.Popen([TAKT, "import", feed, "--output", network],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.random() * duration * 1.1)
        process.send_signal(signal.SIGKILL)
        killed += process.wait(LIMIT) == -signal.SIGKILL
        whole += takt("notices", network).returncode == 0
    check("25 kills leave a whole network each time", whole == 25, whole)
    check("most of them hit an import at work", killed >= 10, killed)
    check("the next import works", takt("import", feed, "--output", network).returncode == 0)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        feed = folder / "feed"
        written = takt("demo", "--write-feed", feed)
        check("the demo writes its feed", written.returncode == 0, written.stderr)
        for test in (test_results, test_failures, test_sources, test_kill):
            test(folder, feed)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
