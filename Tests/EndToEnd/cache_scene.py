"""Two servers behind nginx as a shared cache, once as an operator sets it up and once keeping everything that it may."""

import csv
import gzip
import http.client
import os
import pathlib
import shutil
import subprocess
import time
import urllib.parse

from checks import free_port
from drawn_extract import write_extract
from source_checks import get_json, running, takt, wait_for

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# A Monday morning, when every line runs.
MORNING = "2026-05-04T08:00"
SETTINGS = """
network: {folder}/town.takt
data: DATA
web: {folder}/web
limits: {{requests: 0}}
sources: [{{id: town, kind: simulate}}]
"""


class Answer:
    """An answer as it came: nothing is unpacked."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def __getitem__(self, name):
        return self.headers.get(name)

    @property
    def content(self):
        """The body as the client understands it."""
        return gzip.decompress(self.body) if self["Content-Encoding"] == "gzip" else self.body

    @property
    def is_kept(self):
        """Whether it came out of the cache."""
        return self["X-Cache"] in ("HIT", "REVALIDATED", "STALE", "UPDATING")


def ask(url, path, method="GET", body=None, **headers):
    """Sends one request; `accept_encoding="gzip"` becomes the header of that name."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=30)
    try:
        connection.request(method, path, body, {
            "Accept-Encoding": "identity", **{name.replace("_", "-"): value for name, value in headers.items()}})
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def first_bytes(url, path, seconds):
    """The status, the headers and the beginning of an answer that stays open; and how long it took."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=seconds)
    begin = time.monotonic()
    try:
        connection.request("GET", path, headers={"Accept-Encoding": "identity"})
        answer = connection.getresponse()
        body = b""
        while b"data:" not in body and (more := answer.read1(65_536)):
            body += more
        return Answer(answer.status, answer.headers, body), time.monotonic() - begin
    except OSError as error:
        return Answer(None, {}, str(error).encode()), time.monotonic() - begin
    finally:
        connection.close()


def make_town(program, folder):
    """The demo's feed as a network, with streets along its stops, and a copy of the web app."""
    takt(program, "demo", "--at", MORNING, "--write-feed", folder / "feed")
    with open(folder / "feed" / "stops.txt", encoding="utf-8", newline="") as file:
        stops = list(csv.DictReader(file))[:40]
    nodes = [(number, float(stop["stop_lat"]), float(stop["stop_lon"]), {}) for number, stop in enumerate(stops, 1)]
    ways = [(100 + number, [number, number + 1], {"highway": "residential", "name": f"Road {number}"})
            for number in range(1, len(nodes))]
    write_extract(folder / "town.osm.pbf", nodes, ways)
    shutil.copytree(ROOT / "Web", folder / "web")
    engine = ROOT / ".build" / "engine" / "takt-engine.wasm"
    if engine.exists():
        shutil.copy(engine, folder / "web" / "engine")
    return import_town(program, folder)


def import_town(program, folder):
    return takt(program, "import", folder / "feed", "--streets", folder / "town.osm.pbf", "--output", folder / "town.takt")


def log_format():
    """What packaging/nginx.conf lets nginx log of a request."""
    lines = (ROOT / "packaging" / "nginx.conf").read_text().splitlines()
    return next(line for line in lines if line.startswith("log_format takt "))


class Cache:
    """nginx with a cache in front of some servers; `settings` is what stands in its server block."""

    def __init__(self, nginx, folder, ports, settings):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        folder.mkdir()
        folder.chmod(0o777)
        self.log = folder / "requests.log"
        servers = " ".join(f"server 127.0.0.1:{port};" for port in ports)
        (folder / "nginx.conf").write_text(f"""
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1;
{"user root;" if os.geteuid() == 0 else ""}
events {{ worker_connections 512; }}
http {{
  {log_format()}
  access_log {self.log} takt; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  proxy_cache_path {folder}/kept levels=1:2 keys_zone=takt:4m max_size=1g inactive=7d use_temp_path=off;
  upstream takt {{ {servers} }}
  server {{
    listen 127.0.0.1:{self.port};
    {settings}
  }}
}}
""")
        self.process = subprocess.Popen([nginx, "-c", folder / "nginx.conf", "-p", folder], stdin=subprocess.DEVNULL)

    def is_up(self):
        return wait_for(lambda: ask_quietly(self.url, "/health/live"), 20)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)


def ask_quietly(url, path):
    try:
        return ask(url, path).status == 200
    except OSError:
        return False


# Keeps whatever the servers' answers do not forbid, errors included.
GREEDY = """
    location / {
      proxy_pass http://takt;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      add_header X-Cache $upstream_cache_status always;
      proxy_cache takt;
      proxy_cache_valid any 10m;
      proxy_cache_lock on;
      proxy_cache_revalidate on;
    }
"""


def documented():
    """packaging/nginx-cache.conf in a server that passes everything else on, as packaging/nginx.conf does."""
    kept = (ROOT / "packaging" / "nginx-cache.conf").read_text().replace("http://127.0.0.1:8080", "http://takt")
    return kept + """
    location / {
      proxy_pass http://takt;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
"""
