#!/usr/bin/env python3
"""Sealed files against Debian's `age`: each opens what the other seals, and invalid files are refused.

    Tests/EndToEnd/test_sealing.py .build/debug/takt
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

PROGRAM = sys.argv[1]
SECONDS = 60


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          timeout=SECONDS, stdin=subprocess.DEVNULL)


def main():
    if shutil.which("age") is None or shutil.which("age-keygen") is None:
        print("skipped: sealed files against age (it is not installed)")
        finish()
    with tempfile.TemporaryDirectory(prefix="takt-age-") as name:
        folder = pathlib.Path(name)
        key = folder / "key.txt"
        run("age-keygen", "-o", key)
        recipient = run("age-keygen", "-y", key).stdout.strip()
        other = folder / "other.txt"
        run("age-keygen", "-o", other)
        # Sizes at the ends of one chunk and of two, and some in between.
        for size in (0, 1, 65536, 65537, 131072, 3_000_000):
            check_size(folder, key, recipient, size)
        check_refusals(folder, key, other, recipient)
        check_folders(folder, key, other)
    finish()


def check_size(folder, key, recipient, size):
    plain = folder / f"plain-{size}"
    plain.write_bytes(bytes((i * 7 + i // 251) % 256 for i in range(size)))
    ours = folder / f"ours-{size}.age"
    sealed = run(PROGRAM, "diary", "seal", plain, "--recipient", recipient, "--output", ours)
    opened = folder / f"opened-by-age-{size}"
    by_age = run("age", "--decrypt", "-i", key, "-o", opened, ours)
    check(f"age opens {size} bytes that takt sealed",
          sealed.returncode == 0 and by_age.returncode == 0
          and (opened.read_bytes() if opened.exists() else b"") == plain.read_bytes(),
          sealed.stderr + by_age.stderr)
    theirs = folder / f"theirs-{size}.age"
    run("age", "-r", recipient, "-r", run_other_recipient(folder), "-o", theirs, plain)
    target = folder / "opened"
    target.mkdir(exist_ok=True)
    by_takt = run(PROGRAM, "diary", "open", theirs, "--identity", key, "--output", target)
    result = target / f"theirs-{size}"
    check(f"takt opens {size} bytes that age sealed",
          by_takt.returncode == 0 and result.exists()
          and result.read_bytes() == plain.read_bytes(), by_takt.stderr)


def run_other_recipient(folder):
    return run("age-keygen", "-y", folder / "other.txt").stdout.strip()


def check_refusals(folder, key, other, recipient):
    good = (folder / "ours-131072.age").read_bytes()
    target = folder / "refused"
    target.mkdir()
    files = {
        "cut": good[:-1], "cut-at-piece": good[:-(65536 + 16)], "longer": good + b"x",
        "changed": good[:-9] + bytes([good[-9] ^ 1]) + good[-8:], "empty": b"",
        "text": b"age-encryption.org/v1\n-> X25519 !\n", "armour": b"-----BEGIN AGE ENCRYPTED FILE",
    }
    for name, content in files.items():
        path = folder / f"{name}.age"
        path.write_bytes(content)
        done = run(PROGRAM, "diary", "open", path, "--identity", key, "--output", target)
        check(f"a file that is {name} is refused in one sentence",
              done.returncode == 65 and len(done.stderr.strip().splitlines()) == 1,
              f"code {done.returncode} {done.stderr.strip()}")
    stranger = run(PROGRAM, "diary", "open", folder / "ours-1.age", "--identity", other,
                   "--output", target)
    check("another key is refused", stranger.returncode == 65
          and "another key" in stranger.stderr, stranger.stderr)
    check("refused files leave nothing behind", not list(target.iterdir()),
          [path.name for path in target.iterdir()])
    missing = run(PROGRAM, "diary", "open", folder / "none.age", "--identity", key)
    check("a missing file has its own exit code", missing.returncode == 66, missing.stderr)
    wrong = run(PROGRAM, "diary", "seal", folder / "ours-1.age", "--recipient", recipient[:-1],
                "--output", folder / "x.age")
    check("an invalid public key is wrong usage", wrong.returncode == 64, wrong.stderr)


def check_folders(folder, key, other):
    """A folder for opened files is created, none of them replaces another, and a data set's unread files have a reason."""
    days = [folder / "bucket" / day for day in ("first", "second")]
    for day in days:
        day.mkdir(parents=True)
        shutil.copy(folder / "ours-1.age", day / "ours-1.age")
    one = run(PROGRAM, "diary", "open", days[0] / "ours-1.age", "--identity", key, "--output", folder / "new" / "opened")
    check("the folder for opened files is created",
          one.returncode == 0 and (folder / "new" / "opened" / "ours-1").exists(), one.stderr)
    both = run(PROGRAM, "diary", "open", *[day / "ours-1.age" for day in days], "--identity", key, "--output", folder / "both")
    check("no opened file replaces another", both.returncode == 64 and "would both become" in both.stderr
          and not (folder / "both").exists(), both.stderr)
    alone = run(PROGRAM, "diary", "open", days[0] / "ours-1.age", "--identity", key, "--output", folder / "key.txt")
    check("a folder that cannot be created is named with the reason",
          alone.returncode == 74 and str(key) in alone.stderr and alone.stderr.count("\n") == 1, alone.stderr)
    for name, words in [("without a key", []), ("with another key", ["--identity", other])]:
        done = run(PROGRAM, "diary", "dataset", folder / "bucket", *words, "--output", folder / "tables")
        reason = "sealed to another key." if words else "name the study's key with --identity."
        check(f"a data set {name} is refused with the reason",
              done.returncode == 65 and done.stderr.count(reason) == 2
              and done.stderr.rstrip().endswith("none of its 2 files could be read."), f"{done.returncode} {done.stderr}")


main()
