"""A server for some checks: started, waited for, and stopped in order."""

import contextlib
import signal
import subprocess
import time
import urllib.error
import urllib.request

import checks
from checks import check, free_port, server_log

READY_SECONDS = 90
STOP_SECONDS = 10
# A Monday morning, when every line runs, whatever the local time.
MORNING = "2026-05-04T08:00"


def get(url, seconds=10):
    """Returns status and body; (None, reason) if there is no answer."""
    try:
        with urllib.request.urlopen(url, timeout=seconds) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except (OSError, ValueError) as error:
        return None, str(error).encode()


def wait_until_ready(process, url):
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end and process.poll() is None:
        if get(url + "/health/ready", seconds=2)[0] == 200:
            return True
        time.sleep(0.2)
    return False


def check_end(name, process, url):
    """The server ends by itself on SIGTERM, even while a client reads the live stream."""
    watching = None
    with contextlib.suppress(OSError):
        watching = urllib.request.urlopen(url + "/api/v1/vehicles/stream", timeout=10)
    check(f"{name}: the live stream opens", watching is not None and watching.status == 200)
    start = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        code = process.wait(timeout=STOP_SECONDS)
        check(f"{name}: ends with code 0 on SIGTERM", code == 0, f"code {code}")
        print(f"        after {time.monotonic() - start:.1f} s with an open stream")
    except subprocess.TimeoutExpired:
        check(f"{name}: ends within {STOP_SECONDS} s of SIGTERM", False)
    if watching is not None:
        with contextlib.suppress(OSError):
            watching.close()


def with_server(program, name, arguments, judge):
    """Starts a serving command, runs the checks against its address, and stops it."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with server_log() as log:
        process = subprocess.Popen(
            [program, *map(str, arguments), "--port", str(port), "--host", "127.0.0.1"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        failed_before = checks.failed
        try:
            if check(f"{name}: ready within {READY_SECONDS} s", wait_until_ready(process, url)):
                judge(name, url)
                check_end(name, process, url)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            if checks.failed > failed_before:
                log.seek(0)
                print("".join(f"        | {line}" for line in log.readlines()[-30:]))
