"""Counts checks: a line each as they are made, a sum at the end.

    from checks import check, finish
"""

import sys

passed = 0
failed = 0


def check(sentence, holds, detail=""):
    """Prints whether the sentence holds, with the detail if there is one; says so to the caller."""
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
    told = " / ".join(str(detail).split("\n"))
    print(f"{'ok     ' if holds else 'FAILED '} {sentence}{f': {told}' if told else ''}", flush=True)
    return holds


def finish():
    """Prints the sum and ends the script, with 1 if a check failed."""
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
