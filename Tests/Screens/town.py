"""A small town on a Monday morning, as in the server's API (docs/api.md): two lines, four stops, one rider.

Everything is drawn here, and the clock stands still, so that a screen is the same each time.
"""

import hashlib
import json
from datetime import datetime, timedelta, timezone

ZONE = timezone(timedelta(hours=2))
NOW = datetime(2026, 5, 4, 8, 0, 10, tzinfo=ZONE)
DAY = "2026-05-04"
PLACES = {"b": ("Linden, Bahnhof", 47.200, 8.300), "m": ("Linden, Markt", 47.204, 8.306),
          "s": ("Linden, Spital", 47.208, 8.312), "d": ("Weiler, Dorf", 47.215, 8.330)}
ROUTES = {
    "t1": {"id": "t1", "shortName": "1", "longName": "Bahnhof – Spital", "mode": "tram", "type": 0, "colour": "#D8232A",
           "textColour": "#FFFFFF", "agency": "Ringbahn", "sortOrder": 1},
    "b20": {"id": "b20", "shortName": "20", "longName": "Markt – Weiler", "mode": "bus", "type": 3, "colour": "#0067B1",
            "textColour": "#FFFFFF", "agency": "Ringbahn", "sortOrder": 2},
}
STOPS_OF = {"t1": ["b", "m", "s"], "b20": ["m", "d"]}


def millis(moment):
    return int(moment.timestamp() * 1000)


def at(clock, day=DAY):
    """A time of that morning, in the format of answers."""
    return f"{day}T{clock}:00+02:00"


def event(clock, late=None):
    """A departure or arrival; `late` in minutes, None without live data."""
    if late is None:
        return {"scheduled": at(clock)}
    expected = datetime.fromisoformat(at(clock)) + timedelta(minutes=late)
    return {"scheduled": at(clock), "expected": expected.isoformat(), "delaySeconds": 60 * late}


def spot(stop):
    name, latitude, longitude = PLACES[stop]
    return {"name": name, "latitude": latitude, "longitude": longitude}


def place(stop):
    return {"id": stop, **spot(stop)}


def stop_detail(stop):
    routes = [ROUTES[route] for route, stops in STOPS_OF.items() if stop in stops]
    return {**place(stop), "locationType": "stop", "wheelchair": "yes", "modes": sorted({each["mode"] for each in routes})}


def line(route):
    known = ROUTES[route]
    return {"route": route, "name": known["shortName"], "mode": known["mode"], "colour": known["colour"],
            "textColour": known["textColour"]}


def network():
    return {
        "name": "Linden", "invented": False, "addresses": True, "streets": {"updatedAt": millis(NOW)}, "campus": True, "timeZone": "Europe/Zurich",
        "languages": ["de"], "now": millis(NOW), "clockSpeed": 0, "landscape": False, "savesNothing": False,
        "bounds": {"west": 8.29, "south": 47.19, "east": 8.34, "north": 47.22},
        "counts": {"stops": 4, "stations": 4, "routes": 2, "trips": 40, "stopTimes": 100, "patterns": 4,
                   "notices": {"error": 0, "warning": 1, "info": 2}},
        "serviceDays": {"from": "2026-04-01", "to": "2026-12-12"},
        "feeds": [{"id": "linden", "name": "Linden", "publisher": "Ringbahn", "publisherURL": "https://example.org",
                   "version": "7", "language": "de", "from": "2026-04-01", "to": "2026-12-12"}],
        "attributions": [{"organization": "Ringbahn", "url": "https://example.org", "roles": ["producer"]}],
        "revision": "0011223344556677",
        "live": {"source": "gtfs-rt", "vehicles": 2, "state": "live", "updatedAt": millis(NOW) - 180_000}}


# What the engine that stands in answers from its file, below /api/v1.
FILE_BYTES = 2_100_000
ON_PHONE = ("/routes", "/stops", "/connections", "/trips")


def phone_file(answers, mark=""):
    """The network's file for phones: of this town the answers themselves. Another `mark` is another file."""
    here = {path: answer for (method, path), answer in answers.items()
            if method == "GET" and path.removeprefix("/api/v1").startswith(ON_PHONE)}
    here["/api/v1/stops/search"] = {"stops": [
        {"id": each, "name": PLACES[each][0], "latitude": PLACES[each][1], "longitude": PLACES[each][2], "modes": ["bus"],
         "highlights": []} for each in PLACES]}
    # As large as a city's.
    return json.dumps({**here, "mark": mark}).encode().ljust(FILE_BYTES)


def offered(file):
    """How the network tells of its file for phones."""
    return {"address": "/api/v1/network/file", "bytes": len(file), "compressedBytes": len(file) // 5,
            "digest": hashlib.sha256(file).hexdigest(), "firstDay": DAY, "lastDay": "2026-05-18"}


def vehicles():
    def vehicle(number, route, late, path):
        known = ROUTES[route]
        return {"id": f"v{number}", "label": str(100 + number), "route": route, "line": known["shortName"],
                "mode": known["mode"], "colour": known["colour"], "textColour": known["textColour"],
                "headsign": PLACES[STOPS_OF[route][-1]][0], "trip": f"{route}-1", "serviceDay": DAY,
                "delaySeconds": late, "occupancy": None, "state": "live", "updatedAt": millis(NOW) - 4000,
                "nextStop": {"id": "m", "name": PLACES["m"][0], "scheduled": at("08:02"), "expected": at("08:02")},
                "heading": 45, "pathStart": millis(NOW), "path": path}
    return [vehicle(1, "t1", 0, [[0, 8.302, 47.201], [60, 8.306, 47.204]]),
            vehicle(2, "b20", 180, [[0, 8.312, 47.206], [60, 8.320, 47.210]])]


def stream():
    change = {"asOf": millis(NOW), "reset": True, "vehicles": vehicles(), "removed": []}
    return f"retry: 60000\n\nid: 1\nevent: vehicles\ndata: {json.dumps(change)}\n\n"


def route_detail(route):
    stops = [{"id": each, "name": PLACES[each][0]} for each in STOPS_OF[route]]
    shape = [[PLACES[each][2], PLACES[each][1]] for each in STOPS_OF[route]]
    return {**ROUTES[route], "directions": [
        {"direction": 0, "headsigns": [stops[-1]["name"]], "stops": stops, "shape": shape},
        {"direction": 1, "headsigns": [stops[0]["name"]], "stops": stops[::-1], "shape": shape[::-1]}]}


def routes_geojson():
    return {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": known, "geometry": {
            "type": "MultiLineString", "coordinates": [route_detail(route)["directions"][0]["shape"]]}}
        for route, known in ROUTES.items()]}


def booking(latest, **more):
    """The booking of a stop at the village: by telephone until then."""
    return {"latest": latest, "phone": "044 123 45 67", **more}


def timetable(route):
    """Every ten minutes from 07:40 to 08:40, two minutes between stops; the 08:00 is three minutes late."""
    def cell(row, start):
        clock = f"{(start + 2 * row) // 60:02}:{(start + 2 * row) % 60:02}:00"
        late = f"08:{2 * row + 3:02}:00"
        return {"row": row, "stop": STOPS_OF[route][row], "arrival": clock, "departure": clock,
                **({"expectedArrival": late, "expectedDeparture": late} if start == 480 else {}),
                **({"dropOff": "phoneAgency", "dropOffBooking": booking(at("07:30"))} if row == 2 else {})}
    stops = [{"id": each, "name": PLACES[each][0]} for each in STOPS_OF[route]]
    trips = [{"trip": f"{route}-{number}", "headsign": stops[-1]["name"], "cancelled": number == 4,
              "cells": [cell(row, start) for row in range(len(stops))]}
             for number, start in enumerate(range(460, 521, 10))]
    return {"route": route, "line": ROUTES[route]["shortName"], "direction": 0, "directions": [0, 1], "serviceDay": DAY,
            "timeZone": "Europe/Zurich", "more": False, "stops": stops, "trips": trips}


def run(route, trip):
    """One of its runs."""
    calls = [{**{key: value for key, value in cell.items() if key not in ("row", "stop")}, "stop": place(cell["stop"])}
             for cell in trip["cells"]]
    return {"trip": trip["trip"], "serviceDay": DAY, "timeZone": "Europe/Zurich", "route": route,
            "line": ROUTES[route]["shortName"], "direction": 0, "headsign": trip["headsign"], "cancelled": trip["cancelled"],
            "added": False, "calls": calls}


def board(stop, kind):
    def call(number, route, when, **more):
        known = ROUTES[route]
        return {"trip": f"{route}-{number}", "serviceDay": DAY, "route": route, "line": known["shortName"],
                "mode": known["mode"], "colour": known["colour"], "textColour": known["textColour"],
                "headsign": PLACES[STOPS_OF[route][-1]][0], "origin": place(STOPS_OF[route][0]),
                "destination": place(STOPS_OF[route][-1]), "stop": {"id": stop, "name": PLACES[stop][0], "platform": "A"},
                **when, "status": "runs", "live": "expected" in when, "last": False, "added": False,
                "replacement": False, "approximate": False, "estimated": False, "alerts": [], **more}
    calls = [call(2, "t1", event("08:00", 3)), call(3, "b20", event("08:04", 0), occupancy="standingRoomOnly"),
             call(4, "t1", event("08:10"), status="cancelled"), call(5, "t1", event("08:20"), last=True),
             call(6, "b20", event("08:34"), onRequest="phoneAgency", booking=booking(at("08:19")))]
    return {"stop": {"id": stop, "name": PLACES[stop][0]}, "kind": kind, "timeZone": "Europe/Zurich", "calls": calls,
            "earlier": "e", "later": "l", "alerts": [], "alertTexts": []}


def lines_of(stop):
    calls = board(stop, "departures")["calls"]
    # A departure at night is on no board of the morning.
    night = {**calls[1], "line": "N20", "trip": "n20-1", **event("22:04")}
    return {"stop": {"id": stop, "name": PLACES[stop][0]}, "kind": "departures", "timeZone": "Europe/Zurich",
            "lines": [{"calls": [each]} for each in (calls[0], calls[1], night)]}


def ride(route, start, end, departure, arrival, **ending):
    return {"kind": "ride", "trip": f"{route}-2", "serviceDay": DAY, "line": line(route), "headsign": PLACES[STOPS_OF[route][-1]][0],
            "from": {"stop": place(start), "platform": "A", "departure": departure, "skipped": False},
            "to": {"stop": place(end), "arrival": arrival, "skipped": False, **ending}, "passed": [], "cancelled": False,
            "added": False, "approximate": False, "estimated": False, "staysSeated": False, "live": "expected" in departure,
            "wheelchair": "yes", "bicycles": "unknown"}


def way():
    """From the station to the village: by tram, three minutes late, then by bus with a minute to change."""
    return {"id": "c1", "departure": event("08:00", 3), "arrival": event("08:20", 0), "durationSeconds": 1200, "vehicles": 2,
            "walkMetres": 60, "status": "works", "live": True, "wheelchair": "yes",
            "legs": [ride("t1", "b", "m", event("08:00", 3), event("08:02", 3)),
                     ride("b20", "m", "d", event("08:08", 0), event("08:20", 0), onRequest="phoneAgency", booking=booking(
                         at("15:00", "2026-05-03"), message="Only for riders who booked.", bookingURL="https://bus.example/book"))],
            "transfers": [{"from": place("m"), "to": place("m"), "availableSeconds": 180, "neededSeconds": 120,
                           "marginSeconds": 60, "state": "tight"}]}


def walk(start, end, departure, arrival, **more):
    """A walk along Lindenweg, across a road and down the stairs."""
    return {"kind": "walk", "from": start, "to": end, "departure": at(departure), "arrival": at(arrival), "seconds": 300,
            "metres": 320, "estimated": False, **more}


def step(turn, way, metres, **more):
    return {"turn": turn, "way": way, "metres": metres, "latitude": 47.201, "longitude": 8.301, **more}


STEPS = [step("depart", "street", 120, name="Lindenweg"), step("left", "crossing", 8), step("right", "footway", 3),
         step("slight_right", "street", 150, name="Marktgasse"), step("left", "stairs", 15), step("right", "lift", 0, level=-1),
         step("straight", "platform", 30)]


def walked_way():
    """From a house to the tram on foot, with stairs and a lift, and to another stop as the crow flies."""
    house = {"name": "", "latitude": 47.2012, "longitude": 8.2991}
    path = [[8.2991, 47.2012], [8.300, 47.2012], [8.300, 47.2], [PLACES["b"][2], PLACES["b"][1]]]
    return {**way(), "id": "c2", "durationSeconds": 1020, "vehicles": 1, "walkMetres": 640, "transfers": [],
            "departure": event("07:55"), "arrival": event("08:12"), "legs": [
                walk(house, place("b"), "07:55", "08:00", steps=STEPS, path=path, stairsMetres=15, lifts=1),
                ride("t1", "b", "s", event("08:00", 3), event("08:04", 3)),
                walk(place("s"), house, "08:07", "08:12", estimated=True)]}


def connections():
    return {"origin": place("b"), "destination": place("d"), "connections": [way()], "onlyWalking": False,
            "walk": walk(place("b"), place("d"), "08:00", "08:40", metres=2900, seconds=2400),
            "earlier": "e", "later": "l", "windowStart": at("08:00"), "windowEnd": at("09:00"), "alertTexts": []}


SAVED_ROUTE = {"id": "r1", "rides": [{"line": "1", "mode": "tram", "from": place("b"), "to": place("s"),
                                      "headsign": PLACES["s"][0], "seconds": 240, "passed": ["Linden, Markt"]}],
               "changeSeconds": [], "walkBeforeSeconds": 120, "walkAfterSeconds": 0,
               "reminders": [{"minute": 480, "weekdays": [1, 2, 3, 4, 5]}]}


def saved():
    return [{"id": "c7", "name": "To work", "from": {**spot("b"), "stop": "b"}, "to": {**spot("s"), "stop": "s"},
             "vias": [], "routes": [SAVED_ROUTE]}]


def home():
    departures = [{"connection": f"h{number}", "departure": when, "arrival": arrival, "status": status, "platform": "A",
                   "rides": [{"trip": f"t1-{number}", "serviceDay": DAY, "line": "1", "departure": when,
                              "arrival": arrival, "cancelled": status != "works"}]}
                  for number, when, arrival, status in (
                      (2, event("08:00", 3), event("08:04", 3), "works"), (3, event("08:10"), event("08:14"), "cancelled"),
                      (4, event("08:20"), event("08:24"), "works"))]
    return {"nearby": [], "other": [{"id": "c7", "name": "To work", "from": {**spot("b"), "stop": "b"},
                                     "to": {**spot("s"), "stop": "s"}, "stepFreeAlerts": [
                                         {"id": "lift", "header": {"en": "The lift at Spital is out of order"},
                                          "description": {}}], "routes": [
                                         {"id": "r1", "lines": ["1"], "modes": ["tram"], "stored": False,
                                          "reminders": SAVED_ROUTE["reminders"], "departures": departures}]}]}


def trips():
    return [{"trip": {"id": "w1", "from": place("b"), "to": place("s"), "arriveBy": 510, "weekdays": [1, 2, 3, 4, 5]},
             "next": {"day": DAY, "line": "1", "headsign": PLACES["s"][0], "trip": "t1-4", "departure": event("08:20"),
                      "arrival": event("08:24")}},
            {"trip": {"id": "w2", "from": {**spot("b"), "id": ""}, "to": place("d"), "arriveBy": 525, "day": DAY, "weekdays": [],
                      "route": {**SAVED_ROUTE, "rides": [SAVED_ROUTE["rides"][0], {**SAVED_ROUTE["rides"][0], "line": "20", "from": place("s"), "to": place("d")}],
                                "changeSeconds": [120]}},
             "next": {"day": DAY, "line": "1", "headsign": PLACES["s"][0], "trip": "t1-5", "departure": event("08:30"),
                      "arrival": event("08:42"), "way": {
                          "connection": "h9", "departure": event("08:30"), "arrival": event("08:42"), "status": "works",
                          "rides": [{"trip": "t1-5", "serviceDay": DAY, "line": line, "cancelled": False,
                                     "departure": event(leaves), "arrival": event(arrives)}
                                    for line, leaves, arrives in (("1", "08:30", "08:34"), ("20", "08:37", "08:42"))]}}}]


SETTINGS = {"language": "en", "notifies": True, "stepFree": True, "alerts": {"thresholdMinutes": 2, "leadMinutes": 30}, "quietFrom": None,
            "quietUntil": None, "mapVehicles": 15, "showsPredictions": True, "visibleRoutes": None,
            "vehicleRadiusMetres": 100, "nearbyRoutes": ["t1"], "nearbyMinutes": None, "nearbyPlaces": [],
            "nearbyKilometres": 2, "walkingSpeed": None}
STUDY = {"id": "own", "name": "A diary of my own", "mode": "personal", "retentionDays": 365,
         "consent": {"version": 1, "text": "Takt keeps the places that this device tells, for you alone."}}
# What a device with a diary stores.
DIARY = {"participant": "p1", "token": "t", "secret": "s", "study": STUDY,
         "overland": {"url": "https://linden.example/overland?token=t", "setup": "overland://setup"},
         "ownTracks": {"url": "https://linden.example/pub", "user": "p1", "password": "t"}}


def diary_day():
    tram = {"route": "t1", "line": "1", "mode": "tram", "colour": "#D8232A", "textColour": "#FFFFFF", "probability": 0.9,
            "headsign": PLACES["s"][0], "boarding": {"id": "b", "name": PLACES["b"][0]},
            "alighting": {"id": "s", "name": PLACES["s"][0]}, "delaySeconds": 180}
    items = [{"kind": "stay", "id": "y1", "start": at("06:00"), "end": at("07:10"), "latitude": 47.2, "longitude": 8.3,
              "name": "Home", "named": "place"},
             {"kind": "trip", "id": "j1", "start": at("07:10"), "end": at("07:20"), "distanceMetres": 2400, "seconds": 600,
              "legs": [{"id": "l1", "start": at("07:10"), "end": at("07:20"), "distanceMetres": 2400, "mode": "tram",
                        "probability": 0.93, "lines": [tram]}]}]
    return {"date": DAY, "zone": "Europe/Zurich", "open": False, "device": "phone", "devices": ["phone"],
            "distanceMetres": 2400, "travelSeconds": 600, "items": items, "corrections": []}


DIARY_SUMS = {
    "from": "2026-05-01", "to": "2026-05-04", "days": 4, "recordedDays": 1, "trips": 1, "distanceMetres": 2400,
    "travelSeconds": 600, "co2Grams": 30,
    "modes": [{"mode": "tram", "legs": 1, "distanceMetres": 2400, "seconds": 600, "co2Grams": 30}],
    "lines": [{"route": "t1", "line": "1", "mode": "tram", "colour": "#D8232A", "textColour": "#FFFFFF", "rides": 1,
               "distanceMetres": 2400, "timedRides": 1, "onTimeRides": 0, "medianDelaySeconds": 180,
               "maximumDelaySeconds": 180}],
    "places": [{"name": "Home", "seconds": 4200, "stays": 1}],
    "co2": {"source": "Invented", "gramsPerKilometre": {"tram": 12.5}}}


def answers():
    """The server's answers, by method and path below /api/v1."""
    by_path = {
        "/network": network(), "/routes": {"routes": list(ROUTES.values()), "more": False}, "/routes.geojson": routes_geojson(),
        "/alerts": {"alerts": [], "asOf": millis(NOW), "more": False}, "/sources": {"now": millis(NOW), "sources": []},
        "/vehicles": {"asOf": millis(NOW), "sequence": 1, "vehicles": vehicles()}, "/vehicles/stream": stream(),
        "/stops": {"stops": [stop_detail(each) for each in PLACES], "more": False},
        "/stops/nearby": {"stops": [{**stop_detail("m"), "distanceMetres": 0}, {**stop_detail("b"), "distanceMetres": 590}]},
        "/connections": connections(), "/connections/c1": {"date": DAY, "connection": way(), "rides": [
            {"match": "sameTrip", "shiftSeconds": 0}] * 2, "alertTexts": []},
        "/connections/c2": {"date": DAY, "connection": walked_way(), "rides": [
            {"match": "sameTrip", "shiftSeconds": 0}], "alertTexts": []},
        "/push": {"applicationServerKey": "BA", "kinds": ["web-push", "ntfy", "webhook"]},
        "/rider/home": home(), "/rider/connections": saved(), "/rider/trips": trips(), "/rider/settings": SETTINGS,
        "/rider/rides": [], "/rider/logger": {"linked": False, "diary": None, "since": None},
        "/rider/channels": [{"id": "n1", "kind": "ntfy", "name": "ntfy.example.org/linden", "created": millis(NOW),
                             "state": "ready"}],
        "/diary/personal": STUDY,
        "/diary/participant": {"participant": "p1", "state": "recording", "consentVersion": 1, "joined": at("06:00"),
                               "study": STUDY, "devices": [{"name": "phone", "state": "moving"}]},
        "/diary/days": {"zone": "Europe/Zurich", "first": DAY, "last": DAY, "days": [
            {"date": DAY, "trips": 1, "stays": 1, "distanceMetres": 2400, "travelSeconds": 600}]},
        f"/diary/days/{DAY}": diary_day(), "/diary/statistics": DIARY_SUMS, "/diary/suggestions": {"suggestions": []},
        "/operator": {},
        "/operator/riders": {"riders": 3, "waiting": 1, "delivered": 12, "replaced": 0, "dropped": 0, "failed": 0},
        "/operator/sources": {"now": millis(NOW), "sources": [
            {"id": "linden", "kind": "gtfs-rt", "state": "live", "ageSeconds": 600, "quarantined": {}, "counts": {
                "asked": 10, "fetched": 9, "unchanged": 1, "failed": {}, "failuresInARow": 0, "bytes": 9000,
                "entities": 90}}]},
        "/operator/matching": {"sources": [], "feeds": []},
    }
    for stop in PLACES:
        by_path[f"/stops/{stop}"] = {**stop_detail(stop), "platforms": [], "routes": [
            ROUTES[route] for route, stops in STOPS_OF.items() if stop in stops]}
        for kind in ("departures", "arrivals"):
            by_path[f"/stops/{stop}/{kind}"] = board(stop, kind)
        by_path[f"/stops/{stop}/lines"] = lines_of(stop)
    for route in ROUTES:
        by_path[f"/routes/{route}"] = route_detail(route)
        by_path[f"/routes/{route}/timetable"] = timetable(route)
        for trip in timetable(route)["trips"]:
            by_path[f"/trips/{trip['trip']}"] = run(route, trip)
    all_answers = {("GET", "/api/v1" + path): answer for path, answer in by_path.items()} | {
        ("POST", "/api/v1/rider/pairing"): {"code": "9PFK5QDM", "devices": 1, "until": millis(NOW) + 600_000},
        ("GET", "/api/v1/rider/pairing"): {"devices": 1, "until": millis(NOW) + 600_000}}
    return with_phone(all_answers)


def with_phone(answers, mark=""):
    """The same, with a file for phones."""
    file = phone_file(answers, mark)
    return {**answers, ("GET", "/api/v1/network"): {**answers["GET", "/api/v1/network"], "phone": offered(file)},
            # Nothing differs from the timetable, and the stream stays open.
            ("GET", "/api/v1/network/file"): file, ("GET", "/api/v1/deviations/stream"): ""}
