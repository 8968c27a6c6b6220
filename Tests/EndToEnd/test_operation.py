#!/usr/bin/env python3
"""Operates a server as its host would: a feed by its address, newer feeds under load, backup and restore.

    python3 Tests/EndToEnd/test_operation.py .build/debug/takt

The feeds are drawn here and served on the loopback interface. A line a check.
"""

import hashlib
import http.server
import io
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import zipfile

from checks import check, finish, server_log

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
DASHBOARD = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "grafana.json"
READY_SECONDS = 60
# How soon another network is to be served.
SWAP_SECONDS = 30
# How often a server is told to stop as soon as it is ready.
ENDS = 12


def feed(stops, trips=40, last_day="20991231"):
    """A GTFS feed with one line over these stops."""
    times = ["trip_id,arrival_time,departure_time,stop_id,stop_sequence"]
    for trip in range(trips):
        for place, stop in enumerate(stops):
            clock = f"{6 + trip // 4:02}:{trip % 4 * 15 + place:02}:00"
            times.append(f"t{trip},{clock},{clock},{stop},{place + 1}")
    files = {
        "agency.txt": ["agency_id,agency_name,agency_url,agency_timezone",
                       "a,Operators,https://operators.example,Europe/Zurich"],
        "routes.txt": ["route_id,agency_id,route_short_name,route_type", "r,a,7,3"],
        "calendar.txt": ["service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,"
                         "start_date,end_date", f"s,1,1,1,1,1,1,1,20200101,{last_day}"],
        "trips.txt": ["route_id,service_id,trip_id"] + [f"r,s,t{trip}" for trip in range(trips)],
        "stops.txt": ["stop_id,stop_name,stop_lat,stop_lon"] + [
            f"{stop},{stop} Square,47.{place + 10},8.5" for place, stop in enumerate(stops)],
        "stop_times.txt": times,
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, lines in files.items():
            archive.writestr(name, "\n".join(lines) + "\n")
    return packed.getvalue()


class Publisher:
    """Serves one feed with an ETag; counts what it was asked."""

    def __init__(self):
        self.content = b""
        self.answers = []
        publisher = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                tag = '"' + hashlib.sha1(publisher.content).hexdigest() + '"'
                known = self.headers.get("If-None-Match") == tag
                publisher.answers.append(304 if known else 200)
                self.send_response(304 if known else 200)
                self.send_header("ETag", tag)
                self.send_header("Content-Length", "0" if known else str(len(publisher.content)))
                self.end_headers()
                if not known:
                    self.wfile.write(publisher.content)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/town.zip"


def ask(method, url, body=None, token=None, seconds=30):
    """Status and JSON of an answer; (None, reason) where nothing answers."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method)
    if body is not None:
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            content, status = answer.read(), answer.status
    except urllib.error.HTTPError as error:
        content, status = error.read(), error.code
    except (OSError, ValueError) as error:
        return None, str(error)
    try:
        return status, json.loads(content)
    except ValueError:
        return status, content


class Server:
    def __init__(self, folder, data, *lines):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.config = folder / "takt.yml"
        self.log = folder / "log"
        self.config.write_text("\n".join([
            f"data: {data}", f"listen: 127.0.0.1:{self.port}", "limits:", "  requests: 0", *lines]) + "\n")
        self.process = None

    def launch(self):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--config", self.config], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=server_log(self.log))

    def start(self, path="/health/ready", look=0.1):
        self.launch()
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            if ask("GET", f"{self.url}{path}", seconds=5)[0] == 200:
                return True
            time.sleep(look)
        return False

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        try:
            return self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def knows(self, name):
        status, found = ask("GET", f"{self.url}/api/v1/stops?q={name}")
        return status == 200 and any(
            stop.get("name", "").startswith(name) for stop in found.get("stops", []))

    def waits_for(self, condition, seconds=SWAP_SECONDS):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.1)
        return False

    def told(self, words):
        return words in self.log.read_text()


class Load:
    """Asks without pause from several threads; keeps what went wrong and the longest wait."""

    def __init__(self, url):
        self.url = url
        self.going = True
        self.count = 0
        self.longest = 0.0
        self.wrong = []
        self.threads = [threading.Thread(target=self.run) for _ in range(4)]
        for thread in self.threads:
            thread.start()

    def run(self):
        while self.going:
            begin = time.monotonic()
            status, answer = ask("GET", self.url)
            self.longest = max(self.longest, time.monotonic() - begin)
            self.count += 1
            if status != 200:
                self.wrong.append(f"{status} {str(answer)[:80]}")

    def end(self):
        self.going = False
        for thread in self.threads:
            thread.join()


def due(data):
    """Makes the next look at the feeds due."""
    path = data / "network.takt.feeds"
    record = json.loads(path.read_text())
    record["checked"] = 0
    path.write_text(json.dumps(record))


def check_dashboard(server):
    """Every figure that the dashboard draws is one that the server tells."""
    _, text = ask("GET", f"{server.url}/metrics")
    told = set(re.findall(r"^# TYPE (\w+) ", text.decode(), re.MULTILINE))
    drawn = set(re.findall(r"\b(?:takt|process)_\w+", " ".join(
        target["expr"] for panel in json.loads(DASHBOARD.read_text())["panels"]
        for target in panel["targets"])))
    unknown = {name for name in drawn if name not in told and name.removesuffix("_bucket") not in told}
    check(f"the dashboard draws {len(drawn)} figures that exist", len(drawn) > 15 and not unknown, unknown)


def check_feeds(folder):
    publisher = Publisher()
    publisher.content = feed(["Aare", "Birs"])
    data = folder / "data"
    server = Server(folder, data, "feed:", f"  urls: {publisher.url}", "  every: 10m")
    check("a server is made of an address alone", server.start() and server.knows("Aare"),
          server.log.read_text()[-300:])

    check_dashboard(server)
    (folder / "newer.zip").write_bytes(feed(["Aare", "Birs", "Cher"]))
    load = Load(f"{server.url}/api/v1/stops?q=Aare")
    time.sleep(1)
    done = subprocess.run(
        [PROGRAM, "import", folder / "newer.zip", "--output", data / "network.takt"],
        capture_output=True, text=True, timeout=60)
    check("another network is imported beside the running server", done.returncode == 0, done.stderr)
    check("it is served soon", server.waits_for(lambda: server.knows("Cher")))
    time.sleep(1)
    load.end()
    check(f"none of {load.count} questions meanwhile went unanswered", not load.wrong and load.count > 50,
          load.wrong[:3])
    print(f"        the longest waited {load.longest:.2f} s")
    check("what people saved would still find its stop", server.knows("Birs"))

    broken = data / "broken"
    broken.write_bytes(b"no network at all" * 1000)
    os.replace(broken, data / "network.takt")
    check("a file that is no network is told", server.waits_for(
        lambda: server.told("the new file cannot be used")))
    check("the network before is served on", server.knows("Cher"))
    check("the server ends in order", server.stop() == 0)

    # The feeds make a good file again, whatever lies there.
    due(data)
    os.remove(data / "network.takt")
    publisher.content = feed(["Aare", "Birs", "Doubs"])
    check("a lost network is made anew", server.start() and server.knows("Doubs"))
    server.stop()

    due(data)
    publisher.answers.clear()
    check("it starts again", server.start())
    check("an unchanged feed is asked for by what it is known by", server.waits_for(
        lambda: publisher.answers == [304]), publisher.answers)
    server.stop()

    due(data)
    publisher.content = feed(["Aare", "Birs", "Doubs", "Emme"])
    check("it starts once more", server.start())
    check("a newer feed is served by itself", server.waits_for(lambda: server.knows("Emme")))
    server.stop(signal.SIGKILL)

    for content, words, what in [
        (feed(["Aare", "Inn"], trips=3), "trips where there were 40", "lost most of its trips"),
        (feed(["Aare", "Inn"], last_day="20210101"), "before today", "has ended"),
        (b"<html>We moved</html>", "Not a zip archive", "is a web page"),
    ]:
        due(data)
        publisher.content = content
        check(f"a server starts whose feed {what}", server.start())
        check("that is told", server.waits_for(lambda: server.told(words)),
              server.log.read_text()[-300:])
        check("and the network stays", server.knows("Emme") and not server.knows("Inn"))
        server.stop(signal.SIGKILL)

    publisher.server.shutdown()
    publisher.server.server_close()
    due(data)
    check("without its feed a server starts with what it has", server.start() and server.knows("Emme"))
    server.stop()
    os.remove(data / "network.takt")
    server.launch()
    try:
        code = server.process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        server.process.kill()
        code = "none"
    check("with neither it ends as unavailable", code == 69, code)


def check_backup(folder):
    data = folder / "kept"
    data.mkdir()
    (folder / "town.zip").write_bytes(feed(["Aare", "Birs"]))
    subprocess.run([PROGRAM, "import", folder / "town.zip", "--output", data / "network.takt"],
                   check=True, capture_output=True, timeout=60)
    server = Server(folder, data, f"network: {data}/network.takt")
    check("a server for the backup starts", server.start(), server.log.read_text()[-300:])
    status, rider = ask("POST", f"{server.url}/api/v1/riders", {"language": "en"})
    check("a rider signs up", status in (200, 201), rider)
    token = rider["token"]
    copy = folder / "backup"
    done = subprocess.run([PROGRAM, "admin", "backup", "--data", data, "--output", copy],
                          capture_output=True, text=True, timeout=60)
    check("a backup is taken while the server runs", done.returncode == 0, done.stderr)
    ask("DELETE", f"{server.url}/api/v1/rider", token=token)
    server.stop(signal.SIGKILL)

    checked = subprocess.run([PROGRAM, "admin", "restore", copy],
                             capture_output=True, text=True, timeout=60)
    check("a backup can be checked alone", checked.returncode == 0, checked.stderr)
    refused = subprocess.run([PROGRAM, "admin", "restore", copy, "--data", data],
                             capture_output=True, text=True, timeout=60)
    check("a backup never overwrites a data folder", refused.returncode == 74
          and len(refused.stderr.strip().splitlines()) == 1, refused.stderr)
    os.rename(data, folder / "lost")
    done = subprocess.run([PROGRAM, "admin", "restore", copy, "--data", data],
                          capture_output=True, text=True, timeout=60)
    check("it is restored", done.returncode == 0, done.stderr)
    check("a server runs on it", server.start())
    status, _ = ask("GET", f"{server.url}/api/v1/rider", token=token)
    check("and knows the rider of then", status == 200, status)
    server.stop()
    with (copy / "riders.sqlite").open("r+b") as file:
        file.seek(100)
        file.write(b"\xff\xff\xff")
    damaged = subprocess.run([PROGRAM, "admin", "restore", copy, "--data", folder / "other"],
                             capture_output=True, text=True, timeout=60)
    check("a damaged backup is refused", damaged.returncode == 65 and not (folder / "other").exists(),
          damaged.stderr)


def check_end(folder):
    """Told to stop as soon as it answers, whatever it has begun, a server ends in order and without a word."""
    (folder / "town.zip").write_bytes(feed(["Aare", "Birs"]))
    subprocess.run([PROGRAM, "import", folder / "town.zip", "--output", folder / "network.takt"],
                   check=True, capture_output=True, timeout=60)
    publisher, codes, log = Publisher(), [], []
    for number in range(ENDS):
        (folder / str(number)).mkdir()
        server = Server(folder / str(number), folder / str(number) / "data", f"network: {folder}/network.takt",
                        "log-level: warning", "sources:", f"  - {{id: town, kind: gtfs-rt, url: '{publisher.url}', every: 1s}}")
        codes.append(server.start("/api/v1/network", look=0.01) and server.stop())
        log += [line for line in server.log.read_text().splitlines() if "CancellationError" in line]
    check(f"a server that is told to stop at once ends in order, {ENDS} times", codes == [0] * ENDS, codes)
    check("and does not tell what was broken off", not log, f"{len(log)}: {log[:3]}")


def main():
    with tempfile.TemporaryDirectory(prefix="takt-operation-") as name:
        for part in (check_feeds, check_backup, check_end):
            folder = pathlib.Path(name) / part.__name__
            folder.mkdir()
            part(folder)
    finish()


main()
