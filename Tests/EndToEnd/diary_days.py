"""A drawn day of the diary as the server returns it, for checks and pictures of the diary's pages."""

import datetime
import json

DAY = "2026-05-04"
COLOUR = {"colour": "#0B57B8", "textColour": "#FFFFFF"}


def at(clock):
    return f"{DAY}T{clock}:00+02:00"


def line(points):
    return {"type": "LineString", "coordinates": [[round(x, 5), round(y, 5)] for x, y in points]}


def way(start, end, bend=0.002, steps=12):
    """Points of a slightly curved path between two places."""
    (x, y), (u, v) = start, end
    return [(x + (u - x) * s / steps, y + (v - y) * s / steps + bend * (s * (steps - s)) / steps ** 2 * 4)
            for s in range(steps + 1)]


HOME, STOP, CENTRE, WORK = (8.262, 47.201), (8.2655, 47.2025), (8.282, 47.2075), (8.2845, 47.2095)
RIDE = {"route": "1", "line": "1", "mode": "tram", **COLOUR, "headsign": "Spital", "probability": 0.86,
        "boarding": {"id": "A", "name": "Hochwacht"}, "alighting": {"id": "B", "name": "Theaterplatz und Universität"},
        "trip": "t1", "serviceDay": DAY, "delaySeconds": 190, "seen": True}


def day():
    return {
        "date": DAY, "zone": "Europe/Zurich", "open": True, "device": "phone", "devices": ["phone", "browser-1a2b"],
        "distanceMetres": 5240, "travelSeconds": 2520, "corrections": [
            {"id": 7, "kind": "mode", "start": at("17:35"), "end": at("17:52"), "mode": "bike", "applies": True}],
        "items": [
            {"kind": "stay", "id": "s1", "start": at("00:00"), "end": at("07:52"), "latitude": HOME[1],
             "longitude": HOME[0], "name": "Home", "named": "place", "continuesBefore": True},
            {"kind": "trip", "id": "t1", "start": at("07:52"), "end": at("08:20"), "distanceMetres": 2480, "seconds": 1680,
             "legs": [
                 {"id": "l1", "start": at("07:52"), "end": at("07:58"), "distanceMetres": 420, "mode": "walk",
                  "probability": 0.94, "geometry": line(way(HOME, STOP, 0))},
                 {"id": "l2", "start": at("08:03"), "end": at("08:15"), "distanceMetres": 1780, "mode": "tram",
                  "probability": 0.91, "geometry": line(way(STOP, CENTRE)), "lines": [RIDE]},
                 {"id": "l3", "start": at("08:15"), "end": at("08:20"), "distanceMetres": 280, "mode": "walk",
                  "probability": 0.55, "geometry": line(way(CENTRE, WORK, 0))}]},
            {"kind": "stay", "id": "s2", "start": at("08:20"), "end": at("12:04"), "latitude": WORK[1],
             "longitude": WORK[0], "nearStop": {"id": "B", "name": "Theaterplatz und Universität"}},
            {"kind": "gap", "start": at("12:04"), "end": at("13:10"), "reason": "silence"},
            {"kind": "stay", "id": "s3", "start": at("13:10"), "end": at("17:35"), "latitude": WORK[1],
             "longitude": WORK[0], "nearStop": {"id": "B", "name": "Theaterplatz und Universität"}},
            {"kind": "trip", "id": "t2", "start": at("17:35"), "end": at("17:52"), "distanceMetres": 1900, "seconds": 1020,
             "legs": [{"id": "l4", "start": at("17:35"), "end": at("17:52"), "distanceMetres": 1900, "mode": "bike",
                       "inferredMode": "bus", "corrected": True, "probability": 0.6,
                       "geometry": line(way(WORK, STOP, -0.003))}]},
            {"kind": "stay", "id": "s4", "start": at("17:52"), "end": at("18:10"), "latitude": STOP[1],
             "longitude": STOP[0]},
            {"kind": "trip", "id": "t3", "start": at("18:10"), "end": at("18:16"), "distanceMetres": 400, "seconds": 360,
             "legs": [{"id": "l5", "start": at("18:10"), "end": at("18:16"), "distanceMetres": 400, "mode": "walk",
                       "probability": 0.9, "geometry": line(way(STOP, HOME, 0))}]}]}


def statistics(start, end):
    return {
        "from": start, "to": end, "days": 7, "recordedDays": 6, "trips": 21, "distanceMetres": 98_400,
        "travelSeconds": 24_300, "co2Grams": 5400, "modes": [
            {"mode": "tram", "legs": 12, "distanceMetres": 52_000, "seconds": 12_000, "co2Grams": 1300},
            {"mode": "car", "legs": 2, "distanceMetres": 24_000, "seconds": 2400, "co2Grams": 4100},
            {"mode": "bike", "legs": 5, "distanceMetres": 14_400, "seconds": 4100},
            {"mode": "walk", "legs": 22, "distanceMetres": 8000, "seconds": 5800}],
        "lines": [{"route": "1", "line": "1", "mode": "tram", **COLOUR, "rides": 9, "distanceMetres": 16_000,
                   "timedRides": 8, "onTimeRides": 6, "medianDelaySeconds": 95, "maximumDelaySeconds": 420},
                  {"route": "S1", "line": "S1", "mode": "rail", "colour": "#B3201A", "textColour": "#FFFFFF", "rides": 3,
                   "distanceMetres": 36_000, "timedRides": 0, "onTimeRides": 0}],
        "places": [{"name": "Home", "seconds": 300_000, "stays": 9}, {"name": "Work", "seconds": 120_000, "stays": 5}],
        "co2": {"source": "mobitool 3.0", "url": "https://mobitool.example", "gramsPerKilometre": {"car": 170}}}


SUGGESTION = {"route": "r", "line": "1", "mode": "tram", **COLOUR, "from": {"id": "A", "name": "Hochwacht"},
              "to": {"id": "B", "name": "Theaterplatz"}, "departure": "08:03", "arrival": "08:20",
              "weekdays": [1, 2, 3, 4, 5], "rides": 14, "weeks": 4}


def answer_questions(page, asked):
    """Answers the page like a server with that day; requested changes are appended to `asked`."""

    def answer(route):
        request = route.request
        path = request.url.split("/api/v1/diary", 1)[1].split("?")[0]
        if request.method != "GET":
            asked.append((request.method, path, json.loads(request.post_data or "{}")))
            if request.method == "DELETE":
                return route.fulfill(status=204)
            return route.fulfill(status=201, json={"id": 12})
        if path == "/days":
            dates = [(datetime.date.fromisoformat(DAY) - datetime.timedelta(days=back)).isoformat() for back in (0, 1, 3)]
            return route.fulfill(json={"zone": "Europe/Zurich", "first": dates[-1], "last": DAY, "days": [
                {"date": date, "trips": 3, "stays": 4, "distanceMetres": 5240, "travelSeconds": 2520} for date in dates]})
        if path == f"/days/{DAY}":
            return route.fulfill(json=day())
        if path.startswith("/days/"):
            return route.fulfill(json={**day(), "date": path[6:], "items": [], "corrections": [], "open": False})
        if path == "/statistics":
            query = dict(part.split("=") for part in request.url.split("?")[1].split("&"))
            return route.fulfill(json=statistics(query["from"], query["to"]))
        return route.fulfill(json={"suggestions": [SUGGESTION]})

    for pattern in ("days", "days?*", "days/*", "corrections", "corrections/*", "statistics?*", "suggestions*"):
        page.route(f"**/api/v1/diary/{pattern}", answer)
