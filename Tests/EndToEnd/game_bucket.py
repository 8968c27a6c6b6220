"""A bucket that stores what is put into it, or answers as one does on a bad day."""

import http.server
import threading

from answering import Answering


class Bucket:
    """The objects by their keys; with `trouble`, every request is answered 503."""

    def __init__(self):
        self.objects, self.trouble, self.refused = {}, None, 0
        bucket = self

        class Handler(Answering):
            def do_PUT(self):
                body = self.body()
                if bucket.trouble:
                    bucket.refused += 1
                    return self.answer(503, b"<Error><Code>SlowDown</Code></Error>")
                bucket.objects[self.path] = body
                return self.answer(200)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
