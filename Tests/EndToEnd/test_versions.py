#!/usr/bin/env python3
"""Data folders of other versions: an older one is brought up to date, a newer one is refused and kept as it is.

    python3 Tests/EndToEnd/test_versions.py .build/debug/takt

A node of a newer version leaves a database alone that older ones use (needs Debian's PostgreSQL, "skipped" without it).
An older or newer folder is one of this version whose record of migrations, or number of the format, was changed.
"""

import pathlib
import sqlite3
import subprocess
import tempfile

from checks import check, finish
from feed_scene import PROGRAM, Publisher, Server, ask, feed
from node_scene import Database, programs

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "versions.md"
SECONDS = 60
DATA, UNAVAILABLE = 65, 69
# The databases of a data folder, each with a record of its migrations.
STORES = ["campus", "diary", "history", "outbox", "riders"]
CONNECTION = {
    "from": {"name": "Aare Square", "stopID": "Aare", "latitude": 47.10, "longitude": 8.5},
    "to": {"name": "Birs Square", "stopID": "Birs", "latitude": 47.11, "longitude": 8.5}, "routes": []}


def migrations(path, statement=None):
    """The names of a database's migrations, after a statement that changes them."""
    with sqlite3.connect(path) as database:
        if statement:
            database.execute(statement)
        names = [name for name, in database.execute("SELECT identifier FROM grdb_migrations")]
    database.close()
    return names


def check_page(data):
    """docs/versions.md lists the migrations of each database in their order, and the format of network files."""
    rows = [line.strip("|").split("|") for line in PAGE.read_text().splitlines() if line.startswith("|")]
    for store in STORES:
        listed = [cells[1].strip(" `") for cells in rows if cells[0].strip() == store]
        known = migrations(data / f"{store}.sqlite")
        check(f"docs/versions.md lists the migrations of {store}", listed == known, f"{listed} {known}" if listed != known else "")
    listed = next(cells[1].split(",")[0].strip() for cells in rows if cells[0].startswith(" network file"))
    written = format_of(data / "network.takt")
    check("docs/versions.md has the format of network files", listed == str(written), f"{listed}, and files have {written}")


def reformat(path, version):
    """Gives a network file another number of its format."""
    content = bytearray(path.read_bytes())
    content[8:12] = version.to_bytes(4, "little")
    path.write_bytes(content)


def format_of(path):
    return int.from_bytes(path.read_bytes()[8:12], "little")


def serve(server):
    """How a server ends that is not expected to start, and its last line."""
    done = subprocess.run(
        [PROGRAM, "serve", "--config", server.config], capture_output=True, text=True, timeout=SECONDS,
        stdin=subprocess.DEVNULL)
    return done.returncode, done.stderr.strip().split("\n")[-1]


def content(path):
    """Everything that a database contains; merely opening it may write to its file."""
    with sqlite3.connect(path) as database:
        lines = list(database.iterdump())
    database.close()
    return lines


def check_older(server, data, token):
    """The last migration of riders changes nothing in a file, so a folder without it is what an older version wrote."""
    path = data / "riders.sqlite"
    names = migrations(path, "DELETE FROM grdb_migrations WHERE identifier = 'changed'")
    check("older: the folder lacks a migration", names and "changed" not in names, names)
    check("older: the server starts", server.start())
    status, kept = ask("GET", f"{server.url}/api/v1/rider/connections", token=token)
    check("older: what the rider saved is there", status == 200 and "Birs Square" in str(kept), f"{status} {kept}")
    check("older: the server ends", server.stop() == 0)
    check("older: the folder was brought up to date", "changed" in migrations(path))


def check_newer(server, data):
    for store in STORES:
        path = data / f"{store}.sqlite"
        migrations(path, "INSERT INTO grdb_migrations VALUES ('of a newer version')")
        before = content(path)
        code, text = serve(server)
        check(f"newer {store}: refused in one sentence that names the file",
              code == DATA and text.startswith("takt: The ") and f"'{path}' was written by a newer version" in text,
              f"{code} {text}")
        check(f"newer {store}: the file keeps its content", content(path) == before)
        migrations(path, "DELETE FROM grdb_migrations WHERE identifier = 'of a newer version'")


def check_network(server, data, publisher):
    """A network file of another format can be made again of the feeds that were kept."""
    path = data / "network.takt"
    ours = format_of(path)
    for version, case in [(ours + 1, "newer"), (ours - 1, "older, without the publisher")]:
        reformat(path, version)
        if version < ours:
            publisher.server.shutdown()
            publisher.server.server_close()
        check(f"network {case}: the server starts", server.start() and server.knows("Aare"))
        server.stop()
        check(f"network {case}: it was made again", format_of(path) == ours, format_of(path))
    reformat(path, ours + 1)
    lines = [line for line in server.config.read_text().splitlines() if "feed:" not in line and "urls:" not in line]
    server.config.write_text("\n".join([*lines, f"network: {path}"]) + "\n")
    code, text = serve(server)
    check("network newer, made by hand: refused in one sentence",
          code == DATA and text.endswith("import the feed again."), f"{code} {text}")
    check("network newer, made by hand: the file stays", format_of(path) == ours + 1)


def save(server, token):
    status, answer = ask("POST", f"{server.url}/api/v1/rider/connections", CONNECTION, token=token)
    return check("a rider saves a connection", status in (200, 201), f"{status} {answer}")


def check_nodes(database, older, newer):
    """A database without the last migration of riders is what an older version made; its table is made again."""
    if not check("nodes: one starts", older.start()):
        return
    token = ask("POST", f"{older.url}/api/v1/riders", {})[1]["token"]
    database.ask("DELETE FROM takt_riders.migration WHERE step = 'changed'")
    steps = database.ask("SELECT step FROM takt_riders.migration")
    code, text = serve(newer)
    check("nodes: a newer one is refused while older ones run, in one sentence",
          code == UNAVAILABLE and text.startswith("takt: The database") and "older version of Takt; stop them all" in text,
          f"{code} {text}")
    check("nodes: it migrates nothing", database.ask("SELECT step FROM takt_riders.migration") == steps)
    save(older, token)
    check("nodes: the older one ends", older.stop() == 0)
    database.ask("DROP TABLE takt_riders.changed")
    check("nodes: the newer one starts then", newer.start())
    status, kept = ask("GET", f"{newer.url}/api/v1/rider/connections", token=token)
    check("nodes: what the rider saved is there", status == 200 and "Birs Square" in str(kept), f"{status} {kept}")
    check("nodes: the database was brought up to date",
          database.ask("SELECT step FROM takt_riders.migration") == [*steps, "changed"])
    check("nodes: the newer one ends", newer.stop() == 0)


def play_nodes(folder, tools):
    folder.mkdir()
    database = Database(tools[0], folder)
    publisher = Publisher()
    publisher.content = feed(["Aare", "Birs"])
    servers = []
    for name in ("older", "newer"):
        (folder / name).mkdir()
        servers.append(Server(
            folder / name, folder / name / "data", f"feed: {{urls: '{publisher.url}'}}",
            f"store: {{url: '{database.url}', password-file: '{database.secret}'}}"))
    try:
        check_nodes(database, *servers)
    finally:
        for server in servers:
            if server.process and server.process.poll() is None:
                server.stop()
        database.stop("immediate")


def main():
    tools = programs()
    with tempfile.TemporaryDirectory(prefix="takt-versions-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        if tools:
            play_nodes(folder / "nodes", tools)
        else:
            print("skipped  nodes of two versions: PostgreSQL is not installed here")
        data = folder / "data"
        publisher = Publisher()
        publisher.content = feed(["Aare", "Birs"])
        server = Server(folder, data, "feed:", f"  urls: {publisher.url}")
        if not check("a server starts with a new folder", server.start()):
            finish()
        _, rider = ask("POST", f"{server.url}/api/v1/riders", {})
        token = rider["token"]
        save(server, token)
        check("the server ends", server.stop() == 0)
        check_page(data)
        check_older(server, data, token)
        check_newer(server, data)
        check_network(server, data, publisher)
    finish()


main()
