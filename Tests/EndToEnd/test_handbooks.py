#!/usr/bin/env python3
"""Follows the handbooks: runs what they tell the reader to run, and compares what they name with what there is.

    .tools/venv/bin/python Tests/EndToEnd/test_handbooks.py PROGRAM

Blocks run in the order of the page in a folder of their own, against a server that the page starts; the packages, certificates and
system services of a real machine have stand-ins (handbook.py). A line a check.
"""

import io
import pathlib
import subprocess
import sys
import tempfile
import zipfile

from checks import check, finish
from feed_scene import Publisher
from handbook import Desk, blocks, missing_lines
from handbook_words import broken_links, commands, missing_columns, missing_kinds, stale_rules, unknown_options, unknown_words

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "docs" / "handbook"


def demo_feed(folder):
    """The demo's town as a feed in a file, as agencies publish theirs."""
    subprocess.run([PROGRAM, "demo", "--write-feed", folder / "feed"], check=True, timeout=60, capture_output=True)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((folder / "feed").iterdir()):
            archive.write(path, path.name)
    return packed.getvalue()


def follow(page, publisher):
    """Runs the blocks of a handbook one after the other; the later ones need the earlier ones."""
    name = page.stem
    with tempfile.TemporaryDirectory(prefix=f"takt-{name}-") as folder:
        desk = Desk(folder, PROGRAM, ROOT, publisher.url)
        printed, did = "", 0
        try:
            for block in blocks(page.read_text()):
                what = f"{name}: line {block.line}"
                if block.words[0] == "output":
                    missing = missing_lines(block.text, printed)
                    check(f"{what} is what is printed", not missing, f"{missing} not in {printed[-1500:]}" if missing else "")
                    continue
                went_well, printed = desk.do(block)
                did += 1
                if not check(f"{what} can be followed", went_well, "" if went_well else printed[-1500:]):
                    return
        finally:
            desk.stop()
        print(f"        {did} blocks")


def check_wrongs():
    """That each kind of mistake is seen, on a drawn repository."""
    with tempfile.TemporaryDirectory(prefix="takt-pages-") as name:
        root = pathlib.Path(name)
        for path, text in {
                "README.md": "# A\n[a](docs/errors.md#the-b) [b](docs/errors.md#c) [c](d.md) `[e](f.md)`\n<img src=\"g.png\">\n",
                "docs/errors.md": "## The `b`\n| `busy` | 503 | x |\n| `gone` | 404 | x |\n",
                "Sources/Diary/Diary/Timeline/Research/Table.swift": 'Column("a", "text")\nColumn(\n  "b")\nColumn("c")\n',
                "docs/handbook/researchers.md": "| `a` |\n```\nb,d\n```\n",
                "page.md": "Tap “Save” and “At 08:00”, not “Sav”.\n",
                "Web/app/messages/pages-en.js": '"a": "Save",\n"b": "At {time}",\n',
                "Web/app/messages/pages-de.js": '"a": "Sav",\n',
                "Sources/A/A.swift": 'Problem(.busy, kind: "busy")\nself.init(\n  status, kind: "new-kind")\nFeature(kind: "river")\n',
                "Sources/B/B.swift": 'enum PlanningProblem {\n    var code: String {\n case .a: "no-way"\n    }\n}\n'}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        links = [each.split(": ")[1] for each in broken_links(root)]
        check("a missing heading, page and picture are seen", links == ["docs/errors.md#c", "d.md", "g.png"], links)
        kinds = [each.split(" ")[0] for each in missing_kinds(root)]
        check("a kind of problem in one place only is seen", sorted(kinds) == ["gone", "new-kind", "no-way"], kinds)
        columns = missing_columns(root)
        check("a column that the page omits is seen", columns == ["c"], columns)
        words = unknown_words(root, root / "page.md")
        check("words that no screen has are seen", words == ["At 08:00", "Sav"], words)
        (root / "README.md").write_text(
            "`takt plna`\n```\nsudo -u takt takt admin backup --data a \\\n  --into b\ntakt admin rest\ntakt plan -o c --x=1\n```\n")
        known = {"": set(), "plan": {"-o"}, "admin": set(), "admin backup": {"--data"}}
        options = [each.split(": takt ")[1] for each in unknown_options(root, known)]
        check("commands and options that the program does not have are seen",
              options == ["plna", "admin backup --into", "admin rest", "plan --x"], options)


def main():
    check_wrongs()
    check("blocks are found, also in lists, and outputs compared", [block.words for block in blocks(
        "```sh run\na\n```\n1. x\n   ```yaml file b\n   c\n   ```\n```sh\nd\n```\n")] == [["run"], ["file", "b"]]
        and missing_lines("a…c\nd", "x\nabc\nd") == [] and missing_lines("d\na", "a\nd") == ["a"])
    pages = sorted(FOLDER.glob("*.md"))
    check("there is a handbook for each reader", [page.stem for page in pages] == [
        "developers", "operators", "researchers", "riders"], [page.stem for page in pages])
    unknown = [f"{page.stem}: {word}" for page in pages for word in unknown_words(ROOT, page)]
    check("the handbooks quote what the app says", not unknown, unknown)
    found = broken_links(ROOT)
    check("links and pictures of all pages lead to what there is, with their headings", not found, "; ".join(found))
    wrong = missing_kinds(ROOT)
    check("each kind of problem is in the catalogue, and no other", not wrong, wrong)
    columns = missing_columns(ROOT)
    check("each column of the research tables is in the researchers' handbook", not columns, columns)
    unknown = unknown_options(ROOT, commands(PROGRAM))
    check("the commands of all pages have the options that the pages name", not unknown, unknown)
    publisher = Publisher()
    # The doctor reads the beginning of a feed and hangs up.
    publisher.server.handle_error = lambda *_: None
    with tempfile.TemporaryDirectory(prefix="takt-feed-") as folder:
        publisher.content = demo_feed(pathlib.Path(folder))
    stale = stale_rules(ROOT, PROGRAM)
    check("alert rules and the page of metrics name figures that the server has", not stale, stale)
    for page in pages:
        follow(page, publisher)


main()
finish()
