"""The blocks of a handbook that a reader is to run, and a folder where they run as on the reader's machine.

    from handbook import Desk, blocks

The words after a block's language say what it is: `run` (commands, or a program), `run server` (a command that serves until the
next one), `file PATH` (what the reader writes), `output` (what the block before prints; each line somewhere in it, in order).
"""

import contextlib
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import urllib.request

from checks import free_port, server_log

READY_SECONDS = 90
BLOCK_SECONDS = 120
# The programs that a block's language is run with, and the file that it is written to.
PROGRAMS = {"python": ["python3"], "js": ["deno", "run", "--no-remote", "--allow-net", "--ext=js"]}


# What the pages use of curl, for machines without it.
CURL = f"""#!{sys.executable}
import sys, urllib.error, urllib.request
try:
    sys.stdout.buffer.write(urllib.request.urlopen(sys.argv[-1], timeout=30).read())
except urllib.error.HTTPError as error:
    sys.stdout.buffer.write(error.read())
    sys.exit(22 if "f" in sys.argv[1] else 0)
"""


@dataclasses.dataclass
class Block:
    line: int
    language: str
    words: list
    text: str


def blocks(page):
    """The fenced blocks that have words after their language."""
    lines = page.splitlines()
    found, start = [], None
    for number, line in enumerate(lines):
        fence = re.match(r"\s*```(.*)$", line)
        if fence and start is None:
            start = (number, fence[1].split())
        elif fence:
            if len(start[1]) > 1:
                text = textwrap.dedent("\n".join(lines[start[0] + 1:number]))
                found.append(Block(start[0] + 1, start[1][0], start[1][1:], text + "\n"))
            start = None
    return found


class Desk:
    """A folder with the folders of a system in it, a port in place of 8080, and stand-ins for what needs root."""

    def __init__(self, folder, program, root, feed=None):
        self.folder, self.root = pathlib.Path(folder), root
        self.port = free_port()
        self.server = None
        tools = self.folder / "bin"
        for name in ("etc/takt", "var/lib/takt", "backup", "bin", "here"):
            (self.folder / name).mkdir(parents=True)
        (tools / "takt").symlink_to(program)
        if shutil.which("curl") is None:
            (tools / "curl").write_text(CURL)
            (tools / "curl").chmod(0o755)
        for name, text in (("sudo", '[ "$1" = -u ] && shift 2\nexec "$@"'), ("chown", "exit 0")):
            (tools / name).write_text(f"#!/bin/sh\n{text}\n")
            (tools / name).chmod(0o755)
        python = root / ".tools" / "venv" / "bin"
        self.environment = {**os.environ, "PATH": f"{tools}:{python}:{os.environ['PATH']}", "NO_COLOR": "1",
                            "DENO_NO_UPDATE_CHECK": "1"}
        origin = f"http://127.0.0.1:{self.port}"
        self.changes = [
            ("sudo systemctl enable --now takt", "takt serve --config /etc/takt/takt.yml"),
            ("sudo systemctl restart takt", "takt serve --config /etc/takt/takt.yml"),
            (" -g takt ", " "), ("/usr/share/takt/web", str(root / "Web")), ("/etc/takt", f"{self.folder}/etc/takt"),
            ("/var/lib/", f"{self.folder}/var/lib/"), ("/backup/", f"{self.folder}/backup/"),
            ("http://localhost:8080", origin), ("http://127.0.0.1:8080", origin), ("127.0.0.1:8080", f"127.0.0.1:{self.port}"),
            ("--port 8080", f"--port {self.port}"), ("https://takt.example", origin),
            ("https://agency.example/gtfs.zip", feed or ""), ("scripts/", f"{root}/scripts/"),
        ]

    def here(self, text):
        for theirs, ours in self.changes:
            text = text.replace(theirs, ours)
        return text

    def do(self, block):
        """Does what the block says; whether it went well, and what it printed."""
        text = self.here(block.text)
        if block.words[0] == "file":
            path = self.folder / "here" / self.here(block.words[1])
            path.write_text(text)
            return True, ""
        if "server" in block.words:
            return self.serve(text)
        command = ["bash", "-euo", "pipefail", "-c", text]
        if block.language in PROGRAMS:
            path = self.folder / "here" / f"block.{block.language}"
            path.write_text(text)
            command = [*PROGRAMS[block.language], str(path)]
        try:
            done = subprocess.run(command, cwd=self.folder / "here", env=self.environment, capture_output=True, text=True,
                                  timeout=BLOCK_SECONDS, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return False, f"not done in {BLOCK_SECONDS} s"
        return done.returncode == 0, done.stdout + (done.stderr if done.returncode else "")

    def serve(self, command):
        """Starts a server in place of the one before, and waits until it is ready."""
        self.stop()
        log = server_log()
        self.server = subprocess.Popen(["bash", "-c", f"exec {command.strip()}"], cwd=self.folder / "here", env=self.environment,
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end and self.server.poll() is None:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/ready", timeout=5).close()
                return True, ""
            time.sleep(0.2)
        log.seek(0)
        return False, log.read()[-500:]

    def stop(self):
        if self.server is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.server.pid, signal.SIGTERM)
        try:
            self.server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()
        self.server = None


def missing_lines(expected, printed):
    """The lines of an expected output that are not in what was printed, in this order; `…` stands for anything."""
    rest, missing = printed, []
    for line in expected.splitlines():
        pattern = ".*".join(re.escape(part) for part in line.strip().split("…"))
        found = re.search(pattern, rest)
        if found is None:
            missing.append(line.strip())
        else:
            rest = rest[found.end():]
    return missing
