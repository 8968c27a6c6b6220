"""A server for checks of the app over time: it is upgraded, loses its data or stops answering, or a captive network
answers instead.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path


from checks import free_port, server_log
from evidence import chromium
from source_checks import get_json, wait_for
from visit import Visit

WEB = Path(__file__).resolve().parents[2] / "Web"
MORNING = "2026-05-04T08:00"


class Demo:
    """The demo, or a server of a network file, with a copy of the web app, which may be changed between two starts on the same port."""

    def __init__(self, program, web, network=None):
        self.program, self.web = program, web
        self.command = ["demo"] if network is None else ["serve", "--network", str(network)]
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        shutil.copytree(WEB, web)

    def start(self, at=MORNING, data=None):
        """Starts it; without a data folder it does not know earlier riders."""
        self.process = subprocess.Popen(
            [self.program, *self.command, "--port", str(self.port), "--web", self.web, "--at", at],
            stdin=subprocess.DEVNULL, stdout=server_log(), stderr=subprocess.STDOUT,
            env=os.environ | ({"TAKT_DATA": str(data)} if data else {}))
        if not wait_for(lambda: get_json(f"{self.url}/api/v1/network"), 90):
            raise RuntimeError("the demo does not answer")

    def stop(self):
        if self.process is not None:
            self.go_on()
            self.process.kill()
            self.process.wait()
            self.process = None

    def restart(self):
        self.stop()
        self.start()

    def fall_silent(self):
        """From now on it accepts connections and never answers."""
        os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self):
        os.kill(self.process.pid, signal.SIGCONT)

    def change(self, path, old, new):
        """Edits a file of the web app for the next start."""
        text = (self.web / path).read_text()
        if old not in text:
            raise RuntimeError(f"{path} has no {old!r}")
        (self.web / path).write_text(text.replace(old, new))


@contextlib.contextmanager
def life(program, network=None):
    """Yields a browser and the demo, or the server of a network file."""
    with tempfile.TemporaryDirectory(prefix="takt-life-") as folder, chromium() as browser:
        demo = Demo(program, Path(folder) / "web", network)
        try:
            demo.start()
            yield browser, demo
        finally:
            demo.stop()


def installed(browser, demo, **options):
    """A visit whose service worker has cached the whole app."""
    visit = Visit(browser, demo.url, phone=True, **options)
    visit.open("/home")
    visit.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    visit.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return visit
