#!/usr/bin/env python3
"""Asks a demo server everything that its OpenAPI description names, as schemathesis makes it up.

    .tools/venv/bin/python Tests/EndToEnd/test_api.py PROGRAM

It starts `PROGRAM demo` on a free port. schemathesis (PyPI) is bounded and seeded: the same questions
each time, some of them nonsense, with the tokens of a rider, a participant, a researcher and an operator.
No answer may be a server error, have an undocumented status or type, or another shape than described; nor
may one that is asked for sensibly have members that the description does not name.
"""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

from checks import check, finish, free_port, server_log
from described import undescribed

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
OPERATOR = "an-operators-token-of-some-length"
READY_SECONDS = 90
BUDGET_SECONDS = 60
SECONDS = 240
EXAMPLES = 6
CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance",
          "response_schema_conformance")
RIDERS = r"^/api/v1/rider(/|$)"
# Streams never end, and whoever is asked for below is needed to the end.
LEFT_OUT = ("--exclude-path-regex", r"/stream$", "--exclude-operation-id", "deleteRider",
            "--exclude-operation-id", "deleteDiaryParticipant",
            "--exclude-operation-id", "deleteOperatorStudiesId",
            "--exclude-operation-id", "postOperatorStudiesIdResearcher")


def ask(url, body=None, token=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=20) as answer:
        text = answer.read()
        return json.loads(text) if text else None


def access(url):
    """The token for each kind of address, by a pattern of such addresses."""
    rider = ask(f"{url}/api/v1/riders", {})["token"]
    study = ask(f"{url}/api/v1/operator/studies", {
        "id": "fuzz", "name": "Fuzz", "mode": "personal",
        "consent": {"version": 1, "text": "I agree."}}, OPERATOR)
    participant = ask(f"{url}/api/v1/diary/participants",
                      {"code": study["code"], "consentVersion": 1})["token"]
    return {RIDERS: rider, r"^/api/v1/operator": OPERATOR,
            r"^/api/v1/diary/study": study["researcherToken"],
            r"^/api/v1/diary/(participant(/|$)|fixes|config|days|corrections|places|statistics|suggestions)":
                participant}


def rules(tokens):
    """schemathesis' configuration: which token belongs to which address."""
    return "".join(
        f'[[operations]]\ninclude-path-regex = "{path}"\n'
        f'headers = {{ Authorization = "Bearer {token}" }}\n\n' for path, token in tokens.items())


def compare(url, document, tokens):
    """Asks what can be read, with stops and routes that there are, for members that are not described."""
    first, second = (stop["id"] for stop in ask(f"{url}/api/v1/stops/search?q=Seewil")["stops"][:2])
    ids = {"stops": first, "routes": ask(f"{url}/api/v1/routes?limit=1")["routes"][0]["id"],
           "connections": ask(f"{url}/api/v1/connections?from={first}&to={second}")["connections"][0]["id"]}
    values = {"from": first, "to": second, "at": "47.17,8.51", "bbox": "8.28,47.19,8.31,47.21"}
    run = ask(f"{url}/api/v1/stops/{first}/departures?limit=1")["calls"][0]
    ids["trips"] = run["trip"]
    ways = {"from": run["stop"]["id"], "to": run["destination"]["id"]}
    for path, body in (("routes", {"connection": ids["connections"], "weekdays": [1]}),
                       ("trips", {**ways, "arriveBy": "18:00", "weekdays": [1]}),
                       ("rides", {**ways, "trip": run["trip"], "day": run["serviceDay"]})):
        ask(f"{url}/api/v1/rider/{path}", body, tokens[RIDERS])
    asked, missing = 0, []
    for path, item in document["paths"].items():
        operation = item.get("get", {})
        content = operation.get("responses", {}).get("200", {}).get("content", {}).get("application/json")
        if content is None:
            continue
        query = {each["name"]: values[each["name"]] for each in operation.get("parameters", [])
                 if each["in"] == "query" and each.get("required")}
        if path in ("/api/v1/places", "/api/v1/addresses"):
            query["q"] = "bahnhofstrasse"
        thing = next((each for each in ids if f"/{each}/" in path), "")
        there = path.replace("{date}", "2026-05-04").replace(
            "{id}", urllib.parse.quote(ids.get(thing, ""), safe=""))
        token = next((token for pattern, token in tokens.items() if re.search(pattern, path)), None)
        answer = ask(f"{url}{there}?{urllib.parse.urlencode(query)}", token=token)
        missing += [f"{path} {way}" for way in undescribed(document, content["schema"], answer)]
        asked += 1
    check("what can be read is asked for sensibly", asked > 30, asked)
    check("its members are all described", not missing, ", ".join(missing))


def fuzz(url, folder):
    document = ask(f"{url}/api/openapi.json")
    tokens = access(url)
    compare(url, document, tokens)
    count = sum(len(item) for item in document["paths"].values())
    check("the description is OpenAPI 3.1", document["openapi"].startswith("3.1"))
    check("it names the operations of the whole API", count > 60, count)
    unsaid = [f"{method} {path} {status}" for path, item in document["paths"].items()
              for method, operation in item.items()
              for status, answer in operation["responses"].items()
              for content in answer.get("content", {}).values() if content["schema"] == {}]
    check("it says what every answer looks like", not unsaid, ", ".join(unsaid))
    config = folder / "schemathesis.toml"
    config.write_text(rules(tokens))
    program = pathlib.Path(sys.executable).parent / "schemathesis"
    command = [
        program, "--config-file", config, "run", f"{url}/api/openapi.json", "--url", url,
        "--seed", "7", "--max-examples", str(EXAMPLES), "--max-time", str(BUDGET_SECONDS),
        "--phases", "examples,coverage,fuzzing", "--checks", ",".join(CHECKS), *LEFT_OUT,
        "--suppress-health-check", "all", "--request-timeout", "60", "--no-color"]
    try:
        # It leaves files where it runs.
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=SECONDS, cwd=folder)
    except subprocess.TimeoutExpired:
        check("schemathesis ends in time", False, f"{SECONDS} s")
        return
    output = result.stdout + result.stderr
    if result.returncode != 0:
        print(output[-20_000:])
    numbers = {name: int(number) for name, number in re.findall(
        r"(Selected|Tested|generated|passed)\W+(\d+)", output)}
    numbers |= {name: int(number) for number, name in re.findall(
        r"(\d+) (generated|passed)", output)}
    check("schemathesis asks every operation", numbers.get("Tested", 0) >= count - 6, numbers)
    check("no server error, no undocumented answer", result.returncode == 0)
    locked = re.search(r"(\d+) operations? returned only 401", output)
    check("the tokens let it in", locked is None, locked and locked.group(0) or "")


def main():
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="takt-api-") as name:
        folder = pathlib.Path(name)
        (folder / "token").write_text(OPERATOR + "\n")
        log = server_log(folder / "log")
        process = subprocess.Popen(
            [PROGRAM, "demo", "--at", "2026-05-04T08:00", "--port", str(port)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True,
            env={**os.environ, "TAKT_OPERATOR_TOKEN_FILE": str(folder / "token")})
        try:
            end = time.monotonic() + READY_SECONDS
            while time.monotonic() < end and process.poll() is None:
                with contextlib.suppress(OSError):
                    ask(f"{url}/health/ready")
                    break
                time.sleep(0.2)
            fuzz(url, folder)
            check("the server is still there", process.poll() is None)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()


main()
finish()
