"""What a server with a day behind it tells its operators, for the pictures of their pages and for checks."""

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
RIDERS = {"riders": 1284, "waiting": 2, "delivered": 5310, "replaced": 41, "expired": 3, "gone": 12, "waits": 7,
          "failures": 19, "givenUp": 0}
ANNOUNCEMENT = {"message": "Snow: buses 20 and 25 take the road by the lake until noon.", "enabled": True,
                "created": "2026-05-04T05:40:00Z", "updated": "2026-05-04T05:58:00Z", "link": "https://seewil.example/snow"}


def day(date, count, learnt, plain, fallback=False):
    """A line's day: arrivals, and the mean errors of what was learnt and of timetable and delay."""
    return {"date": date, "fallback": fallback,
            "learnt": {"count": count, "meanErrorSeconds": learnt, "transitShare": 0.8, "mbtaShare": 0.91},
            "timetableAndDelay": {"count": count, "meanErrorSeconds": plain, "transitShare": 0.7, "mbtaShare": 0.83}}


def predictions(lines):
    """The scores of these lines today: (route, arrivals, mean error, that of timetable and delay, falls back)."""
    return {"today": "2026-05-04", "routes": [
        {"route": route, "fallback": fallback, "days": [day("2026-05-04", count, learnt, plain, fallback)]}
        for route, count, learnt, plain, fallback in lines]}


LINES = [("1", 412, 41, 66, False), ("2", 380, 38, 59, False), ("20", 268, 62, 71, False), ("25", 140, 75, 70, True),
         ("s1", 96, 29, 52, False), ("re", 44, 33, 41, False)]


def tell(page):
    """Answers the operators' pages so."""

    def always(answer):
        return lambda route: route.fulfill(json=answer)

    for pattern, answer in (("api/v1/sources", SOURCES), ("api/v1/operator/riders", RIDERS), ("adminMessage", ANNOUNCEMENT),
                            ("api/v1/operator/predictions", predictions(LINES))):
        page.route(f"**/{pattern}", always(answer))
