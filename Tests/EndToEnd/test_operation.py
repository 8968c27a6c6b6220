#!/usr/bin/env python3
"""Operates a server: a feed by its address, newer feeds under load, backup and restore.

    python3 Tests/EndToEnd/test_operation.py .build/debug/takt

The feeds are drawn here and served on the loopback interface. Prints one line per check.
"""

import contextlib
import datetime
import json
import os
import pathlib
import re
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

from checks import check, finish, free_port
from feed_scene import PROGRAM, Publisher, Server, ask, bomb, day, feed

DASHBOARD = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "grafana.json"
# The number of times that a server is stopped as soon as it is ready.
ENDS = 12


class Load:
    """Sends requests without pause from several threads; records errors and the longest wait."""

    def __init__(self, url):
        self.url = url
        self.going = True
        self.count = 0
        self.longest = 0.0
        self.wrong = []
        self.threads = [threading.Thread(target=self.run) for _ in range(4)]
        for thread in self.threads:
            thread.start()

    def run(self):
        while self.going:
            begin = time.monotonic()
            status, answer = ask("GET", self.url)
            self.longest = max(self.longest, time.monotonic() - begin)
            self.count += 1
            if status != 200:
                self.wrong.append(f"{status} {str(answer)[:80]}")

    def end(self):
        self.going = False
        for thread in self.threads:
            thread.join()


def due(data):
    """Makes the next refresh of the feeds due."""
    path = data / "network.takt.feeds"
    record = json.loads(path.read_text())
    record["checked"] = 0
    path.write_text(json.dumps(record))


def check_dashboard(server):
    """Every metric on the dashboard is one that the server reports."""
    _, text = ask("GET", f"{server.url}/metrics")
    logged = set(re.findall(r"^# TYPE (\w+) ", text.decode(), re.MULTILINE))
    drawn = set(re.findall(r"\b(?:takt|process)_\w+", " ".join(
        target["expr"] for panel in json.loads(DASHBOARD.read_text())["panels"]
        for target in panel["targets"])))
    unknown = {name for name in drawn if name not in logged and name.removesuffix("_bucket") not in logged}
    check(f"the dashboard draws {len(drawn)} figures that exist", len(drawn) > 15 and not unknown, unknown)


def check_feeds(folder):
    publisher = Publisher()
    publisher.content = feed(["Aare", "Birs"])
    data = folder / "data"
    server = Server(folder, data, "feed:", f"  urls: {publisher.url}", "  every: 10m")
    check("a server is made of an address alone", server.start() and server.knows("Aare"),
          server.log.read_text()[-300:])

    check_dashboard(server)
    (folder / "newer.zip").write_bytes(feed(["Aare", "Birs", "Cher"]))
    load = Load(f"{server.url}/api/v1/stops?q=Aare")
    time.sleep(1)
    done = subprocess.run(
        [PROGRAM, "import", folder / "newer.zip", "--output", data / "network.takt"],
        capture_output=True, text=True, timeout=60)
    check("another network is imported beside the running server", done.returncode == 0, done.stderr)
    check("it is served soon", server.waits_for(lambda: server.knows("Cher")))
    time.sleep(1)
    load.end()
    check(f"none of {load.count} questions meanwhile went unanswered", not load.wrong and load.count > 50,
          load.wrong[:3])
    print(f"        the longest waited {load.longest:.2f} s")
    check("saved stops would still be found", server.knows("Birs"))

    broken = data / "broken"
    broken.write_bytes(b"no network at all" * 1000)
    os.replace(broken, data / "network.takt")
    check("a file that is not a network is reported", server.waits_for(
        lambda: server.logged("the new network file cannot be used")))
    check("the previous network stays in use", server.knows("Cher"))
    check("the server ends in order", server.stop() == 0)

    # The feeds produce a valid file again, whatever is in its place.
    due(data)
    os.remove(data / "network.takt")
    publisher.content = feed(["Aare", "Birs", "Doubs"])
    check("a lost network is created again", server.start() and server.knows("Doubs"))
    server.stop()

    due(data)
    publisher.answers.clear()
    check("it starts again", server.start())
    check("an unchanged feed is requested with its validators", server.waits_for(
        lambda: publisher.answers == [304]), publisher.answers)
    server.stop()

    due(data)
    publisher.content = feed(["Aare", "Birs", "Doubs", "Emme"])
    check("it starts once more", server.start())
    check("a newer feed is served by itself", server.waits_for(lambda: server.knows("Emme")))
    server.stop(signal.SIGKILL)

    for content, words, what in [
        (feed(["Aare", "Inn"], trips=3), "trips where there were 40", "lost most of its trips"),
        (feed(["Aare", "Inn"], last_day="20210101"), "before today", "has ended"),
        (b"<html>We moved</html>", "it is a web page", "is a web page"),
    ]:
        due(data)
        publisher.content = content
        check(f"a server starts whose feed {what}", server.start())
        check("that is reported", server.waits_for(lambda: server.logged(words)),
              server.log.read_text()[-300:])
        check("and the network stays", server.knows("Emme") and not server.knows("Inn"))
        server.stop(signal.SIGKILL)

    publisher.server.shutdown()
    publisher.server.server_close()
    due(data)
    check("without its feed a server starts with its last network", server.start() and server.knows("Emme"))
    server.stop()
    os.remove(data / "network.takt")
    check("and makes a lost network again of the feed that it kept", server.start() and server.knows("Emme"))
    server.stop()
    for name in ("network.takt", "network.takt.feeds"):
        os.remove(data / name)
    server.launch()
    try:
        code = server.process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        server.process.kill()
        code = "none"
    check("without both it exits as unavailable", code == 69, code)


def arrivals(server, stop, at):
    """The number of the next five vehicles that arrive there, from six o'clock of a day."""
    status, answer = ask("GET", f"{server.url}/api/v1/stops/{stop}/arrivals?at={at}T06:00&limit=5")
    return len(answer["calls"]) if status == 200 else f"{status} {answer}"


def check_versions(folder):
    """No version that serves today is replaced by one that does not."""
    publisher, other = Publisher(), Publisher()
    publisher.content = feed(["Aare", "Birs"])
    other.content = feed(["Cher", "Doubs"])
    data = folder / "versions"
    token = folder / "operator-token"
    token.write_text("an operator's token\n")
    token.chmod(0o600)
    keys = [f"operator: {{token-file: {token}}}", "feed:", "  every: 10m"]
    server = Server(folder, data, *keys, f"  urls: {publisher.url}")
    check("a server for versions starts", server.start(), server.log.read_text()[-300:])
    status, ready = ask("GET", f"{server.url}/health/ready")
    check("a network with service today is healthy", ready == {"status": "ok", "storage": "ok"}, ready)

    def look(name, condition):
        done = subprocess.run(
            [PROGRAM, "admin", "refresh", "--server", server.url, "--token-file", token],
            capture_output=True, text=True, timeout=60)
        check(f"{name}, looked at now", done.returncode == 0, done.stderr)
        check(name, server.waits_for(condition), server.log.read_text()[-600:])

    publisher.content = feed(["Aare", "Emme"], first_day=day(21))
    look("a version that begins in three weeks", lambda: server.knows("Emme"))
    begins = (datetime.date.today() + datetime.timedelta(21)).isoformat()
    soon = (datetime.date.today() + datetime.timedelta(20)).isoformat()
    check("the previous one serves until then, and the new one from its first day on",
          (arrivals(server, "Birs", soon), arrivals(server, "Birs", begins), arrivals(server, "Emme", begins))
          == (5, 0, 5),
          (arrivals(server, "Birs", soon), arrivals(server, "Birs", begins), arrivals(server, "Emme", begins)))
    check("and today is not without service", ask("GET", f"{server.url}/health/ready")[1] == {"status": "ok", "storage": "ok"})

    publisher.content = bomb()
    look("a feed that unpacks without end is refused", lambda: server.logged("times its size, which no timetable"))
    check("and the network stays", server.knows("Emme"))
    resident = int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(
        f"/proc/{server.process.pid}/status").read_text())[1]) // 1000
    check("without the server's memory", resident < 400, f"{resident} MB")
    server.stop(signal.SIGKILL)
    sent = publisher.answers.count(200)
    check("it starts again", server.start())
    check("asks whether the feed changed", server.waits_for(lambda: publisher.answers[-1] == 304))
    check("and does not import the refused version", publisher.answers.count(200) == sent, publisher.answers)
    server.stop()

    server = Server(folder, data, *keys, f"  urls: [town={publisher.url}, lake={other.url}]")
    publisher.content = feed(["Aare", "Birs"])
    check("a server with other feeds starts", server.start())
    check("and creates its network from them at once", server.waits_for(lambda: server.knows("Cher")),
          server.log.read_text()[-300:])
    _, network = ask("GET", f"{server.url}/api/v1/network")
    check("under their ids", [part["id"] for part in network["feeds"]] == ["town", "lake"], network["feeds"])
    other.content = feed(["Cher", "Doubs"], last_day="20210101")
    publisher.content = feed(["Aare", "Inn"])
    look("one feed goes on without the other", lambda: server.knows("Inn") and server.knows("Doubs"))
    check("which is reported", server.logged("before today"))
    server.stop()

    (folder / "over.zip").write_bytes(feed(["Aare", "Birs"], last_day=day(-2)))
    subprocess.run([PROGRAM, "import", folder / "over.zip", "--output", folder / "over.takt"],
                   check=True, capture_output=True, timeout=60)
    server = Server(folder, folder / "over", f"network: {folder}/over.takt", f"operator: {{token-file: {token}}}")
    check("an expired network is served", server.start())
    status, ready = ask("GET", f"{server.url}/health/ready")
    check("and says that nothing runs today", status == 200 and ready["status"] == "degraded"
          and "Nothing runs today" in ready["reason"], ready)
    _, figures = ask("GET", f"{server.url}/metrics")
    check("and so do its metrics", b"takt_network_serves_today 0" in figures)
    _, shown = ask("GET", f"{server.url}/api/v1/operator/matching", token="an operator's token")
    check("and the operators' page", any("Nothing runs today" in sentence for sentence in shown["feeds"]), shown)
    server.stop()
    for part in (publisher, other):
        part.server.shutdown()
        part.server.server_close()


def check_backup(folder):
    data = folder / "kept"
    data.mkdir()
    (folder / "town.zip").write_bytes(feed(["Aare", "Birs"]))
    subprocess.run([PROGRAM, "import", folder / "town.zip", "--output", data / "network.takt"],
                   check=True, capture_output=True, timeout=60)
    server = Server(folder, data, f"network: {data}/network.takt")
    check("a server for the backup starts", server.start(), server.log.read_text()[-300:])
    status, rider = ask("POST", f"{server.url}/api/v1/riders", {"language": "en"})
    check("a rider signs up", status in (200, 201), rider)
    token = rider["token"]
    soon = int(time.time() + 3600) * 1000
    with contextlib.closing(sqlite3.connect(data / "outbox.sqlite")) as outbox, outbox:
        outbox.execute("""INSERT INTO message (address_key, topic, id, origin, kind, address, message, due, expires)
            VALUES ('a', 't', 'i', 'https://rider.example', 'webhook', '{}', '{}', ?, ?)""", (soon, soon))
    copy = folder / "backup"
    done = subprocess.run([PROGRAM, "admin", "backup", "--data", data, "--output", copy],
                          capture_output=True, text=True, timeout=60)
    check("a backup is taken while the server runs", done.returncode == 0, done.stderr)
    ask("DELETE", f"{server.url}/api/v1/rider", token=token)
    server.stop(signal.SIGKILL)

    checked = subprocess.run([PROGRAM, "admin", "restore", copy],
                             capture_output=True, text=True, timeout=60)
    check("a backup can be checked alone", checked.returncode == 0, checked.stderr)
    refused = subprocess.run([PROGRAM, "admin", "restore", copy, "--data", data],
                             capture_output=True, text=True, timeout=60)
    check("a backup never overwrites a data folder", refused.returncode == 74
          and len(refused.stderr.strip().splitlines()) == 1, refused.stderr)
    os.rename(data, folder / "lost")
    done = subprocess.run([PROGRAM, "admin", "restore", copy, "--data", data],
                          capture_output=True, text=True, timeout=60)
    check("it is restored", done.returncode == 0, done.stderr)
    check("and says of the message that waited that it is not sent",
          done.stdout.strip().endswith("they are out of date: 1."), done.stdout)
    check("a server runs on it", server.start())
    status, _ = ask("GET", f"{server.url}/api/v1/rider", token=token)
    check("and knows the rider of the backup", status == 200, status)
    server.stop()
    with (copy / "riders.sqlite").open("r+b") as file:
        file.seek(100)
        file.write(b"\xff\xff\xff")
    damaged = subprocess.run([PROGRAM, "admin", "restore", copy, "--data", folder / "other"],
                             capture_output=True, text=True, timeout=60)
    check("a damaged backup is refused", damaged.returncode == 65 and not (folder / "other").exists(),
          damaged.stderr)


def check_foreign_folder(folder):
    """A server that was started from a folder that its user may not enter, as by `sudo -u takt` in root's home."""
    if os.geteuid() != 0:
        print("skipped: a server of another user (this script does not run as root)")
        return
    publisher = Publisher()
    publisher.content = feed(["Aare", "Birs"])
    # The user has to reach its own folder.
    for path in (folder.parent, folder):
        path.chmod(0o755)
    (folder / "home").mkdir(mode=0o700)
    (folder / "data").mkdir()
    (folder / "data").chmod(0o777)
    server = Server(folder, folder / "data", "feed:", f"  urls: {publisher.url}")
    with open(server.log, "w") as log:
        server.process = subprocess.Popen(
            [PROGRAM, "serve", "--config", server.config], cwd=folder / "home", user="nobody", group="nogroup",
            extra_groups=[], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    check("a server imports its feed though its user may not enter the current folder",
          server.waits_for(lambda: server.knows("Aare")), server.log.read_text()[-300:])
    server.stop()


def check_end(folder):
    """A server that is stopped as soon as it answers ends properly and without an error, whatever it has started."""
    (folder / "town.zip").write_bytes(feed(["Aare", "Birs"]))
    subprocess.run([PROGRAM, "import", folder / "town.zip", "--output", folder / "network.takt"],
                   check=True, capture_output=True, timeout=60)
    publisher, codes, log = Publisher(), [], []
    for number in range(ENDS):
        (folder / str(number)).mkdir()
        server = Server(folder / str(number), folder / str(number) / "data", f"network: {folder}/network.takt",
                        "log-level: warning", "sources:", f"  - {{id: town, kind: gtfs-rt, url: '{publisher.url}', every: 1s}}")
        codes.append(server.start("/api/v1/network", look=0.01) and server.stop())
        log += [line for line in server.log.read_text().splitlines() if "CancellationError" in line]
    check(f"a server that is stopped at once ends properly, {ENDS} times", codes == [0] * ENDS, codes)
    check("and logs no interrupted work", not log, f"{len(log)}: {log[:3]}")


def check_clock():
    """On the day on which clocks are set back, a clock starts when local clocks show its time, an hour after midnight too."""
    port = free_port()
    demo = subprocess.Popen([PROGRAM, "demo", "--port", str(port), "--at", "2026-10-25T01:30"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    status, answer, end = None, {}, time.monotonic() + 60
    while status != 200 and time.monotonic() < end and demo.poll() is None:
        status, answer = ask("GET", f"http://127.0.0.1:{port}/api/v1/network")
        time.sleep(0.1)
    demo.terminate()
    demo.wait()
    late = answer["now"] / 1000 - datetime.datetime(2026, 10, 24, 23, 30, tzinfo=datetime.timezone.utc).timestamp()
    check("a chosen time is what clocks show, before they are set back too", 0 <= late < 600, late)


def check_first_process(folder):
    """A server that is the first process of a container ends on SIGTERM, also while it waits for its first feed."""
    own = ["unshare", "--pid", "--fork", "--kill-child"]
    if subprocess.run([*own, "true"], capture_output=True).returncode != 0:
        print("skipped: the first process of a container (this script may not make one)")
        return
    with socket.create_server(("127.0.0.1", 0)) as publisher:
        publisher.settimeout(60)
        (folder / "takt.yml").write_text(f"""data: {folder}/data
listen: 127.0.0.1:{free_port()}
feed: {{urls: "http://127.0.0.1:{publisher.getsockname()[1]}/feed.zip"}}
""")
        container = subprocess.Popen([*own, PROGRAM, "serve", "--config", folder / "takt.yml"],
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        publisher.accept()
        children = pathlib.Path(f"/proc/{container.pid}/task/{container.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGTERM)
        try:
            code = container.wait(timeout=60)
        except subprocess.TimeoutExpired:
            code = None
            container.kill()
            container.wait()
    check("the first process of a container ends on SIGTERM while its feed is fetched", code == 143, code)


def main():
    check_clock()
    with tempfile.TemporaryDirectory(prefix="takt-operation-") as name:
        for part in (check_feeds, check_versions, check_backup, check_foreign_folder, check_end,
                     check_first_process):
            folder = pathlib.Path(name) / part.__name__
            folder.mkdir()
            part(folder)
    finish()


main()
