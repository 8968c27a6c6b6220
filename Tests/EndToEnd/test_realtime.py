#!/usr/bin/env python3
"""Checks that GTFS-Realtime data reaches clients: occupancy, alerts, lifts, extra runs.

    .tools/venv/bin/python Tests/EndToEnd/test_realtime.py PROGRAM

It makes a small network with a station of two platforms, and serves it with one source that sends GTFS-Realtime,
written with gtfs-realtime-bindings (PyPI).
"""

import datetime
import http.server
import io
import json
import pathlib
import sys
import tempfile
import threading
import time
import urllib.parse
import zipfile

from google.transit import gtfs_realtime_pb2 as realtime

from answering import Answering
from checks import check, finish, free_port, server_log
from source_checks import get, get_json, running, takt, wait_for

PROGRAM = sys.argv[1]
DAY = "20260504"
START = "2026-05-04T07:55"
NOON = datetime.datetime(2026, 5, 4, 12, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
FILES = {
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\na,Town,https://t.example,Europe/Zurich",
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nred,a,1,3\nslow,a,9,3",
    "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                    "s,1,1,1,1,1,1,1,20260101,20261231",
    "trips.txt": "route_id,service_id,trip_id\nred,s,red-1\nred,s,red-2\nslow,s,slow-1",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\n"
                 "A,Aare,47.00,8.00,0,\nB,Birs,47.00,8.05,0,\nH,Hub,47.00,8.10,1,\nP1,Hub,47.00,8.10,0,H\n"
                 "P2,Hub,47.00,8.1005,0,H\nL,Lift,47.00,8.10,3,H\nD,Dom,47.00,8.30,0,",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                      "red-1,7:50:00,7:50:00,A,1\nred-1,8:05:00,8:05:00,B,2\nred-1,8:10:00,8:10:00,P1,3\n"
                      "red-2,8:20:00,8:20:00,P2,1\nred-2,8:30:00,8:30:00,D,2\n"
                      "slow-1,8:32:00,8:32:00,B,1\nslow-1,9:50:00,9:50:00,D,2",
}


class Upstream:
    """Answers the source; the checks change `answer`."""

    def __init__(self):
        upstream = self
        self.answer = bytes

        class Handler(Answering):
            def do_GET(self):
                self.answer(200, upstream.answer())

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def network(folder):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in FILES.items():
            archive.writestr(name, content + "\n")
    (folder / "town.zip").write_bytes(packed.getvalue())
    made = takt(PROGRAM, "import", folder / "town.zip", "-o", folder / "town.takt")
    assert made.returncode == 0, made.stderr


def seconds(clock):
    hours, minutes = map(int, clock.split(":"))
    return int((NOON + datetime.timedelta(hours=hours - 12, minutes=minutes)).timestamp())


def message(now):
    """A full vehicle with two carriages, a departure with many free seats, an extra run."""
    feed = realtime.FeedMessage()
    feed.header.gtfs_realtime_version = "2.0"
    feed.header.timestamp = now
    vehicle = feed.entity.add(id="v").vehicle
    vehicle.vehicle.id = "bus 1"
    vehicle.trip.trip_id, vehicle.trip.start_date = "red-1", DAY
    vehicle.position.latitude, vehicle.position.longitude = 47.0, 8.0167
    vehicle.timestamp = now
    vehicle.occupancy_percentage = 100
    for number, status in enumerate([5, 1], 1):
        vehicle.multi_carriage_details.add(label=f"C{number}", carriage_sequence=number, occupancy_status=status)
    update = feed.entity.add(id="u").trip_update
    update.trip.trip_id, update.trip.start_date = "red-2", DAY
    update.timestamp = now
    update.stop_time_update.add(stop_id="P2", stop_sequence=1, departure_occupancy_status=1).departure.delay = 60
    extra = feed.entity.add(id="x").trip_update
    extra.trip.trip_id = "red-1"
    extra.trip.schedule_relationship = realtime.TripDescriptor.DUPLICATED
    extra.trip_properties.trip_id = "again"
    extra.trip_properties.start_date, extra.trip_properties.start_time = DAY, "08:30:00"
    extra.timestamp = now
    extra.stop_time_update.add(stop_id="P1", stop_sequence=3).arrival.delay = 120
    return feed


def lift(feed, stop):
    alert = feed.entity.add(id="lift").alert
    alert.effect = realtime.Alert.ACCESSIBILITY_ISSUE
    for language, text in [("de-CH", "Lift defekt"), ("fr", "Ascenseur en panne")]:
        alert.header_text.translation.add(text=text, language=language)
    alert.image.localized_image.add(url="https://t.example/plan.png", media_type="image/png")
    alert.active_period.add(end=seconds("12:00"))
    alert.informed_entity.add(stop_id=stop)


def ways(url, **more):
    query = urllib.parse.urlencode({"from": "B", "to": "D", "at": "2026-05-04T07:56", "results": 1, **more})
    return get_json(f"{url}/api/v1/connections?{query}")


def lines(page):
    return [leg["line"]["name"] for leg in page["connections"][0]["legs"] if leg["kind"] == "ride"]


def check_occupancy(url):
    vehicle = wait_for(lambda: get_json(f"{url}/api/v1/vehicles").get("vehicles"))[0]
    check("a vehicle has its occupancy, carriage by carriage",
          vehicle["occupancy"] == {"status": "full", "percentage": 100, "carriages": [
              {"label": "C1", "status": "full"}, {"label": "C2", "status": "manySeatsAvailable"}]},
          json.dumps(vehicle.get("occupancy")))
    board = get_json(f"{url}/api/v1/stops/B/departures?at=2026-05-04T07:56")
    shown = {call["trip"]: call.get("occupancy") for call in board["calls"]}
    check("the board has it for the vehicle's departure", shown.get("red-1") == "full", json.dumps(shown))
    rides = [leg for leg in ways(url)["connections"][0]["legs"] if leg["kind"] == "ride"]
    shown = [ride["from"].get("occupancy") for ride in rides]
    check("a connection has it at the boarding stop", shown == ["full", "manySeatsAvailable"], json.dumps(shown))
    station = get_json(f"{url}/v1/stationboard?id=B&datetime=2026-05-04+07:56")["stationboard"]
    shown = station[0]["stop"]["prognosis"]
    check("the Transport API has it as a capacity", shown["capacity2nd"] == 3, json.dumps(shown))
    feed = realtime.FeedMessage()
    feed.ParseFromString(get(f"{url}/gtfs-rt/vehicle-positions.pb")[1])
    out = feed.entity[0].vehicle
    check("our own feed passes it on", out.occupancy_status == 5 and out.occupancy_percentage == 100
          and [each.label for each in out.multi_carriage_details] == ["C1", "C2"])
    feed.ParseFromString(get(f"{url}/gtfs-rt/trip-updates.pb")[1])
    shown = {(update.trip_update.trip.trip_id, call.stop_id): call.departure_occupancy_status
            for update in feed.entity for call in update.trip_update.stop_time_update
            if call.HasField("departure_occupancy_status")}
    check("and its trip updates that of departures", shown.get(("red-2", "P2")) == 1, str(shown))


def check_extra(url):
    board = get_json(f"{url}/api/v1/stops/H/arrivals?at=2026-05-04T08:00")
    times = {call["trip"]: call["expected"][11:16] for call in board["calls"] if call["added"]}
    check("a duplicated run comes with its own delay", times == {"again": "08:52"}, json.dumps(times))


def check_lift(url, upstream, now):
    free = {"wheelchair": "true"}
    check("while all lifts work, the step-free connection changes at the hub", lines(ways(url, **free)) == ["1", "1"])
    for stop in ["P2", "H", "L"]:
        feed = message(now())
        lift(feed, stop)
        upstream.answer = feed.SerializeToString
        wait_for(lambda: get_json(f"{url}/api/v1/alerts")["alerts"][:1]
                 and get_json(f"{url}/api/v1/alerts")["alerts"][0]["stops"] == [stop])
        closed = lines(ways(url, **free)) == ["9"]
        check(f"a lift out of order at {stop} closes it", closed, str(lines(ways(url, **free))))
        check("for nobody else", lines(ways(url)) == ["1", "1"])
    alert = get_json(f"{url}/api/v1/alerts")["alerts"][0]
    check("the message has its languages, picture, effect and end",
          alert["header"] == {"de-CH": "Lift defekt", "fr": "Ascenseur en panne"}
          and alert["images"] == {"": "https://t.example/plan.png"}
          and alert["effect"] == "ACCESSIBILITY_ISSUE"
          and alert["periods"] == [{"end": seconds("12:00") * 1000}], json.dumps(alert))


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        network(folder)
        upstream = Upstream()
        began, first = time.time(), seconds("7:55")

        def now():
            return int(first + time.time() - began)

        upstream.answer = lambda: message(now()).SerializeToString()
        (folder / "takt.yml").write_text(f"""
network: {folder}/town.takt
sources:
  - id: town
    kind: gtfs-rt
    url: http://127.0.0.1:{upstream.port}/all.pb
    every: 1s
""")
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        with server_log() as log, running(
                PROGRAM, "serve", "--config", folder / "takt.yml", "--port", port, "--at", START, log=log):
            wait_for(lambda: get(f"{url}/health/ready")[0] == 200)
            check_occupancy(url)
            check_extra(url)
            check_lift(url, upstream, now)
        finish()


main()
