"""Strikes a server with one fault after another, while a client keeps using it.

    faults = Faults(server, machine, keeper, post, source, draw)
    faults.strike()      one fault, from its beginning to the server's recovery
"""

import collections
import contextlib
import json
import pathlib
import re
import resource
import socket
import sqlite3
import struct
import subprocess
import threading
import time
import urllib.error
import urllib.request

from checks import check
from diary_server import overland

HERE = pathlib.Path(__file__).resolve().parent
# The time after a fault until everything has to work again.
RECOVERY_SECONDS = 60
# The duration of a fault, in seconds.
SHORTEST, LONGEST = 2, 5
# Connections that send nothing, and connections that stop midway; fewer where the system allows fewer open files.
CROWD, LARGE_CROWD = (1_000, 100), (10_000, 1_000)
# The additional memory left to a program in a memory shortage, in bytes: room for a crowd, but not much more.
SPARE_MEMORY = 48 << 20
# The size of a clock jump, in seconds.
JUMP = 3600
# The time of the first recorded position, in seconds since 1970.
FIRST_MOMENT = 1_777_852_800


def memory(process):
    """The memory used by a process, in MB."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024


class Machine:
    """Controls faults of the disk and the clock of a program that was started with `environment`."""

    def __init__(self, folder):
        self.file, self.data = folder / "faults", folder / "data"
        library = folder / "faults.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "faults.c", "-ldl"], check=True)
        self.environment = {"LD_PRELOAD": str(library), "TAKT_FAULTS": str(self.file),
                            "TAKT_FAULTS_FOLDER": str(self.data)}
        self.be()

    def be(self, is_full=False, sync_milliseconds=0, clock_seconds=0, full=""):
        """Sets the faults; of a full disk, only files whose path below the data folder begins with `full`."""
        content = struct.pack("<qqq232s", is_full, sync_milliseconds, clock_seconds, full.encode())
        # Written in place, since the program has it mapped.
        with open(self.file, "r+b" if self.file.exists() else "wb") as file:
            file.write(content)


class Keeper:
    """A client that saves and records without pause, and remembers what was acknowledged."""

    PAUSE = 0.3

    def __init__(self, url, connection):
        self.url, self.connection = url, connection
        # What the server acknowledged: connections by their rider's token, and times of fixes in a diary.
        self.saved, self.moments = {}, []
        self.wrong = []
        # The current fault, for the failure message.
        self.fault = None
        self.done = {"save": 0.0, "record": 0.0, "look": 0.0}
        # The number of probes, and those that were wrong.
        self.probed, self.untrue, self.slowest = 0, [], (0, "")
        self.is_over = threading.Event()
        self.participant = json.loads(
            self.ask("POST", "/api/v1/diary/personal", None, {"consentVersion": 1})[1])["token"]
        self.threads = [threading.Thread(target=self.keep, args=(work,), daemon=True)
                        for work in (self.save, self.record, self.look)]
        for thread in self.threads:
            thread.start()

    def ask(self, method, path, token=None, body=None, seconds=20):
        """Returns status and body; None if there is no answer."""
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
                # Not done while the server is starting; try again later.
                if status not in (None, 503) and not 200 <= status < 300:
                    self.wrong.append(f"{work.__name__}: {status} {body[:200]}: {self.fault}")
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
        """Requests the probes and checks them; does nothing while the process is not running."""
        for path in ("/health/live", "/health/ready"):
            begin = time.monotonic()
            status, body = self.ask("GET", path)
            self.probed += 1
            self.slowest = max(self.slowest, (time.monotonic() - begin, f"{path}, {self.fault}"))
            yield status, body
        if status == 200:
            for path in ("/api/v1/routes", f"/api/v1/stops/{self.connection['from']['stop']}/departures"):
                status, body = self.ask("GET", path)
                # It may have been killed meanwhile.
                if status not in (200, None):
                    self.untrue.append(f"ready, but {path}: {status} {body[:100]}: {self.fault}")
                yield status, body

    def recovers(self, since):
        """Returns the seconds until everything works again; None if it does not in time."""
        end = time.monotonic() + RECOVERY_SECONDS
        while time.monotonic() < end:
            if min(self.done.values()) >= since:
                return time.monotonic() - since
            time.sleep(0.1)
        return None

    def lost(self):
        """Returns what was acknowledged and is missing now."""
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        return self.missing()

    def missing(self, riders=0, fixes=0):
        """Returns what of the acknowledged is not there, except the first so many riders and fixes."""
        lost = []
        for token, connection in list(self.saved.items())[riders:]:
            status, body = self.ask("GET", "/api/v1/rider", token)
            if status != 200 or connection and connection not in body.decode():
                lost.append(f"a rider's {connection}: {status}")
        moments = self.moments[fixes:]
        status, body = self.ask("GET", "/api/v1/diary/participant/export?device=phone", self.participant)
        kept = body.decode()
        lost += [f"a fix of {moment}: {status}" for moment in moments
                 if time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment)) not in kept]
        return lost


class Faults:
    """The faults around a server, one at a time."""

    def __init__(self, server, machine, keeper, post, source, draw, crowd=CROWD):
        self.server, self.machine, self.keeper, self.size = server, machine, keeper, crowd
        self.post, self.source, self.draw = post, source, draw
        # Kills are three times as frequent as any other fault.
        self.kinds = [
            self.killed, self.killed, self.killed, self.disk_full, self.disk_slow, self.locked, self.source_silent,
            self.source_garbage, self.source_flood, self.push_refuses, self.push_breaks_off, self.crowd]
        # Faults that would make the expected messages uncertain, for servers without riders who expect messages.
        self.harder_kinds = [self.clock_ahead, self.clock_behind, self.memory_short]
        self.waiting = []
        self.slow, self.longest, self.struck = [], 0, collections.Counter()
        # The periods of faults, by the server's clock.
        self.spans = []
        self.crowds, self.restarts = [], 0

    def strike(self):
        """Runs the next fault until the server has recovered; each kind comes once before any is repeated."""
        if not self.waiting:
            self.waiting = self.draw.sample(self.kinds, len(self.kinds))
        fault = self.waiting.pop()
        name = fault.__name__.replace("_", " ")
        self.keeper.fault = name
        begin = self.server.clock.now()
        fault(self.draw.uniform(SHORTEST, LONGEST))
        self.spans.append((begin, self.server.clock.now(), name))
        self.struck[name] += 1
        took = self.keeper.recovers(time.monotonic())
        if took is None:
            self.slow.append(f"{name}: {self.keeper.done}")
        else:
            self.longest = max(self.longest, took)
        # Repeated messages caused by it are excused until here.
        self.server.kills.append(time.time())

    def judge(self, before, after):
        """Checks the rules that every server must obey, with the memory before and after in MB."""
        keeper = self.keeper
        lost = keeper.lost()
        print(f"        {len(keeper.saved)} riders and {len(keeper.moments)} fixes acknowledged; memory {before} MB before, "
              f"{after} MB after; the slowest of {keeper.probed} probes took {keeper.slowest[0]:.1f} s "
              f"({keeper.slowest[1]})", flush=True)
        check("no acknowledged data is lost", not lost, f"{len(lost)}: {lost[:3]}")
        check("a client saved and recorded all the time",
              min(len(keeper.saved), len(keeper.moments)) > self.struck.total())
        check(f"everything works again after each fault, after {self.longest:.1f} s at most", not self.slow, self.slow[:3])
        check("temporary failures are reported as such", not keeper.wrong, f"{len(keeper.wrong)}: {keeper.wrong[:3]}")
        check("probes are right", not keeper.untrue,
              f"{len(keeper.untrue)} of {keeper.probed}: {keeper.untrue[:3]}")
        check("memory comes back to its level", after < before * 1.5 + 50, f"{before} and {after} MB")

    def killed(self, _):
        self.server.kill()

    def disk_full(self, seconds):
        self.machine.be(is_full=True)
        time.sleep(seconds)
        self.machine.be()

    def clock_ahead(self, seconds):
        self.machine.be(clock_seconds=JUMP)
        time.sleep(seconds)
        self.machine.be()

    def clock_behind(self, seconds):
        self.machine.be(clock_seconds=-JUMP)
        time.sleep(seconds)
        self.machine.be()

    def memory_short(self, seconds):
        """Limits the memory just above its current use while a crowd needs some; the program may end, and is restarted.
        """
        process = self.server.process.pid
        size = int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[0]) * resource.getpagesize()
        free = resource.prlimit(process, resource.RLIMIT_AS)
        resource.prlimit(process, resource.RLIMIT_AS, (size + SPARE_MEMORY, free[1]))
        self.crowd(seconds)
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(process, resource.RLIMIT_AS, free)
        if self.server.process.poll() is not None:
            self.restarts += 1
            self.server.kill()

    def disk_slow(self, seconds):
        self.machine.be(sync_milliseconds=300)
        time.sleep(seconds)
        self.machine.be()

    def locked(self, seconds):
        """Locks every database with a long write."""
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
        """Opens connections that send nothing, and connections that stop in the middle of a word."""
        files = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
        open_ones = []
        with contextlib.suppress(OSError):
            for number in range(sum(self.size)):
                open_ones.append(socket.create_connection(("127.0.0.1", self.server.port), timeout=5))
                # Closing thousands in an orderly way would leave no ports for new connections.
                open_ones[-1].setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                if number >= self.size[0]:
                    open_ones[-1].sendall(b"POST /api/v1/riders HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n")
        self.crowds.append(len(open_ones))
        time.sleep(seconds)
        for one in open_ones:
            one.close()

    @staticmethod
    def during(place, trouble, seconds):
        place.trouble = trouble
        time.sleep(seconds)
        place.trouble = None
