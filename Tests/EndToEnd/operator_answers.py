"""The answers of a server after a day for its operators, for checks and pictures of their pages."""

import re
import time

TOKEN = "a-token-for-operators"
SOURCES = {"now": 0, "sources": [
    {"id": "vehicles", "kind": "gtfs-rt", "state": "live", "since": 0, "ageSeconds": 4, "quarantined": {"too_old": 3},
     "counts": {"asked": 5760, "fetched": 5702, "unchanged": 41, "failed": {"timed_out": 12, "unreachable": 5},
                "failuresInARow": 0, "bytes": 84_000_000, "entities": 364_000},
     "taken": {"vehiclesMatched": 61, "vehiclesAssigned": 4, "vehiclesUnmatched": 3, "vehiclesRepeated": 2,
               "unmatchedReasons": {"off_route": 2, "unknown_trip": 1}, "updatesMatched": 0, "updatesUnmatched": 0,
               "alerts": 0, "alertsUnknown": 0}},
    {"id": "delays and cancellations", "kind": "gtfs-rt", "state": "live", "since": 0, "ageSeconds": 11, "quarantined": {},
     "counts": {"asked": 2880, "fetched": 2870, "unchanged": 10, "failed": {}, "failuresInARow": 0, "bytes": 31_000_000,
                "entities": 120_400},
     "taken": {"vehiclesMatched": 0, "vehiclesAssigned": 0, "vehiclesUnmatched": 0, "unmatchedReasons": {},
               "vehiclesRepeated": 0, "updatesMatched": 184, "updatesUnmatched": 0, "alerts": 3, "alertsUnknown": 0}},
    {"id": "shuttles", "kind": "shuttle-tracker", "state": "down", "since": 0, "ageSeconds": 640, "quarantined": {},
     "trouble": "'shuttles.example' takes no connection.",
     "counts": {"asked": 900, "fetched": 0, "unchanged": 0, "failed": {"unreachable": 900}, "failuresInARow": 900,
                "bytes": 0, "entities": 0}}]}
MATCHING = {"sources": [
    {"id": "vehicles", "feed": "seewil", "vehiclesBy": {"trip_id": 52, "start_time": 5, "place": 4}, "updatesBy": {},
     "contradicted": 0, "advice": [], "unmatched": [
         {"trip": "v9-4-0-out-0744", "route": "4", "nearest": "4-0-out-MF-0744"}]},
    {"id": "delays and cancellations", "feed": "seewil", "vehiclesBy": {}, "updatesBy": {"trip_id": 184},
     "contradicted": 0, "advice": [], "unmatched": []},
    {"id": "shuttles", "vehiclesBy": {}, "updatesBy": {}, "contradicted": 0, "unmatched": [], "advice": [
        "The source names the feed 'campus', which the network does not have; it has seewil, hinterland. Correct "
        "'feed' of the source."]}], "feeds": []}
RIDERS = {"riders": 1284, "waiting": 2, "delivered": 5310, "replaced": 41, "expired": 3, "gone": 12, "waits": 7,
          "failures": 19, "givenUp": 0}
ANNOUNCEMENT = {"message": "Snow: buses 20 and 25 take the road by the lake until noon.", "enabled": True,
                "created": "2026-05-04T05:40:00Z", "updated": "2026-05-04T05:58:00Z", "link": "https://seewil.example/snow"}


def day(date, count, learnt, plain, fallback=False):
    """A line's day: arrivals, and the mean errors of the learnt model and of timetable and delay."""
    return {"date": date, "fallback": fallback,
            "learnt": {"count": count, "meanErrorSeconds": learnt, "transitShare": 0.8, "mbtaShare": 0.91},
            "timetableAndDelay": {"count": count, "meanErrorSeconds": plain, "transitShare": 0.7, "mbtaShare": 0.83}}


def predictions(lines):
    """Today's scores of these lines: (route, arrivals, mean error, mean error of timetable and delay, whether it falls
    back).
    """
    return {"today": "2026-05-04", "routes": [
        {"route": route, "fallback": fallback, "days": [day("2026-05-04", count, learnt, plain, fallback)]}
        for route, count, learnt, plain, fallback in lines]}


CORNERS = [(47.2003, 8.2757), (47.2041, 8.2741), (47.2079, 8.2778), (47.2088, 8.2842), (47.2052, 8.2884), (47.2012, 8.2833)]
NAMES = ["Student union", "Library", "Sports hall and swimming pool", "Halls of residence", "Institute of physics", "West gate"]


def places(order):
    return [{"latitude": CORNERS[at][0], "longitude": CORNERS[at][1]} for at in order]


def loop(number, name, colour, order):
    return {"id": number, "name": name, "description": "", "enabled": True, "color": colour, "width": 4, "active": True,
            "stop_ids": [at + 1 for at in order], "points": places(order), "schedule": []}


# A campus as entered by operators.
CAMPUS = {
    "stops": [{"id": at + 1, "name": NAMES[at], "description": None, "latitude": latitude, "longitude": longitude}
              for at, (latitude, longitude) in enumerate(CORNERS)],
    "routes": [loop(1, "Ring", "#B3201A", [0, 1, 2, 3, 4, 5]), loop(2, "Library and halls", "#0B57B8", [1, 3, 5])],
    "vehicles": [{"id": 1, "name": "Shuttle 1", "enabled": True, "tracker_id": "95"},
                 {"id": 2, "name": "Shuttle 2", "enabled": False, "tracker_id": "96"}]}
LINES = [("1", 412, 41, 66, False), ("2", 380, 38, 59, False), ("20", 268, 62, 71, False), ("25", 140, 75, 70, True),
         ("s1", 96, 29, 52, False), ("re", 44, 33, 41, False)]


STUDY = {"id": "seewil", "name": "How Seewil travels 2026", "mode": "study", "retentionDays": 30, "consent": {
    "version": 2, "text": "I let the university of Seewil see how I travel, under a pseudonym.\n\nI may leave whenever I like."}}
FAMILY = {**STUDY, "id": "family", "name": "Family diary", "mode": "personal", "retentionDays": 365}


def participant(name, state, version, days, minutes, fixes):
    """A participant who joined some days ago and last sent data some minutes ago."""
    def ago(seconds):
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - seconds))
    return {"participant": name, "state": state, "consentVersion": version, "joined": ago(days * 86_400), "fixes": fixes,
            **({} if minutes is None else {"seen": ago(minutes * 60)})}


def study():
    """The answer for its researchers."""
    return {"study": STUDY, "participants": [
        participant("2faa3ff847a83a86", "recording", 2, 21, 3, 48_210), participant("727038be2524b7c1", "recording", 2, 20, 14, 41_877),
        participant("a236af8163564109", "paused", 1, 20, 4_300, 12_040), participant("c91be0d2f7a85e34", "recording", 2, 6, 2, 9_633),
        participant("e07c55b19d3f2a68", "recording", 2, 1, None, 0)]}


def describe(page):
    """Answers the operators' pages."""

    def always(answer):
        return lambda route: route.fulfill(json=answer)

    for pattern, answer in (("api/v1/operator/sources", SOURCES), ("api/v1/operator/riders", RIDERS),
                            ("api/v1/operator/matching", MATCHING), ("adminMessage", ANNOUNCEMENT),
                            ("api/v1/operator/predictions", predictions(LINES)), ("stops", CAMPUS["stops"]),
                            ("api/v1/operator/studies", {"waitingUploads": 12, "studies": [
                                {"study": STUDY, "participants": 5}, {"study": FAMILY, "participants": 4}]}),
                            ("api/v1/diary/study", study()), ("routes", CAMPUS["routes"]), ("vehicles", CAMPUS["vehicles"])):
        page.route(re.compile(f"^https?://[^/]+/{pattern}$"), always(answer))
