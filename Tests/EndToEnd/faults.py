"""Faults that a server meets, one after another, and somebody who keeps using it meanwhile.

    faults = Faults(server, machine, keeper, post, source, draw)
    faults.strike()      one fault, from its beginning to the server's recovery
"""

import collections
import contextlib
import json
import pathlib
import socket
import sqlite3
import struct
import subprocess
import threading
import time
import urllib.error
import urllib.request

from diary_server import overland

HERE = pathlib.Path(__file__).resolve().parent
# How soon everything is to work again after a fault.
RECOVERY_SECONDS = 10
# How long a fault lasts, in seconds.
SHORTEST, LONGEST = 2, 5
# Connections that say nothing, and such that stop halfway.
IDLE, STALLED = 1000, 100
# When what is recorded began, in seconds since 1970.
FIRST_MOMENT = 1_777_852_800


class Machine:
    """The disk and the clock of a program that was started with `environment`, which are at fault when told."""

    def __init__(self, folder):
        self.file, self.data = folder / "faults", folder / "data"
        library = folder / "faults.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "faults.c", "-ldl"], check=True)
        self.environment = {"LD_PRELOAD": str(library), "TAKT_FAULTS": str(self.file),
                            "TAKT_FAULTS_FOLDER": str(self.data)}
        self.be()

    def be(self, is_full=False, sync_milliseconds=0, clock_seconds=0):
        content = struct.pack("<qqq", is_full, sync_milliseconds, clock_seconds)
        # Written in place: the program has it mapped.
        with open(self.file, "r+b" if self.file.exists() else "wb") as file:
            file.write(content)


class Keeper:
    """Somebody who saves and records without pause, and remembers what was acknowledged."""

    PAUSE = 0.3

    def __init__(self, url, connection):
        self.url, self.connection = url, connection
        # What the server said it had: connections by their rider's token, and moments in a diary.
        self.saved, self.moments = {}, []
        self.wrong = []
        self.done = {"save": 0.0, "record": 0.0}
        self.is_over = threading.Event()
        self.participant = json.loads(
            self.ask("POST", "/api/v1/diary/personal", None, {"consentVersion": 1})[1])["token"]
        self.threads = [threading.Thread(target=self.keep, args=(work,), daemon=True)
                        for work in (self.save, self.record, self.look)]
        for thread in self.threads:
            thread.start()

    def ask(self, method, path, token=None, body=None, seconds=20):
        """Status and body; None where nothing answers."""
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token}"} if token else {})
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError:
            return None, b""

    def keep(self, work):
        while not self.is_over.wait(self.PAUSE):
            begin = time.monotonic()
            for status, body in work():
                # Nothing, while it is being started; later; or done.
                if status not in (None, 503) and not 200 <= status < 300:
                    self.wrong.append(f"{work.__name__}: {status} {body[:200]}")
                if status is None or not 200 <= status < 300:
                    break
            else:
                self.done[work.__name__] = begin

    def save(self):
        status, body = self.ask("POST", "/api/v1/riders", body={"language": "en"})
        yield status, body
        token = json.loads(body)["token"]
        self.saved[token] = None
        status, body = self.ask("POST", "/api/v1/rider/connections", token, self.connection)
        yield status, body
        self.saved[token] = json.loads(body)["id"]

    def record(self):
        moment = FIRST_MOMENT + 7 * (len(self.moments) + len(self.wrong))
        status, body = self.ask("POST", "/overland", self.participant, overland([moment]))
        yield status, body
        self.moments.append(moment)

    def look(self):
        """The probes; nothing at all where the process does not run."""
        for path in ("/health/live", "/health/ready"):
            yield self.ask("GET", path)

    def recovers(self, since):
        """Whether everything works again soon; seconds, or None."""
        end = time.monotonic() + RECOVERY_SECONDS
        while time.monotonic() < end:
            if min(self.done.values()) >= since:
                return time.monotonic() - since
            time.sleep(0.1)
        return None

    def lost(self):
        """What was acknowledged and is not there any more."""
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        lost = []
        for token, connection in self.saved.items():
            status, body = self.ask("GET", "/api/v1/rider", token)
            if status != 200 or connection and connection not in body.decode():
                lost.append(f"a rider's {connection}: {status}")
        status, body = self.ask("GET", "/api/v1/diary/participant/export?device=phone", self.participant)
        kept = body.decode()
        lost += [f"a fix of {moment}: {status}" for moment in self.moments
                 if time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment)) not in kept]
        return lost


class Faults:
    """What can go wrong around a server, one thing at a time."""

    def __init__(self, server, machine, keeper, post, source, draw):
        self.server, self.machine, self.keeper = server, machine, keeper
        self.post, self.source, self.draw = post, source, draw
        # Sudden ends thrice as often as anything else.
        self.kinds = [
            self.killed, self.killed, self.killed, self.disk_full, self.disk_slow, self.locked, self.source_silent,
            self.source_garbage, self.source_flood, self.push_refuses, self.push_breaks_off, self.crowd]
        self.waiting = []
        self.slow, self.struck = [], collections.Counter()

    def strike(self):
        """The next fault, from its beginning to the server's recovery; each kind comes before any comes again."""
        if not self.waiting:
            self.waiting = self.draw.sample(self.kinds, len(self.kinds))
        fault = self.waiting.pop()
        name = fault.__name__.replace("_", " ")
        fault(self.draw.uniform(SHORTEST, LONGEST))
        self.struck[name] += 1
        if self.keeper.recovers(time.monotonic()) is None:
            self.slow.append(f"{name}: {self.keeper.done}")
        # What came twice because of it is forgiven until here.
        self.server.kills.append(time.time())

    def killed(self, _):
        self.server.kill()

    def disk_full(self, seconds):
        self.machine.be(is_full=True)
        time.sleep(seconds)
        self.machine.be()

    def disk_slow(self, seconds):
        self.machine.be(sync_milliseconds=300)
        time.sleep(seconds)
        self.machine.be()

    def locked(self, seconds):
        """Somebody else writes into every database, and takes their time."""
        held = []
        for path in sorted(self.machine.data.rglob("*.sqlite*")):
            if path.suffix in ("-wal", "-shm") or str(path).endswith(("-wal", "-shm")):
                continue
            with contextlib.suppress(sqlite3.Error):
                held.append(sqlite3.connect(path, timeout=1, isolation_level=None))
                held[-1].execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        for one in held:
            one.close()

    def source_silent(self, seconds):
        self.during(self.source, "hangs", seconds)

    def source_garbage(self, seconds):
        self.during(self.source, "garbage", seconds)

    def source_flood(self, seconds):
        self.during(self.source, "flood", seconds)

    def push_refuses(self, seconds):
        self.during(self.post, "refuses", seconds)

    def push_breaks_off(self, seconds):
        self.during(self.post, "breaks off", seconds)
        self.server.kills += self.post.broken_off
        self.post.broken_off.clear()

    def crowd(self, seconds):
        """Connections that say nothing, and such that stop in the middle of a word."""
        open_ones = []
        with contextlib.suppress(OSError):
            for number in range(IDLE + STALLED):
                open_ones.append(socket.create_connection(("127.0.0.1", self.server.port), timeout=5))
                if number >= IDLE:
                    open_ones[-1].sendall(b"POST /api/v1/riders HTTP/1.1\r\nContent-Length: 100\r\n")
        time.sleep(seconds)
        for one in open_ones:
            one.close()

    @staticmethod
    def during(place, trouble, seconds):
        place.trouble = trouble
        time.sleep(seconds)
        place.trouble = None
