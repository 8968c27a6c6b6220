#!/usr/bin/env python3
"""Asks two servers through nginx as a shared cache: no rider gets another's answer, nothing is old, mixed or cut.

    .tools/venv/bin/python Tests/EndToEnd/test_caching.py PROGRAM

One nginx is set up as docs/operating.md says, one keeps whatever the servers' headers allow, errors included. Needs
Debian's nginx; "skipped" without it. Prints one line per check; the exit code is 1 if one failed.
"""

import csv
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

from cache_scene import GREEDY, SETTINGS, Cache, ask, documented, first_bytes, import_town, make_town
from checks import check, finish
from node_scene import Node
from source_checks import wait_for

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
MORNING_SECONDS = 8 * 3600
FOREVER = "public, max-age=31536000, immutable"
FIRST_EVENT_SECONDS = 20
PHONE_SECONDS = 60
BOX = "8.0,46.8,9.0,47.6"
# What everybody may be answered with, after the server was asked whether it is still the same.
ASKED_ANEW = ["/", "/manifest.webmanifest", "/service-worker.js", "/lines/1", "/api/v1/network", "/api/v1/routes",
              "/api/v1/routes.geojson", "/api/v1/stops/{a}/departures", "/api/v1/alerts", "/api/v1/sources",
              f"/api/v1/tiles?bbox={BOX}", "/gtfs.zip", "/gtfs-rt/alerts.pb", "/api/openapi.json", "/vehicles", "/adminMessage"]
# What is of this moment, or says what somebody looks for.
NEVER_KEPT = ["/api/v1/vehicles", "/health/live", "/health/ready", "/health/storage", "/metrics",
              "/api/v1/connections?from={a}&to={b}", "/api/v1/stops/search?q=a", "/api/v1/stops/nearby?at={at}",
              "/api/v1/places?q=a", "/v1/connections?from={a}&to={b}", "/v1/stationboard?id={a}"]
WRONG = ["/api/v1/no-such-thing", "/api/v1/stops/no-such-stop", "/api/v1/connections?from=x", "/release/0123/app/main.js",
         "/api/v1/tiles/14/1", "/api/v1/tiles/14/8570/5740?v=other", "/api/v1/network/file?digest=other",
         "/api/v1/rider/connections", "/api/v1/operator"]
RIDERS_OWN = ["/api/v1/rider", "/api/v1/rider/connections", "/api/v1/rider/trips", "/api/v1/rider/home"]


class Town:
    """Two servers of one town, two caches before them, and addresses to ask for."""

    def __init__(self, folder, nginx):
        self.folder = folder
        self.nodes = [Node(PROGRAM, folder / name, SETTINGS.format(folder=folder), 1) for name in ["one", "two"]]
        for node in self.nodes:
            node.start(MORNING_SECONDS)
        for node in self.nodes:
            # It is written in the background.
            wait_for(lambda node=node: ask(node.url, "/gtfs.zip", method="HEAD").status == 200)
        ports = [node.port for node in self.nodes]
        # What riders save is in files, so one of the servers has it; the other answers the rest too.
        self.caches = {
            "as documented": Cache(nginx, folder / "documented", ports, documented()),
            "keeping all": Cache(nginx, folder / "greedy", ports, GREEDY)}
        self.riders = {name: Cache(nginx, folder / f"riders-{number}", ports[:1], settings) for number, (name, settings)
                       in enumerate([("as documented", documented()), ("keeping all", GREEDY)])}

    def places(self):
        stops = json.loads(ask(self.nodes[0].url, "/api/v1/stops?limit=40").body)["stops"]
        first, last = stops[0], stops[-1]
        return {"a": first["id"], "b": last["id"], "at": f"{first['latitude']},{first['longitude']}"}

    def stop(self):
        for each in [*self.caches.values(), *self.riders.values()]:
            each.stop()
        for node in self.nodes:
            node.kill()


def twice(url, path, **headers):
    return ask(url, path, **headers), ask(url, path, **headers)


def said(answer):
    return f"{answer.status} {answer['Cache-Control']} {answer['X-Cache'] or ''}"


def check_policies(town, places):
    """What the servers themselves say, without a cache."""
    url = town.nodes[0].url
    for path in ASKED_ANEW:
        answer = ask(url, path.format(**places))
        check(f"{path} may be kept, but not used without asking", answer.status == 200
              and answer["Cache-Control"] == "no-cache", said(answer))
    for path in NEVER_KEPT:
        answer = ask(url, path.format(**places))
        words = (answer["Cache-Control"] or "").split(", ")
        check(f"{path} is for one client", answer.status == 200 and ("no-store" in words or "private" in words), said(answer))
    for path in WRONG:
        answer = ask(url, path)
        check(f"the error of {path} is for nobody else", answer.status >= 400 and answer["Cache-Control"] == "no-store",
              said(answer))
    alike = ["/", "/api/v1/routes", "/manifest.webmanifest"]
    tags = [[ask(node.url, path)["ETag"] for path in alike] for node in town.nodes]
    check("both servers name the same content alike", tags[0] == tags[1], tags if tags[0] != tags[1] else "")
    packed = ask(url, "/api/v1/routes", accept_encoding="gzip")["ETag"]
    known = ask(url, "/api/v1/routes", accept_encoding="gzip", if_none_match=packed)
    check("who has an answer is told that it is the same", known.status == 304 and known["ETag"] == packed, said(known))
    other = ask(url, "/api/v1/routes", if_none_match=packed)
    check("but not a client that cannot read the form that it is said to have", other.status == 200, said(other))


def lasting_files(town):
    """Addresses whose content never changes: of a release, of the map, and of the phones' network if there is one."""
    url = town.nodes[0].url
    release = release_of(ask(url, "/").body)
    found = [f"/release/{release}/app/main.js", f"/release/{release}/icons/takt-192.png"]
    if (town.folder / "web" / "engine" / "takt-engine.wasm").exists():
        found.append(f"/release/{release}/engine/takt-engine.wasm")

        def phone():
            offers = [json.loads(ask(node.url, "/api/v1/network").body).get("phone") for node in town.nodes]
            return all(offers) and offers[0]["address"]
        if address := wait_for(phone, PHONE_SECONDS):
            found.append(address)
        check("both servers offer phones the network", address)
    else:
        print("skipped  the engine and the phones' network: make engine builds them")
    tiles = json.loads(ask(url, f"/api/v1/tiles?bbox={BOX}").body)["tiles"]
    version = json.loads(ask(url, "/api/v1/network").body)["streets"]["tiles"]
    return [*found, version.format(**max(tiles, key=lambda tile: tile["bytes"]))]


def check_kept(name, url, direct, path):
    """What may be kept for ever is, in the encoding that each client reads, whole and in parts."""
    what = re.sub(r"[0-9a-f]{16,}", "…", path)
    plain, packed = ask(direct, path), ask(direct, path, accept_encoding="gzip")
    check(f"{name}: {what} may be kept for ever", plain["Cache-Control"] == FOREVER, said(plain))
    wrong = []
    for accepted in ["gzip", "identity", "gzip", "identity", "br", "gzip;q=0"]:
        answer = ask(url, path, accept_encoding=accepted)
        expected = packed if accepted == "gzip" else plain
        if answer.status != 200 or answer.body != expected.body or answer["Content-Encoding"] != expected["Content-Encoding"]:
            wrong.append(f"{accepted}: {said(answer)} {answer['Content-Encoding']} {len(answer.body)} bytes")
    check(f"{name}: each client gets the encoding that it reads", not wrong and packed.content == plain.body, wrong or "")
    again = [ask(url, path, accept_encoding=accepted) for accepted in ["gzip", "identity"]]
    check(f"{name}: both come out of the cache", all(each.is_kept for each in again), [each["X-Cache"] for each in again])
    head = ask(url, path, method="HEAD")
    check(f"{name}: its HEAD tells the length and has no body",
          head.status == 200 and head.body == b"" and head["Content-Length"] == str(len(plain.body)), head["Content-Length"])
    part, beyond = ask(url, path, range="bytes=10-19"), ask(url, path, range=f"bytes={len(plain.body)}-")
    if plain["Accept-Ranges"]:
        check(f"{name}: a part of it is that part", part.status == 206 and part.body == plain.body[10:20]
              and part["Content-Range"] == f"bytes 10-19/{len(plain.body)}", f"{part.status} {part['Content-Range']}")
        check(f"{name}: beyond its end there is nothing", beyond.status == 416, beyond.status)
    else:
        check(f"{name}: it comes whole, as it is small", part.status == 200 and part.body == plain.body, part.status)
    known = ask(url, path, if_none_match=plain["ETag"])
    check(f"{name}: who has it is told that it is the same", known.status == 304 and known.body == b"", known.status)


def check_anew(name, url, places):
    for path in ASKED_ANEW:
        path = path.format(**places)
        answers = twice(url, path)
        check(f"{name}: {path} comes from a server each time",
              all(each.status == 200 and not each.is_kept for each in answers), [said(each) for each in answers])
        head, whole = ask(url, path, method="HEAD"), ask(url, path)
        check(f"{name}: its HEAD is the head of its GET", head.status == whole.status and head.body == b""
              and head["Content-Type"] == whole["Content-Type"] and head["ETag"] is not None, said(head))
        packed = ask(url, path, accept_encoding="gzip")
        check(f"{name}: its encoding is announced", packed["Content-Encoding"] is None
              or "accept-encoding" in (packed["Vary"] or "").lower(), packed["Vary"])


def new_rider(name, url, stop):
    token = json.loads(ask(url, "/api/v1/riders", "POST", b'{"language": "en"}', content_type="application/json").body)["token"]
    saved = {"from": {"name": stop, "latitude": 47.1, "longitude": 8.5},
             "to": {"name": "Elsewhere", "latitude": 47.2, "longitude": 8.6}, "routes": []}
    answer = ask(url, "/api/v1/rider/connections", "POST", json.dumps(saved).encode(), content_type="application/json",
                 authorization=f"Bearer {token}")
    check(f"{name}: a rider saves {stop}", answer.status == 201, f"{answer.status} {answer.body[:200]}")
    return token


def check_riders(name, url, places):
    """Two riders save something each, and each reads their own."""
    riders = {stop: new_rider(name, url, stop) for stop in ["Harbour", "Library"]}
    for path in RIDERS_OWN:
        wrong = []
        for stop, token in [*riders.items(), *riders.items()]:
            answer = ask(url, path, authorization=f"Bearer {token}")
            foreign = any(other.encode() in answer.body for other in riders if other != stop)
            if answer.status != 200 or answer.is_kept or foreign:
                wrong.append(f"{stop}: {said(answer)}")
        nobody = ask(url, path)
        check(f"{name}: {path} is each rider's own, and nobody's without a token", not wrong and nobody.status == 401,
              wrong or nobody.status)
    lists = [ask(url, "/api/v1/rider/connections", authorization=f"Bearer {token}").body for token in riders.values()]
    check(f"{name}: each rider has what they saved", b"Harbour" in lists[0] and b"Library" in lists[1])
    public = [ask(url, "/api/v1/routes", authorization=f"Bearer {token}") for token in riders.values()]
    check(f"{name}: what is public is not kept for others when a rider asks for it",
          all(each["Cache-Control"] == "private, no-cache" and not each.is_kept for each in public), said(public[0]))
    searches = [ask(url, "/api/v1/connections?from={a}&to={b}".format(**places)),
                ask(url, "/api/v1/connections?from={b}&to={a}".format(**places))]
    check(f"{name}: a search is answered for itself", searches[0].body != searches[1].body
          and not any(each.is_kept for each in searches))


def check_never(name, url, places):
    for path in [*NEVER_KEPT, *WRONG]:
        answers = twice(url, path.format(**places))
        check(f"{name}: {path} is not kept", not any(each.is_kept for each in answers)
              and answers[0].status == answers[1].status, [said(each) for each in answers])


def check_streams(name, url):
    answer, took = first_bytes(url, "/api/v1/vehicles/stream", FIRST_EVENT_SECONDS)
    check(f"{name}: a stream brings its first event while it stays open", answer.status == 200 and b"data:" in answer.body,
          f"{took:.1f} s, {answer.body[:80]}")
    check(f"{name}: and is for nobody else", "no-store" in (answer["Cache-Control"] or ""), answer["Cache-Control"])


def release_of(page):
    found = re.search(rb"/release/([0-9a-f]+)/", page)
    return found and found[1].decode()


def check_new_network(town):
    """Another timetable is seen through each cache as soon as the servers have it."""
    before = json.loads(ask(town.nodes[0].url, "/api/v1/network").body)["revision"]
    stops = town.folder / "feed" / "stops.txt"
    with open(stops, encoding="utf-8", newline="") as file:
        name = next(csv.DictReader(file))["stop_name"]
    stops.write_text(stops.read_text().replace(name, "Brand New Name"))
    check("another timetable is imported", import_town(PROGRAM, town.folder).returncode == 0)
    for cache_name, cache in town.caches.items():
        def has_changed(url=cache.url):
            networks = [json.loads(each.body).get("revision") for each in twice(url, "/api/v1/network")]
            found = [each.body for each in twice(url, "/api/v1/stops/search?q=Brand+New")]
            return before not in networks and all(b"Brand New Name" in each for each in found)
        check(f"{cache_name}: the other timetable is there soon after", wait_for(has_changed, 60))


def check_new_release(town):
    """A new release is seen at once; files of the old one, which open apps use, may still come out of the cache."""
    old = release_of(ask(town.nodes[0].url, "/").body)
    main_module = town.folder / "web" / "app" / "main.js"
    main_module.write_text(main_module.read_text() + "\nglobalThis.changed = true;\n")
    for node in town.nodes:
        check("a server ends", node.stop())
        node.start(MORNING_SECONDS)
    new = [release_of(ask(node.url, "/").body) for node in town.nodes]
    check("both servers have the same new release", new[0] == new[1] != old, f"{old} {new}")
    gone = ask(town.nodes[0].url, f"/release/{old}/app/main.js")
    check("and no longer the old one", gone.status == 404, gone.status)
    for name, cache in town.caches.items():
        pages = [*twice(cache.url, "/"), *twice(cache.url, "/service-worker.js")]
        check(f"{name}: page and worker are of the new release",
              all(new[0].encode() in page.body and old.encode() not in page.body for page in pages))
        file = ask(cache.url, f"/release/{new[0]}/app/main.js")
        check(f"{name}: its files are the new ones", file.status == 200 and b"globalThis.changed" in file.body, said(file))
        kept = ask(cache.url, f"/release/{old}/app/main.js")
        check(f"{name}: an open app still finds its files", kept.status == 200 and kept.is_kept, said(kept))


def check_log(cache_name, log):
    """The proxy's log must not say where somebody wants to go."""
    lines = log.read_text().splitlines()
    check(f"{cache_name}: the proxy logs searches", any('"GET /api/v1/connections"' in line for line in lines), str(lines[:3]))
    queries = [line for line in lines if "?" in line]
    check(f"{cache_name}: without what is searched", not queries, str(queries[:3]))


def main():
    nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    if nginx is None:
        print("skipped  a shared cache: nginx is not installed")
        finish()
    with tempfile.TemporaryDirectory(prefix="takt-cache-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        done = make_town(PROGRAM, folder)
        if not check("the town is imported", done.returncode == 0, done.stderr[-300:]):
            finish()
        town = Town(folder, nginx)
        try:
            check("the caches are up", all(each.is_up() for each in [*town.caches.values(), *town.riders.values()]))
            places, lasting = town.places(), lasting_files(town)
            check_policies(town, places)
            for cache_name, cache in town.caches.items():
                for path in lasting:
                    check_kept(cache_name, cache.url, town.nodes[0].url, path)
                check_anew(cache_name, cache.url, places)
                check_never(cache_name, cache.url, places)
                check_riders(cache_name, town.riders[cache_name].url, places)
                check_streams(cache_name, cache.url)
                check_log(cache_name, cache.log)
            check_new_network(town)
            check_new_release(town)
        finally:
            town.stop()
    finish()


if __name__ == "__main__":
    main()
