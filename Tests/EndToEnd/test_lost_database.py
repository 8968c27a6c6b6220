#!/usr/bin/env python3
"""A server whose database is away serves the timetable: also a new one, and after a start.

    Tests/EndToEnd/test_lost_database.py PROGRAM

Needs Debian's PostgreSQL; "skipped" without it.
"""

import pathlib
import tempfile

from checks import check, finish
from feed_scene import PROGRAM, Publisher, Server, ask, feed
from node_scene import Database, programs

OPERATOR = "an operator's token of some length"


def without_database(server, token, name):
    """What is served while nothing can be stored."""
    check(f"{name}: the timetable is served", server.waits_for(lambda: server.knows("Cher")))
    status, problem = ask("GET", f"{server.url}/api/v1/rider", token=token)
    check("riders are asked to come again, with the reason",
          status == 503 and "database cannot be used" in str(problem), f"{status} {problem}")
    status, state = ask("GET", f"{server.url}/health/ready")
    check("the probe of readiness says why",
          status == 200 and state["status"] == "degraded" and state["storage"] == "unavailable", state)
    check("and load balancers that riders are to be sent elsewhere",
          ask("GET", f"{server.url}/health/storage")[0] == 503)


def play(folder, database):
    publisher = Publisher()
    publisher.content = feed(["Aare", "Birs"])
    (folder / "operator").write_text(OPERATOR + "\n")
    server = Server(
        folder, folder / "data", f"feed: {{urls: '{publisher.url}'}}",
        f"operator: {{token-file: '{folder / 'operator'}'}}",
        f"store: {{url: '{database.url}', password-file: '{database.secret}'}}")
    try:
        check("a server with a database is ready", server.start())
        token = ask("POST", f"{server.url}/api/v1/riders", {"language": "en"})[1]["token"]
        database.stop("immediate")
        publisher.content = feed(["Aare", "Cher"])
        ask("POST", f"{server.url}/api/v1/operator/feeds/look", {}, OPERATOR)
        without_database(server, token, "a new timetable while the database is away")
        check("the server still runs", server.process.poll() is None)
        server.stop()
        check("it starts without its database", server.start())
        without_database(server, token, "after that start")
        database.start()
        check("riders are there again once the database is",
              server.waits_for(lambda: ask("GET", f"{server.url}/api/v1/rider", token=token)[0] == 200, 60))
        check("and the probes say so", ask("GET", f"{server.url}/health/storage")[0] == 200)
    finally:
        server.stop()


def main():
    tools = programs()
    if not tools:
        print("skipped  a lost database: PostgreSQL is not installed here")
        finish()
    with tempfile.TemporaryDirectory(prefix="takt-lost-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / "postgres").mkdir()
        database = Database(tools[0], folder / "postgres")
        try:
            play(folder, database)
        finally:
            database.stop("immediate")
    finish()


if __name__ == "__main__":
    main()
