"""Drawn feeds, a publisher of them, and a server that uses them."""

import datetime
import hashlib
import http.server
import io
import json
import pathlib
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import zipfile

from checks import free_port, server_log

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
READY_SECONDS = 60
# The time until another network must be served.
SWAP_SECONDS = 30


def feed(stops, trips=40, last_day="20991231", first_day="20200101"):
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
                         "start_date,end_date", f"s,1,1,1,1,1,1,1,{first_day},{last_day}"],
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


def bomb():
    """A feed whose stop times unpack to 300 MB of zeros."""
    packed = io.BytesIO(feed(["Aare", "Birs"]))
    with zipfile.ZipFile(packed) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["stop_times.txt"] += b" " * 300_000_000
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def zipped(folder):
    """The files of a folder as a ZIP file."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    return content.getvalue()


class Publisher:
    """Serves one feed with an ETag, and counts requests."""

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
    """Returns status and JSON; (None, reason) if there is no answer."""
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
        self.port = free_port()
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

    def logged(self, words):
        return words in self.log.read_text()


def day(days):
    """A date relative to today, in GTFS's format."""
    return (datetime.date.today() + datetime.timedelta(days)).strftime("%Y%m%d")
