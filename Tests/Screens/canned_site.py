"""Serves Web/ and canned answers on the loopback interface, and records requests without an answer."""

import contextlib
import hashlib
import json
import mimetypes
import pathlib
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

WEB = pathlib.Path(__file__).resolve().parents[2] / "Web"
# In place of the engine, which needs a build, one that knows the canned answers.
ENGINE = pathlib.Path(__file__).resolve().parent / "engine"
PIECE_BYTES = 50_000
PIECE_SECONDS = 0.03
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
# The server's policy; a violation is an error on the console.
POLICY = ("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; img-src 'self' data: blob:; "
          "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'")


class Site(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, answers):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = answers
        self.origin = f"http://127.0.0.1:{self.server_port}"
        # The requests, their bodies, and those without an answer.
        self.asked, self.received, self.unanswered = [], [], []
        # Problems in place of answers.
        self.refused = {}
        # The number of bytes of a file before the connection breaks; None for all.
        self.cut = None
        # The served release, named by its digest as on the server; "" serves the files without one.
        self.release = ""
        self.ending = threading.Event()
        # Cleared while the server does not answer.
        self.speaking = threading.Event()
        self.speaking.set()

    def file(self, path):
        """A file's bytes in the current release; None if there is none."""
        own = f"/release/{self.release}/"
        if path.startswith("/release/"):
            if not self.release or not path.startswith(own):
                return None
            path = path[len(own) - 1:]
        file = ENGINE / path[len("/engine/"):] if path.startswith("/engine/") else WEB / path.lstrip("/")
        if not file.is_file():
            return None
        data = file.read_bytes()
        if self.release and path == "/index.html":
            for folder in (b"/app/", b"/vendor/"):
                data = data.replace(b'="' + folder, b'="' + own[:-1].encode() + folder)
        elif self.release and path == "/service-worker.js":
            files = {f"/{each.relative_to(WEB)}": self.digest(each)
                     for folder in ("app", "icons", "vendor") for each in sorted((WEB / folder).rglob("*")) if each.is_file()}
            files |= {f"/engine/{each.name}": self.digest(each) for each in sorted(ENGINE.iterdir())}
            canned = json.dumps({"digest": self.release, "files": files})
            data = data.replace(b'const RELEASE = { digest: "", files: {} };', f"const RELEASE = {canned};".encode())
        return data

    def digest(self, file):
        """Each release has another main.js and shares the other files."""
        text = file.read_bytes() + (self.release.encode() if file.name == "main.js" else b"")
        return hashlib.sha256(text).hexdigest()[:12]

    def handle_error(self, request, client_address):
        """A page that is closed ends its requests."""


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
        body = self.rfile.read(length)
        path = unquote(urlsplit(self.path).path)
        self.server.asked.append((self.command, path))
        if path.startswith("/api/"):
            if body:
                self.server.received.append((self.command, path, json.loads(body)))
            return self.canned(path)
        data = self.server.file(path)
        if data is None:
            if "." in path.rsplit("/", 1)[1]:
                self.server.unanswered.append(path)
                return self.answer(b"", "text/plain", status=404)
            path = "/index.html"
            data = self.server.file(path)
        ending = pathlib.PurePosixPath(path).suffix
        kind = TYPES.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        asked_anew = path in ("/index.html", "/service-worker.js")
        self.answer(data, f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
                    kept="no-cache" if asked_anew else "max-age=3600")

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def canned(self, path):
        self.server.speaking.wait()
        problem = self.server.refused.get((self.command, path))
        if problem is not None:
            return self.answer(json.dumps(problem).encode(), "application/problem+json", status=problem["status"])
        canned = self.server.answers.get((self.command, path))
        if canned is None:
            self.server.unanswered.append(f"{self.command} {path}")
            problem = json.dumps({"type": "/problems/not-found", "title": "Not Found", "status": 404}).encode()
            return self.answer(problem, "application/problem+json", status=404)
        if isinstance(canned, str):
            return self.stream(canned)
        if isinstance(canned, bytes):
            return self.bytes(canned)
        self.answer(json.dumps(canned).encode(), "application/json")

    def bytes(self, canned):
        """A file, or the rest of it that is asked for; as much of it as comes before the connection breaks."""
        begin = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=").rstrip("-"))
        part = canned[begin:]
        self.send_response(206 if begin else 200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(part)))
        if begin:
            self.send_header("Content-Range", f"bytes {begin}-{len(canned) - 1}/{len(canned)}")
        self.end_headers()
        self.server.asked.append(("BYTES", str(begin)))
        if self.server.cut is None:
            self.wfile.write(part)
        else:
            # Not faster than a network: what a page has not read yet is lost with the connection.
            for begin in range(0, self.server.cut, PIECE_BYTES):
                self.wfile.write(part[begin:min(begin + PIECE_BYTES, self.server.cut)])
                self.wfile.flush()
                time.sleep(PIECE_SECONDS)
            self.close_connection = True

    def stream(self, canned):
        """Sends events, and then nothing more until the page is closed."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(canned.encode())
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
        site.speaking.set()
        site.shutdown()
        site.server_close()
