#!/usr/bin/env python3
"""The Swift package for native apps: the example of Examples/NativeApp, built from it alone and run.

Usage: test_native_app.py PROGRAM

One line a check, a sum at the end, exit code 1 when a check failed.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Examples" / "NativeApp"
BUILD_SECONDS = 900
RUN_SECONDS = 120
# What is not checked here: debug information, and what editors read. A third less work for the compiler.
QUICKLY = ["-debug-info-format", "none", "--disable-index-store", *(
    word for flag in ["-whole-module-optimization", "-no-emit-module-separately-wmo", "-num-threads", "1"]
    for word in ("-Xswiftc", flag))]


def run(*command, seconds=RUN_SECONDS):
    return subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True, timeout=seconds)


def main(program):
    run(ROOT / "scripts" / "swift-package")
    scratch = ROOT / ".build" / "native-app"
    built = run("swift", "build", "--package-path", EXAMPLE, "--scratch-path", scratch, *QUICKLY, seconds=BUILD_SECONDS)
    check("the example builds from the package alone", built.returncode == 0, (built.stdout + built.stderr)[-600:])
    example = scratch / "debug" / "NativeApp"
    with tempfile.TemporaryDirectory(prefix="takt-native-") as name:
        folder = pathlib.Path(name)
        run(program, "demo", "--at", "2026-05-04T08:00", "--write-feed", folder / "feed")
        run(program, "import", folder / "feed", "--output", folder / "network.takt")
        found = run(example, folder / "network.takt", "Seewil", "Zinkwil", "2026-05-04T08:00")
        status, _, rest = found.stdout.partition(" ")
        body, _, sensing = rest.partition("\n")
        check("it finds connections", status == "200" and json.loads(body)["connections"], found.stderr[-300:])
        check("and says when to measure the place", sensing.startswith("measure the place: "), sensing)
        damaged = folder / "damaged.takt"
        damaged.write_bytes((folder / "network.takt").read_bytes()[:-1])
        refused = run(example, damaged, "Seewil", "Zinkwil", "2026-05-04T08:00")
        check("and what is wrong with a file", refused.returncode == 65 and "damaged" in refused.stdout, refused.stdout[-300:])
    finish()


if __name__ == "__main__":
    main(sys.argv[1])
