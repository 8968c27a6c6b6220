"""The example of docs/engine.md, run in Chromium as somebody would who has only the engine and a network file."""

import contextlib
import functools
import pathlib
import re
import shutil
import tempfile
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from checks import check
from visit import get

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINE = ROOT / ".build" / "engine"
PAGE = '<!doctype html><title>Example</title><script type="module" src="example.js"></script>'


class Quiet(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *arguments):
        pass


@contextlib.contextmanager
def serving(folder):
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def documented():
    """The first JavaScript of the page about the engine."""
    return re.search(r"```js\n(.*?)```", (ROOT / "docs" / "engine.md").read_text(encoding="utf-8"), re.DOTALL)[1]


def example(browser, network):
    """Runs the example on a network file, which is at an address, and reads what it prints."""
    with tempfile.TemporaryDirectory(prefix="takt-example-") as name:
        folder = pathlib.Path(name)
        for file in ENGINE.glob("*.*"):
            if file.is_file():
                shutil.copy(file, folder)
        (folder / "network.takt").write_bytes(get(network))
        (folder / "index.html").write_text(PAGE, encoding="utf-8")
        (folder / "example.js").write_text(documented() + "\nconsole.log('done');\n", encoding="utf-8")
        with serving(folder) as origin:
            page = browser.new_page()
            printed, errors = [], []
            page.on("console", lambda message: printed.append(message.text))
            page.on("pageerror", lambda error: errors.append(str(error)))
            with page.expect_console_message(lambda message: message.text == "done", timeout=60_000):
                page.goto(origin)
            page.close()
    check("the example of docs/engine.md runs", not errors, str(errors[:3]))
    times = [line for line in printed if re.match(r"\d{4}-\d{2}-\d{2}T", line)]
    check("and prints connections", len(times) > 1, str(printed[:3]))
