"""An object store for the checks: SeaweedFS, with an owner and an identity that may only put.

    with ObjectStore(folder) as store: store.start(); store.configuration(folder); store.objects()
"""

import contextlib
import datetime
import hashlib
import hmac
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree

from checks import check, free_port

BUCKET = "diary"
OWNER = ("owner-key", "owner-secret")
UPLOADER = ("uploader-key", "uploader-secret")
READY_SECONDS = 60


def program():
    """The path of SeaweedFS beside this Python or in PATH."""
    beside = pathlib.Path(sys.executable).parent / "weed"
    return str(beside) if beside.exists() else shutil.which("weed")


def identities():
    policy = {"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Action": ["s3:PutObject"], "Resource": [f"arn:aws:s3:::{BUCKET}/*"]}]}
    return {
        "identities": [
            {"name": "owner", "actions": ["Admin"],
             "credentials": [{"accessKey": OWNER[0], "secretKey": OWNER[1]}]},
            {"name": "uploader", "actions": [], "policyNames": ["put-only"],
             "credentials": [{"accessKey": UPLOADER[0], "secretKey": UPLOADER[1]}]},
        ],
        "policies": [{"name": "put-only", "content": json.dumps(policy)}],
    }


class ObjectStore:
    """A store in its own folder, which can be stopped and restarted."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.ports = {name: free_port() for name in ("master", "volume", "filer", "s3")}
        self.endpoint = f"http://127.0.0.1:{self.ports['s3']}"
        self.process = None
        self.log = open(self.folder / "store.log", "a", encoding="utf-8")

    @staticmethod
    def is_installed():
        return program() is not None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.log.close()

    def start(self):
        config = self.folder / "identities.json"
        config.write_text(json.dumps(identities()))
        data = self.folder / "data"
        data.mkdir(exist_ok=True)
        # By default, the internal ports are 10000 higher, where other services may listen, and two catalogs have ports of
        # their own, where a second store would end.
        command = [program(), "server", f"-dir={data}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
                   "-s3", f"-s3.config={config}", "-volume.max=20", "-master.volumeSizeLimitMB=64",
                   "-s3.port.iceberg=0", "-s3.port.lance=0"]
        for name, port in self.ports.items():
            command += [f"-{name}.port={port}", f"-{name}.port.grpc={free_port()}"]
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            start_new_session=True)
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            if self.ask(OWNER, "PUT", f"/{BUCKET}")[0] in (200, 409):
                # The first object has to wait for a volume to grow.
                if self.ask(OWNER, "PUT", f"/{BUCKET}/.ready", b"x")[0] == 200:
                    self.ask(OWNER, "DELETE", f"/{BUCKET}/.ready")
                    return True
            time.sleep(0.5)
        return False

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()

    def configuration(self, folder):
        """The lines of takt.yml about the bucket."""
        keys = pathlib.Path(folder) / "bucket-key.txt"
        keys.write_text(f"aws_access_key_id = {UPLOADER[0]}\naws_secret_access_key = {UPLOADER[1]}\n")
        return (f"diary:\n  collect: 3s\n  bucket:\n    endpoint: {self.endpoint}\n    name: {BUCKET}\n"
                f"    key-file: {keys}\n")

    def is_put_only(self):
        put = self.ask(UPLOADER, "PUT", f"/{BUCKET}/probe", b"x")[0]
        others = [self.ask(UPLOADER, method, path)[0] for method, path in (
            ("GET", f"/{BUCKET}/probe"), ("GET", f"/{BUCKET}"), ("DELETE", f"/{BUCKET}/probe"))]
        self.ask(OWNER, "DELETE", f"/{BUCKET}/probe")
        if put != 200 or others != [403, 403, 403]:
            print(f"        put {put}, get, list and delete {others}")
        return put == 200 and others == [403, 403, 403]

    def objects(self):
        """All objects by key, as the bucket's owner sees them."""
        found = {}
        token = ""
        while True:
            query = "list-type=2&max-keys=1000"
            if token:
                query = f"continuation-token={urllib.parse.quote(token, safe='')}&{query}"
            status, body = self.ask(OWNER, "GET", f"/{BUCKET}", query=query)
            if status != 200:
                raise RuntimeError(f"the bucket cannot be listed: {status}")
            tree = xml.etree.ElementTree.fromstring(body)
            space = tree.tag.split("}")[0] + "}" if "}" in tree.tag else ""
            for item in tree.iter(f"{space}Key"):
                found[item.text] = self.ask(OWNER, "GET", f"/{BUCKET}/{item.text}")[1]
            token = tree.findtext(f"{space}NextContinuationToken")
            if not token:
                return found

    def ask(self, identity, method, path, body=b"", query=""):
        """Sends a signed request; returns status and body, or (None, reason) if there is no answer."""
        moment = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        digest = hashlib.sha256(body).hexdigest()
        host = self.endpoint.split("//")[1]
        scope = f"{moment[:8]}/us-east-1/s3/aws4_request"
        names = "host;x-amz-content-sha256;x-amz-date"
        canonical = (f"{method}\n{path}\n{query}\nhost:{host}\nx-amz-content-sha256:{digest}\n"
                     f"x-amz-date:{moment}\n\n{names}\n{digest}")
        text = (f"AWS4-HMAC-SHA256\n{moment}\n{scope}\n"
                + hashlib.sha256(canonical.encode()).hexdigest())
        key = ("AWS4" + identity[1]).encode()
        for part in (moment[:8], "us-east-1", "s3", "aws4_request", text):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        request = urllib.request.Request(
            f"{self.endpoint}{path}{'?' if query else ''}{query}",
            data=body if method == "PUT" else None, method=method,
            headers={"x-amz-date": moment, "x-amz-content-sha256": digest,
                     "Authorization": f"AWS4-HMAC-SHA256 Credential={identity[0]}/{scope},"
                                      f"SignedHeaders={names},Signature={key.hex()}"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except (OSError, ValueError) as error:
            return None, str(error).encode()


def opened_fixes(folder, store, key):
    """The times of all fixes in the bucket, opened with Debian's age; an object that it cannot open is a failure."""
    fixes = []
    for name, body in store.objects().items():
        path = folder / "object.age"
        path.write_bytes(body)
        done = subprocess.run(["age", "--decrypt", "-i", key, path], capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            check(f"age opens {name}", False, done.stderr)
            continue
        fixes += [feature["properties"]["timestamp"] for feature in json.loads(done.stdout)["features"]]
    return fixes
