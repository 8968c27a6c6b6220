"""Shared helpers of measurements: the optimised program, a free port, the resources of a process.

    from measuring import build, cpu_seconds, free_port, pace
"""

import os
import pathlib
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def build(product="takt"):
    """The optimised program; TAKT (or DIARY_LOAD for diary-load, and so on) names one to use instead of building it."""
    variable = product.upper().replace("-", "_")
    if variable in os.environ:
        return pathlib.Path(os.environ[variable])
    scratch = ROOT / ".build-release"
    subprocess.run(["swift", "build", "-c", "release", "--product", product, "--scratch-path", scratch],
                   cwd=ROOT, check=True, stdout=sys.stderr)
    return scratch / "release" / product


def pace():
    """The current speed of a core. 1 is the machine of the first tables in results.md, where a million additions in a
    loop of CPython 3.11 took 0.024 s; the best of five attempts. Memory may be slower or faster than this.
    """
    best = float("inf")
    for _ in range(5):
        start, total = time.perf_counter(), 0
        for number in range(1_000_000):
            total += number
        best = min(best, time.perf_counter() - start)
    return 0.024 / best


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_seconds(process):
    """The processor time of a process's threads, to the nanosecond where the kernel provides it."""
    threads = pathlib.Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e9


def memory(process, field="VmRSS"):
    """The memory of a process in bytes; VmHWM gives its peak."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(field)) * 1024
