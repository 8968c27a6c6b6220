"""A server that stores diaries, which can be killed and restarted.

    from diary_server import Server, found, join, overland
"""

import base64
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

from checks import check, free_port, server_log

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OPERATOR = "an operator's token of some length"
START = 1_777_852_800
COMMAND_SECONDS = 180
READY_SECONDS = 90


def run(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          timeout=COMMAND_SECONDS, stdin=subprocess.DEVNULL, **options)


class Server:
    """A server with its data folder, which can be killed and restarted."""

    def __init__(self, folder, network, bucket=""):
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        token = folder / "operator.txt"
        token.write_text(OPERATOR + "\n")
        self.config = folder / "takt.yml"
        self.config.write_text(
            f"network: {network}\ndata: {folder / 'data'}\nlisten: 127.0.0.1:{self.port}\n"
            f"operator:\n  token-file: {token}\n{bucket}")
        self.log = server_log(folder / "server.log")

    def start(self, *prefix, **environment):
        self.process = subprocess.Popen(
            [*prefix, str(PROGRAM), "serve", "--config", str(self.config)], cwd=ROOT,
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True,
            env={**os.environ, **environment})
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            if self.ask("GET", "/health/ready")[0] == 200:
                return True
            time.sleep(0.2)
        return False

    def kill(self):
        """Kills the server without letting it finish anything, as a power cut would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=15)
        # Kills what is left of the process group, such as a wrapper's child.
        self.kill()
        end = time.monotonic() + 10
        while self.ask("GET", "/health/live")[0] is not None and time.monotonic() < end:
            time.sleep(0.2)

    def ask(self, method, path, body=None, headers=None):
        """Returns status and JSON; (None, None) if there is no answer."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method)
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, read_json(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, read_json(error.read())
        except (OSError, ValueError):
            return None, None

    def operator(self, method, path, body=None):
        return self.ask(method, path, body, {"Authorization": f"Bearer {OPERATOR}"})

    def log_text(self):
        self.log.flush()
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")


def read_json(data):
    try:
        return json.loads(data) if data else None
    except ValueError:
        return None


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def basic(user, token):
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{token}".encode()).decode()}


def overland(moments, device="phone", latitude=47.0):
    """A batch whose positions encode the times, so that each fix can be found again."""
    return {"locations": [
        {"type": "Feature",
         "geometry": {"type": "Point", "coordinates": [8 + (moment % 10_000) / 100_000, latitude]},
         "properties": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment)),
                        "horizontal_accuracy": 8, "speed": 1.4, "motion": ["walking"],
                        "device_id": device}} for moment in moments]}


def found(server, study, key=None):
    body = {"id": study, "name": study, "mode": "study" if key else "personal",
            "consent": {"version": 1, "text": "I agree."}}
    if key:
        body["recipient"] = key
    status, answer = server.operator("POST", "/api/v1/operator/studies", body)
    check(f"the operator founds the study {study}", status == 201, f"{status} {answer}")
    return answer


def join(server, code):
    status, answer = server.ask("POST", "/api/v1/diary/participants",
                                {"code": code, "consentVersion": 1})
    check("a code lets a participant join", status == 201, f"{status}")
    return answer


def compiled_network(folder):
    """Compiles a small feed, since the demo's network is not in a file."""
    feed = folder / "feed"
    feed.mkdir()
    (feed / "agency.txt").write_text(
        "agency_id,agency_name,agency_url,agency_timezone\na,A,https://a.example,Europe/Zurich\n")
    (feed / "stops.txt").write_text(
        "stop_id,stop_name,stop_lat,stop_lon\nA,Anfang,47.0,8.0\nB,Ende,47.1,8.1\n")
    (feed / "routes.txt").write_text(
        "route_id,agency_id,route_short_name,route_type\nr,a,1,3\n")
    (feed / "calendar.txt").write_text(
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        "s,1,1,1,1,1,1,1,20260101,20301231\n")
    (feed / "trips.txt").write_text("route_id,service_id,trip_id\nr,s,t\n")
    (feed / "stop_times.txt").write_text(
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        "t,08:00:00,08:00:00,A,1\nt,08:20:00,08:20:00,B,2\n")
    network = folder / "network.takt"
    done = run(PROGRAM, "import", feed, "--output", network)
    check("a network for the server is compiled", done.returncode == 0, done.stderr)
    return network
