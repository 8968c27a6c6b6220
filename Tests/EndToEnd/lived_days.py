"""Days of a person in the demo's town: to work and back by connections that the server finds.

    from lived_days import live, recorded

The phone's positions are sent to the server in Overland's format, and the server infers the diary from them.
"""

import datetime
import json
import math
import urllib.request

HOME_STOP, WORK_STOP = "seewil-hochwacht", "seewil-hofacker"
DEGREE = 111_195
ZONE = datetime.timezone(datetime.timedelta(hours=2))
# The distance of home and work from their stops, in degrees.
OFF = (0.0021, 0.0017)
BATCH = 200
WALKING = 1.3
HALT_EVERY_METRES = 450


def ask(url, path, body=None, token=None):
    request = urllib.request.Request(url + path, data=None if body is None else json.dumps(body).encode(),
                                     headers={"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def metres(a, b):
    return math.hypot((a[0] - b[0]) * math.cos(math.radians(a[1])), a[1] - b[1]) * DEGREE


def between(shape, start, end):
    """The part of a line's shape between two stops."""
    first = min(range(len(shape)), key=lambda at: metres(shape[at], start))
    last = min(range(len(shape)), key=lambda at: metres(shape[at], end))
    return [start, *shape[first + 1:last], end] if first < last else [start, end]


def along(way, share):
    lengths = [metres(a, b) for a, b in zip(way, way[1:])]
    left = share * sum(lengths)
    for (a, b), length in zip(zip(way, way[1:]), lengths):
        if left <= length and length > 0:
            return a[0] + (b[0] - a[0]) * left / length, a[1] + (b[1] - a[1]) * left / length
        left -= length
    return way[-1]


def with_halts(share, halts):
    """The distance travelled by a vehicle that stands at stops for a quarter of the time."""
    hop = min(halts - 1, int(share * halts))
    return (hop + min(1, (share * halts - hop) / 0.75)) / halts


def seconds(text):
    return int(datetime.datetime.fromisoformat(text).timestamp())


class Day:
    """A phone's positions of one day, in order of time."""

    def __init__(self, url, date):
        self.url, self.date, self.positions = url, date, []

    def at(self, clock):
        return seconds(f"{self.date}T{clock}:00+02:00")

    def add(self, start, end, every, place, speed, motion):
        for moment in range(start, end, every):
            east, north = place((moment - start) / (end - start))
            wobble = (moment * 73 % 101 - 50) / 12 / DEGREE
            self.positions.append({
                "type": "Feature", "geometry": {"type": "Point", "coordinates": [round(east + wobble, 6), round(north - wobble, 6)]},
                "properties": {"timestamp": datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                               "horizontal_accuracy": 8, "speed": speed, "motion": [motion], "device_id": "phone"}})

    def stay(self, start, end, place):
        self.add(start, end, 60, lambda _: place, 0, "stationary")

    def walk(self, start, way):
        """Walks; returns the end of the walk."""
        length = sum(metres(a, b) for a, b in zip(way, way[1:]))
        end = start + max(30, int(length / WALKING))
        self.add(start, end, 10, lambda share: along(way, share), WALKING, "walking")
        return end

    def travel(self, origin, destination, clock, before, after):
        """Takes the next direct ride, walking at both ends; returns its departure and the arrival."""
        found = ask(self.url, f"/api/v1/connections?from={origin}&to={destination}&at={self.date}T{clock}")["connections"]
        rides = next(([leg for leg in each["legs"] if leg["kind"] == "ride"] for each in found
                      if each["vehicles"] == 1), None) or [leg for leg in found[0]["legs"] if leg["kind"] == "ride"]
        place = lambda call: (call["stop"]["longitude"], call["stop"]["latitude"])
        time = lambda event: seconds(event.get("scheduled") or event["expected"])
        first = place(rides[0]["from"])
        walked = int(metres(before, first) / WALKING) + 60
        left = time(rides[0]["from"]["departure"]) - walked
        here, moment = before, left
        for ride in rides:
            start, end = place(ride["from"]), place(ride["to"])
            moment = self.walk(moment, [here, start])
            departs, arrives = time(ride["from"]["departure"]), time(ride["to"]["arrival"])
            self.add(moment, max(moment + 10, departs), 20, lambda _: start, 0, "stationary")
            ways = [each["shape"] for each in ask(self.url, f"/api/v1/routes/{ride['line']['route']}")["directions"]]
            way = max((between(shape, start, end) for shape in ways), key=len)
            length = sum(metres(a, b) for a, b in zip(way, way[1:]))
            halts = max(1, round(length / HALT_EVERY_METRES))
            self.add(departs, arrives, 5, lambda share: along(way, with_halts(share, halts)),
                     length / max(1, arrives - departs), "driving")
            here, moment = end, arrives
        return left, self.walk(moment, [here, after])


def recorded(url, dates):
    """The positions of the days, as features in Overland's format, one list for each day."""
    stops = {each: ask(url, f"/api/v1/stops/{each}") for each in (HOME_STOP, WORK_STOP)}
    home, work = ((stops[each]["longitude"] + side * OFF[0], stops[each]["latitude"] + OFF[1])
                  for each, side in ((HOME_STOP, -1), (WORK_STOP, 1)))
    for date in dates:
        day = Day(url, date)
        left, arrived = day.travel(HOME_STOP, WORK_STOP, "07:40", home, work)
        morning, day.positions = day.positions, []
        day.stay(day.at("00:00"), left, home)
        day.positions += morning
        evening = Day(url, date)
        back, at_home = evening.travel(WORK_STOP, HOME_STOP, "17:10", work, home)
        day.stay(arrived, back, work)
        day.positions += evening.positions
        day.stay(at_home, day.at("23:59"), home)
        yield day.positions


def live(url, dates):
    """Records the days, and returns the enrolment of their diary."""
    consent = ask(url, "/api/v1/diary/personal?language=en")["consent"]["version"]
    enrolment = ask(url, "/api/v1/diary/personal", {"consentVersion": consent})
    for positions in recorded(url, dates):
        for start in range(0, len(positions), BATCH):
            ask(url, "/overland", {"locations": positions[start:start + BATCH]}, enrolment["token"])
    first = ask(url, f"/api/v1/diary/days/{dates[0]}?zone=Europe/Zurich", token=enrolment["token"])["items"]
    for item, name in zip([each for each in first if each["kind"] == "stay"], ("Home", "Work")):
        ask(url, "/api/v1/diary/corrections?zone=Europe/Zurich", {
            "kind": "name", "start": item["start"], "end": item["end"], "name": name, "everywhere": True}, enrolment["token"])
    return enrolment
