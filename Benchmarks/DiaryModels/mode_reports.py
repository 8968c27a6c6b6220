"""Tables of the accuracy of modes on held-out traces; see `Benchmarks/diary-modes`."""

import collections
import json
import math

from mode_fitting import fit

FIGURES = ("acc3", "acc5", "chg_P", "chg_R", "chg_F1")
KINDS = (("all", ""), ("iOS", "-ios"), ("Android", "-android"), ("always on", "-AC"))
TRUSTS = ("walkTrust", "bikeTrust", "engineTrust")
UNTRUSTING = {"constant": 0.0, "slope": 1.0, "length": 0.0}
# The strength of the regularisation, in legs.
RIDGE = 5.0
BINS = (0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0001)


def groups(corpus, by):
    """The groups of traces that are held out together: a trace, all phones of a day, or an itinerary."""
    found = collections.defaultdict(list)
    for name in corpus.names:
        day = name.split("-")[0]
        found[{"trace": name, "day": day, "itinerary": day.rstrip("0123456789")}[by]].append(name)
    return list(found.values())


def held_out(corpus, by):
    """For every trace, the parameters fitted on the others."""
    models = {}
    for group in groups(corpus, by):
        model = fit(corpus, [name for name in corpus.names if name not in group])
        models.update({name: model for name in group})
    return models


def validate(corpus):
    print("| held out | motion data | traces | moving F1 | start F1 | end F1 | " + " | ".join(FIGURES) + " |")
    print("|---|---|---|---|---|---|" + "---|" * len(FIGURES))
    for by in ("nothing", "trace", "day", "itinerary"):
        models = dict.fromkeys(corpus.names, fit(corpus, corpus.names)) if by == "nothing" else held_out(corpus, by)
        for off in (False, True):
            counted = {name: corpus.scores([{**model, "withoutMotion": off}])[0][name]
                       for name, model in models.items()}
            for kind, part in KINDS:
                names = [name for name in corpus.names if part in name]
                figures = corpus.summary([counted[name] for name in names])
                row = [figures[key] for key in ("sec_F1", "start_F1", "end_F1", *FIGURES)]
                print(f"| {by} | {'without' if off else 'with'} | {kind}, {len(names)} | "
                      + " | ".join(f"{value:.3f}".lstrip("0") for value in row) + " |", flush=True)
    chosen = collections.Counter(str(sorted(model.items())) for model in held_out(corpus, "trace").values())
    print(f"\n{len(chosen)} different choices where a trace is held out, the commonest {chosen.most_common(1)[0][1]} times.")


def verdicts(corpus, name, rows):
    """For each leg: its mode, its stated probability, and the share of its travelled seconds that had this mode."""
    truth = [section for section in corpus.true_sections(name) if section[2] not in ("wait", "?")]
    for kind, start, end, mode, probability in rows:
        if kind != "leg":
            continue
        right = travelled = 0.0
        for first, last, true in truth:
            both = max(0.0, min(end, last) - max(start, first))
            travelled += both
            right += both * (true == ("walk" if mode == "run" else mode))
        yield mode, probability, right / travelled if travelled else 0.0, end - start


def table(legs):
    """The reliability in bins, weighted by legs, and the expected calibration error."""
    total = sum(1 for _ in legs)
    error = 0.0
    print("| stated | legs | stated on average | right |\n|---|---|---|---|")
    for low, high in zip(BINS, BINS[1:]):
        inside = [(p, y) for _, p, y in legs if low <= p < high]
        if inside:
            stated = sum(p for p, _ in inside) / len(inside)
            right = sum(y for _, y in inside) / len(inside)
            error += abs(stated - right) * len(inside) / total
            print(f"| {low:.1f} to {min(high, 1):.1f} | {len(inside)} | {stated:.2f} | {right:.2f} |")
    loss = -sum(y * math.log(max(p, 1e-3)) + (1 - y) * math.log(max(1 - p, 1e-3)) for _, p, y in legs) / total
    print(f"\nexpected calibration error {error:.3f}, log loss {loss:.3f}, {total} legs\n")


def trust_of(mode):
    return {"walk": "walkTrust", "run": "walkTrust", "bike": "bikeTrust"}.get(mode, "engineTrust")


def logit(value):
    held = min(0.995, max(0.005, value))
    return math.log(held / (1 - held))


def trusted(numbers, stated, seconds):
    odds = (numbers["constant"] + numbers["slope"] * logit(stated)
            + numbers["length"] * math.log(max(10, seconds) / 300))
    return 1 / (1 + math.exp(-odds))


def fit_trust(legs):
    """Platt scaling with the length, by Newton's method, regularised towards no change."""
    keys = list(UNTRUSTING)
    numbers = dict(UNTRUSTING)
    known = [((1.0, logit(stated), math.log(max(10, seconds) / 300)), share) for stated, share, seconds in legs]
    for _ in range(40):
        slopes = [RIDGE * (numbers[key] - UNTRUSTING[key]) for key in keys]
        bends = [[RIDGE * (row == column) for column in range(3)] for row in range(3)]
        for signs, share in known:
            held = 1 / (1 + math.exp(-sum(numbers[key] * sign for key, sign in zip(keys, signs))))
            for row in range(3):
                slopes[row] += (held - share) * signs[row]
                for column in range(3):
                    bends[row][column] += held * (1 - held) * signs[row] * signs[column]
        for key, step in zip(keys, solve(bends, slopes)):
            numbers[key] -= max(-0.3, min(0.3, step))
            # A higher stated probability must not mean a lower one.
            numbers["slope"] = max(0.0, numbers["slope"])
    return {key: round(value, 2) for key, value in numbers.items()}


def solve(matrix, values):
    """Solves a small, diagonally dominant symmetric system by elimination."""
    rows = [list(row) + [value] for row, value in zip(matrix, values)]
    for pivot in range(len(rows)):
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(len(rows)):
            if other != pivot:
                rows[other] = [a - rows[other][pivot] * b for a, b in zip(rows[other], rows[pivot])]
    return [row[-1] for row in rows]


def legs_of(corpus, model, names):
    """For each kind of leg: stated probabilities, whether they are right, and seconds; and the same of all legs, in
    order.
    """
    kinds = collections.defaultdict(list)
    every = []
    plain = {**model, **{key: UNTRUSTING for key in TRUSTS}}
    for off in (False, True):
        rows = corpus.rows({**plain, "withoutMotion": off})
        for name in names:
            for mode, stated, share, seconds in verdicts(corpus, name, rows[name]):
                kinds[trust_of(mode)].append((stated, share, seconds))
                every.append((off, mode, stated, share, seconds))
    return kinds, every


def fitted_trusts(corpus, model, names):
    kinds, _ = legs_of(corpus, model, names)
    return {key: fit_trust(kinds[key]) for key in TRUSTS}


def calibrate(corpus):
    """The calibrated parameters; each day's calibration is fitted on the other days."""
    before, after = [], []
    for group in groups(corpus, "day"):
        others = [name for name in corpus.names if name not in group]
        trusts = fitted_trusts(corpus, {}, others)
        for off, mode, stated, share, seconds in legs_of(corpus, {}, group)[1]:
            before.append((off, stated, share))
            after.append((off, trusted(trusts[trust_of(mode)], stated, seconds), share))
    for off in (False, True):
        for name, legs in (("as the model states it", before), ("calibrated, days held out", after)):
            print(f"{'without' if off else 'with'} motion data, {name}\n")
            table([leg for leg in legs if leg[0] == off])
    print(json.dumps(fitted_trusts(corpus, {}, corpus.names), indent=2))
