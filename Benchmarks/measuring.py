"""Shared helpers of measurements: the optimised program, a free port, the resources of a process, instructions.

    from measuring import build, cpu_seconds, free_port, pace
"""

import os
import pathlib
import re
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


# The words before a program whose instructions are counted.
COUNTING = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]

# Valgrind 3.19 writes into the mask that a program passes to sigsuspend. That of libdispatch, where the main thread of an asynchronous
# program ends, is in read-only memory: valgrind would end with a segmentation fault.
SIGSUSPEND = """
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int sigsuspend(const sigset_t *mask) {
    sigset_t copy = *mask;
    return syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
"""


def for_counting(folder):
    """The environment of a program behind COUNTING, with a library in the folder that passes sigsuspend a copy."""
    library = folder / "sigsuspend.so"
    subprocess.run(["clang", "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=SIGSUSPEND, text=True, check=True)
    return {**os.environ, "LD_PRELOAD": str(library), "SWIFT_DETERMINISTIC_HASHING": "1"}


def instructions_in(text):
    """The instructions that valgrind reports at the end of a program; None without a report."""
    found = re.search(r"I\s+refs:\s+([\d,]+)", text)
    return int(found[1].replace(",", "")) if found else None


def stripped(program, folder):
    """A copy without what debuggers read, of which valgrind does not understand all."""
    copy = folder / program.name
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy
