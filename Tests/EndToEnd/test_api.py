#!/usr/bin/env python3
"""Asks a demo server everything that its OpenAPI description names, as schemathesis makes it up.

    .tools/venv/bin/python Tests/EndToEnd/test_api.py --url http://127.0.0.1:8080

schemathesis (PyPI) is bounded and seeded: the same questions each time, some of them nonsense. No
answer may be a server error, have an undocumented status or type, or another shape than described.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

from checks import check, finish

parser = argparse.ArgumentParser()
parser.add_argument("--url", required=True)
URL = parser.parse_args().url
BUDGET_SECONDS = 90
SECONDS = 240
EXAMPLES = 8
# Streams never end, and addresses are not asked of strangers.
LEFT_OUT = r"/stream$"


def main():
    with urllib.request.urlopen(f"{URL}/api/openapi.json", timeout=10) as answer:
        document = json.load(answer)
    count = sum(len(item) for item in document["paths"].values())
    check("the description is OpenAPI 3.1", document["openapi"].startswith("3.1"))
    check("it names the operations of the whole API", count > 40, count)
    riders = []
    if "/api/v1/riders" in document["paths"]:
        request = urllib.request.Request(f"{URL}/api/v1/riders", data=b"{}", method="POST")
        with urllib.request.urlopen(request, timeout=10) as answer:
            riders = ["-H", f"Authorization: Bearer {json.load(answer)['token']}",
                      # The rider is needed to the end.
                      "--exclude-operation-id", "deleteRider"]
    program = pathlib.Path(sys.executable).parent / "schemathesis"
    command = [
        program, "run", f"{URL}/api/openapi.json", "--url", URL, "--seed", "7",
        "--max-examples", str(EXAMPLES), "--max-time", str(BUDGET_SECONDS), "--phases", "examples,coverage,fuzzing",
        "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,"
        "response_schema_conformance", "--exclude-path-regex", LEFT_OUT,
        "--suppress-health-check", "all", "--request-timeout", "20", "--no-color", *riders]
    try:
        # It leaves files where it runs.
        with tempfile.TemporaryDirectory(prefix="takt-api-") as folder:
            result = subprocess.run(
                command, capture_output=True, text=True, timeout=SECONDS, cwd=folder)
    except subprocess.TimeoutExpired:
        check("schemathesis ends in time", False, f"{SECONDS} s")
        return
    output = result.stdout + result.stderr
    print("\n".join(line for line in output.splitlines()[-25:]))
    tested = re.search(r"Operations:.*?\n.*?Tested:\s*(\d+)|Tested:\s*(\d+)", output, re.S)
    check("schemathesis asked every operation", tested is not None, output[-300:])
    check("no server error, no undocumented answer", result.returncode == 0, output[-3000:])


main()
finish()
