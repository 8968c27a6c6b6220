"""Firefox and WebKitGTK, driven by their own tools: WebDriver BiDi and WebKitWebDriver.

    with firefox() as page: page.open(url); page.evaluate("1 + 1")
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from websockets.sync.client import connect

from checks import free_port

FIREFOX = "firefox-esr"
WEBKIT_DRIVER = "WebKitWebDriver"
START_SECONDS = 90
ANSWER_SECONDS = 60
FIREFOX_SETTINGS = {
    # Software rendering, as on machines without a graphics card; no requests to the vendor.
    "webgl.force-enabled": True, "app.normandy.enabled": False, "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0, "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.healthreport.uploadEnabled": False, "toolkit.telemetry.enabled": False, "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "browser.safebrowsing.update.enabled": False, "intl.accept_languages": "en-GB",
}


def missing(program):
    """Whether this engine cannot be driven on this machine."""
    return shutil.which(program) is None


@contextlib.contextmanager
def process(command, **options):
    """A program with its children, which end with it."""
    running = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL, **options)
    try:
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGTERM)
        try:
            running.wait(15)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()


@contextlib.contextmanager
def screen(log):
    """A virtual screen, which WebGL needs; yields the environment for programs on it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    with process(command, stdout=log, stderr=log, pass_fds=[writing]):
        os.close(writing)
        number = os.fdopen(reading).readline().strip()
        yield {**os.environ, "DISPLAY": f":{number}", "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1", "LANG": "en_GB.UTF-8"}


class Page:
    """The operations that both engines support."""

    def waits(self, expression, seconds=60):
        """Whether a condition becomes true on the page."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.evaluate(f"Boolean({expression})"):
                return True
            time.sleep(0.3)
        return False


class FirefoxPage(Page):
    def __init__(self, socket):
        self.socket, self.number, self.errors = socket, 0, []
        self.ask("session.new", {"capabilities": {}})
        self.ask("session.subscribe", {"events": ["log.entryAdded"]})
        self.version = ""
        self.context = self.ask("browsingContext.getTree", {})["contexts"][0]["context"]

    def ask(self, method, parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=ANSWER_SECONDS))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])
            if message.get("id") == self.number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]

    def open(self, url):
        self.ask("browsingContext.navigate", {"context": self.context, "url": url, "wait": "complete"})

    def evaluate(self, expression):
        answer = self.ask("script.evaluate", {
            "expression": f"JSON.stringify({expression})", "target": {"context": self.context}, "awaitPromise": True})
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))


@contextlib.contextmanager
def firefox():
    with tempfile.TemporaryDirectory(prefix="takt-firefox-") as profile, tempfile.TemporaryFile("w+") as log:
        settings = "".join(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in FIREFOX_SETTINGS.items())
        (pathlib.Path(profile) / "user.js").write_text(settings)
        command = [FIREFOX, "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"]
        with screen(log) as shown, process(command, stdout=log, stderr=log, env={**shown, "HOME": profile}):
            address, end = None, time.monotonic() + START_SECONDS
            while address is None and time.monotonic() < end:
                log.seek(0)
                found = re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read())
                address = found and found[1]
                time.sleep(0.3)
            if address is None:
                raise RuntimeError("Firefox does not listen")
            with connect(address + "/session", max_size=None, origin=None) as socket:
                yield FirefoxPage(socket)


class WebKitPage(Page):
    def __init__(self, url):
        self.url, self.errors = url, []
        answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "webkitgtk:browserOptions": {"binary": str(mini_browser()), "args": ["--automation"]}}}})
        self.session = f"/session/{answer['sessionId']}"

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode()[:300]}") from error

    def open(self, url):
        self.ask("POST", self.session + "/url", {"url": url})

    def evaluate(self, expression):
        script = f"const done = arguments[0]; Promise.resolve({expression}).then(value => done(JSON.stringify(value ?? null)))"
        return json.loads(self.ask("POST", self.session + "/execute/async", {"script": script, "args": []}))

    def close(self):
        with contextlib.suppress(RuntimeError, OSError):
            self.ask("DELETE", self.session)


def mini_browser():
    """WebKitGTK's minimal browser, which comes with the library."""
    return next(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)


@contextlib.contextmanager
def webkit():
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="takt-webkit-") as home, tempfile.TemporaryFile("w+") as log:
        with screen(log) as shown:
            environment = {**shown, "HOME": home, "XDG_RUNTIME_DIR": home, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
            with process([WEBKIT_DRIVER, f"--port={port}"], stdout=log, stderr=log, env=environment):
                url, end = f"http://127.0.0.1:{port}", time.monotonic() + START_SECONDS
                while time.monotonic() < end:
                    with contextlib.suppress(OSError):
                        urllib.request.urlopen(url + "/status", timeout=2).close()
                        break
                    time.sleep(0.3)
                page = WebKitPage(url)
                try:
                    yield page
                finally:
                    page.close()
