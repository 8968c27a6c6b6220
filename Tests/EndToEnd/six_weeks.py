"""Six weeks of riders' saved connections on a real server: what came, what was worth it, and what was missed.

The clock leaps from each morning's commute to the next. Live data and timetables are drawn here, so the truth is known:
`rider_world.py` computes the messages that riders should get, from docs/riders.md alone.
"""

import collections
import datetime
import random
import re
import time

from feed_scene import Publisher, zipped
from rider_morning import Morning, saved
from rider_server import Attention, Feed, FeedServer, Phone, Post, Server, ask, moment
from rider_world import CANCELLED, DAY_SECONDS, Alert, Expectation, Ride, Troubles, Watch, clock, forget_blocks
from six_weeks_feed import change_timetable
from six_weeks_truth import DAYS, FIRST, OLD, Habit, Towns, after_midnight, date, is_plain, reminders
from source_checks import get_json, takt, wait_for

# The morning in which riders' vehicles leave, the night after Saturday, and when the server starts in the morning.
MORNING, NIGHT = (7 * 3600 + 300, 8 * 3600 + 600), (25 * 3600 + 1800, 28 * 3600 + 1800)
START = MORNING[0] - 20 * 60
SPEED = 120
# Days from the first: restarts amid alerts, a strike, a dead source.
RELEASE, STRIKE, DEAD = 9, 23, 30
# The nights that are lived too; clocks are set back in the second.
NIGHTS = (12, 19, 26)
# Days on which the first three riders have no network, and the longest time for which their messages may be kept for
# them: what is older is of no use when they are back.
AWAY, KEPT = range(31, 38), 2 * 3600
# When the strike begins, and how long a list with many cancellations must be repeated before it is believed.
STRIKES, BELIEVED = MORNING[0] + 300, 600
# When the source dies. Takt notices after 90 s of real time; its clock is slower on that day.
DIES, DEAD_SPEED, NOTICED = MORNING[0] + 420, 12, 90
# What happens to a vehicle: its delay in seconds.
STATES = [CANCELLED, 0, 100, 140, 200, 260, 380, 500, 740, -80]
OPERATOR = "an operator's token of some length"
COMMUTERS, DAILY, TRIPS = 10, 3, 3
VERDICTS = ("worth it", "late", "repeated", "wrong", "missed", "out of reach")


class Weeks:
    """The riders, their server, and the table of what came."""

    def __init__(self, program, folder, draw):
        self.program, self.folder, self.draw = program, folder, draw
        self.post, self.publisher = Post(), Publisher()
        self.feed = Feed(Troubles(), lambda _: [], lambda: 0)
        self.source = FeedServer(lambda: self.feed.bytes())
        takt(program, "demo", "--write-feed", folder / "feed", "--at", moment(0, FIRST))
        forget_blocks(folder / "feed")
        self.publisher.content = zipped(folder / "feed")
        self.server = Server(program, folder, SPEED)
        self.configure()
        self.towns = Towns(folder)
        self.habits, self.nights, self.trips = [], [], []
        # When the server is killed does not change what is drawn.
        self.kills = random.Random(1)
        self.table, self.findings = {}, []
        # The riders who know that their reminder is not in the timetable.
        self.notified = set()

    def configure(self):
        secret = self.folder / "operator"
        secret.write_text(OPERATOR + "\n")
        secret.chmod(0o600)
        (self.folder / "takt.yml").write_text(f"""
feed: {{urls: "{self.publisher.url}", every: 30d}}
data: {self.folder}/data
public-url: http://takt.test
log-level: warning
limits: {{requests: 0, new-riders: 1000000}}
operator: {{token-file: {secret}}}
push: {{reach: anywhere, contact: "mailto:operator@takt.test"}}
sources: [{{id: town, kind: gtfs-rt, url: "{self.source.url}", every: 1s}}]
""")

    # MARK: The riders

    def begin(self):
        """Draws the riders, changes the timetable that comes later, and lets all sign up."""
        self.start(-1, DAY_SECONDS // 2, speed=1)
        self.towns.modes = {route["id"]: route["mode"] for route in get_json(f"{self.server.url}/api/v1/routes")["routes"]}
        town = self.towns.on(0)
        morning = Morning(town, self.draw, MORNING[0], (MORNING[1] - MORNING[0]) // 60)
        morning.candidates = [trip for trip in morning.candidates if trip not in set(morning.calm_candidates)]
        self.calm = morning.calm
        self.draw_habits(town, morning)
        # The last rider's line no longer leaves at the reminder's time.
        lost = self.habits[COMMUTERS - 1]
        ride = lost.watch.rides[0]
        change_timetable(self.folder / "feed", self.folder / "changed", {
            run.trip for run in town.runs(ride.line, ride.start.station, ride.end.station)
            if abs(run.departure - lost.minute * 60) < 1200})
        self.habits = [habit for habit in self.habits if self.is_certain(habit, range(DAYS))]
        for habit in [*self.habits, *self.nights, *self.trips]:
            self.sign_up(habit)
        self.server.stop()

    def phone(self):
        number = 3 * len(self.post.phones)
        phone = Phone(number, self.post.services[number % len(self.post.services)], "en")
        self.post.phones[phone.path] = phone
        return phone

    def draw_habits(self, town, morning):
        while len(self.habits) < COMMUTERS + DAILY:
            ride = morning.first_ride(morning.candidates)
            if ride is None:
                continue
            change = self.draw.choice([60, 120, 180])
            rides = [ride]
            if self.draw.random() < 0.4 and (second := morning.second_ride(ride, change)):
                rides.append(second)
            weekdays = [1, 2, 3, 4, 5] if len(self.habits) < COMMUTERS else [1, 2, 3, 4, 5, 6, 7]
            watch = Watch(rides, change, self.draw.choice([30, 45]), self.draw.choice([2, 3, 5]))
            habit = Habit(None, watch, watch.departure // 60, weekdays)
            if self.is_certain(habit, range(OLD + 1)):
                habit.phone = self.phone()
                self.habits.append(habit)
        self.draw_nights()
        for _ in range(TRIPS):
            ride, deadline, _ = morning.trip()
            self.trips.append((self.phone(), ride, deadline))

    def draw_nights(self):
        """Two riders on Sundays at 02:15 and 03:15, with the same night bus."""
        town = self.towns.on(NIGHTS[0])
        for hour in (26, 27):
            trip = next(trip for trip in sorted(town.today) if town.calls[trip][0].departure // 60 == hour * 60 + 15)
            calls = town.calls[trip]
            run = next(run for run in town.runs(town.line_of[trip], calls[0].station, calls[-2].station) if run.trip == trip)
            watch = Watch([Ride(town.line_of[trip], calls[0], calls[-2], run, 0)], 120, 30, 3)
            self.nights.append(Habit(self.phone(), watch, (hour - 24) * 60 + 15, [7], True))

    def is_certain(self, habit, days):
        return all(habit.on(self.towns.on(number), date(number))[1] for number in days)

    def is_lost(self, habit):
        """Whether the new timetable has no departure at the reminder's time on any of its days of the coming week."""
        days = range(OLD + 1, OLD + 9)
        return not any(habit.on(self.towns.on(number), date(number))[0] for number in days)

    def sign_up(self, habit):
        url = self.server.url
        phone = habit.phone if isinstance(habit, Habit) else habit[0]
        phone.token = ask(url, "POST", "/riders", body={"language": "en"})["token"]
        settings = {"language": "en", "notifies": True}
        if isinstance(habit, Habit):
            settings["alerts"] = {"leadMinutes": habit.watch.lead, "thresholdMinutes": habit.watch.threshold}
        ask(url, "PUT", "/rider/settings", phone.token, settings)
        ask(url, "POST", "/rider/channels", phone.token, phone.channel())
        if isinstance(habit, Habit):
            connection = saved(self.towns.on(0), habit.watch)
            connection["routes"][0]["reminders"] = [{"minute": habit.minute, "weekdays": habit.weekdays}]
            ask(url, "POST", "/rider/connections", phone.token, connection)
        else:
            _, ride, deadline = habit
            ask(url, "POST", "/rider/trips", phone.token, {
                "from": ride.start.stop, "to": ride.end.stop, "arriveBy": clock(deadline), "weekdays": [1, 2, 3, 4, 5]})

    # MARK: The days

    def start(self, number, at, speed=SPEED, feed=None):
        self.server.day, self.server.speed = date(number), speed
        self.feed = Feed(feed or Troubles(), lambda _: [], lambda: self.server.clock.now(), self.server.day)
        self.feed.notice = "On strike: a third of the trips are cancelled." if number == STRIKE else None
        self.server.start(at)

    def live(self, days=range(DAYS)):
        """Lives these days; what happens on others is left out, but for the new timetable."""
        self.begin()
        for number in sorted({*days, OLD}):
            self.morning(number)
            if number in NIGHTS:
                self.night(number)
            if number == OLD:
                self.change()

    def change(self):
        """The new timetable comes in the night."""
        before = self.mark()
        self.publisher.content = zipped(self.folder / "changed")
        self.start(OLD, 27 * 3600, speed=1)
        was = get_json(f"{self.server.url}/api/v1/network")["revision"]
        ask(self.server.url, "POST", "/operator/feeds/look", OPERATOR)
        if not wait_for(lambda: get_json(f"{self.server.url}/api/v1/network")["revision"] != was, 120):
            raise RuntimeError("the new timetable does not come")
        time.sleep(5)
        self.server.stop()
        self.judge(OLD, "the night of the new timetable", before, [])

    def mark(self):
        for phone in self.post.phones.values():
            phone.is_away = False
        return {phone.number: len(phone.got) for phone in self.post.phones.values()}

    def morning(self, number):
        day, town = date(number), self.towns.on(number)
        watches = [(habit, habit.on(town, day)[0]) for habit in self.habits]
        troubles = self.troubles(number, town, [watch for _, watch in watches if watch])
        before = self.mark()
        self.server.kills.clear()
        for habit in self.habits[:3]:
            habit.phone.is_away = number in AWAY
        speed = DEAD_SPEED if number == DEAD else SPEED
        self.start(number, START, speed, troubles)
        if number == DEAD:
            self.server.clock.wait(DIES)
            self.source.trouble = "hangs"
        while self.server.clock.now() < MORNING[1]:
            time.sleep(0.5)
            if number == RELEASE and self.kills.random() < 0.1:
                self.server.kill()
        time.sleep(2)
        self.source.trouble = None
        self.server.stop()
        expected = [(habit.phone, self.expected(number, town, troubles, habit, watch)) for habit, watch in watches]
        expected += [(phone, reminders(day, town, ride, deadline)) for phone, ride, deadline in self.trips]
        names = {RELEASE: "killed again and again", OLD + 1: "a new timetable", STRIKE: "a strike", DEAD: "a dead source"}
        self.judge(number, names.get(number, "no network" if number in AWAY else ""), before, expected)

    def night(self, number):
        """The night after a Saturday: its vehicles belong to the day before."""
        town, before = self.towns.on(number), self.mark()
        sunday = date(number + 1)
        watches = [(habit, habit.on(town, sunday)[0]) for habit in self.nights]
        troubles = self.troubles(number, town, [])
        for _, watch in watches:
            troubles.add(watch.rides[0].run.trip, watch.begins + 400, self.draw.choice([CANCELLED, 380]))
        self.start(number, NIGHT[0], feed=troubles)
        while self.server.clock.now() < NIGHT[1]:
            time.sleep(0.5)
        self.server.stop()
        expected = [(habit.phone, after_midnight(number, self.expected(number, town, troubles, habit, watch)))
                    for habit, watch in watches]
        self.judge(number, "its night; clocks are set back" if sunday == datetime.date(2026, 10, 25) else "its night", before, expected)

    def troubles(self, number, town, watches):
        """The live data of a day: some vehicles are late, cancelled or on time again, at certain times."""
        troubles = Troubles()
        # One trip is reported all the time, so that live data keeps arriving.
        troubles.add(max(trip for line in self.calm for trip in town.trips_of[line] if trip in town.today), -DAY_SECONDS, 0)
        if number == STRIKE:
            for trip in sorted(town.today):
                if town.line_of[trip] not in self.calm and self.draw.random() < 0.5:
                    troubles.add(trip, STRIKES, CANCELLED)
            return troubles
        for watch in watches:
            trips = [ride.run.trip for ride in watch.rides]
            if number == DEAD:
                if trips[0] not in troubles.steps:
                    troubles.add(trips[0], MORNING[0] - 1500, self.draw.choice([100, 200, CANCELLED]))
                continue
            times = [time for time in (watch.begins - 900, watch.begins + 400, watch.begins + 1360)
                     if time < watch.departure - 800 and self.draw.random() < 0.5]
            for time in times:
                trip = self.draw.choice(trips)
                # A weekly trip's run depends on live data of its line.
                if town.line_of[trip] in self.calm:
                    continue
                troubles.add(trip, time, self.draw.choice(STATES))
                if not all(is_plain(troubles, each, START) for each in watches):
                    troubles.steps[trip].pop()
        for trip in [trip for trip, steps in troubles.steps.items() if not steps]:
            del troubles.steps[trip]
        return troubles

    # MARK: The truth

    def expected(self, number, town, troubles, habit, watch):
        if watch is None:
            is_news = number > OLD and date(number).isoweekday() in habit.weekdays and self.is_lost(habit)
            if not is_news or habit.phone.number in self.notified:
                return []
            self.notified.add(habit.phone.number)
            return [self.not_in_timetable(habit)]
        alerts = [alert._replace(title=re.escape(alert.title)) for alert in Expectation(town, troubles, watch).alerts]
        if number != DEAD:
            return alerts
        # Its data is valid for five minutes more; what would be announced later cannot be known. That the source is dead matters
        # near the departure, of vehicles that had live data and are not said to be cancelled.
        known = [alert for alert in alerts if alert.time < DIES + 240]
        steps = troubles.steps.get(watch.rides[0].run.trip)
        is_live = watch.begins < DIES + 240 and steps and steps[0][1] != CANCELLED
        due = max(DIES + 600, watch.departure - 900)
        return known + ([Alert(due, ".*: no live data", "", watch.departure)] if is_live else [])

    def not_in_timetable(self, habit):
        name = f"{habit.watch.rides[0].line.name} {clock(habit.minute * 60)}"
        return Alert(habit.minute * 60 - habit.watch.lead * 60, re.escape(name) + ": not in the timetable", "")

    def judge(self, number, name, before, expected):
        """Says of each message of a day whether it was worth it, and which are missing."""
        counts = collections.Counter()
        alerts_of = collections.defaultdict(list)
        for phone, alerts in expected:
            alerts_of[phone.number] += alerts
        is_timed = number != RELEASE
        slack = BELIEVED if number == STRIKE else NOTICED * DEAD_SPEED if number == DEAD else 0
        attention = Attention(self.feed.asked if number != DEAD else [], self.server.speed)
        for phone in self.post.phones.values():
            got, left, known = phone.got[before[phone.number]:], list(alerts_of[phone.number]), {}
            for arrived, topic, id, title, body, _ in got:
                at = self.server.clock.at(arrived)
                if id in known and known[id] == (title, body):
                    verdict = "worth it" if self.was_killed(arrived) else "repeated"
                    counts["again after a kill"] += self.was_killed(arrived)
                    counts[verdict] -= self.was_killed(arrived)
                else:
                    fitting = [alert for alert in left if re.fullmatch(alert.title, title) and alert.holds in body]
                    alert = fitting[0] if fitting else None
                    verdict = "worth it" if alert else "repeated" if (title, body) in known.values() else "wrong"
                    if alert:
                        place = left.index(alert)
                        left.remove(alert)
                        earliest, latest = alert.time - self.server.speed - slack, attention.latest(alert.time, place + 2) + slack
                        if is_timed and not earliest <= at <= latest:
                            verdict = "late"
                known[id] = (title, body)
                counts[verdict] += 1
                if verdict != "worth it":
                    self.find(f"{self.day(number)} {name}: {verdict}: rider {phone.number} at {clock(at)}: {title} | {body}; "
                              f"expected {self.words(alerts_of[phone.number])}")
            missed = [alert for alert in left if attention.saw(alert)]
            if phone.is_away:
                counts["out of reach"] += len(phone.kept)
                counts["missed"] += max(0, len(missed) - len(phone.kept))
                counts["wrong"] += sum(kept > KEPT for kept in phone.kept)
                phone.kept.clear()
                continue
            counts["missed"] += len(missed)
            if missed:
                came = [(clock(self.server.clock.at(arrived)), title, body) for arrived, _, _, title, body, _ in got]
                self.find(f"{self.day(number)} {name}: missed: rider {phone.number}: {self.words(missed)}; came {came}; "
                          f"expected {self.words(alerts_of[phone.number])}")
        self.table[(number, name)] = counts
        words = ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
        print(f"        {self.day(number)} {name}: {words}", flush=True)

    def find(self, finding):
        self.findings.append(finding)
        print(f"        {finding}", flush=True)

    def was_killed(self, arrived):
        return any(kill < arrived for kill in self.server.kills)

    @staticmethod
    def day(number):
        return date(number).strftime("%a %d %b")

    @staticmethod
    def words(alerts):
        return [(clock(alert.time), alert.title.replace("\\", ""), alert.holds) for alert in alerts]
