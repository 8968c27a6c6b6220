"""Browsers and a push service to test against, on code that shares nothing with ours: http_ece opens
what was encrypted, PyJWT checks who sent it.
"""

import base64
import http.server
import os
import socketserver
import threading

import http_ece
import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A subscription and the keys to decrypt its messages."""

    def __init__(self, endpoint):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.endpoint = endpoint

    def address(self):
        """The address in the format of our API and outbox."""
        public = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"kind": "web-push", "endpoint": self.endpoint, "p256dh": base64url(public),
                "auth": base64url(self.secret)}

    def open(self, body):
        return http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret,
                                version="aes128gcm")


def claims(authorization, audience):
    """The claims of a VAPID token, after its signature and audience were verified."""
    fields = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(", "))
    point = from_base64url(fields["k"])
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    return jwt.decode(fields["t"], key, algorithms=["ES256"], audience=audience)


class Service(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """Passes each POST to `take(path, headers, body)`, which returns a status and fields, or None to close the
    connection without an answer.
    """

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, take):
        self.take = take
        super().__init__(("127.0.0.1", 0), Handler)
        self.active = 0
        self.changed = threading.Condition()
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def count(self, change):
        with self.changed:
            self.active += change
            self.changed.notify_all()

    def wait_until_idle(self, seconds=10):
        """Waits until everything that a dead program has sent is read."""
        with self.changed:
            self.changed.wait_for(lambda: self.active == 0, seconds)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) < length:
            # The sender died during the request, so it does not count.
            self.close_connection = True
            return
        reply = self.server.take(self.path, self.headers, body)
        self.close_connection = True
        if reply is None:
            return
        status, fields = reply
        self.send_response(status)
        for name, value in {"Content-Length": "0", "Connection": "close", **fields}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_):
        pass

    def handle(self):
        self.server.count(1)
        try:
            super().handle()
        except OSError:
            # The sender was killed.
            pass
        finally:
            self.server.count(-1)
