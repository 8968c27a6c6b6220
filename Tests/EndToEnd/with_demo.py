#!/usr/bin/env python3
"""Runs a script of checks against a demo of its own, which begins on a Monday morning.

Usage: with_demo.py PROGRAM SCRIPT [ARGUMENT ...]
"""

import pathlib
import subprocess
import sys

from checks import check, finish
from serving import MORNING, with_server


def main():
    program, script, *arguments = sys.argv[1:]

    def judge(name, url):
        path = pathlib.Path(__file__).with_name(script)
        code = subprocess.run([sys.executable, path, *arguments, "--url", url], stdin=subprocess.DEVNULL).returncode
        check(f"{name}: {script}", code == 0, f"code {code}")

    with_server(program, "demo", ["demo", "--at", MORNING], judge)
    finish()


main()
