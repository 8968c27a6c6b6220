#!/usr/bin/env python3
"""Keeps a server's streets up to date with an address that fails in every way.

    python3 Tests/EndToEnd/test_extracts.py .build/debug/takt

The address answers with an extract, hangs, refuses, breaks off, and sends half a file, a web page and another
continent before a newer extract; riders find addresses throughout. Prints one line per check.
"""

import http.server
import json
import pathlib
import subprocess
import tempfile
import threading
import time

from checks import check, finish
from drawn_extract import write_extract
from feed_scene import PROGRAM, Server, ask, feed

# The server looks at its clock every twenty seconds; a busy machine imports slowly.
NOTICED_SECONDS = 120


class Publisher:
    """Answers as `mood` says: a file's bytes, or `hang`, `refuse` or `break`, with these bytes."""

    def __init__(self):
        self.mood, self.content, self.requests = "send", b"", []
        self.released = threading.Event()
        publisher = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                mood, content = publisher.mood, publisher.content
                publisher.requests.append(mood)
                if mood == "hang":
                    publisher.released.wait(NOTICED_SECONDS)
                    return
                self.send_response(503 if mood == "refuse" else 200)
                if mood == "refuse":
                    # Longer than any pause between attempts.
                    self.send_header("Retry-After", "3600")
                self.send_header("Content-Length", str(0 if mood == "refuse" else len(content)))
                self.end_headers()
                if mood != "refuse":
                    self.wfile.write(content[:len(content) // 2] if mood == "break" else content)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/town.osm.pbf"


def extract(folder, number, latitude=47.1, longitude=8.5):
    """A street through the stops of `feed`, with one house."""
    path = folder / "drawn.osm.pbf"
    nodes = [(step, latitude + step / 1000, longitude, {}) for step in range(1, 21)]
    nodes.append((30, latitude + 0.0055, longitude + 0.0002,
                  {"addr:housenumber": number, "addr:street": "Aare Lane", "addr:city": "Aarau"}))
    write_extract(path, nodes, [(40, list(range(1, 21)), {"highway": "residential", "name": "Aare Lane"})])
    return path.read_bytes()


class Scene:
    def __init__(self, folder):
        self.folder = folder
        self.publisher = Publisher()
        (folder / "feed.zip").write_bytes(feed(["Aare", "Birs"]))
        network = folder / "town.takt"
        subprocess.run([PROGRAM, "import", folder / "feed.zip", "--output", network], check=True, capture_output=True, timeout=120)
        self.ledger = folder / "town.streets.extracts" / "ledger.json"
        self.server = Server(folder, folder / "data", f"network: {network}", "streets:", f"  urls: {self.publisher.url}",
                             "  every: 1h")

    def finds(self, number):
        status, answer = ask("GET", f"{self.server.url}/api/v1/places?q=aare+lane+{number}")
        return status == 200 and any(
            place["kind"] == "address" and place.get("houseNumber") == number for place in answer["places"])

    def is_due(self):
        """Makes the next refresh due."""
        record = json.loads(self.ledger.read_text())
        record["checked"] = 0
        record.pop("trouble", None)
        self.ledger.write_text(json.dumps(record))

    def trouble(self):
        try:
            return json.loads(self.ledger.read_text()).get("trouble") or ""
        except (OSError, ValueError):
            return ""

    def refuses(self, mood, content, words, sentence):
        """Whether an answer changes nothing, and is the trouble that the server reports."""
        self.publisher.mood, self.publisher.content = mood, content
        self.is_due()
        # The log's line follows the file.
        noticed = self.server.waits_for(lambda: words in self.trouble() and self.server.logged(words), NOTICED_SECONDS)
        check(f"{sentence}: the server says why", noticed, self.trouble())
        check("and riders find what they found before", self.finds("12"))


def main():
    with tempfile.TemporaryDirectory(prefix="takt-extracts-") as name:
        folder = pathlib.Path(name)
        scene = Scene(folder)
        server, publisher = scene.server, scene.publisher
        good = extract(folder, "12")
        publisher.content = good
        check("a server starts before it has streets", server.start(), server.log.read_text()[-300:])
        check("it makes them of the address", server.waits_for(lambda: scene.finds("12"), NOTICED_SECONDS),
              server.log.read_text()[-300:])

        publisher.mood = "hang"
        scene.is_due()
        check("an address that hangs is asked",
              server.waits_for(lambda: publisher.requests[-1] == "hang", NOTICED_SECONDS), publisher.requests)
        begin = time.monotonic()
        check("and keeps nobody waiting", scene.finds("12"), f"{time.monotonic() - begin:.1f} s")
        check("a server that waits for it can be stopped", server.stop() == 0)
        check("and starts", server.start(), server.log.read_text()[-300:])
        check("with the streets that it had", scene.finds("12"))
        publisher.mood = "refuse"
        publisher.released.set()

        scene.refuses("refuse", b"", "503", "an address out of service")
        check("an address that wants an hour's pause is not asked again", publisher.requests.count("refuse") <= 2,
              publisher.requests)
        scene.refuses("break", good, "broke before", "an answer that breaks off")
        scene.refuses("send", good[:len(good) // 2], "is cut off", "half a file")
        scene.refuses("send", b"<html>Sign in</html>", "is not an OpenStreetMap extract", "a web page")
        scene.refuses("send", extract(folder, "13", -33.87, 151.2), "shows nothing within 10 km", "another continent")
        findings = subprocess.run([PROGRAM, "doctor", "--config", server.config], capture_output=True, text=True, timeout=120)
        check("'takt doctor' says so too", "shows nothing within 10 km" in findings.stdout, findings.stdout[-600:])

        publisher.content = extract(folder, "14")
        scene.is_due()
        check("a newer extract is served", server.waits_for(lambda: scene.finds("14"), NOTICED_SECONDS), scene.trouble())
        check("in place of the older one", not scene.finds("12"))
        check("and the trouble is over", server.waits_for(lambda: scene.trouble() == ""), scene.trouble())
        left = sorted(path.name for path in scene.ledger.parent.iterdir())
        check("one extract is kept", len(left) == 2 and left[0].endswith(".osm.pbf"), left)
        check("the server stops", server.stop() == 0)
    finish()


if __name__ == "__main__":
    main()
