#!/usr/bin/env python3
"""Sends a demo server requests for connections, boards and stops, as an app would.

    python3 Tests/EndToEnd/test_plan.py --url http://127.0.0.1:8080

The server's clock stands still on a weekday morning (`takt demo --at 2026-05-04T08:00`). Prints one line per check.
"""

import argparse
import datetime
import json
import urllib.error
import urllib.parse
import urllib.request

from checks import check, finish

parser = argparse.ArgumentParser()
parser.add_argument("--url", required=True)
BASE = parser.parse_args().url + "/api/v1"


def ask(path, **parameters):
    """Returns the status and the decoded answer."""
    url = f"{BASE}/{path}?{urllib.parse.urlencode(parameters, doseq=True)}"
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def moment(event):
    """The expected time of an event, otherwise the scheduled one, in Unix seconds."""
    return datetime.datetime.fromisoformat(event.get("expected") or event["scheduled"]).timestamp()


def stop(text):
    status, answer = ask("stops/search", q=text, limit=5)
    assert status == 200, answer
    return answer["stops"]


def check_search():
    main = ask("stops/search", limit=5)[1]["stops"]
    check("stop search: without a text the main station comes first",
          main and main[0]["importance"] == 1, json.dumps(main[:1]))
    check("stop search: from the first letter", len(stop("s")) == 5)
    right = stop("Seewil Mensa")
    check("stop search: words are found in any order and with a typo",
          right and stop("mensa seewil")[0]["id"] == right[0]["id"]
          and stop("seewil mesna")[0]["id"] == right[0]["id"])
    place = right[0]
    near = ask("stops/nearby", at=f"{place['latitude']},{place['longitude']}", limit=3)[1]["stops"]
    check("stop search: the nearest stop is the one on the spot",
          near and near[0]["id"] == place["id"] and near[0]["distanceMetres"] < 50)
    return main[0]["id"], place["id"]


def check_connections(origin, destination):
    status, page = ask("connections", **{"from": origin, "to": destination})
    check("connections: there are some, in order of departure", status == 200
          and len(page["connections"]) >= 3
          and [moment(c["departure"]) for c in page["connections"]]
          == sorted(moment(c["departure"]) for c in page["connections"]), json.dumps(page)[:300])
    disordered = []
    for connection in page["connections"]:
        times = [moment(leg["from"]["departure"]) if leg["kind"] == "ride"
                 else datetime.datetime.fromisoformat(leg["departure"]).timestamp()
                 for leg in connection["legs"]]
        if times != sorted(times) or times[0] < moment(connection["departure"]) - 1:
            disordered.append(connection)
    check("connections: legs follow one another", not disordered, json.dumps(disordered)[:300])

    def key(connection):
        return connection["id"], moment(connection["departure"])

    seen = [key(c) for c in page["connections"]]
    later = ask("connections", **{"from": origin, "to": destination, "cursor": page["later"]})[1]
    back = ask("connections", **{"from": origin, "to": destination, "cursor": later["earlier"]})[1]
    following = [key(c) for c in later["connections"]]
    check("connections: the later page repeats nothing",
          following and not set(seen) & set(following))
    check("connections: back from there, nothing of the later page comes again",
          not {key(c) for c in back["connections"]} & set(following))

    evening = "2026-05-04T18:00"
    status, page = ask("connections",
                       **{"from": origin, "to": destination, "at": evening, "arriveBy": "true"})
    limit = datetime.datetime.fromisoformat("2026-05-04T18:00+02:00").timestamp()
    check("connections: arriving by a time, nothing arrives after it", status == 200
          and page["connections"]
          and all(moment(c["arrival"]) <= limit for c in page["connections"]))

    saved = page["connections"][0]["id"]
    status, found = ask(f"connections/{urllib.parse.quote(saved, safe='')}", date="2026-05-05")
    check("connections: a saved one is found again on the next day", status == 200,
          json.dumps(found)[:300])
    return page


def check_problems(origin):
    for name, parameters, wanted in [
        ("the same place twice", {"from": origin, "to": origin}, 422),
        ("a place nobody knows", {"from": "Atlantis", "to": origin}, 404),
        ("a year without a timetable", {"from": origin, "to": "Mensa", "at": "2031-01-01T08:00"}, 422),
        ("a place in the sea", {"from": "43.0,-30.0", "to": origin}, 422),
        ("a time that is none", {"from": origin, "to": "Mensa", "at": "noon"}, 400),
    ]:
        status, problem = ask("connections", **parameters)
        check(f"connections: {name} is a problem with advice",
              status == wanted and len(problem.get("detail", "")) > 20,
              f"{status} {json.dumps(problem)[:200]}")


def check_board(origin):
    status, board = ask(f"stops/{origin}/departures", limit=20, further=1)
    calls = board["calls"]
    times = [datetime.datetime.fromisoformat(c.get("expected") or c["scheduled"]) for c in calls]
    check("board: twenty departures in order of expected time",
          status == 200 and len(calls) == 20 and times == sorted(times), json.dumps(board)[:300])
    check("board: some of them are live", any(c["live"] for c in calls))
    check("board: none of them ends here", all(c["further"] for c in calls))
    after = ask(f"stops/{origin}/departures", limit=20, after=board["later"])[1]["calls"]
    both = [(c["trip"], c["serviceDay"]) for c in calls + after]
    check("board: the next page repeats nothing", after and len(set(both)) == len(both))
    evening = ask(f"stops/{origin}/departures", at="2026-05-04T20:00", limit=500)[1]["calls"]
    check("board: the last departures of the day are marked", any(c["last"] for c in evening))
    line = calls[0]["route"]
    status, timetable = ask(f"routes/{urllib.parse.quote(line, safe='')}/timetable",
                            date="2026-05-04", **(
                                {"direction": calls[0]["direction"]} if "direction" in calls[0] else {}))
    check("line timetable: stops and trips", status == 200 and len(timetable["stops"]) > 2,
          json.dumps(timetable)[:200])


def main():
    station, mensa = check_search()
    check_connections(station, mensa)
    check_problems(station)
    check_board(station)
    finish()


main()
