"""How checks in which riders live through a morning are started, and how they end.

    from rider_run import arguments, run
"""

import argparse
import pathlib
import random
import tempfile

from checks import finish


def arguments(riders, speed):
    """A parser of what all of them take, with these for defaults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--riders", type=int, default=riders)
    parser.add_argument("--start", default="06:50")
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--speed", type=float, default=speed)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def run(options, live):
    """Gives the morning its chance, which follows from the seed, and its folder; then sums up."""
    print(f"        seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="takt-riders-") as name:
        live(options, random.Random(options.seed), pathlib.Path(name))
    finish()
