#!/usr/bin/env python3
"""Repeatedly kills a program that sends messages, and checks that none is lost or shown twice.

    Tests/EndToEnd/test_outbox.py [--rounds 25] [--seed 1] [--program PATH]

The program (Tests/NotifierProbe) puts numbered messages for a few riders into an outbox and sends them to a push
service in this script, which reads them as browsers would. At times drawn from the seed, before or after the outbox is
open, it is killed with SIGKILL and restarted. One answer in a hundred is lost. At the end the outbox may drain.

Then every acknowledged message must have arrived, or a newer one of its topic. A repeated message must have the same id
and topic, so that it replaces itself on the rider's screen, and between the two the program was killed or an answer was
lost. No older message may come after a newer one of its topic.
"""

import argparse
import json
import pathlib
import random
import subprocess
import tempfile
import threading
import time

from checks import check, finish
from push_service import Browser, Service, claims

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RIDERS = 6
TOPICS = 3
LOST_ANSWERS = 0.01
DRAIN_SECONDS = 120


class World:
    """The push service, its browsers, and what they received."""

    def __init__(self, seed):
        self.lock = threading.Lock()
        self.random = random.Random(seed)
        # (rider, topic field, id, shown topic, life), in the order of arrival.
        self.arrivals = []
        self.lost_answers = set()
        self.unreadable = []
        self.service = Service(self.take)
        self.browsers = [Browser(f"{self.service.origin}/r/{rider}") for rider in range(RIDERS)]

    def take(self, path, headers, body):
        with self.lock:
            pause = self.random.random() * 0.008
            loses_answer = self.random.random() < LOST_ANSWERS
        try:
            rider = int(path.rsplit("/", 1)[1])
            shown = json.loads(self.browsers[rider].open(body))["notification"]
            said = claims(headers["Authorization"], self.service.origin)
            # The life that sent it, which may have ended meanwhile.
            life = int(said["sub"].removeprefix("mailto:life-").partition("@")[0])
        except Exception as error:
            with self.lock:
                self.unreadable.append(repr(error))
            return 400, {}
        with self.lock:
            data = shown["data"]
            self.arrivals.append(
                (rider, headers["Topic"], int(data["id"][1:]), data["topic"], life))
            if loses_answer:
                self.lost_answers.add(int(data["id"][1:]))
        time.sleep(pause)
        return None if loses_answer else (201, {})


class Sent:
    """The program's output."""

    def __init__(self):
        self.tried = {}
        self.done = {}
        self.refused = []

    def read(self, line):
        words = line.split()
        if words[:1] == ["try"] and len(words) == 4:
            self.tried[int(words[1])] = (int(words[2]), f"t{words[3]}")
        elif words[:1] == ["done"] and len(words) == 3:
            self.done[int(words[1])] = words[2]
            if words[2] not in ("queued", "known"):
                self.refused.append(line)


def live(program, order, sent, kill_after):
    """One life of the program. `kill_after` draws when it dies: seconds after its start, or after the
    outbox is open; None lets it end. Says whether it was open, and how it ended."""
    process = subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdin.write(json.dumps(order))
    process.stdin.close()
    opened = threading.Event()

    def listen():
        for line in process.stdout:
            if not line.endswith("\n"):
                return
            if line.strip() == "open":
                opened.set()
            sent.read(line)

    listener = threading.Thread(target=listen)
    listener.start()
    if kill_after is None:
        code = process.wait(timeout=DRAIN_SECONDS)
    else:
        after_start, after_open = kill_after
        if after_start is not None:
            time.sleep(after_start)
        else:
            opened.wait(timeout=30)
            time.sleep(after_open)
        process.kill()
        code = process.wait()
    listener.join()
    trouble = process.stderr.read()
    process.stderr.close()
    process.stdout.close()
    return opened.is_set(), code, trouble


def listed(findings):
    return ", ".join(map(str, findings))


def judge(world, sent):
    """Checks all rules."""
    newest = {}
    for number, topic in sent.tried.items():
        if number in sent.done:
            newest[topic] = max(newest.get(topic, 0), number)
    arrived = {}
    strange, stale, twice = [], [], []
    shown, fields = {}, {}
    repeats = 0
    for rider, field, number, topic, life in world.arrivals:
        place = (rider, topic)
        if sent.tried.get(number) != place or fields.setdefault(place, field) != field:
            strange.append((number, place, field))
        if number < shown.get(place, 0):
            stale.append((number, shown[place]))
        shown[place] = max(shown.get(place, 0), number)
        if number in arrived:
            repeats += 1
            if arrived[number] == life and number not in world.lost_answers:
                twice.append(number)
        arrived[number] = life
    lost = [number for number in sent.done
            if newest[sent.tried[number]] == number > shown.get(sent.tried[number], 0)]
    check("what arrives is readable and properly signed", not world.unreadable,
          ", ".join(world.unreadable[:3]))
    check("nothing was refused for lack of space", not sent.refused, listed(sent.refused[:3]))
    check("every id belongs to its rider and topic, which keeps its name", not strange,
          listed(strange[:3]))
    check("every acknowledged message is shown, or a newer one of its topic", not lost, listed(lost[:5]))
    check("nothing is sent twice unless the program died or an answer was lost", not twice,
          listed(twice[:5]))
    check("no older message comes after a newer one of its topic", not stale, listed(stale[:5]))
    check("there was something to check", len(arrived) > 20 and repeats > 0,
          f"{len(arrived)} messages, {repeats} repeated")
    print(f"        {len(sent.done)} messages acknowledged, {len(arrived)} shown, "
          f"{len(sent.done) - len(arrived.keys() & sent.done.keys())} replaced before they were "
          f"sent, {repeats} repeated, {len(world.lost_answers)} answers lost", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default=ROOT / ".build" / "debug" / "NotifierProbe")
    options = parser.parse_args()
    print(f"        seed {options.seed}", flush=True)
    draw = random.Random(options.seed)
    world, sent = World(options.seed), Sent()
    begin = time.monotonic()
    early, odd = 0, []
    with tempfile.TemporaryDirectory(prefix="takt-outbox-") as folder:
        order = {"mode": "outbox", "folder": folder, "topics": TOPICS,
                 "addresses": [browser.address() for browser in world.browsers]}
        for round_number in range(options.rounds):
            order["contact"] = f"mailto:life-{round_number}@example.org"
            order["first"] = max(sent.done, default=0) + 1
            order["seed"] = draw.getrandbits(32)
            at_start = draw.random() < 0.15
            kill_after = (draw.random() * 0.06, None) if at_start else (None, draw.random() * 0.15)
            was_open, code, trouble = live(options.program, order, sent, kill_after)
            early += not was_open
            world.service.wait_until_idle()
            if code != -9:
                odd.append(f"round {round_number}: code {code} {trouble.strip()[-200:]}")
        order["contact"] = f"mailto:life-{options.rounds}@example.org"
        _, code, trouble = live(options.program, {**order, "drains": True}, sent, None)
        check("the last start drains and ends in order", code == 0, trouble.strip()[-300:])
    check("every start lived until it was killed", not odd, "; ".join(odd[:3]))
    judge(world, sent)
    print(f"        {options.rounds} kills, {early} of them before the outbox was open, in "
          f"{time.monotonic() - begin:.0f} s", flush=True)
    finish()


main()
