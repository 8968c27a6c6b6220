#!/usr/bin/env python3
"""Clients that drip, stall, break off and flood, while honest ones must be answered.

    Tests/EndToEnd/test_hostile_clients.py PROGRAM

The clients connect from this machine, like a proxy, and - where a separate network is possible (`unshare --net`, for
root) - from another address too. Prints one line per check; the exit code is 1 if one failed.
"""

import contextlib
import http.client
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

from checks import check, finish, free_port, server_log
from source_checks import get, get_json, running, takt, wait_for

PROGRAM = pathlib.Path(sys.argv[1])
PLACES = 200
# The addresses in the separate network: the server's, and two of clients.
SERVER, ENEMY, FRIEND = "198.18.0.1", "198.18.0.2", "198.18.0.3"
# An address of the server there that counts as one of the public internet.
PUBLIC = "11.0.0.1"
HEAD = b"GET /health/live HTTP/1.1\r\nHost: takt.test\r\nX-Slow: "
BODY = b"POST /api/v1/riders HTTP/1.1\r\nHost: takt.test\r\nContent-Length: 9000\r\n\r\n{"
CHUNKED = b"POST /api/v1/riders HTTP/1.1\r\nHost: takt.test\r\nTransfer-Encoding: chunked\r\n\r\n"
SOCKET = b"GET /tracker-ws/v1/ HTTP/1.1\r\nHost: takt.test\r\nX-Slow: "


class Crowd:
    """Connections that send a byte a second."""

    def __init__(self, address, port, source, start):
        self.sockets = []
        for _ in range(PLACES):
            try:
                one = socket.create_connection((address, port), timeout=5, source_address=(source, 0))
                one.sendall(start)
                self.sockets.append(one)
            except OSError:
                # Connections beyond the limit are refused.
                pass
        self.isOver = threading.Event()
        threading.Thread(target=self.drip, daemon=True).start()

    def drip(self):
        while not self.isOver.wait(1):
            for one in list(self.sockets):
                try:
                    one.sendall(b"a")
                except OSError:
                    self.sockets.remove(one)

    def end(self):
        self.isOver.set()
        for one in self.sockets:
            one.close()


def is_answered(address, port, source):
    """Whether an honest client is answered."""
    connection = http.client.HTTPConnection(address, port, timeout=30, source_address=(source, 0))
    try:
        connection.request("GET", "/health/live")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def check_crowds(address, port, enemy, friend, words):
    for start, name in ((HEAD, "heads"), (BODY, "bodies"), (SOCKET, "heads for sockets"), (b"", "nothing")):
        crowd = Crowd(address, port, enemy, start)
        time.sleep(1.5)
        check(f"{PLACES} connections {words} drip {name}, and an honest client is answered",
              is_answered(address, port, friend))
        gone = wait_for(lambda crowd=crowd: not crowd.sockets, 60)
        check(f"none of them lasts: {name}", gone, f"{len(crowd.sockets)} are left")
        crowd.end()


def said(port, *parts):
    """The answer to a client until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as one:
        text = b""
        for part in parts:
            one.sendall(part)
            time.sleep(0.1)
        with contextlib.suppress(OSError):
            while piece := one.recv(65536):
                text += piece
        return text


def check_bodies(port):
    for parts in ((b"ZZ\r\n{}\r\n0\r\n\r\n",), (b"1\r\n{\r\n", b"XX\r\n"), (b"FFFFFFFFFFFFFFFFFF\r\n{}",), (b"1\r\n{}}}}\r\n",)):
        text = said(port, CHUNKED, *parts)
        check(f"a broken body is a bad request: {parts[-1][:20]!r}",
              text.startswith(b"HTTP/1.1 400 ") and b'"status":400' in text and text.count(b"HTTP/1.1 ") == 1, text[:80])


def post(port, path, body, client):
    """The status and headers of the answer to a client behind a proxy on this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", path, body, {"X-Forwarded-For": client, "Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.headers


def check_newcomers(port):
    """New riders and guessed codes, of clients behind a proxy."""
    new = [post(port, "/api/v1/riders", "{}", ENEMY)[0] for _ in range(20)]
    status, headers = post(port, "/api/v1/riders", "{}", ENEMY)
    check("twenty new riders an hour come from one address",
          set(new) == {201} and status == 429 and 60 < int(headers["Retry-After"]) <= 180, f"{new} {status}")
    check("others are not affected", post(port, "/api/v1/riders", "{}", FRIEND)[0] == 201)
    agreed = json.dumps({"consentVersion": get_json(f"http://127.0.0.1:{port}/api/v1/diary/personal")["consent"]["version"]})
    new = [post(port, "/api/v1/diary/personal", agreed, ENEMY)[0] for _ in range(21)]
    check("as many new diaries do", new == [201] * 20 + [429], f"{new}")
    check("others may begin one", post(port, "/api/v1/diary/personal", agreed, FRIEND)[0] == 201)
    for path, body in (("/api/v1/riders/pair", '{"code": "ABCD2345"}'), ("/api/v1/diary/enrolment", '{"code": "ABCD2345"}')):
        wrong = [post(port, path, body, "2001:db8::1")[0] for _ in range(10)]
        status = post(port, path, body, "2001:db8::2")[0]
        check(f"ten wrong codes an hour come from one network: {path}", set(wrong) == {404} and status == 429, f"{wrong} {status}")
        check("others may still guess", post(port, path, body, FRIEND)[0] == 404)


def hang_up(port, start):
    one = socket.create_connection(("127.0.0.1", port), timeout=30)
    one.sendall(start)
    time.sleep(0.2)
    # The connection is reset without an orderly close.
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    one.close()


def serve(folder, network, host, log, places=PLACES, files=None):
    port = free_port()
    config = folder / "takt.yml"
    config.write_text(f"network: {network}\ndata: {folder}/data\nlisten: {host}:{port}\nlimits:\n  connections: {places}\n")
    command = [PROGRAM, "serve", "--config", config]
    if files:
        command = ["sh", "-c", f"ulimit -n {files}; exec \"$@\"", "sh", *command]
    return port, running(*command, log=log)


def check_files(folder, network, log):
    """A server that may open fewer files than it wants connections."""
    port, server = serve(folder, network, "127.0.0.1", log, places=10_000, files=300)
    with server as process:
        check("a server with 300 files is ready",
              wait_for(lambda: get(f"http://127.0.0.1:{port}/health/ready")[0] == 200))
        crowd = [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(400)]
        time.sleep(1.5)
        check("400 connections do not take the files that it needs itself",
              is_answered("127.0.0.1", port, "127.0.0.1") and process.poll() is None)
        for one in crowd:
            one.close()
    port, server = serve(folder, network, "127.0.0.1", log, files=100)
    with server as process:
        check("a server with 100 files is not started", process.wait(30) == 69)


def near(folder, network, log):
    """From this machine."""
    port, server = serve(folder, network, "127.0.0.1", log)
    with server:
        check("the server is ready", wait_for(lambda: get(f"http://127.0.0.1:{port}/health/ready")[0] == 200))
        check_bodies(port)
        check_newcomers(port)
        for start in (BODY, CHUNKED + b"5\r\n{", HEAD, b"GET /api/v1/vehicles/stream HTTP/1.1\r\nHost: takt.test\r\n\r\n"):
            hang_up(port, start)
        check_crowds("127.0.0.1", port, "127.0.0.1", "127.0.0.1", "of this machine")
    log.seek(0)
    errors = [line for line in log if " error " in line]
    check("closed connections are no errors in the log", not errors, "".join(errors[:3]))


def far(folder, network, log):
    """In a separate network, where clients have other addresses."""
    for words in (["link", "set", "lo", "up"], *(["addr", "add", f"{each}/32", "dev", "lo"] for each in (SERVER, ENEMY, FRIEND, PUBLIC))):
        subprocess.run(["ip", *words], check=True)
    port, server = serve(folder, network, SERVER, log)
    with server:
        check("the server is ready at an address", wait_for(lambda: get(f"http://{SERVER}:{port}/health/ready")[0] == 200))
        check_own_address(port)
        check_slow_names(folder, port)
        check_crowds(SERVER, port, ENEMY, FRIEND, "of one address")
        # Streams are served and not slow: only the limit per address keeps one client from taking all of them.
        stream = b"GET /api/v1/vehicles/stream HTTP/1.1\r\nHost: takt.test\r\n\r\n"
        crowd = Crowd(SERVER, port, ENEMY, stream)
        time.sleep(1.5)
        check("one address that takes all the streams it can leaves room for others", is_answered(SERVER, port, FRIEND))
        check("and has a tenth of all places, or 32", wait_for(lambda: 20 <= len(crowd.sockets) <= 33, 30),
              f"{len(crowd.sockets)}")
        crowd.end()


def check_slow_names(folder, port):
    """Riders whose channels are at names that no server ever answers for, while another searches."""
    (folder / "resolv.conf").write_text("nameserver 127.0.0.1\n")
    subprocess.run(["mount", "--bind", folder / "resolv.conf", "/etc/resolv.conf"], check=True)
    rider = json.loads(said_by(port, ENEMY, "POST", "/api/v1/riders", "{}")[1])["token"]
    answers = []

    def add(number):
        wanted = json.dumps({"kind": "webhook", "url": f"http://n{number}.slow.example/"})
        answers.append(said_by(port, ENEMY, "POST", "/api/v1/rider/channels", wanted, rider)[0])

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 53))
        silent.settimeout(60)
        crowd = [threading.Thread(target=add, args=(number,)) for number in range(20)]
        for one in crowd:
            one.start()
        silent.recv(512)
        wait_for(lambda: answers.count(503) >= 16, 20)
        check("of names that nobody answers for, few are looked up at once", answers.count(503) == 16, f"{answers}")
        there = "/api/v1/connections?from=seewil&to=seewil-west"
        found = said_by(port, FRIEND, "GET", there)[0]
        check("another rider's search does not wait for them", found == 200, f"{found}")
        for one in crowd:
            one.join()
        check("addresses with unknown names are refused, and busy ones put off", sorted(answers) == [422] * 4 + [503] * 16, f"{answers}")


def check_own_address(port):
    """A rider's address that is the server's own, at a port that its firewall may close to others."""
    rider = json.loads(said_by(port, ENEMY, "POST", "/api/v1/riders", "{}")[1])["token"]
    for url, wanted in ((f"http://{PUBLIC}:9000/x", 422), (f"http://[::ffff:{PUBLIC}]:9000/x", 422), (f"https://{PUBLIC}/x", 201)):
        status, body = said_by(port, ENEMY, "POST", "/api/v1/rider/channels", json.dumps({"kind": "webhook", "url": url}), rider)
        check(f"a rider's webhook at the server's own address: {url} gets {wanted}", status == wanted, f"{status} {body[:200]}")


def said_by(port, source, method, path, body=None, token=None):
    """The status and body of the answer to a client at an address; None and why if there is none."""
    connection = http.client.HTTPConnection(SERVER, port, timeout=60, source_address=(source, 0))
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        connection.request(method, path, body, {**headers, "Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read()
    except OSError as error:
        return None, str(error).encode()
    finally:
        connection.close()


def main():
    with tempfile.TemporaryDirectory(prefix="takt-clients-") as name, server_log() as log:
        folder = pathlib.Path(name)
        takt(PROGRAM, "demo", "--write-feed", folder / "feed")
        takt(PROGRAM, "import", folder / "feed", "--output", folder / "demo.takt")
        if "--far" in sys.argv:
            far(folder, folder / "demo.takt", log)
            finish()
        near(folder, folder / "demo.takt", log)
        check_files(folder, folder / "demo.takt", log)
    own = ["unshare", "--net", "--mount"]
    if os.geteuid() == 0 and subprocess.run([*own, "ip", "link"], capture_output=True, check=False).returncode == 0:
        inner = subprocess.run([*own, sys.executable, __file__, PROGRAM, "--far"], check=False)
        check("the same from other addresses", inner.returncode == 0)
    else:
        print("skipped  clients of other addresses: no network of one's own can be made here")
    finish()


if __name__ == "__main__":
    main()
