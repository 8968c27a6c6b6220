"""Shared helpers of the scripts about live sources."""

import contextlib
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request


class Checks:
    """Prints one line per check and remembers whether one failed."""

    def __init__(self, name):
        self.name = name
        self.failed = 0

    def check(self, sentence, holds, detail=""):
        self.failed += 0 if holds else 1
        print(f"{'ok     ' if holds else 'FAILED '} {self.name}: {sentence}"
              + (f": {detail}" if detail and not holds else ""), flush=True)
        return holds

    def finish(self, log_lines):
        """Ends the script; prints the log if a check failed."""
        if self.failed:
            print("".join(f"        | {line}" for line in log_lines[-40:]))
        sys.exit(1 if self.failed else 0)


def get(url, token=None):
    """Returns status and body; None if there is no answer."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, b""
    except OSError:
        return None, b""


def get_json(url, token=None):
    status, body = get(url, token)
    return json.loads(body) if status == 200 else {}


def wait_for(condition, seconds=90):
    """The condition's value once it is true, or after the time limit."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.3)
    return condition()


@contextlib.contextmanager
def running(program, *arguments, log):
    """A command that is killed at the end if it is still running."""
    process = subprocess.Popen(
        [program, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        yield process
    except BaseException:
        if process.poll() is not None:
            # What failed may be its consequence.
            print(f"        '{arguments[0]}' had ended by itself, with code {process.returncode}:")
            with contextlib.suppress(OSError, ValueError):
                log.seek(0)
                print("".join(f"        | {line}" for line in log.readlines()[-30:]))
        raise
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def takt(program, *arguments):
    return subprocess.run(
        [program, *map(str, arguments)], capture_output=True, text=True, timeout=180,
        stdin=subprocess.DEVNULL)
