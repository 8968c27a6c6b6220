"""One question for each documented call of the API, in an order in which each has an answer.

    from api_calls import CHAPTERS

The questions are those of docs/api-examples.md. What an answer gives is kept under a name for the questions after it; names in
capitals are secrets or random, and the page shows the name in place of the value.
"""

import dataclasses

from api_calls_people import DIARIES, RIDERS, STUDIES


@dataclasses.dataclass(frozen=True)
class Chapter:
    title: str
    introduction: str
    calls: list
    # The server that is asked: a demo, or one without a network, which operators draw.
    server: str = "demo"


@dataclasses.dataclass(frozen=True)
class Call:
    """A question: `path` as it is documented, `ask` as it is sent, with kept values by name in braces."""

    path: str
    ask: str = ""
    method: str = "GET"
    body: object = None
    # The name under which the bearer token is kept.
    token: str = ""
    # The user's name, where the token goes as the password of HTTP Basic.
    user: str = ""
    # Names for values of the answer, each with the way to it, as in "stops.0.id".
    keeps: dict = dataclasses.field(default_factory=dict)
    note: str = ""
    # How the answer is shown: "json", "text", "stream", "frames", "bytes" or "none".
    shows: str = "json"
    status: int = 200
    # How deep an answer is shown.
    depth: int = 99


def calls(rows):
    return [Call(**({"path": row} if isinstance(row, str) else row)) for row in rows]


STOP = "seewil-theater"
DAY = "2026-05-04"
V1 = "/api/v1"

NETWORK = [
    {"path": "/api/openapi.json", "depth": 3, "note": "The description of everything below `/api/v1`, for tools that generate clients."},
    f"{V1}/network",
    {"path": f"{V1}/routes", "ask": f"{V1}/routes?limit=2", "keeps": {"route": "routes.0.id"}},
    {"path": f"{V1}/routes/{{id}}", "ask": f"{V1}/routes/{{route}}"},
    {"path": f"{V1}/routes/{{id}}/timetable", "ask": f"{V1}/routes/{{route}}/timetable?date={DAY}&direction=0"},
    {"path": f"{V1}/routes.geojson", "ask": f"{V1}/routes.geojson?bbox=8.27,47.20,8.29,47.21&sideBySide=true"},
    f"{V1}/landscape.geojson",
    {"path": f"{V1}/stops", "ask": f"{V1}/stops?bbox=8.27,47.20,8.29,47.21&limit=2"},
    {"path": f"{V1}/stops/{{id}}", "ask": f"{V1}/stops/{STOP}"},
    {"path": f"{V1}/stops/search", "ask": f"{V1}/stops/search?q=theat&limit=2"},
    {"path": f"{V1}/stops/nearby", "ask": f"{V1}/stops/nearby?at=47.2075,8.2785&radius=500&limit=2"},
    {"path": f"{V1}/reachable", "ask": f"{V1}/reachable?from=47.2075,8.2785&minutes=5"},
    {"path": f"{V1}/places", "ask": f"{V1}/places?q=bahnhofstrasse+1&limit=2"},
    {"path": f"{V1}/addresses", "ask": f"{V1}/addresses?q=bahnhofstrasse&limit=2"},
    {"path": f"{V1}/network/file", "ask": "{phone}", "shows": "bytes",
     "note": "The address of the file, with its digest, is in `phone.address` of the network."},
    {"path": f"{V1}/tiles", "ask": f"{V1}/tiles?bbox=8.27,47.20,8.29,47.21", "note": "What to fetch to keep the map of an area."},
    {"path": f"{V1}/tiles/{{z}}/{{x}}/{{y}}", "ask": "{tile}", "shows": "bytes",
     "note": "The address of a tile, with its version, is in `streets.tiles` of the network."},
]
JOURNEYS = [
    {"path": f"{V1}/connections", "ask": f"{V1}/connections?from=seewil-hochwacht&to=zinkwil&at={DAY}T08:10&results=1",
     "keeps": {"CONNECTION": "connections.0.id"}},
    {"path": f"{V1}/connections/{{id}}", "ask": f"{V1}/connections/{{CONNECTION}}?date=2026-05-05",
     "note": "The same lines on another day."},
    {"path": f"{V1}/stops/{{id}}/departures", "ask": f"{V1}/stops/{STOP}/departures?limit=2",
     "keeps": {"trip": "calls.0.trip", "day": "calls.0.serviceDay", "later": "later"}},
    {"path": f"{V1}/stops/{{id}}/arrivals", "ask": f"{V1}/stops/{STOP}/arrivals?limit=1"},
    {"path": f"{V1}/stops/{{id}}/lines", "ask": f"{V1}/stops/{STOP}/lines?each=1"},
    {"path": f"{V1}/trips/{{id}}", "ask": f"{V1}/trips/{{trip}}?date={{day}}"},
]
LIVE = [
    {"path": f"{V1}/vehicles", "ask": f"{V1}/vehicles?bbox=8.2,47.1,8.4,47.3"},
    {"path": f"{V1}/vehicles/stream", "ask": f"{V1}/vehicles/stream?bbox=8.2,47.1,8.4,47.3", "shows": "stream",
     "note": "The first event has everything in the box; later ones only what changed."},
    {"path": f"{V1}/deviations/stream", "shows": "frames",
     "note": "Frames for devices that keep the network: the first one is a snapshot."},
    {"path": "/adminMessage", "method": "POST", "token": "OPERATOR_TOKEN",
     "body": {"message": "No trams between 22:00 and 04:00", "enabled": True, "link": "https://takt.example/works"},
     "note": "An operator's message to all riders; it is then among the alerts."},
    f"{V1}/alerts",
    f"{V1}/sources",
    "/health/live", "/health/ready",
    {"path": "/metrics", "shows": "text", "note": "For Prometheus."},
]
OPERATORS = [
    {"path": f"{V1}/operator", "token": "OPERATOR_TOKEN", "status": 204, "shows": "none",
     "note": "Whether the token is the operator's."},
    {"path": f"{V1}/operator/sources", "token": "OPERATOR_TOKEN"},
    {"path": f"{V1}/operator/matching", "token": "OPERATOR_TOKEN"},
    {"path": f"{V1}/operator/predictions", "token": "OPERATOR_TOKEN"},
    {"path": f"{V1}/operator/riders", "token": "OPERATOR_TOKEN"},
    {"path": f"{V1}/operator/feeds/look", "method": "POST", "token": "OPERATOR_TOKEN", "status": 404,
     "note": "The demo has no feeds by address; a server with `feed.urls` answers 202 and looks at them at once."},
]
OTHERS = [
    {"path": "/gtfs.zip", "shows": "bytes"},
    {"path": "/gtfs-rt/vehicle-positions.pb", "ask": "/gtfs-rt/vehicle-positions.pb?format=json",
     "note": "Without `format` it is the binary form (protobuf)."},
    {"path": "/gtfs-rt/trip-updates.pb", "ask": "/gtfs-rt/trip-updates.pb?format=json"},
    {"path": "/gtfs-rt/alerts.pb", "ask": "/gtfs-rt/alerts.pb?format=json"},
    "/v1/",
    {"path": "/v1/locations", "ask": "/v1/locations?query=theater"},
    {"path": "/v1/connections", "ask": "/v1/connections?from=Hochwacht&to=Zinkwil&limit=1"},
    {"path": "/v1/stationboard", "ask": "/v1/stationboard?station=Theater&limit=1"},
    {"path": "/swagger.json", "depth": 3},
    "/vehicles", "/routes", "/stops", "/updates", "/eta", "/history", "/adminMessage",
]
VILLAGE = [
    {"path": f"{V1}/stops/{{id}}/departures", "ask": f"{V1}/stops/A/departures?limit=4&further=2",
     "keeps": {"day": "calls.0.serviceDay"}, "note": "A run with a skipped call, one on request, and some at a headway."},
    {"path": f"{V1}/stops/{{id}}/departures", "ask": f"{V1}/stops/P2/departures?limit=1",
     "note": "A vehicle that calls at another platform."},
    {"path": f"{V1}/stops/{{id}}/departures", "ask": f"{V1}/stops/D/departures?at=2027-05-10T08:00", "note": "An empty board."},
    {"path": f"{V1}/stops/{{id}}/arrivals", "ask": f"{V1}/stops/D/arrivals?at={DAY}T08:00&limit=3"},
    {"path": f"{V1}/connections", "ask": f"{V1}/connections?from=B&to=D&at={DAY}T07:56&results=2&passed=true&path=true&wheelchair=true",
     "keeps": {"CONNECTION": "connections.0.id"}, "note": "With the ways on the ground."},
    {"path": f"{V1}/connections", "ask": f"{V1}/connections?from=A&to=D&at={DAY}T08:45&results=2", "note": "With a bus on request."},
    {"path": f"{V1}/connections", "ask": f"{V1}/connections?from=Abc&to=D", "status": 404, "note": "A problem."},
    {"path": f"{V1}/connections", "ask": f"{V1}/connections?from=B&to=D&at=2027-05-10T08:00", "status": 422},
    {"path": f"{V1}/connections/{{id}}", "ask": f"{V1}/connections/{{CONNECTION}}?date={DAY}&passed=true&path=true"},
    {"path": f"{V1}/routes/{{id}}/timetable", "ask": f"{V1}/routes/call/timetable?date={DAY}"},
    {"path": f"{V1}/routes/{{id}}/timetable", "ask": f"{V1}/routes/ring/timetable?date={DAY}"},
    {"path": f"{V1}/routes/{{id}}/timetable", "ask": f"{V1}/routes/red/timetable?date={DAY}"},
    {"path": f"{V1}/trips/{{id}}", "ask": f"{V1}/trips/red-2?date={DAY}"},
    {"path": f"{V1}/trips/{{id}}", "ask": f"{V1}/trips/red-3?date={DAY}"},
    {"path": f"{V1}/trips/{{id}}", "ask": f"{V1}/trips/call-1?date={DAY}"},
    {"path": f"{V1}/trips/{{id}}", "ask": f"{V1}/trips/ring-1?date={DAY}"},
    {"path": f"{V1}/stops/{{id}}", "ask": f"{V1}/stops/A"},
    {"path": f"{V1}/stops/{{id}}", "ask": f"{V1}/stops/B"},
    {"path": f"{V1}/stops/search", "ask": f"{V1}/stops/search?q=cathedrale"},
    {"path": f"{V1}/vehicles", "ask": f"{V1}/vehicles"},
    {"path": f"{V1}/alerts", "ask": f"{V1}/alerts"},
    {"path": f"{V1}/sources", "ask": f"{V1}/sources"},
    {"path": f"{V1}/operator/sources", "ask": f"{V1}/operator/sources", "token": "OPERATOR_TOKEN"},
    {"path": f"{V1}/operator/matching", "ask": f"{V1}/operator/matching", "token": "OPERATOR_TOKEN"},
]
CAMPUS = [
    {"path": "/stops/create", "body": {"name": "Union", "latitude": 42.73, "longitude": -73.68}, "keeps": {"union": "id"}},
    {"path": "/stops/create", "body": {"name": "Colonie", "latitude": 42.736, "longitude": -73.67}, "keeps": {"colonie": "id"}},
    {"path": "/stops/edit", "body": {"id": "{union}", "name": "Student Union"}},
    {"path": "/routes/create", "body": {"name": "East", "color": "#E1501B", "stop_ids": ["{union}", "{colonie}"]},
     "keeps": {"east": "id"}},
    {"path": "/routes/edit", "body": {"id": "{east}", "headway": 12}},
    {"path": "/vehicles/create", "body": {"name": "Bus 1", "tracker_id": "95"}, "keeps": {"bus": "id"}},
    {"path": "/vehicles/edit", "body": {"id": "{bus}", "enabled": True}},
    {"path": "/updates", "body": {"tracker_id": "95", "latitude": 42.73, "longitude": -73.677, "heading": 90, "speed": 15,
                                  "route_id": "{east}"}, "status": 204, "shows": "none",
     "note": "Where a vehicle is; its line by `route_id`."},
    {"path": "/vehicles/{id}", "ask": "/vehicles/{bus}", "method": "DELETE", "status": 204, "shows": "none"},
    {"path": "/routes/{id}", "ask": "/routes/{east}", "method": "DELETE", "status": 204, "shows": "none"},
    {"path": "/stops/{id}", "ask": "/stops/{colonie}", "method": "DELETE", "status": 204, "shows": "none"},
]

CHAPTERS = [
    Chapter("The network", "Stops, lines, places. No token is needed.", calls(NETWORK)),
    Chapter("Connections and boards", "No token is needed.", calls(JOURNEYS)),
    Chapter("Live data", "", calls(LIVE)),
    Chapter("Riders", "A rider is a token that one call gives; all others send it.", calls(RIDERS)),
    Chapter("Travel diaries", "A participant is a token too, of a personal diary or of a study.", calls(DIARIES)),
    Chapter("Studies", "What operators, researchers and participants of a study ask.", calls(STUDIES)),
    Chapter("Operators", "With the operator's token.", calls(OPERATORS)),
    Chapter("Protocols of other services", "For clients that speak GTFS-Realtime, the Transport API or the shuttle tracker's "
            "protocol.", calls(OTHERS)),
    Chapter("What the demo lacks", "Of a village with a line on request, a bus at a headway and a live source that sends much.",
            calls(VILLAGE), "village"),
    Chapter("A campus", "Of a server without a network, which operators [draw](campus.md); with the operator's token.",
            calls({"method": "POST", "token": "OPERATOR_TOKEN", **each} for each in CAMPUS), "campus"),
]
