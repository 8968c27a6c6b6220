"""What measurements share: the optimised program, a free port, what a process uses.

    from measuring import build, cpu_seconds, free_port
"""

import os
import pathlib
import socket
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def build(product="takt"):
    """The optimised program; TAKT (or DIARY_LOAD for diary-load, and so on) names another than the one to build."""
    variable = product.upper().replace("-", "_")
    if variable in os.environ:
        return pathlib.Path(os.environ[variable])
    scratch = ROOT / ".build-release"
    subprocess.run(["swift", "build", "-c", "release", "--product", product, "--scratch-path", scratch],
                   cwd=ROOT, check=True, stdout=sys.stderr)
    return scratch / "release" / product


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_seconds(process):
    """How long the processor has worked for a process."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process, field="VmRSS"):
    """Bytes that a process has in memory; VmHWM asks for the most that it ever had."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(field)) * 1024
