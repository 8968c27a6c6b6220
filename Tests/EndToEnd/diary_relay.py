"""A proxy in front of the object store whose clock is ahead, and which judges requests by that clock.

    with SkewedRelay(store, ahead_seconds=7200) as relay: relay.endpoint, relay.refused
"""

import datetime
import email.utils
import http.server
import threading
import time

from answering import Answering
from diary_store import UPLOADER

# S3 accepts requests whose time differs by up to fifteen minutes.
TOLERANCE_SECONDS = 900


class SkewedRelay:
    """Refuses requests that are not signed with its own time, and forwards the others, signed with the store's time."""

    def __init__(self, store, ahead_seconds):
        self.refused = 0
        self.taken = 0
        relay = self

        class Handler(Answering):
            def do_PUT(self):
                body = self.body()
                signed = datetime.datetime.strptime(
                    self.headers["x-amz-date"], "%Y%m%dT%H%M%SZ"
                ).replace(tzinfo=datetime.timezone.utc).timestamp()
                if abs(signed - time.time() - ahead_seconds) > TOLERANCE_SECONDS:
                    relay.refused += 1
                    return self.answer(403, b"<Error><Code>RequestTimeTooSkewed</Code></Error>")
                status, answer = store.ask(UPLOADER, "PUT", self.path, body)
                relay.taken += 1
                self.answer(status or 503, answer if status else b"")

            def date_time_string(self, timestamp=None):
                """The time of answers' `Date`."""
                return email.utils.formatdate(time.time() + ahead_seconds, usegmt=True)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.endpoint = f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
