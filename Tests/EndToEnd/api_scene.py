"""A demo that is asked every documented call of the API once, with a mailbox and a program that take its messages.

    from api_scene import ask_all

Needs the Python environment of the checks, for the mail server.
"""

import base64
import contextlib
import dataclasses
import http.server
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from aiosmtpd.controller import Controller

import api_village
from answering import Answering
from api_calls import CHAPTERS
from api_page import body_text, document, example, pretty
from api_reference import parameters_of
from checks import free_port, server_log
from lived_days import live

OPERATOR = "an-operators-token-of-some-length"
READY_SECONDS = 90
# How long live data of each kind may take to come.
LIVE_SECONDS = 60
MAIL_SECONDS = 30
WEEK = ["2026-04-27", "2026-04-28", "2026-04-29", "2026-04-30", "2026-05-01"]
# What an answer names that depends on the machine or on chance; by the order of their length.
NOWHERE = "https://takt.example"


@dataclasses.dataclass
class Answer:
    """What came for a call, as it came."""

    call: object
    status: int
    body: bytes
    written: str
    # The request's body as it was sent.
    sent: object = None


class Hook(Answering):
    """A program that takes messages."""

    def do_POST(self):
        self.body()
        self.answer(200)


class Mailbox:
    """Keeps the last mail's text."""

    def __init__(self):
        self.text = ""

    async def handle_DATA(self, server, session, envelope):
        self.text = envelope.content.decode(errors="replace")
        return "250 OK"

    def code(self):
        end = time.monotonic() + MAIL_SECONDS
        while time.monotonic() < end:
            if found := re.search(r"^Subject: ([A-Z0-9]+) ", self.text, re.MULTILINE):
                return found[1]
            time.sleep(0.1)
        raise TimeoutError(f"no code came by mail: {self.text[-500:]}")


def deeper(value, way):
    for name in way.split("."):
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


class Scene:
    def __init__(self, url, hook="", mailbox=None):
        self.url, self.mailbox = url, mailbox
        self.known = {"OPERATOR_TOKEN": OPERATOR, "HOOK": hook}
        # The server's own description, and the calls whose parameters are on the page.
        self.description, self.shown = {"paths": {}}, set()

    def filled(self, value):
        """A body with the kept values in it."""
        if isinstance(value, str) and re.fullmatch(r"\{\w+\}", value):
            return self.value(value[1:-1])
        if isinstance(value, str):
            return value
        if isinstance(value, list):
            return [self.filled(each) for each in value]
        return {name: self.filled(each) for name, each in value.items()} if isinstance(value, dict) else value

    def value(self, name):
        if name == "MAIL_CODE" and name not in self.known:
            self.known[name] = self.mailbox.code()
        return self.known[name]

    def masked(self, text):
        """The text with names in place of secrets and of what is another each time."""
        if self.known["HOOK"]:
            text = text.replace(self.known["HOOK"], "https://program.example/takt")
        text = text.replace(self.url, NOWHERE)
        text = text.replace(urllib.parse.quote(self.url, safe=""), urllib.parse.quote(NOWHERE, safe=""))
        for name in sorted(self.known, key=lambda each: -len(str(self.known[each]))):
            value = str(self.known[name])
            if name.isupper() and len(value) >= 4:
                text = text.replace(value, name)
        text = re.sub(r'"instance": ?"[^"]*"', '"instance": "REQUEST_ID"', text)
        text = re.sub(r"\b[0-9a-f]{64}\b", "4f0c6a2b91d3e857" * 4, text)
        return re.sub(r'"[0-9a-f]{16}"', '"4f0c6a2b91d3e857"', text)

    def send(self, call):
        path = re.sub(r"\{(\w+)\}", lambda each: urllib.parse.quote(str(self.known[each[1]]), safe="/?=.")
                      if each[1] in ("phone", "tile") else urllib.parse.quote(str(self.known[each[1]]), safe=""), call.ask or call.path)
        data = None if call.body is None else json.dumps(self.filled(call.body)).encode()
        request = urllib.request.Request(self.url + path, data=data, method=call.method)
        head = [f"{call.method} {urllib.parse.unquote(path)}"]
        if call.token:
            token = self.known[call.token]
            word = f"Bearer {token}" if not call.user else "Basic " + base64.b64encode(f"{call.user}:{token}".encode()).decode()
            request.add_header("Authorization", word)
            head.append(f"Authorization: Bearer {call.token}" if not call.user
                        else f"Authorization: Basic base64({call.user}:{call.token})")
        if data is not None:
            request.add_header("Content-Type", "application/json")
            head += ["Content-Type: application/json", "", pretty(self.filled(call.body))]
        return request, self.masked("\n".join(head))

    def ask(self, call):
        request, text = self.send(call)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, media_type = answer.status, answer.headers.get("Content-Type") or ""
                body = FIRST.get(call.shows, lambda whole: whole.read())(answer)
        except urllib.error.HTTPError as error:
            status, media_type, body = error.code, error.headers.get("Content-Type") or "", error.read()
        if status != call.status:
            raise AssertionError(f"{call.method} {call.path} was answered {status}, not {call.status}: {body[:300]}")
        for name, way in call.keeps.items():
            self.known[name] = deeper(json.loads(body), way)
        shown = None
        if body and call.shows != "none":
            masked = body if call.shows in ("bytes", "frames") else self.masked(body.decode()).encode()
            shown = body_text(call, masked, media_type)
        return Answer(call, status, body, example(call, text, status, shown, self.parameters(call)),
                      self.filled(call.body))

    def parameters(self, call):
        """The parameters of a call as a table, once."""
        if (call.method, call.path) in self.shown:
            return ""
        self.shown.add((call.method, call.path))
        return parameters_of(self.description["paths"].get(call.path, {}).get(call.method.lower(), {}))

    def read(self, path, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers), timeout=60) as answer:
            return json.loads(answer.read())

    def wait(self, path, is_there):
        """Until an answer has something, or for as long as live data may take."""
        end = time.monotonic() + LIVE_SECONDS
        while not is_there(self.read(path)) and time.monotonic() < end:
            time.sleep(0.5)

    def prepare(self):
        """Reads the description, waits for live data, and lives a week of a diary."""
        self.description = self.read("/api/openapi.json")
        self.known["DIARY_TOKEN"] = live(self.url, WEEK)["token"]
        for path, is_there in (("/api/v1/vehicles", lambda each: len(each["vehicles"]) > 5), ("/eta", len), ("/updates", len),
                               ("/history", len)):
            self.wait(path, is_there)
        self.wait("/api/v1/network", lambda network: "phone" in network)
        network = self.read("/api/v1/network")
        self.known["phone"] = network["phone"]["address"]
        tiles = network["streets"]["tiles"]
        # The zoom level, column and row of the town's centre.
        tile = tiles.replace("{z}", "14").replace("{x}", "8568").replace("{y}", "5748")
        self.known["tile"] = urllib.parse.urlsplit(tile)._replace(scheme="", netloc="").geturl()
        # A vehicle that somebody can be in: of a ride from a stop to the next one but one.
        call = next(each for each in self.read("/api/v1/stops/seewil-theater/departures?further=3&limit=20")["calls"]
                    if len(each.get("further", [])) > 1)
        self.known |= {"boarding": call["stop"]["id"], "alighting": call["destination"]["id"], "ride": call["trip"],
                       "ride_day": call["serviceDay"]}

    def before(self, call):
        """What a call needs that no answer before it gave."""
        if call.path == "/api/v1/alerts":
            # The message is among them from the next second on.
            self.wait("/api/v1/alerts", lambda each: each["alerts"])
        if call.body == "{copy}" and "copy" not in self.known:
            saved = self.read("/api/v1/rider/connections", self.known["RIDER_TOKEN"])[0]
            self.known["copy"] = {name: saved[name] for name in ("from", "to", "vias", "routes")} | {"name": "By tram"}


def first_event(answer):
    """The first event of a stream that has data, without the end of line."""
    lines = []
    while not (lines and lines[-1] == "" and any(line.startswith("data: ") for line in lines)):
        lines.append(answer.readline().decode().rstrip("\n"))
    start = max(index for index, line in enumerate(lines[:-1]) if index == 0 or lines[index - 1] == "")
    return "\n".join(lines[start:-1]).encode()


def first_frame(answer):
    """The first frame of a stream of bytes."""
    return answer.read(int.from_bytes(answer.read(4), "little"))


# How much is read of answers that stay open.
FIRST = {"stream": first_event, "frames": first_frame}


@contextlib.contextmanager
def serving(program, arguments, environment, folder, scene):
    """A server with an operator's token, for as long as it is asked."""
    token = pathlib.Path(folder) / "token"
    token.write_text(OPERATOR + "\n")
    with server_log() as log:
        process = subprocess.Popen(
            [program, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            env={**os.environ, "TAKT_OPERATOR_TOKEN_FILE": str(token), **environment})
        try:
            wait_until_ready(scene, process)
            yield scene
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()


@contextlib.contextmanager
def demo(program):
    """The demo on a Monday morning, with a mail server and leave to send to this machine, ready to be asked."""
    mailbox = Mailbox()
    mail = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    mail.start()
    hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    port = free_port()
    scene = Scene(f"http://127.0.0.1:{port}", f"http://127.0.0.1:{hook.server_port}/takt", mailbox)
    environment = {"TAKT_PUSH_REACH": "anywhere", "TAKT_MAIL_SERVER": f"smtp-plain://127.0.0.1:{mail.port}",
                   "TAKT_MAIL_FROM": "takt@takt.example"}
    try:
        with tempfile.TemporaryDirectory(prefix="takt-examples-") as folder, serving(
                program, ["demo", "--at", "2026-05-04T07:59:30", "--port", str(port)], environment, folder, scene):
            scene.prepare()
            yield scene
    finally:
        hook.shutdown()
        mail.stop()


@contextlib.contextmanager
def village(program):
    """A server with what the demo lacks."""
    port, source = free_port(), api_village.Source()
    scene = Scene(f"http://127.0.0.1:{port}")
    try:
        with tempfile.TemporaryDirectory(prefix="takt-village-") as folder:
            api_village.write(folder, source.url)
            subprocess.run([program, "import", f"{folder}/village.zip", "-o", f"{folder}/village.takt"], check=True,
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
            arguments = ["serve", "--config", f"{folder}/takt.yml", "--port", str(port), "--at", api_village.START]
            with serving(program, arguments, {}, folder, scene):
                scene.wait("/api/v1/vehicles", lambda each: each["vehicles"])
                scene.wait("/api/v1/alerts", lambda each: each["alerts"])
                yield scene
    finally:
        source.server.shutdown()


@contextlib.contextmanager
def campus(program):
    """A server without a network."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="takt-campus-") as folder, serving(
            program, ["serve", "--port", str(port), "--data", f"{folder}/data"], {"TAKT_CAMPUS_TIME_ZONE": "America/New_York"},
            folder, Scene(f"http://127.0.0.1:{port}")) as scene:
        yield scene


def wait_until_ready(scene, process):
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError):
            scene.read("/health/ready")
            return
        time.sleep(0.2)
    raise TimeoutError("the server did not become ready")


def ask_all(program):
    """All answers, the page that shows them, and the demo's own description."""
    answers, chapters = [], []
    for start in (demo, village, campus):
        with start(program) as scene:
            for chapter in (each for each in CHAPTERS if each.server == start.__name__):
                written = []
                for call in chapter.calls:
                    scene.before(call)
                    answers.append(scene.ask(call))
                    written.append(answers[-1].written)
                chapters.append((chapter, written))
            if start is demo:
                description = scene.description
    return answers, document(chapters), description
