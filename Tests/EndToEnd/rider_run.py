"""Starts and ends the checks in which riders live through a morning.

    from rider_run import arguments, run
"""

import argparse
import pathlib
import random
import tempfile

from checks import finish


def arguments(riders, speed):
    """A parser of the shared arguments, with these defaults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--riders", type=int, default=riders)
    parser.add_argument("--start", default="06:50")
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--speed", type=float, default=speed)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def run(options, live):
    """Runs the morning with randomness from the seed and a folder; then prints the totals."""
    print(f"        seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="takt-riders-") as name:
        live(options, random.Random(options.seed), pathlib.Path(name))
    finish()
