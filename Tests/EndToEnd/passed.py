"""Records which scripts passed today with the same program, web app and checks, so that they need not run twice.

The record is stored with the build products: a clean clone runs all scripts.
"""

import datetime
import hashlib
import json
import os


class Passed:
    def __init__(self, root, program):
        self.path = root / ".build" / "end-to-end-passed.json"
        self.folder = root / "Tests" / "EndToEnd"
        self.today = datetime.date.today().isoformat()
        helpers = [path for path in self.folder.glob("*") if path.is_file() and not path.name.startswith("test_")]
        app = [path for path in (root / "Web").rglob("*") if path.is_file()]
        pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "packaging").glob("*.yml"),
                 root / "scripts" / "sample-study"]
        # What these scripts read besides.
        self.read = {"test_handbooks.py": sorted(pages), "test_api_examples.py": [root / "docs" / "api.md",
                                                                                 root / "docs" / "api-examples.md"]}
        self.common = digest([program, *sorted(helpers), *sorted(app)])
        try:
            known = json.loads(self.path.read_text())
            self.names = set(known["names"]) if known["day"] == self.today else set()
        except (OSError, ValueError, KeyError):
            self.names = set()

    def name(self, script, arguments):
        words = [str(word) for word in [script, *arguments]]
        scripts = [word for word in words if word.startswith("test_")]
        read = [path for each in scripts for path in self.read.get(each, [])]
        return hashlib.sha256(json.dumps(
            [self.common, digest([*(self.folder / each for each in scripts), *read]), words]).encode()).hexdigest()

    def knows(self, script, arguments):
        return self.name(script, arguments) in self.names

    def note(self, script, arguments):
        self.names.add(self.name(script, arguments))
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps({"day": self.today, "names": sorted(self.names)}))
        os.replace(fresh, self.path)


def digest(paths):
    """A hash of the names and contents of some files."""
    whole = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            whole.update(f"{path.name} {hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode())
    return whole.hexdigest()
