#!/usr/bin/env python3
"""The engine as an npm package: packed twice, installed beside a program of its own, and asked there.

Usage: test_engine_package.py PROGRAM

`make engine` wrote the package. One line a check, a sum at the end, exit code 1 when a check failed.
"""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 120
NEEDED = {"package.json", "engine.js", "client.js", "worker.js", "takt-engine.wasm", "engine.d.ts", "client.d.ts", "LICENSE"}


def run(*command, folder=ROOT):
    return subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, timeout=SECONDS)


def packed():
    """The package's path and digest."""
    path = ROOT / run(ROOT / "scripts" / "engine-package").stdout.strip()
    return path, hashlib.sha256(path.read_bytes()).hexdigest()


def documented():
    """The example of docs/engine.md for Node."""
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    return re.search(r"```js\n(import [^`]*'takt-engine'.*?)```", text, re.DOTALL)[1]


def installed(package, folder):
    """Unpacks a package as npm does, and reads its description."""
    with tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
    modules = folder / "node_modules"
    modules.mkdir()
    (folder / "package").rename(modules / "takt-engine")
    return json.loads((modules / "takt-engine" / "package.json").read_text())


def main(program):
    (package, digest), (_, again) = packed(), packed()
    check("equal contents are packed as equal bytes", digest == again)
    with tempfile.TemporaryDirectory(prefix="takt-engine-") as name:
        folder = pathlib.Path(name)
        described = installed(package, folder)
        files = {path.name for path in (folder / "node_modules" / "takt-engine").iterdir()}
        check("the package has its modules, types and licence", NEEDED <= files, str(NEEDED - files))
        version = run(program, "--version").stdout.split()[-1]
        check("and the program's version", described["version"] == version, described["version"])
        run(program, "demo", "--write-feed", folder / "feed")
        run(program, "import", folder / "feed", "--output", folder / "network.takt")
        (folder / "search.mjs").write_text(documented(), encoding="utf-8")
        found = run("node", "search.mjs", "network.takt", "Seewil", "Zinkwil", folder=folder)
        check("the example finds connections", re.search(r"\d{4}-\d{2}-\d{2}T", found.stdout), found.stderr[-300:])
        missing = run("node", "search.mjs", "search.mjs", "Seewil", "Zinkwil", folder=folder)
        check("and says what is no network", "not a network file" in missing.stderr, missing.stderr[-300:])
    finish()


if __name__ == "__main__":
    main(sys.argv[1])
