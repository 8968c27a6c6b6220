"""The faults of a game day on PostgreSQL: a database that is slow, hangs, restarts, or is replaced by its standby."""

import os
import socket
import threading
import time

from checks import free_port
from node_scene import Database
from source_checks import get

DELAY = 5
LONG, SHORT = 25, 10


class Wire:
    """A TCP proxy before a database; `trouble` is None, `slow`, `hangs` or `refuses`."""

    def __init__(self, port):
        self.target, self.trouble, self.open = port, None, set()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            if self.trouble == "refuses":
                client.close()
                continue
            threading.Thread(target=self.join, args=(client,), daemon=True).start()

    def join(self, client):
        while self.trouble == "hangs":
            time.sleep(0.1)
        try:
            server = socket.create_connection(("127.0.0.1", self.target), timeout=5)
            server.settimeout(None)
        except OSError:
            client.close()
            return
        self.open |= {client, server}
        threading.Thread(target=self.pass_on, args=(client, server, False), daemon=True).start()
        self.pass_on(server, client, True)

    def pass_on(self, source, target, is_answer):
        try:
            while data := source.recv(65_536):
                while self.trouble == "hangs":
                    time.sleep(0.1)
                if is_answer and self.trouble == "slow":
                    time.sleep(DELAY)
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            self.open.discard(one)
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        """Closes all connections."""
        for one in list(self.open):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class WiredDatabase(Database):
    """A database behind a wire, and its standby."""

    def __init__(self, tools, folder):
        super().__init__(tools, folder)
        self.wire = Wire(self.port)
        self.standby = None

    def setting(self):
        """The lines of takt.yml."""
        return f'store: {{url: "postgresql://takt@127.0.0.1:{self.wire.port}/takt", password-file: {self.secret}}}'

    def make_standby(self):
        """A copy that confirms each commit, so that a failover loses nothing acknowledged."""
        standby = Standby(self)
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("SELECT pg_reload_conf()")
        self.standby = standby

    def close(self):
        if self.standby:
            self.standby.stop("immediate")
        else:
            self.stop("immediate")


class Standby(Database):
    """A streaming copy of a database, which refuses writes until it is promoted."""

    def __init__(self, primary):
        self.tools, self.secret, self.user = primary.tools, primary.secret, primary.user
        self.port, self.data = free_port(), primary.data.parent / "standby"
        self.data.mkdir(mode=0o700)
        if self.user:
            os.chown(self.data, self.user.pw_uid, self.user.pw_gid)
        password = self.secret.read_text().strip().replace("\\", "\\\\").replace("'", "\\'")
        self.run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "-d",
                 f"host=127.0.0.1 port={primary.port} user=takt password='{password}'")
        self.start()

    def promote(self):
        self.run("pg_ctl", "-D", self.data, "-w", "promote")


def of_database(database):
    """The faults by their names; of no database, only the names are of use."""
    wire = database and database.wire

    def during(trouble, seconds):
        wire.trouble = trouble
        time.sleep(seconds)
        wire.trouble = None

    def slow(scene, phones):
        """each answer of the database comes five seconds late"""
        scene.delay(phones, 300)
        during("slow", LONG)
        return []

    def hangs(scene, phones):
        """the database accepts connections and never answers"""
        scene.delay(phones, 300)
        wire.trouble = "hangs"
        time.sleep(LONG / 2)
        storage, ready = (get(f"{scene.server.url}/health/{probe}")[0] for probe in ("storage", "ready"))
        time.sleep(LONG / 2)
        wire.trouble = None
        return [("load balancers see that riders cannot be served, and that the timetable is", (storage, ready) == (503, 200))]

    def restarts(scene, phones):
        """the database is restarted, as after a crash, and away for ten seconds"""
        scene.delay(phones, 300)
        database.stop("immediate")
        time.sleep(SHORT)
        database.start()
        return []

    def fails_over(scene, phones):
        """the database is lost; its standby refuses writes for ten seconds, and is then promoted"""
        database.make_standby()
        # What is acknowledged from here on is on both.
        time.sleep(3)
        scene.delay(phones, 300)
        database.stop("immediate")
        wire.target = database.standby.port
        wire.cut()
        time.sleep(SHORT)
        database.standby.promote()
        return []

    return {"database-slow": slow, "database-hangs": hangs, "database-restarts": restarts,
            "database-fails-over": fails_over}
