#!/usr/bin/env python3
"""Scores walks against agreed lengths: score_walks.py REFERENCE.csv ANSWERS.csv [--profile foot|wheelchair]

REFERENCE has the columns query and consensus_m (on which two routers agree) and wheelchair_m; ANSWERS is the output of
'takt walk-batch'. Prints the shares of pairs within 5 % or 10 m, of those that are more than two minutes too short, and
of those without an answer; for wheelchairs the share within 10 %.
"""
import argparse
import csv


def read(path):
    with open(path, newline="") as file:
        return {row["query"]: row for row in csv.DictReader(file)}


def share(count, total):
    return 100 * count / max(1, total)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reference")
    parser.add_argument("answers")
    parser.add_argument("--profile", choices=["foot", "wheelchair"], default="foot")
    parser.add_argument("--worst", type=int, default=0, help="print the worst pairs")
    options = parser.parse_args()
    column = "consensus_m" if options.profile == "foot" else "wheelchair_m"
    speed = 1.25 if options.profile == "foot" else 0.8
    answers = read(options.answers)
    judged, within, near, short, unanswered = 0, 0, 0, 0, 0
    differences = []
    for query, row in read(options.reference).items():
        if not row[column]:
            continue
        judged += 1
        expected = float(row[column])
        metres = answers.get(query, {}).get("metres")
        if not metres:
            unanswered += 1
            differences.append((float("inf"), query, expected, None))
            continue
        difference = float(metres) - expected
        differences.append((abs(difference) / expected, query, expected, float(metres)))
        within += abs(difference) <= max(0.05 * expected, 10)
        near += abs(difference) <= max(0.1 * expected, 10)
        short += -difference / speed > 120
    print(
        f"pairs {judged} within_5_percent_or_10_m {share(within, judged):.1f} "
        f"within_10_percent_or_10_m {share(near, judged):.1f} "
        f"short_by_2_min {share(short, judged):.2f} unanswered {share(unanswered, judged):.2f}")
    for worst in sorted(differences, reverse=True, key=lambda found: found[0])[: options.worst]:
        print("  query {1}: expected {2}, answered {3}".format(*worst))


if __name__ == "__main__":
    main()
