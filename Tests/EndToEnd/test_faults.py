#!/usr/bin/env python3
"""Strikes a server with every kind of fault, one after another, while clients save, record and probe.

    .tools/venv/bin/python Tests/EndToEnd/test_faults.py PROGRAM [--rounds 1] [--seed 1] [--only KIND]

The faults: SIGKILL, a full, a slow and a locked disk, a clock that jumps an hour ahead and back, a source that hangs,
sends garbage or floods, a shortage of memory, and a crowd of 10,000 connections that send nothing and 1,000 that stop
in the middle of a word. Afterwards everything acknowledged must exist, everything must have worked again within ten
seconds of each fault, the probes must have been right, and memory must be back at its level. The messages to riders
meanwhile are checked by `test_alerts.py --faults`. The number of connections that the system allowed, and how often the
memory shortage ended the program, are printed.
"""

import argparse
import random
import time

from checks import check
from faults import LARGE_CROWD, SHORTEST, Faults, Keeper, Machine, memory
from rider_morning import Morning, saved
from rider_run import run
from rider_server import DAY, Feed, FeedServer, Post, Server, moment
from rider_world import Town, Troubles, forget_blocks
from source_checks import get_json, takt

# Only the clock of the morning matters: it is a weekday's.
START = 8 * 3600


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="one kind, as in disk_full")
    options = parser.parse_args()
    run(options, live)


def begin(options, folder):
    """Yields the started server, and what can be saved on it."""
    takt(options.program, "demo", "--write-feed", folder / "feed", "--at", moment(0))
    forget_blocks(folder / "feed")
    takt(options.program, "import", folder / "feed", "--output", folder / "town.network")
    machine = Machine(folder)
    server = Server(options.program, folder, 1, machine.environment)
    source = FeedServer(Feed(Troubles(), lambda _: [], lambda: server.clock.now()).bytes)
    (folder / "takt.yml").write_text(f"""
network: {folder}/town.network
data: {folder}/data
public-url: http://takt.test
log-level: warning
limits: {{connections: {sum(LARGE_CROWD) + 500}}}
sources: [{{id: town, kind: gtfs-rt, url: "{source.url}", every: 1s}}]
""")
    server.start(START)
    routes = get_json(f"{server.url}/api/v1/routes")["routes"]
    town = Town(folder / "feed", DAY, {route["id"]: route["mode"] for route in routes})
    watch = None
    morning = Morning(town, random.Random(1), START, 60, True)
    while watch is None:
        watch = morning.watch(30, 3)
    return server, machine, source, saved(town, watch)


def crowded(faults):
    """The memory after a crowd, in MB. It keeps what a crowd needed, so levels are compared after one crowd each."""
    faults.crowd(SHORTEST)
    faults.keeper.recovers(time.monotonic())
    return memory(faults.server.process.pid)


def live(options, draw, folder):
    """Runs every fault once per round, and checks what is left afterwards."""
    server, machine, source, connection = begin(options, folder)
    keeper = Keeper(server.url, connection)
    faults = Faults(server, machine, keeper, Post(), source, draw, LARGE_CROWD)
    # Nobody gets messages here, so no push service can fail.
    kinds = [kind for kind in faults.kinds + faults.harder_kinds if "push" not in kind.__name__
             and options.only in (None, kind.__name__)]
    faults.kinds = kinds
    time.sleep(2)
    before = crowded(faults)
    for _ in range(options.rounds * len(kinds)):
        faults.strike()
    after = crowded(faults)
    print(f"        {dict(faults.struck)}", flush=True)
    print(f"        crowds of {faults.crowds} connections; memory ended the program {faults.restarts} times",
          flush=True)
    faults.judge(before, after)
    check("the server ends in order", server.stop())


main()
