"""Fits the parameters of `ModeModel` on some recorded traces; see `Benchmarks/diary-modes`."""

import csv
import importlib.util
import json
import math
import statistics
import subprocess

from measuring import ROOT, build

SHARED = ROOT.parent / "shared"
PACE_OFFSET = 0.3
# In order: each is chosen while the ones before keep their chosen values; of equal ones the middle value.
CHOICES = [
    ("access", (60, 90, 120)),
    ("carHalts", (0.2, 0.4, 0.8)),
    ("waitingRadius", (80, 120, 200)),
    ("usualWait", (100, 150, 220)),
]


def load_scorer():
    path = SHARED / "evaluate" / "diary" / "score_segments.py"
    spec = importlib.util.spec_from_file_location("score_segments", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Corpus:
    """The traces, and the inferences from them by parameters, so that nothing is inferred or scored twice."""

    def __init__(self, folder):
        self.folder = folder
        self.names = sorted(p.name for p in folder.iterdir() if (p / "locations.csv").exists())
        self.program = build("diary-models")
        self.scorer = load_scorer()
        self.known = {}
        self.inferred = {}
        self.standard = json.loads(subprocess.run([self.program, "standard"], check=True,
                                                  capture_output=True).stdout)
        self.speeds = self.read_speeds()

    def true_sections(self, name):
        with open(self.folder / name / "truth_sections.csv", encoding="utf-8") as file:
            return [(float(r["start_ts"]), float(r["end_ts"]), r["mode"]) for r in csv.DictReader(file)]

    def read_speeds(self):
        """The observed speeds on legs by trace and true mode, without the first and last half minute of each leg."""
        spans = [(name, start + 30, end - 30, mode) for name in self.names
                 for start, end, mode in self.true_sections(name) if end - start > 120]
        asked = "".join(f"{name},{start},{end}\n" for name, start, end, _ in spans)
        output = subprocess.run([self.program, "speeds", self.folder], input=asked, check=True,
                              capture_output=True, text=True).stdout.split("\n")
        speeds = {name: {} for name in self.names}
        for (name, _, _, mode), line in zip(spans, output):
            speeds[name].setdefault(mode, []).extend(float(v) for v in line.split(",") if v)
        return speeds

    def rows(self, model):
        """The inferences with some parameters: rows of kind, start, end, mode and probability, by trace."""
        key = json.dumps(model, sort_keys=True)
        if key not in self.inferred:
            self.inferred[key] = self.segments([model])[0]
        return self.inferred[key]

    def segments(self, models):
        asked = "".join(json.dumps(model) + "\n" for model in models)
        output = subprocess.run([self.program, "segment", self.folder], input=asked, check=True,
                              capture_output=True, text=True).stdout
        found = [{name: [] for name in self.names} for _ in models]
        for line in output.splitlines():
            row, name, kind, start, end, mode, probability = line.split(",")
            found[int(row)][name].append((kind, float(start), float(end), mode, float(probability or 0)))
        return found

    def scores(self, models):
        """The scorer's counts for each of some models, by trace."""
        keys = [json.dumps(model, sort_keys=True) for model in models]
        new = [(key, model) for key, model in zip(keys, models) if key not in self.known]
        new = list(dict(new).items())
        if new:
            for (key, _), found in zip(new, self.segments([model for _, model in new])):
                self.known[key] = {name: self.count(name, rows) for name, rows in found.items()}
        return [self.known[key] for key in keys]

    def count(self, name, rows):
        counts, errors = self.scorer.Acc(), {"start": [], "end": []}
        self.scorer.score_trace(str(self.folder / name), [row[:4] for row in rows], counts, errors)
        return counts, errors

    def summary(self, counted):
        """The scorer's figures for the combined counts of some traces."""
        total, errors = self.scorer.Acc(), {"start": [], "end": []}
        for counts, more in counted:
            for key, value in counts.items():
                total.add(key, value)
            for key, values in more.items():
                errors[key] += values
        return self.scorer.summarise(total, errors)[0]


def paces(corpus, names):
    """The median speeds of bicycles and motorised vehicles, and the spread of their logarithms, from the middle two
    thirds. Walking is not fitted, since the traces have few walkers. The values are rounded to significant digits.

    The walk is not fitted: the traces have few walkers. More digits than these are not known.
    """
    fitted = {}
    for key, modes in (("bike", ("bike",)), ("motor", ("car", "bus", "rail"))):
        seen = sorted(math.log(v + PACE_OFFSET) for name in names for mode in modes
                      for v in corpus.speeds[name].get(mode, ()))
        middle = statistics.median(seen)
        low, high = seen[len(seen) // 6], seen[len(seen) * 5 // 6]
        typical = math.exp(middle) - PACE_OFFSET
        fitted[key] = {"typical": round(typical, 1), "spread": round((high - low) * 10) / 20}
    return fitted


def gain(corpus, counted):
    figures = corpus.summary(counted)
    return figures["acc3"] + figures["acc5"] + figures["chg_F1"]


def fit(corpus, names):
    """The parameters that fit some traces best; runs with and without motion data have equal weight."""
    model = paces(corpus, names)
    for key, values in CHOICES:
        tried = [{**model, key: value} for value in values]
        scores = corpus.scores([{**one, "withoutMotion": off} for one in tried for off in (False, True)])
        gains = [sum(gain(corpus, [scores[2 * row + off][name] for name in names]) for off in (0, 1))
                 for row in range(len(tried))]
        model = tried[max(range(len(tried)), key=lambda row: (round(gains[row], 6), row == len(values) // 2))]
    return model
