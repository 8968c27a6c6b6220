"""A proxy in front of the object store whose clock is ahead, and which judges requests by that clock.

    with SkewedRelay(store, ahead_seconds=7200) as relay: relay.endpoint, relay.refused
"""

import datetime
import email.utils
import http.server
import threading
import time

from diary_store import UPLOADER

# S3 accepts requests whose time differs by up to fifteen minutes.
TOLERANCE_SECONDS = 900


class SkewedRelay:
    """Refuses requests that are not signed with its own time, and forwards the others, signed with the store's time."""

    def __init__(self, store, ahead_seconds):
        self.refused = 0
        self.taken = 0
        relay = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_PUT(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                signed = datetime.datetime.strptime(
                    self.headers["x-amz-date"], "%Y%m%dT%H%M%SZ"
                ).replace(tzinfo=datetime.timezone.utc).timestamp()
                if abs(signed - time.time() - ahead_seconds) > TOLERANCE_SECONDS:
                    relay.refused += 1
                    return self.answer(403, b"<Error><Code>RequestTimeTooSkewed</Code></Error>")
                status, answer = store.ask(UPLOADER, "PUT", self.path, body)
                relay.taken += 1
                self.answer(status or 503, answer if status else b"")

            def answer(self, status, body):
                self.send_response_only(status)
                self.send_header("Date", email.utils.formatdate(
                    time.time() + ahead_seconds, usegmt=True))
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.endpoint = f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
