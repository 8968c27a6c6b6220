"""Serves Web/ and canned answers on the loopback interface, and notes what nobody has an answer for."""

import contextlib
import json
import mimetypes
import pathlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

WEB = pathlib.Path(__file__).resolve().parents[2] / "Web"
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
# As the server has it: what breaks it is an error on the console.
POLICY = ("default-src 'self'; worker-src 'self' blob:; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
          "frame-ancestors 'none'; form-action 'self'")


class Site(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, answers):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = answers
        self.origin = f"http://127.0.0.1:{self.server_port}"
        # What was asked, and what of it has no answer.
        self.asked, self.unanswered = [], []
        self.ending = threading.Event()

    def handle_error(self, request, client_address):
        """A page that is left ends what it asked for."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, data, kind, *, status=200, kept="no-cache"):
        self.send_response(status)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(data))), ("Cache-Control", kept),
                            ("Content-Security-Policy", POLICY)):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(length)
        path = unquote(urlsplit(self.path).path)
        self.server.asked.append((self.command, path))
        if path.startswith("/api/"):
            return self.told(path)
        file = WEB / path.lstrip("/")
        if not file.is_file():
            if "." in path.rsplit("/", 1)[1]:
                self.server.unanswered.append(path)
                return self.answer(b"", "text/plain", status=404)
            file = WEB / "index.html"
        kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        kept = "no-cache" if file.name == "index.html" else "max-age=3600"
        self.answer(file.read_bytes(), f"{kind}; charset=utf-8" if kind.startswith("text/") else kind, kept=kept)

    do_POST = do_PUT = do_DELETE = do_GET

    def told(self, path):
        told = self.server.answers.get((self.command, path))
        if told is None:
            self.server.unanswered.append(f"{self.command} {path}")
            problem = json.dumps({"type": "/problems/not-found", "title": "Not Found", "status": 404}).encode()
            return self.answer(problem, "application/problem+json", status=404)
        if isinstance(told, str):
            return self.stream(told)
        self.answer(json.dumps(told).encode(), "application/json")

    def stream(self, told):
        """Events, and then nothing more until the page is left."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(told.encode())
        self.wfile.flush()
        self.close_connection = True
        self.server.ending.wait()


@contextlib.contextmanager
def serving(answers):
    site = Site(answers)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        site.ending.set()
        site.shutdown()
        site.server_close()
