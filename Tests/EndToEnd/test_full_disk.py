#!/usr/bin/env python3
"""A server that starts on a full disk serves the timetable, and stores data again once there is room.

    Tests/EndToEnd/test_full_disk.py PROGRAM

The disk is a small one in memory, visible to this script alone (`unshare --mount`, for root); skipped where that is
impossible.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from checks import check, finish, free_port, server_log
from feed_scene import Publisher, feed
from source_checks import get, get_json, running, takt, wait_for

PROGRAM = pathlib.Path(sys.argv[1])
OWN = ["unshare", "--mount"]


def new_rider(url):
    request = urllib.request.Request(url + "/api/v1/riders", data=b"{}", method="POST")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode(), None
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers["Retry-After"]


def fill(disk):
    try:
        with open(disk / "other", "wb") as other:
            while True:
                other.write(bytes(65536))
                other.flush()
    except OSError:
        pass


def start(folder, disk, words):
    log = server_log()
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with running(PROGRAM, "serve", "--config", folder / "takt.yml", "--port", port, log=log):
        check(f"a server on a full disk is ready{words}", wait_for(lambda: get(url + "/health/ready")[0] == 200))
        check("it serves the timetable", get(url + "/api/v1/network")[0] == 200
              and get(url + "/api/v1/stops?limit=1")[0] == 200)
        status, body, pause = new_rider(url)
        check("writes are refused for now, with the reason",
              status == 503 and pause and "disk is full" in body, f"{status} {body}")
        check("so are reads", get(url + "/api/v1/rider")[0] == 503 and get(url + "/api/v1/diary/days")[0] == 503)
        found = get_json(url + "/health/ready")
        check("the probe of readiness says why", found.get("status") == "degraded" and found.get("storage") == "full", found)
        check("and load balancers that riders are to be sent elsewhere", get(url + "/health/storage")[0] == 503)
        (disk / "other").unlink()
        check("riders are there once the disk has room", wait_for(lambda: new_rider(url)[0] == 201, 60))
        check("and the probes say so", wait_for(lambda: get(url + "/health/storage")[0] == 200
                                                and get_json(url + "/health/ready").get("storage") == "ok"))
        fill(disk)
        check("they see a disk that fills up while the server runs", wait_for(lambda: get(url + "/health/storage")[0] == 503
              and get(url + "/health/ready")[0] == 200))
        (disk / "other").unlink()
        check("and the map still is", get(url + "/api/v1/vehicles")[0] == 200)
    log.seek(0)
    lines = log.readlines()
    check("the log says so once", sum("the disk is full" in line and " error " in line for line in lines) == 1, "".join(lines)[-600:])


def start_read_only(folder, disk):
    """The kernel makes a disk read-only after an error; it is mended while the server runs."""
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    (folder / "elsewhere.yml").write_text(f"data: {disk / 'new'}\nfeed: {{urls: 'http://127.0.0.1:9/town.zip'}}\n")
    done = takt(PROGRAM, "serve", "--config", folder / "elsewhere.yml")
    check("a first start on a read-only disk ends with the reason, and may be repeated",
          done.returncode == 74 and "mounted read-only" in done.stderr, f"{done.returncode} {done.stderr}")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    log = server_log()
    doctor = takt(PROGRAM, "doctor", "--config", folder / "takt.yml")
    check("the doctor says that the disk is read-only, and not that it is full",
          doctor.returncode == 69 and "takes no changes: it is mounted read-only" in doctor.stdout
          and "make room" not in doctor.stdout, doctor.stdout)
    with running(PROGRAM, "serve", "--config", folder / "takt.yml", "--port", port, log=log):
        check("a server on a read-only disk is ready", wait_for(lambda: get(url + "/health/ready")[0] == 200))
        check("it serves the timetable, and refuses writes for now",
              get(url + "/api/v1/stops?limit=1")[0] == 200 and new_rider(url)[0] == 503)
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        check("riders are there once the disk takes changes", wait_for(lambda: new_rider(url)[0] == 201, 60))
    log.seek(0)
    lines = [line for line in log if "the disk" in line]
    check("the log says why, and when it is over", len(lines) == 2 and "ReadWritePaths" in lines[0]
          and "is full" not in lines[0] and "the disk takes changes again" in lines[1], "".join(lines))


def begin(folder, disk):
    """A first start on a full disk asks the feed's publisher for nothing, and is worth another one."""
    publisher = Publisher()
    publisher.content = feed(["Aare", "Birs"])
    settings, port = folder / "first.yml", free_port()
    settings.write_text(f"data: {disk / 'first'}\nfeed: {{urls: '{publisher.url}'}}\n")
    done = takt(PROGRAM, "serve", "--config", settings, "--port", port)
    # systemd starts a service again unless its status is 65.
    check("a first start on a full disk ends with the reason, and may be repeated",
          done.returncode == 74 and "is full; make room" in done.stderr, f"{done.returncode} {done.stderr}")
    check("the feed was not asked for", publisher.answers == [], publisher.answers)
    (disk / "other").unlink()
    with running(PROGRAM, "serve", "--config", settings, "--port", port, log=server_log()):
        check("it serves the feed once there is room",
              wait_for(lambda: get(f"http://127.0.0.1:{port}/health/ready")[0] == 200))


def back_up(folder, disk):
    """A backup onto another disk, which is full, leaves nothing there and names what could not be written."""
    small = folder / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", small], check=True)
    done = takt(PROGRAM, "admin", "backup", "--data", disk / "data", "--output", small / "copy")
    check("a backup onto a full disk fails with the name of the copy, not of the database",
          done.returncode == 74 and "disk is full" in done.stderr and str(small) in done.stderr
          and str(disk) not in done.stderr, f"{done.returncode} {done.stderr}")
    check("and leaves nothing", list(small.iterdir()) == [])
    subprocess.run(["umount", "-l", small], check=True)


def research(folder):
    """A researcher's files onto a full disk: a sentence with the reason, and nothing half-written."""
    small = folder / "small"
    points = "".join(f'<trkpt lat="47.{n:05}" lon="8.5"><time>2026-05-04T{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}Z</time></trkpt>'
                     for n in range(9000))
    (folder / "day.gpx").write_text(f'<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>{points}</trkseg></trk></gpx>')
    key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small], check=True)
    for name, words in [("table of locations", ["import", folder / "day.gpx", "--locations", small / "day.csv"]),
                        ("sealed file", ["seal", folder / "day.gpx", "--recipient", key, "--output", small / "day.age"])]:
        done = takt(PROGRAM, "diary", *words)
        check(f"a {name} that does not fit is refused with the reason",
              done.returncode == 74 and "cannot be written: No space left on device." in done.stderr,
              f"{done.returncode} {done.stderr}")
        check("and leaves nothing", list(small.iterdir()) == [], list(small.iterdir()))
    subprocess.run(["umount", "-l", small], check=True)


def record(folder):
    """A recording that outgrows its disk ends with the reason, and has whole answers alone; a demo feed leaves nothing."""
    small, port = folder / "small", free_port()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small], check=True)
    done = takt(PROGRAM, "demo", "--write-feed", small / "feed")
    check("a demo feed that does not fit is refused with the reason",
          done.returncode == 74 and "No space left on device." in done.stderr, f"{done.returncode} {done.stderr}")
    check("and leaves no file", list((small / "feed").iterdir()) == [])
    url = f"http://127.0.0.1:{port}/gtfs-rt"
    (folder / "record.yml").write_text("sources:\n" + "".join(
        f"  - {{id: {name}, kind: gtfs-rt, url: '{url}/{name}.pb', every: 1s}}\n"
        for name in ("trip-updates", "vehicle-positions")))
    with running(PROGRAM, "simulate", "--network", folder / "demo.takt", "--port", port, log=server_log()):
        wait_for(lambda: get(f"{url}/trip-updates.pb")[0] == 200)
        done = takt(PROGRAM, "record", "--config", folder / "record.yml", "--into", small / "day")
    check("a recording on a disk that fills up ends with the reason",
          done.returncode == 74 and "cannot be written: No space left on device." in done.stderr,
          f"{done.returncode} {done.stderr[-300:]}")
    answers = small / "day" / "000001.answers"
    content, rest = answers.read_bytes() if answers.exists() else b"", 0
    while rest < len(content):
        head, _, _ = content[rest:].partition(b"\n")
        rest += len(head) + json.loads(head)["bytes"] + 2
    check("and has whole answers alone", rest == len(content), f"{rest} {len(content)}")
    subprocess.run(["umount", "-l", small], check=True)


def inside():
    with tempfile.TemporaryDirectory(prefix="takt-disk-") as name:
        folder = pathlib.Path(name)
        disk = folder / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", disk], check=True)
        takt(PROGRAM, "demo", "--write-feed", folder / "feed")
        takt(PROGRAM, "import", folder / "feed", "--output", folder / "demo.takt")
        (folder / "takt.yml").write_text(f"network: {folder / 'demo.takt'}\ndata: {disk / 'data'}\n")
        fill(disk)
        start(folder, disk, "")
        fill(disk)
        start(folder, disk, " that has its files already")
        start_read_only(folder, disk)
        back_up(folder, disk)
        research(folder)
        record(folder)
        fill(disk)
        begin(folder, disk)
        subprocess.run(["umount", "-l", disk], check=True)


def main():
    if "--inside" in sys.argv:
        inside()
    elif os.geteuid() == 0 and subprocess.run([*OWN, "true"], capture_output=True, check=False).returncode == 0:
        check("on a disk of its own", subprocess.run(
            [*OWN, sys.executable, __file__, PROGRAM, "--inside"], check=False).returncode == 0)
    else:
        print("skipped  a full disk: no disk of one's own can be mounted here")
    finish()


if __name__ == "__main__":
    main()
