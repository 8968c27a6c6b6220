"""A bucket that stores what is put into it, or answers as one does on a bad day."""

import http.server
import threading


class Bucket:
    """The objects by their keys; with `trouble`, every request is answered 503."""

    def __init__(self):
        self.objects, self.trouble, self.refused = {}, None, 0
        bucket = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_PUT(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if bucket.trouble:
                    bucket.refused += 1
                    return self.answer(503, b"<Error><Code>SlowDown</Code></Error>")
                bucket.objects[self.path] = body
                return self.answer(200)

            def answer(self, status, body=b""):
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
