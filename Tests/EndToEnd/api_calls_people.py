"""The calls of api_calls.py that are about people: riders, diaries, studies.

The demo has a diary of one working week by then, kept as DIARY_TOKEN; a mailbox and a program that take messages.
"""

V1 = "/api/v1"
RIDER = f"{V1}/rider"
DIARY = f"{V1}/diary"
DAY = "2026-04-28"
ZONE = "zone=Europe/Zurich"
DONE = {"status": 204, "shows": "none"}


def rider(path, method="GET", **more):
    return {"path": RIDER + path, "method": method, "token": "RIDER_TOKEN", **more}


def diary(path, method="GET", token="DIARY_TOKEN", **more):
    return {"path": DIARY + path, "method": method, "token": token, **more}


def operator(path, method="GET", **more):
    return {"path": f"{V1}/operator{path}", "method": method, "token": "OPERATOR_TOKEN", **more}


SAVED = {"name": "To work", "from": {"stops": ["seewil-hochwacht"]}, "to": {"stops": ["seewil-hofacker"]}}
RIDERS = [
    {"path": f"{V1}/riders", "method": "POST", "body": {"language": "en"}, "status": 201, "keeps": {"RIDER_TOKEN": "token"},
     "note": "A new rider. The token is given this once; the server keeps its hash."},
    rider("/settings"),
    rider("/settings", "PUT", body={"notifies": True, "alerts": {"thresholdMinutes": 3, "leadMinutes": 30}}),
    rider("/routes", "POST", body={"connection": "{CONNECTION}", "weekdays": [1, 2, 3, 4, 5]}, status=201,
          keeps={"SAVED": "id"}, note="Saves a connection that a search found, with a reminder from Monday to Friday."),
    rider("/connections"),
    rider("/connections/{id}/reverse", "POST", ask=f"{RIDER}/connections/{{SAVED}}/reverse", status=201,
          keeps={"WAY_BACK": "id"}),
    rider("/connection-order", "PUT", body={"ids": ["{WAY_BACK}", "{SAVED}"]}, **DONE),
    rider("/home", ask=f"{RIDER}/home?at=47.2075,8.2785&departures=1"),
    rider("/connections", "POST", body="{copy}", status=201, keeps={"OTHER": "id"},
          note="The members are those that a saved connection has."),
    rider("/connections/{id}", "PUT", ask=f"{RIDER}/connections/{{OTHER}}", body="{copy}"),
    rider("/connections/{id}", "DELETE", ask=f"{RIDER}/connections/{{OTHER}}", **DONE),
    rider("/trips", "POST", body={"from": "seewil-hochwacht", "to": "seewil-hofacker", "arriveBy": "18:00", "weekdays": [1, 2]},
          status=201, keeps={"TRIP": "trip.id"}),
    rider("/trips"),
    rider("/trips/{id}", "DELETE", ask=f"{RIDER}/trips/{{TRIP}}", **DONE),
    rider("/rides", "POST", body={"trip": "{ride}", "day": "{ride_day}", "from": "{boarding}", "to": "{alighting}"}, status=201,
          keeps={"RIDE": "id"}),
    rider("/rides"),
    rider("/rides/{id}", "DELETE", ask=f"{RIDER}/rides/{{RIDE}}", **DONE),
    {"path": f"{V1}/push", "note": "What a browser subscribes with, and the kinds of channel that the server has."},
    rider("/channels", "POST", body={"kind": "webhook", "url": "{HOOK}"}, status=201,
          keeps={"WEBHOOK": "id", "SECRET": "secret"}),
    rider("/channels/{id}/test", "POST", ask=f"{RIDER}/channels/{{WEBHOOK}}/test"),
    rider("/channels", "POST", body={"kind": "email", "address": "rider@example.org"}, status=201, keeps={"MAILBOX": "id"}),
    rider("/channels/{id}/confirm", "POST", ask=f"{RIDER}/channels/{{MAILBOX}}/confirm", body={"code": "{MAIL_CODE}"}),
    rider("/channels"),
    rider("/channels/{id}", "DELETE", ask=f"{RIDER}/channels/{{WEBHOOK}}", **DONE),
    rider("/location", "POST", body={"latitude": 47.2075, "longitude": 8.2785}, **DONE),
    rider("/logger", "POST", body={}, status=201, keeps={"LOGGER_TOKEN": "token"}),
    rider("/logger"),
    rider("/logger", "DELETE", **DONE),
    rider("/pairing", "POST", status=201, keeps={"CODE": "code"}),
    rider("/pairing"),
    {"path": f"{V1}/riders/pair", "method": "POST", "body": {"code": "{CODE}"}, "status": 201,
     "keeps": {"SECOND_TOKEN": "token"}},
    rider("/sign-out-others", "POST", **DONE),
    rider("", note="Everything that the server stores of the rider."),
    rider("/clear", "POST", **DONE),
    rider("", "DELETE", **DONE),
]

FIX = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [8.2785, 47.2075]},
       "properties": {"timestamp": "2026-05-04T05:58:00Z", "horizontal_accuracy": 8, "device_id": "phone"}}
DIARIES = [
    {"path": f"{DIARY}/personal", "ask": f"{DIARY}/personal?language=en", "keeps": {"consent": "consent.version"},
     "note": "What a diary of one's own means, before one begins."},
    {"path": f"{DIARY}/personal", "method": "POST", "body": {"consentVersion": 1}, "status": 201,
     "keeps": {"PARTICIPANT_TOKEN": "token", "PARTICIPANT": "participant", "PARTICIPANT_SECRET": "secret"}},
    {"path": "/overland", "method": "POST", "token": "PARTICIPANT_TOKEN", "body": {"locations": [FIX]},
     "note": "What the app Overland sends."},
    {"path": "/pub", "method": "POST", "user": "phone", "token": "PARTICIPANT_TOKEN",
     "body": {"_type": "location", "lat": 47.2075, "lon": 8.2785, "tst": 1777874400, "acc": 8, "tid": "ph"},
     "note": "What the app OwnTracks sends; the token is the password of HTTP Basic."},
    diary("/fixes", "POST", "PARTICIPANT_TOKEN", body={"locations": [
        {**FIX, "properties": {**FIX["properties"], "timestamp": "2026-05-04T05:59:00Z"}}]}),
    diary("/config", token="PARTICIPANT_TOKEN", note="The thresholds of the phone's state machine."),
    diary("/participant", token="PARTICIPANT_TOKEN"),
    diary("/participant/pause", "POST", "PARTICIPANT_TOKEN", body={}, **DONE),
    diary("/participant/start", "POST", "PARTICIPANT_TOKEN", body={}, **DONE),
    diary("/participant/stop", "POST", "PARTICIPANT_TOKEN", body={}, **DONE),
    diary("/participant/export", token="PARTICIPANT_TOKEN"),
    diary("/participant", "DELETE", "PARTICIPANT_TOKEN", note="Withdraws: everything is deleted at once.", **DONE),
    diary("/days", ask=f"{DIARY}/days?from=2026-04-27&to=2026-05-03&{ZONE}"),
    diary("/days/{date}", ask=f"{DIARY}/days/{DAY}?{ZONE}", keeps={"stay_start": "items.0.start", "stay_end": "items.0.end"}),
    diary("/corrections", "POST", ask=f"{DIARY}/corrections?{ZONE}", status=201, keeps={"correction": "id"},
          body={"kind": "name", "start": "{stay_start}", "end": "{stay_end}", "name": "Home", "everywhere": True}),
    diary("/places"),
    diary("/corrections/{id}", "DELETE", ask=f"{DIARY}/corrections/{{correction}}", **DONE),
    diary("/statistics", ask=f"{DIARY}/statistics?from=2026-04-27&to=2026-05-03&{ZONE}"),
    diary("/suggestions", ask=f"{DIARY}/suggestions?{ZONE}"),
    diary("/days.geojson", ask=f"{DIARY}/days.geojson?from={DAY}&to={DAY}&{ZONE}"),
    diary("/days.gpx", ask=f"{DIARY}/days.gpx?from={DAY}&to={DAY}&{ZONE}", shows="text"),
    diary("/days.csv", ask=f"{DIARY}/days.csv?from={DAY}&to={DAY}&{ZONE}", shows="text"),
    diary("/days/{date}", "DELETE", ask=f"{DIARY}/days/{DAY}?{ZONE}", **DONE),
]
STUDIES = [
    operator("/studies", "POST", status=201, keeps={"STUDY_CODE": "code", "RESEARCHER_TOKEN": "researcherToken"},
             body={"id": "town", "name": "Ways to work", "mode": "personal", "retentionDays": 30,
                   "consent": {"version": 1, "text": "I agree that my phone's positions are kept for 30 days."}}),
    operator("/studies"),
    {"path": f"{DIARY}/enrolment", "method": "POST", "body": {"code": "{STUDY_CODE}"},
     "note": "What a code lets people join: they read it before they agree."},
    {"path": f"{DIARY}/participants", "method": "POST", "body": {"code": "{STUDY_CODE}", "consentVersion": 1}, "status": 201,
     "keeps": {"MEMBER": "participant", "MEMBER_TOKEN": "token", "MEMBER_SECRET": "secret"}},
    diary("/study", token="RESEARCHER_TOKEN"),
    diary("/study", "PATCH", "RESEARCHER_TOKEN", body={"retentionDays": 20}),
    diary("/study/config", "PUT", "RESEARCHER_TOKEN",
          body={"version": 1, "StoppedMovingStationarySeconds": 300, "StopMovingSameLocationSeconds": 300}),
    diary("/study/config", "DELETE", "RESEARCHER_TOKEN"),
    diary("/study/participants/{id}", "DELETE", "RESEARCHER_TOKEN", ask=f"{DIARY}/study/participants/{{MEMBER}}", **DONE),
    operator("/studies/{id}/code", "POST", ask=f"{V1}/operator/studies/town/code", keeps={"NEW_CODE": "code"}),
    operator("/studies/{id}/researcher", "POST", ask=f"{V1}/operator/studies/town/researcher",
             keeps={"NEW_RESEARCHER_TOKEN": "researcherToken"}),
    operator("/studies/{id}", "DELETE", ask=f"{V1}/operator/studies/town", **DONE),
]
