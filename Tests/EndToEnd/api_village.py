"""A village with what the demo lacks: a line on request, a bus at a headway, a live source that sends much.

    from api_village import START, Source, write

The timetable is of three stops and a hub with two platforms; the source sends GTFS-Realtime.
"""

import http.server
import io
import pathlib
import threading
import time
import zipfile

from google.transit import gtfs_realtime_pb2 as realtime

from answering import Answering

DAY = "2026-05-04"
# When the server's clock begins, in the village's time and in Unix seconds.
START = f"{DAY}T07:55"
START_SECONDS = 1777874100
FILES = {
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone,agency_lang\na,Village,https://village.example,Europe/Zurich,de",
    "feed_info.txt": "feed_publisher_name,feed_publisher_url,feed_lang,feed_version\nVillage,https://village.example,de,1",
    "routes.txt": "route_id,agency_id,route_short_name,route_long_name,route_type\nred,a,1,Aare - Dom,3\nslow,a,9,,3\n"
                  "call,a,R,On request,3\nring,a,O,,3",
    "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                    "s,1,1,1,1,1,1,0,20260101,20261231",
    "booking_rules.txt": "booking_rule_id,booking_type,prior_notice_duration_min,phone_number,message,booking_url,info_url\n"
                         "r,1,30,+41 44 000 00 00,Call us.,https://village.example/book,https://village.example/bus",
    "trips.txt": "route_id,service_id,trip_id,direction_id\nred,s,red-1,0\nred,s,red-2,0\nred,s,red-3,0\nslow,s,slow-1,0\n"
                 "call,s,call-1,0\nring,s,ring-1,0",
    "frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\nring-1,7:00:00,20:00:00,900,0",
    "stops.txt": "stop_id,stop_code,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code,stop_timezone,stop_url\n"
                 "A,17,Aare,47.00,8.00,0,,,,https://village.example/aare\nB,,Birs,47.00,8.05,0,,,Europe/Paris,\n"
                 "H,,Hub,47.00,8.10,1,,,,\nP1,,Hub,47.00,8.10,0,H,1,,\nP2,,Hub,47.00,8.1005,0,H,2,,\nD,,Dom,47.00,8.30,0,,,,",
    "translations.txt": "table_name,field_name,language,translation,record_id\nstops,stop_name,fr,Cathédrale,D",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,pickup_booking_rule_id,"
                      "drop_off_booking_rule_id\n"
                      "red-1,7:50:00,7:50:00,A,1,,,,\nred-1,8:05:00,8:05:00,B,2,,,,\nred-1,8:10:00,8:10:00,P1,3,,,,\n"
                      "red-2,8:20:00,8:20:00,P2,1,,,,\nred-2,8:30:00,8:30:00,D,2,,,,\n"
                      "red-3,8:40:00,8:40:00,A,1,,,,\nred-3,8:50:00,8:50:00,B,2,,,,\nred-3,8:58:00,8:58:00,P1,3,,,,\n"
                      "slow-1,8:32:00,8:32:00,B,1,,,,\nslow-1,9:50:00,9:50:00,D,2,,,,\n"
                      "call-1,9:00:00,9:00:00,A,1,2,2,r,r\ncall-1,9:20:00,9:20:00,D,2,2,2,r,r\n"
                      "ring-1,7:00:00,7:00:00,A,1,,,,\nring-1,7:10:00,7:10:00,B,2,,,,",
}


def packed():
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as files:
        for name, content in FILES.items():
            files.writestr(name, content + "\n")
    return archive.getvalue()


def message(now):
    """A full vehicle with two carriages, other platforms, a skipped call, a cancelled run, a trip that nobody knows, an alert."""
    feed = realtime.FeedMessage()
    feed.header.gtfs_realtime_version, feed.header.timestamp = "2.0", now
    vehicle = feed.entity.add(id="v").vehicle
    vehicle.vehicle.id, vehicle.vehicle.label = "bus-1", "Bus 1"
    vehicle.trip.trip_id, vehicle.trip.start_date = "red-1", "20260504"
    vehicle.position.latitude, vehicle.position.longitude, vehicle.timestamp = 47.0, 8.0167, now
    vehicle.occupancy_percentage = 100
    for number, status in enumerate([5, 1], 1):
        vehicle.multi_carriage_details.add(
            label=f"C{number}", carriage_sequence=number, occupancy_status=status, occupancy_percentage=100 if status == 5 else 20)
    other = feed.entity.add(id="u").trip_update
    other.trip.trip_id, other.trip.start_date, other.timestamp = "red-2", "20260504", now
    call = other.stop_time_update.add(stop_id="P2", stop_sequence=1, departure_occupancy_status=1)
    call.departure.delay, call.stop_time_properties.assigned_stop_id = 60, "P1"
    later = feed.entity.add(id="s").trip_update
    later.trip.trip_id, later.trip.start_date, later.timestamp = "red-3", "20260504", now
    later.stop_time_update.add(stop_id="A", stop_sequence=1).departure.delay = 0
    later.stop_time_update.add(
        stop_id="B", stop_sequence=2, schedule_relationship=realtime.TripUpdate.StopTimeUpdate.SKIPPED)
    unknown = feed.entity.add(id="x").trip_update
    unknown.trip.trip_id, unknown.trip.route_id, unknown.timestamp = "red-7", "red", now
    unknown.stop_time_update.add(stop_id="A").departure.time = now + 900
    alert = feed.entity.add(id="works").alert
    alert.cause, alert.effect, alert.severity_level = realtime.Alert.MAINTENANCE, realtime.Alert.DETOUR, realtime.Alert.WARNING
    for language, text, page in (("de", "Umleitung", "de"), ("fr", "Déviation", "fr")):
        alert.header_text.translation.add(text=text, language=language)
        alert.description_text.translation.add(text=f"{text}.", language=language)
        alert.url.translation.add(text=f"https://village.example/{page}", language=language)
    alert.image.localized_image.add(url="https://village.example/plan.png", media_type="image/png", language="de")
    alert.image_alternative_text.translation.add(text="Plan", language="de")
    alert.active_period.add(start=now - 3600, end=START_SECONDS + 86400)
    alert.informed_entity.add(route_id="red")
    alert.informed_entity.add(stop_id="B")
    alert.informed_entity.add().trip.trip_id = "red-1"
    return feed.SerializeToString()


def write(folder, source):
    """Writes the feed and a configuration into a folder; `source` is the address of the live data."""
    folder = pathlib.Path(folder)
    (folder / "village.zip").write_bytes(packed())
    (folder / "takt.yml").write_text(
        f"network: {folder}/village.takt\nsources:\n  - id: village\n    kind: gtfs-rt\n    url: {source}\n    every: 1s\n")


class Source:
    """Sends the message with times of a server that starts at `START` now."""

    def __init__(self):
        began = time.monotonic()

        class Handler(Answering):
            def do_GET(self):
                self.answer(200, message(int(START_SECONDS + time.monotonic() - began)))

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/all.pb"
