"""The faults of a game day on files: disks, clocks, memory, the bucket, sources, feeds, and the end of the process.

Each takes the set-up and the riders whose vehicles become late meanwhile, and returns what it checked by itself: pairs
of a sentence and whether it holds.
"""

import contextlib
import datetime
import json
import os
import pathlib
import random
import signal
import subprocess
import time

from faults import Faults
from source_checks import get_json, wait_for

# The duration of a fault, in seconds.
SHORT = 8
# The time in which a message has to arrive once everything works again, in seconds.
MESSAGE = 25
# The stores of a data folder by the beginning of their files' names.
STORES = {"riders": "riders", "messages": "outbox", "diaries": "diary", "history": "history", "learnt": "learnt",
          "network": "network.takt", "feeds": "network.takt.feed", "phones": "phone"}
KILLS = 20
# The memory that a server may use in addition to what it has, in bytes.
SPARE = 12 << 20


def disk_full(store):
    """A fault in which one store's files cannot grow."""
    def play(scene, phones):
        scene.machine.be(is_full=True, full=STORES[store])
        is_feed = store in ("network", "feeds", "phones")
        if is_feed:
            newer_feed(scene, store)
        scene.delay(phones, 300)
        time.sleep(SHORT)
        checks = [("the timetable is served meanwhile", get_json(scene.server.url + "/api/v1/stops?q=a") != {})]
        scene.machine.be()
        if is_feed:
            lines = len(scene.log_lines())
            newer_feed(scene, f"{store} again")
            checks.append(("a newer feed is served once there is room", bool(wait_for(
                lambda: any("the feeds changed" in line for line in scene.log_lines()[lines:]), 40))))
        return checks
    play.__doc__ = f"no room for the files of: {store}"
    return play


def newer_feed(scene, version):
    """Publishes another version of the feed, and has it looked at."""
    scene.publisher.content = scene.packed(version)
    scene.look_at_feeds()


def clock_leaps(seconds):
    """A fault in which the machine's clock is wrong for a while, and then right again."""
    def play(scene, phones):
        delayed, later = phones[::2], phones[1::2]
        scene.delay(delayed, 300)
        checks = [("riders get a message before the leap", arrived(delayed, 1))]
        first = {phone.number: list(phone.got) for phone in phones}
        scene.machine.be(clock_seconds=seconds)
        time.sleep(SHORT)
        scene.machine.be()
        time.sleep(3)
        scene.delay(later, 300)
        checks.append(("those whose vehicle is late after the leap get a message, once", arrived(
            later, 1, lambda phone: [one for one in phone.got if " late" in one[3]])))
        again = [phone.number for phone in delayed
                 if {one[2] for one in first[phone.number]} & {one[2] for one in phone.got[len(first[phone.number]):]}]
        checks.append(("nobody gets a second message", not again))
        kept = [scene.keeps(phone) for phone in phones]
        titles = [[one[3] for one in phone.got] for phone in phones]
        checks.append((f"every route and planned trip is still there: {kept if kept == [(1, 1)] * len(kept) else titles}", kept == [(1, 1)] * len(phones)))
        return checks
    play.__doc__ = f"the clock leaps by {seconds:+,} seconds and, {SHORT} seconds later, back"
    return play


def arrived(phones, count, those=lambda phone: phone.got):
    """Whether each rider got so many messages in time, and no more."""
    wait_for(lambda: all(len(those(phone)) >= count for phone in phones), MESSAGE)
    return all(len(those(phone)) == count for phone in phones)


def memory_limit(scene, phones):
    """a memory limit just above what the server uses, while a crowd of connections needs more"""
    process = scene.server.process.pid
    group = pathlib.Path(f"/sys/fs/cgroup/memory/takt-{process}")
    scene.delay(phones, 300)
    is_group = True
    try:
        group.mkdir()
        (group / "cgroup.procs").write_text(str(process))
        # What a process has when it joins a group is not counted.
        (group / "memory.limit_in_bytes").write_text(str(SPARE))
    except OSError:
        is_group = False
    faults = Faults(scene.server, scene.machine, scene.watcher, scene.post, scene.source, scene.draw, (2_000, 500))
    if is_group:
        faults.crowd(SHORT)
    else:
        faults.memory_short(SHORT)
    has_ended = scene.server.process.poll() is not None or faults.restarts > 0
    if is_group:
        with contextlib.suppress(OSError):
            (group / "memory.limit_in_bytes").write_text("-1")
        if has_ended:
            scene.server.kill()
        for line in (group / "cgroup.procs").read_text().split():
            with contextlib.suppress(OSError):
                (group.parent / "cgroup.procs").write_text(line)
        with contextlib.suppress(OSError):
            group.rmdir()
    means = "a control group (version 1)" if is_group else "RLIMIT_AS, as no control group could be made"
    return [(f"limited by {means}; the server {'ended and was started again' if has_ended else 'lived on'}", True)]


def bucket_refuses(scene, phones):
    """the bucket answers 503 for a day: the clock advances by an hour each second, and stays there"""
    before = scene.bucket.refused
    scene.bucket.trouble = "503"
    for hour in range(1, 25):
        scene.machine.be(clock_seconds=hour * 3600)
        time.sleep(1)
    refused = scene.bucket.refused - before
    # Phones go on recording, so that something always waits; what counts is what was acknowledged until now.
    wanted, known = set(scene.watcher.sealed_moments), {}
    scene.bucket.trouble = None
    wait_for(lambda: wanted <= opened(scene, known), 90)
    lost = wanted - opened(scene, known)
    return [(f"the bucket was asked {refused} times, and refused", refused > 2),
            (f"each of {len(wanted)} fixes that the study acknowledged until then is uploaded once it works", not lost)]


def opened(scene, known):
    """The times of the fixes in the bucket, opened with the study's key; `known` has those of each object before."""
    for name, body in list(scene.bucket.objects.items()):
        if name in known:
            continue
        done = subprocess.run(["age", "--decrypt", "-i", scene.folder / "study-key"], input=body, capture_output=True,
                              check=True)
        known[name] = {int(datetime.datetime.fromisoformat(feature["properties"]["timestamp"]).timestamp())
                       for feature in json.loads(done.stdout)["features"]}
    return set().union(*known.values())


def source_fails(trouble):
    """A fault of the live source, for an hour of the server's clock."""
    def play(scene, phones):
        begin = time.time()
        Faults.during(scene.source, trouble, 3600 / scene.server.speed)
        age, states = scene.watcher.shown_age(begin, time.time())
        checks = [(f"riders are told that live data is {age or 0:,.0f} s old ({', '.join(states)})",
                   age is not None and age > 600 and set(states) - {"live"} != set())]
        state = lambda: get_json(scene.server.url + "/api/v1/network").get("live", {}).get("state")
        checks.append(("live data is live again", bool(wait_for(lambda: state() == "live", 60))))
        return checks
    play.__doc__ = f"the live source {'does not answer' if trouble == 'hangs' else 'answers rubbish'} for an hour"
    return play


def feed_is_page(scene, phones):
    """the feed's address serves a web page"""
    before = get_json(scene.server.url + "/api/v1/network")["revision"]
    good = scene.publisher.content
    lines = len(scene.log_lines())
    scene.publisher.content = b"<!doctype html><title>We moved</title>"
    scene.look_at_feeds()
    scene.delay(phones, 300)
    checks = [("the log says that it is a web page", bool(wait_for(
        lambda: any("web page" in line for line in scene.log_lines()[lines:]), 30)))]
    after = get_json(scene.server.url + "/api/v1/network")["revision"]
    checks.append(("the network stays", after == before))
    scene.publisher.content = good
    return checks


def killed(scene, phones):
    """kill -9 at a random moment, twenty times"""
    draw = random.Random(scene.draw.random())
    for number in range(KILLS):
        if number == KILLS // 2:
            scene.delay(phones, 300)
        time.sleep(draw.uniform(0.1, 3))
        scene.server.kill()
    return []


def stopped(scene, phones):
    """the process is stopped for some seconds (SIGSTOP), as in a machine that is moved"""
    scene.delay(phones, 300)
    os.kill(scene.server.process.pid, signal.SIGSTOP)
    time.sleep(SHORT)
    os.kill(scene.server.process.pid, signal.SIGCONT)
    return []


def of_files(speed):
    """The faults by their names, for a server on files with a clock of that speed."""
    if speed > 1:
        return {"source-hangs": source_fails("hangs"), "source-rubbish": source_fails("garbage")}
    return {
        **{f"disk-full-{store}": disk_full(store) for store in STORES},
        "clock-hour-ahead": clock_leaps(3600), "clock-hour-behind": clock_leaps(-3600),
        "clock-month-ahead": clock_leaps(31 * 86_400), "memory-limit": memory_limit, "feed-is-web-page": feed_is_page,
        "process-stopped": stopped, "killed": killed, "bucket-503": bucket_refuses}
