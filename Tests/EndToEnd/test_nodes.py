#!/usr/bin/env python3
"""Lets riders live through a morning on two servers that share PostgreSQL, of which one is killed.

    .tools/venv/bin/python Tests/EndToEnd/test_nodes.py PROGRAM [--riders 40] [--minutes 60] [--speed 20] [--seed 1] [--divided]

nginx distributes requests to two servers in turn, so that the one notifies riders of what they saved on the other.
After a third of the time one is killed with SIGKILL, later the database is restarted, then a new server joins. Riders
keep sending requests and saving all the time. The expected messages are computed as in `test_alerts.py`: exactly these
must arrive, and none twice, except those that the killed server was sending. With `--divided`, PostgreSQL has its
tables in parts, as a cluster would.

Needs Debian's PostgreSQL and nginx; "skipped" without them.
"""

import collections
import datetime
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from checks import check
from node_division import divide
from node_scene import Database, Node, Proxy, programs
from rider_morning import Morning, saved
from rider_run import arguments, run
from rider_server import DAY, SERVICES, Feed, FeedServer, Phone, Post, ask, moment
from rider_world import Expectation, Town, Troubles, clock, forget_blocks, seconds
from source_checks import get_json, takt

PARTS = 64
# A lease lasts six seconds and is requested every two.
TAKEN_OVER = 8.5
# The feed is polled once a second; a busy machine may skip some polls.
LONGEST_GAP = 5
# A message that a killed server was sending is repeated once its lease has ended, in seconds.
LEASE = 60

SETTINGS = """
network: {folder}/town.network
data: DATA
public-url: http://takt.test
log-level: notice
limits: {{requests: 0, new-riders: 1000000}}
store: {{url: "{store}", password-file: {secret}}}
push: {{reach: anywhere, contact: "mailto:operator@takt.test"}}
sources: [{{id: town, kind: gtfs-rt, url: "{source}", every: 1s}}]
"""


class Asking:
    """Riders who read and save all the time, with every answer."""

    def __init__(self, url, phones, town):
        self.url, self.phones, self.town = url, phones, town
        # The time, the kind and the error of each request; None for no error.
        self.answers = []
        self.lost = []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        number = 0
        while not self.is_over.wait(0.05):
            phone = self.phones[number % len(self.phones)]
            number += 1
            self.one("GET", "/rider/connections", phone)
            if number % 5 == 0:
                self.save(phone)

    def save(self, phone):
        """Saves a connection, finds it on whichever server answers, and removes it."""
        body = saved(self.town, phone.watches[0])
        body["routes"] = []
        made = self.one("POST", "/rider/connections", phone, body)
        if made is None:
            return
        found = self.one("GET", "/rider/connections", phone)
        if found is not None and made["id"] not in [one["id"] for one in found]:
            self.lost.append(made["id"])
        self.one("DELETE", f"/rider/connections/{made['id']}", phone)

    def one(self, method, path, phone, body=None):
        begin, trouble, answer = time.time(), None, None
        try:
            answer = ask(self.url, method, path, phone.token, body)
        except (RuntimeError, OSError, urllib.error.URLError) as error:
            trouble = f"{method} {error}"
        self.answers.append((begin, time.time() - begin, trouble))
        return answer

    def stop(self):
        self.is_over.set()
        self.thread.join(30)


def sign_up(url, town, phone):
    """A rider with settings, a channel, and saved data."""
    phone.token = ask(url, "POST", "/riders", body={"language": phone.language})["token"]
    watch = phone.watches[0]
    ask(url, "PUT", "/rider/settings", phone.token, {
        "language": phone.language, "notifies": True,
        "alerts": {"leadMinutes": watch.lead, "thresholdMinutes": watch.threshold}})
    phone.secret = ask(url, "POST", "/rider/channels", phone.token, phone.channel()).get("secret")
    for watch in phone.watches:
        ask(url, "POST", "/rider/connections", phone.token, saved(town, watch))
    for ride, deadline, _ in phone.trips:
        ask(url, "POST", "/rider/trips", phone.token, {
            "from": ride.start.stop, "to": ride.end.stop, "arriveBy": clock(deadline), "day": DAY.isoformat()})


def crowd(options, draw, morning, post):
    """The riders, and what each of them saved."""
    phones = []
    for number in range(options.riders):
        phone = Phone(number, post.services[number % SERVICES], "en")
        lead, threshold = draw.choice([30, 45, 60]), draw.choice([1, 2, 3, 5])
        phone.watches = [watch for watch in (morning.watch(lead, threshold) for _ in range(2)) if watch]
        if phone.watches:
            post.phones[phone.path] = phone
            phones.append(phone)
    for phone in phones[::2]:
        phone.trips += filter(None, [morning.trip()])
    return phones


def holders(database):
    """The number of shards whose lease each node holds."""
    rows = database.ask("SELECT node FROM takt_nodes.part WHERE work = 'alerts' AND until > "
                        "EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AND node <> ''")
    return collections.Counter(rows)


def stray(now):
    """The position of a vehicle without a line, whose stored positions show gaps in the history."""
    return [("stray", 46.9 + now % 3600 / 1e6, 7.4)]


def look_back(nodes, options):
    """The positions of that vehicle that the nodes have stored, asked in turns."""
    moments = []
    for node in nodes:
        fixes = [fix for vehicle in get_json(f"{node.url}/history") for fix in vehicle]
        moments.append([datetime.datetime.fromisoformat(fix["time"]).timestamp() for fix in fixes])
    end = min(max(each, default=0) for each in moments)
    first, other = (sorted(moment for moment in each if moment <= end) for each in moments)
    check("all nodes read one history", first and first == other, f"{len(first)} and {len(other)} fixes")
    check("no fix is stored twice", len(set(first)) == len(first))
    gap = max((after - before for before, after in zip(first, first[1:])), default=0) / options.speed
    check("the history has no gap where a server was killed and the database restarted", gap < LONGEST_GAP,
          f"{len(first)} fixes, at most {gap:.1f} s apart")


def until(holds, patience):
    """Seconds until a condition is true; None if it is not in time."""
    begin = time.time()
    while time.time() - begin < patience:
        if holds():
            return time.time() - begin
        time.sleep(0.1)
    return None


def posted(phone):
    """A rider's messages by topic: the first arrival of each id, and its repetitions.

    Messages of ntfy have no id: the same words after the time of a repetition are another message.
    """
    topics, again = collections.defaultdict(dict), []
    for arrived, topic, name, title, body, _ in sorted(phone.got):
        first = topics[topic].get(name)
        if first and phone.kind == "ntfy" and arrived > first[0] + LEASE + 30:
            name = f"{name} {arrived}"
        if name in topics[topic]:
            again.append((topics[topic][name][0], arrived, title))
        else:
            topics[topic][name] = (arrived, title, body)
    return topics, again


def judge(town, morning, phones, killed):
    """Compares the received with the expected messages of each rider."""
    missed, false, twice, in_flight, count = [], [], [], 0, 0
    for phone in phones:
        topics, again = posted(phone)
        for first, second, title in again:
            # The killed server was sending it, and cannot know whether it arrived.
            if first < killed + 1 and first > killed - 5 and second > killed + LEASE - 15:
                in_flight += 1
            else:
                twice.append(f"{phone.number} {title} after {second - first:.1f} s")
        expected = []
        for watch in phone.watches:
            alerts = Expectation(town, morning.troubles, watch).alerts
            expected.append([re.escape(alert.title) for alert in alerts])
        expected += [[alert.title for alert in alerts] for *_, alerts in phone.trips]
        came = [[title for _, title, _ in messages.values()] for messages in topics.values()]
        count += sum(map(len, came))
        for titles in filter(None, expected):
            # While no server sent messages, an alert may have been replaced by the next, except the last one.
            fit = next((got for got in came if re.fullmatch(titles[-1], got[-1]) and all(
                any(re.fullmatch(title, one) for title in titles) for one in got)), None)
            if fit is None:
                missed.append(f"{phone.number} {titles} of {came}")
            else:
                came.remove(fit)
        false += [f"{phone.number} {titles}" for titles in came]
    check(f"every rider got the expected messages, {count} messages", not missed and count, str(missed[:3]))
    check("no rider got any other message", not false, str(false[:5]))
    check(f"no message came twice, except {in_flight} that the killed server was sending", not twice, str(twice[:5]))


def live(options, draw, folder, tools, nginx):
    """One morning, from the sign-up of riders to the evaluation."""
    database = Database(tools, folder)
    nodes, proxy, asking = [], None, None
    try:
        post, feed = Post(), {"now": Feed(Troubles(), lambda _: [], lambda: 0)}
        source = FeedServer(lambda: feed["now"].bytes())
        takt(options.program, "demo", "--write-feed", folder / "feed", "--at", moment(0))
        forget_blocks(folder / "feed")
        takt(options.program, "import", folder / "feed", "--output", folder / "town.network")
        settings = SETTINGS.format(folder=folder, store=database.url, secret=database.secret, source=source.url)
        nodes = [Node(options.program, folder / name, settings, options.speed) for name in ("a", "b", "c")]
        base = seconds(options.start + ":00")
        if options.divided:
            nodes[0].start(base)
            nodes[0].stop()
            divide(database)
        nodes[0].start(base - (30 + options.riders * 0.5) * options.speed)
        for node in nodes[1:]:
            # Browsers trust only one key.
            (node.folder / "data").mkdir(mode=0o700)
            shutil.copy(nodes[0].folder / "data" / "push-key.pem", node.folder / "data")
        nodes[1].start(nodes[0].clock.now())
        proxy = Proxy(nginx, folder, [node.port for node in nodes])
        routes = get_json(f"{nodes[0].url}/api/v1/routes")["routes"]
        town = Town(folder / "feed", DAY, {route["id"]: route["mode"] for route in routes})
        morning = Morning(town, draw, base, options.minutes, True)
        phones = crowd(options, draw, morning, post)
        now = nodes[1].clock
        feed["now"] = Feed(morning.troubles, stray, now.now)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda phone: sign_up(proxy.url, town, phone), phones))
        check("riders sign up before the morning begins", now.now() < base,
              f"{clock(now.now())}, the morning begins at {clock(base)}")
        check("the two servers have half of the riders each",
              until(lambda: sorted(holders(database).values()) == [32, 32], 20) is not None,
              str(holders(database)))
        asking = Asking(proxy.url, phones, town)
        killed = disturb(database, nodes, now, morning, asking)
        now.wait(morning.end)
        # By then, messages that the killed server was sending have arrived.
        time.sleep(max(3, killed + LEASE + 10 - time.time()))
        asking.stop()
        report(asking, killed)
        look_back(nodes[1:], options)
        check("every received message is readable and properly signed", not post.strange, str(post.strange[:3]))
        judge(town, morning, phones, killed)
        before = [ask(nodes[1].url, "GET", "/rider/connections", phone.token) for phone in phones]
        check("the servers end in order", all([node.stop() for node in nodes[1:]]))
        check("a server that ends properly releases its riders", not holders(database), str(holders(database)))
        nodes.append(Node(options.program, folder / "d", re.sub("store:.*", "", settings), options.speed))
        move(options.program, database, nodes[-1], phones, before, now.now())
        logs = "".join((node.folder / "log.txt").read_text() for node in nodes)
        check("the logs have no address and no token",
              not any(word in logs for word in ("ntfy/", "/r/", phones[0].token, "a password")), "")
    finally:
        if asking:
            asking.stop()
        for node in nodes:
            if node.process and node.process.poll() is None:
                node.kill()
        if proxy:
            proxy.stop()
        database.stop("immediate")


def move(program, database, node, phones, before, at):
    """Moves riders into files, serves them from there, and moves them into another database."""
    def migrate(source, target):
        done = subprocess.run(
            [program, "admin", "migrate", source, target, "--password-file", database.secret],
            capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout + done.stderr

    code, text = migrate(database.url, node.folder / "data")
    check("riders move into files, row by row", code == 0 and f"riders: {len(phones)} rows" in text, text)
    node.start(at)
    after = [ask(node.url, "GET", "/rider/connections", phone.token) for phone in phones]
    check("they find what they saved, with the same tokens", after == before)
    code, text = migrate(node.folder / "data", database.url)
    check("files that a server uses are not moved", code == 74 and "in use" in text, f"{code} {text}")
    check("that server ends in order", node.stop())
    code, text = migrate(node.folder / "data", database.url)
    check("nothing is moved to a place that has riders", code == 65 and "not empty" in text, f"{code} {text}")
    database.create("again")
    code, text = migrate(node.folder / "data", database.url.removesuffix("takt") + "again")
    counts = [database.ask(f"SELECT count(*) FROM takt_riders.{table}", name)
              for table in ("riders", "channels", "connections", "devices", "calls") for name in ("takt", "again")]
    check("riders move into another database", code == 0 and counts[::2] == counts[1::2], f"{counts} {text}")


def disturb(database, nodes, now, morning, asking):
    """Kills a server, restarts the database, and lets another server join; returns when the first was killed."""
    third = (morning.end - morning.base) / 3
    now.wait(morning.base + third)
    nodes[0].kill()
    killed = time.time()
    seconds_until = until(lambda: list(holders(database).values()) == [PARTS], 30)
    check("the riders of a killed server are taken over", seconds_until and seconds_until < TAKEN_OVER,
          f"after {seconds_until:.1f} s" if seconds_until else "not in 30 s")
    now.wait(morning.base + 2 * third)
    begin = time.time()
    database.stop("immediate")
    database.start()
    again = until(lambda: any(when > begin + 0.5 and trouble is None for when, _, trouble in asking.answers), 20)
    check("riders are served again once the database is back", again is not None, f"after {again or 0:.1f} s")
    nodes[2].start(now.now())
    share = until(lambda: sorted(holders(database).values()) == [32, 32], 20)
    check("a server that joins gets half of the riders", share is not None, f"after {share or 0:.1f} s")
    asking.restarted = begin
    return killed


def report(asking, killed):
    """Checks what riders noticed."""
    troubles = [(when, trouble) for when, _, trouble in asking.answers if trouble]
    here = [trouble for when, trouble in troubles if killed - 2 <= when <= killed + 3]
    later = [trouble for when, trouble in troubles if asking.restarted - 2 <= when <= asking.restarted + 10]
    slowest = max(took for _, took, _ in asking.answers)
    print(f"        {len(asking.answers)} requests, the slowest {slowest:.2f} s; {len(here)} failed while a server was "
          f"killed, {len(later)} while the database started again", flush=True)
    # The proxy cannot repeat an interrupted request that changes something.
    check("of riders' requests at most one fails when a server is killed", len(here) <= 1, str(here[:3]))
    check("no other request fails except while the database is down", len(troubles) == len(here) + len(later),
          str([trouble for _, trouble in troubles][:3]))
    check("data saved on one server is on the other", not asking.lost, str(asking.lost[:3]))


def main():
    parser = arguments(riders=40, speed=20)
    parser.add_argument("--divided", action="store_true")
    options = parser.parse_args()
    found = programs()
    if found is None:
        print("skipped: two servers on PostgreSQL (PostgreSQL or nginx is not installed)")
        sys.exit(0)
    run(options, lambda options, draw, folder: live(options, draw, folder, *found))


main()
