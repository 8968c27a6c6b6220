#!/usr/bin/env python3
"""Lets riders live through a morning on a fast clock, and checks every message that they get.

    .tools/venv/bin/python Tests/EndToEnd/test_alerts.py PROGRAM [--riders 200] [--start 06:50] [--minutes 60]
        [--speed 60] [--seed 1] [--kills 0]

It imports the demo network, starts `PROGRAM serve` on it with a GTFS-Realtime feed from this script, and lets riders
save connections, trips, rides and places. Then trips are delayed, cancelled, moved to other platforms, omitted from the
feed and restored, and vehicles come near riders. Web Push, ntfy and webhooks end in this script, which reads them as
browsers and programs would. `rider_world.py`, `rider_morning.py` and `rider_extras.py` compute the expected messages
from the timetable and the feed: exactly these must arrive.

A whole day: `--start 00:00 --minutes 1440`; riders sign up before. The latest arrival of a message follows from how
often the server evaluates alerts and polls the feed. Seconds without a poll, because the machine did not let the server
run, do not count, and what was true no longer than that need not be announced; both are printed. Nothing else is
excused.

With `--kills` the server is killed with SIGKILL at random times and restarted; then a repeated message must be the
same. The clock stands still meanwhile. On a busy machine a start takes long and there is time for fewer kills; their
number is printed. With `--faults` the server also meets a full, a slow and a locked disk, sources that hang, send
garbage or flood, push services that refuse or break off, and crowds that send nothing. Other clients keep saving and
recording meanwhile, and what was acknowledged must exist at the end. What was true only while nothing could be stored,
or while all push services refused, is excused and counted: a server that cannot store its notes cannot send a message
only once.
"""

import collections
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from checks import check
from faults import Faults, Keeper, Machine, memory
from rider_extras import Extras
from rider_morning import Morning, saved
from rider_run import arguments, run
from rider_server import DAY, SERVICES, Attention, Feed, FeedServer, Phone, Post, Server, ask, moment
from rider_world import Expectation, Town, Troubles, clock, forget_blocks, seconds
from source_checks import get_json, takt

# The kind of a message, by words of its title.
KINDS = [
    ("earlier", "leaves earlier"), ("on time", "on time again"), ("cancelled", "cancelled"),
    ("runs again", "runs after all"), ("change broken", "will not work"), ("change works", "changes work again"),
    ("platform", "platform"), ("live lost", "no live data"), ("live back", "live data is back"),
    ("trip soon", "leaves in"), ("get on", "Get on now"), ("trip lost", "not possible any more"),
    ("near", "m away"), ("next stop", "Next stop"), ("get off", "Get off now")]
# The average lifetime of a server before it is killed, in seconds of real time: a server that never lives until live
# data arrives and is evaluated once cannot send anything.
SHORTEST_LIFE = 1.5
# How long after a kill its last messages may still be read here, in seconds; a new server has not started by then.
READING = 0.5
# Faults during which nothing can be stored or sent.
MUTE = {"disk full", "locked", "push refuses"}
# Fewer minutes leave no room for the expected messages.
FEWEST_MINUTES = 40


def sign_up(url, town, phone):
    """A rider with settings, a channel, and saved data."""
    phone.token = ask(url, "POST", "/riders", body={"language": phone.language})["token"]
    settings = {"language": phone.language, "notifies": True}
    if phone.watches:
        watch = phone.watches[0]
        settings["alerts"] = {"leadMinutes": watch.lead, "thresholdMinutes": watch.threshold}
    if phone.sight:
        settings["nearbyRoutes"] = [phone.sight.route]
        if not phone.is_located:
            settings["nearbyPlaces"] = [{"name": "Home", **phone.sight.place()}]
    ask(url, "PUT", "/rider/settings", phone.token, settings)
    phone.secret = ask(url, "POST", "/rider/channels", phone.token, phone.channel()).get("secret")
    for watch in phone.watches:
        ask(url, "POST", "/rider/connections", phone.token, saved(town, watch))
    for ride, deadline, _ in phone.trips:
        ask(url, "POST", "/rider/trips", phone.token, {
            "from": ride.start.stop, "to": ride.end.stop, "arriveBy": clock(deadline), "day": DAY.isoformat()})
    for ride, _ in phone.rides:
        ask(url, "POST", "/rider/rides", phone.token, {"day": DAY.isoformat(), **ride})


def send_places(server, phones, is_over):
    """The open apps of some riders report their positions again and again, since a fast clock lets them expire in
    seconds.
    """
    def send(phone):
        ask(server.url, "POST", "/rider/location", phone.token, phone.sight.place())

    with ThreadPoolExecutor(4) as pool:
        while not is_over.wait(0.5):
            list(pool.map(send, phones))


def once(got, kills):
    """The messages of one topic without repetitions after a kill, and whether there were other repetitions."""
    kept, is_repeated, last = [], False, 0
    for arrived, _, name, *words in sorted(got):
        if kept and kept[-1][1] == name:
            is_repeated |= not any(last - READING < kill < arrived for kill in kills)
        else:
            kept.append((arrived, name, *words))
        last = arrived
    return kept, is_repeated


def times(got, kills):
    """The arrivals of messages about a subject, with the last kill before each, for the failure message."""
    return [(round(arrived, 2), round(arrived - max([kill for kill in kills if kill < arrived], default=0), 2))
            for arrived, *_ in sorted(got)]


def fits(alerts, got, server, phone, attention, storing):
    """Whether the messages of a topic are the expected ones, and no later than the server's attention explains.

    `storing` is that attention without the times in which nothing could be sent.
    """
    titles = [title for _, _, title, *_ in got]
    if server.kills and re.fullmatch(alerts[-1].title, titles[-1]):
        # Messages that waited while the server was down may have been replaced by newer ones, except the last.
        alerts = [alert for alert in alerts if any(re.fullmatch(alert.title, title) for title in titles)]
    elif len(titles) < len(alerts):
        alerts = [alert for alert in alerts if storing.saw(alert)]
    if len(alerts) != len(got):
        return False
    for number, (alert, (arrived, _, title, body, link)) in enumerate(zip(alerts, got)):
        at = server.clock.at(arrived)
        if not server.kills and not alert.time - server.speed <= at <= attention.latest(alert.time, number):
            return False
        if phone.language == "en" and not (
                re.fullmatch(alert.title, title) and alert.holds in body):
            return False
        if not link.startswith("http://takt.test/"):
            return False
    return True


def kind(title):
    """The subject of a message, by its expected title."""
    return next((name for name, words in KINDS if words in title.replace("\\", "")), "later")


def expectations(town, morning, extras, phone):
    """The expected messages of a rider by subject, with the first letter of its topics."""
    for watch in phone.watches:
        alerts = Expectation(town, morning.troubles, watch).alerts
        yield "r", [alert._replace(title=re.escape(alert.title)) for alert in alerts]
    for *_, alerts in phone.trips:
        yield "t", alerts
    for _, alerts in phone.rides:
        yield "n", alerts
    if phone.sight:
        yield "n", extras.announcements(phone.sight)


def judge(town, morning, extras, phones, server, asked, blocked=()):
    """Compares the received with the expected messages of each rider; nothing could be sent in `blocked` times."""
    missed, false, repeated, lags, unseen, messages = [], [], [], [], 0, 0
    unstored, storing = 0, Attention(asked, server.speed, blocked)
    attention = Attention(asked, server.speed)
    kinds = collections.Counter()
    for phone in phones:
        topics = collections.defaultdict(list)
        for message in phone.got:
            topics[message[1]].append(message)
        came = []
        for topic, got in topics.items():
            kept, is_repeated = once(got, server.kills)
            came.append((topic[0], kept))
            messages += len(kept)
            if is_repeated:
                repeated.append((phone.number, kept[-1][2], times(got, server.kills)))
        for letter, alerts in expectations(town, morning, extras, phone):
            if not alerts:
                continue
            kinds.update(kind(alert.title) for alert in alerts)
            # ntfy's topic names are opaque.
            found = next((got for got in came if (phone.kind == "ntfy" or got[0] == letter)
                          and fits(alerts, got[1], server, phone, attention, storing)), None)
            if found is not None and len(found[1]) == len(alerts):
                lags += [server.clock.at(got[0]) - alert.time for alert, got in zip(alerts, found[1])]
            if found is None and not any(map(attention.saw, alerts)):
                unseen += len(alerts)
            elif found is None and not any(map(storing.saw, alerts)):
                unstored += len(alerts)
            elif found is None:
                missed.append((phone.number, phone.kind, [(clock(each.time), each.title) for each in alerts]))
            else:
                skipped = len(alerts) - len(found[1])
                here = min(skipped, sum(attention.saw(alert) and not storing.saw(alert) for alert in alerts))
                unstored, unseen = unstored + here, unseen + skipped - here
                came.remove(found)
        false += [(phone.number, phone.kind, [(clock(server.clock.at(each[0])), *each[2:4]) for each in got])
                  for _, got in came]
    check("every expected message came, in order, in time and with the right text", not missed,
          f"{len(missed)}: " + "; ".join(map(str, missed[:4])))
    check("no other message came", not false, f"{len(false)}: " + "; ".join(map(str, false[:4])))
    check("nothing came twice unless the server was killed in between", not repeated, str(repeated[:3]))
    check("there was something to check", messages > len(phones) // 2, f"{messages} messages")
    print(f"        {messages} messages, {len(server.kills)} kills, {len(morning.troubles.steps)} trips in trouble",
          flush=True)
    if blocked:
        print(f"        {unstored} things were true only while nothing could be stored or nobody took messages", flush=True)
    if not server.kills:
        lags = sorted(lag / server.speed for lag in lags) or [0]
        print(f"        after what messages are about, in real seconds: median {lags[len(lags) // 2]:.1f}, longest {lags[-1]:.1f}; "
              f"the server asked for nothing {len(attention.stalls)} times for up to {attention.longest():.1f} s; "
              f"{unseen} things were over before it ran again", flush=True)
    print("        expected: " + ", ".join(f"{count} {name}" for name, count in kinds.most_common()), flush=True)


def main():
    parser = arguments(riders=200, speed=60)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--faults", type=int, default=0)
    options = parser.parse_args()
    options.is_struck = options.kills > 0 or options.faults > 0
    if options.minutes < FEWEST_MINUTES:
        parser.error(f"--minutes is at least {FEWEST_MINUTES}")
    run(options, live)


def begin(options, folder, source, machine):
    """Writes the feed and the configuration; returns the server, and its routes, for which it is started once."""
    takt(options.program, "demo", "--write-feed", folder / "feed", "--at", moment(0))
    forget_blocks(folder / "feed")
    takt(options.program, "import", folder / "feed", "--output", folder / "town.network")
    (folder / "takt.yml").write_text(f"""
network: {folder}/town.network
data: {folder}/data
public-url: http://takt.test
log-level: warning
push: {{reach: anywhere, contact: "mailto:operator@takt.test"}}
sources: [{{id: town, kind: gtfs-rt, url: "{source.url}", every: 1s}}]
""")
    server = Server(options.program, folder, options.speed, machine and machine.environment)
    server.start(0)
    routes = get_json(f"{server.url}/api/v1/routes")["routes"]
    if not server.stop():
        raise RuntimeError("the server does not end")
    return server, routes


def crowd(options, draw, morning, extras, post):
    """The riders, and what each of them saved."""
    phones = []
    for number in range(options.riders):
        language = "de" if number % 5 == 4 and not options.is_struck else "en"
        phones.append(Phone(number, post.services[number % SERVICES], language))
        post.phones[phones[-1].path] = phones[-1]
    # Data without troubles is drawn first.
    for phone in phones[::7]:
        if trip := extras.lost_trip():
            phone.trips.append(trip)
    for phone in phones:
        lead, threshold = draw.choice([30, 45, 60]), draw.choice([1, 2, 3, 5])
        watches = [morning.watch(lead, threshold) for _ in range(draw.randint(1, 2))]
        phone.watches = [watch for watch in watches if watch is not None]
    for phone in phones[::2]:
        phone.trips += filter(None, [morning.trip()])
    for phone in phones[::5]:
        phone.rides += filter(None, [extras.ride_under_way()])
    # A killed server announces nearby vehicles again, since it does not store positions.
    for number in range(options.riders, options.riders + (0 if options.is_struck else options.riders // 10)):
        phone = Phone(number, post.services[number % SERVICES], "en")
        phone.sight = extras.sight()
        if phone.kind == "ntfy":  # Its messages do not identify the vehicle.
            phone.kind = "webhook"
        phone.is_located = number % 3 == 0
        if phone.sight:
            post.phones[phone.path] = phone
            phones.append(phone)
    return phones


def trouble(count, strike, draw, server, end):
    """Strikes the server the requested number of times, or as often as there is time, at times drawn from the seed."""
    starting = 0
    shortest = SHORTEST_LIFE * server.speed
    for left in range(count, 0, -1):
        # Starting takes time too.
        share = (end - server.clock.now()) / left - starting
        at = server.clock.now() + max(share, shortest) * 2 * draw.random()
        if at >= end:
            return
        server.clock.wait(at)
        before = server.clock.now()
        strike()
        starting = 0.9 * starting + 0.1 * (server.clock.now() - before) if starting else server.clock.now() - before


def strike_all(options, draw, server, machine, post, source, connection, end):
    """Strikes the server with every kind of fault while a client saves and records."""
    keeper = Keeper(server.url, connection)
    before = memory(server.process.pid)
    faults = Faults(server, machine, keeper, post, source, draw)
    trouble(options.faults, faults.strike, draw, server, end)
    after = memory(server.process.pid)
    print(f"        {dict(faults.struck)}", flush=True)
    faults.judge(before, after)
    found = (f"{clock(begin)} to {clock(end)} {name}" for begin, end, name in faults.spans)
    print("        " + ", ".join(found), flush=True)
    return [(begin, end) for begin, end, name in faults.spans if name in MUTE]


def live(options, draw, folder):
    """One morning, from the sign-up of riders to the evaluation."""
    post, quiet = Post(), Feed(Troubles(), lambda _: [], lambda: 0)
    feed = {"now": quiet}
    # Signing up takes a while on a fast clock, and missing live data is believed a minute after live data began to
    # arrive.
    patience = max(0 if options.is_struck else 70, 20 + options.riders * 0.4)
    base = seconds(f"{options.start}:00")
    at = base - patience * options.speed
    source = FeedServer(lambda: feed["now"].bytes())
    machine = Machine(folder) if options.faults else None
    server, routes = begin(options, folder, source, machine)
    town = Town(folder / "feed", DAY, {route["id"]: route["mode"] for route in routes})
    morning = Morning(town, draw, base, options.minutes, options.is_struck)
    extras = Extras(morning, {route["shortName"]: route["id"] for route in routes if "shortName" in route},
                    options.speed)
    phones = crowd(options, draw, morning, extras, post)
    feed["now"] = Feed(morning.troubles, extras.positions, lambda: server.clock.now())
    server.start(at)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda phone: sign_up(server.url, town, phone), phones))
    check("riders sign up before the morning begins", server.clock.now() < base,
          f"{clock(server.clock.now())}, the morning begins at {clock(base)}")
    is_over = threading.Event()
    located = [phone for phone in phones if phone.is_located]
    threading.Thread(target=send_places, args=(server, located, is_over), daemon=True).start()
    blocked = []
    if options.faults:
        blocked = strike_all(options, draw, server, machine, post, source, saved(town, next(watch for phone in phones for watch in phone.watches)), morning.end)
    else:
        trouble(options.kills, server.kill, draw, server, morning.end)
    while server.clock.now() < morning.end:
        time.sleep(0.5)
    time.sleep(3)
    is_over.set()
    check("every received message is readable and properly signed", not post.strange, str(post.strange[:3]))
    judge(town, morning, extras, phones, server, feed["now"].asked, blocked)
    left = [phone.number for phone in phones if phone.trips
            and ask(server.url, "GET", "/rider/trips", phone.token)]
    check("a trip is no longer listed once its rider was reminded", not left, str(left[:5]))
    check("the server ends in order", server.stop())
    words = ("127.0.0.1:", "ntfy/", phones[0].token, *([] if options.faults else ["error"]))
    found = [line for line in (folder / "log.txt").read_text().splitlines() if any(word in line for word in words)]
    check("the log has no error and no address", not found, f"{len(found)}: {found[:3]}")


main()
