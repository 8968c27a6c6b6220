#!/usr/bin/env python3
"""Asks a demo every documented call, and compares the answers with those of docs/api-examples.md.

    .tools/venv/bin/python Tests/EndToEnd/test_api_examples.py PROGRAM

Values are not compared: an example shows what one moment gave. `scripts/api-examples` writes the page again.
"""

import json
import pathlib
import re
import sys

from api_calls import CHAPTERS
from api_page import examples, members, without_marks
from api_reference import objects_page, unlisted, with_calls
from api_scene import ask_all
from checks import check, finish
from described import lacking, members_of, mistyped, undescribed

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
SOCKETS = ("/fusion/",)
# Described members that neither the demo nor the village has.
LACKING = set()
PAGE, REFERENCE, OBJECTS = (ROOT / "docs" / name for name in ("api-examples.md", "api.md", "api-objects.md"))


def headings():
    return {f"{call.method} {call.path}" for chapter in CHAPTERS for call in chapter.calls}


def documented():
    """What docs/api.md says can be read: of each path in the first cells of its tables the headings that may mean it, as a
    path may begin where the row's first one does."""
    found = []
    for line in REFERENCE.read_text().splitlines():
        spans = re.findall(r"`([^`]+)`", line.split("|")[1]) if line.startswith("| ") else []
        methods, start = [], ""
        for span in spans:
            words = span.split(" ")
            if words[0] in METHODS:
                # "`GET`, `POST /stops`" is two methods of one path.
                methods = [*(methods if start == "" or methods[-1:] == ["and"] else []), words.pop(0)]
                if not words:
                    methods.append("and")
                    continue
            path = re.sub(r"\d{4}-\d\d-\d\d", "{date}", words[0].split("?")[0]) if words else ""
            if path.startswith("/") and "GET" in methods and path not in SOCKETS:
                found.append({f"GET {path}", f"GET {start}{path}"})
            start = start or (path if "{id}" not in path and path.startswith("/api/v1/rider") else path.rpartition("/")[0])
    return found


def schema_of(document, call):
    operation = document["paths"].get(call.path, {}).get(call.method.lower(), {})
    content = operation.get("responses", {}).get(str(call.status), {}).get("content", {})
    # Collections of GeoJSON may have members of their own.
    return next((content[each]["schema"] for each in ("application/json", "application/problem+json") if each in content), None)


def answer_of(answer):
    """The JSON of an answer, or None."""
    body = answer.body.decode(errors="replace")
    if answer.call.shows == "stream":
        body = body.split("data: ", 1)[1]
    try:
        return json.loads(body) if answer.call.shows in ("json", "stream") else None
    except ValueError:
        return None


def wrong(document, answer, shown):
    """What is wrong with an example, beside an answer of today: members that are unknown, missing, or gone."""
    call, now = answer.call, answer_of(answer)
    if (now is None) != (shown is None):
        return [f"{call.method} {call.path} has no example with an answer" if shown is None else f"{call.path}: no JSON now"]
    if now is None or call.depth < 99:
        return []
    example, schema = without_marks(shown), schema_of(document, call)
    if schema is None:
        return [f"{call.path} {each} is not in the answer" for each in sorted(members(example) - members(now))]
    problems = [f"{each} is not described" for each in undescribed(document, schema, example)]
    problems += [f"{each} is missing" for each in lacking(document, schema, example, shown)]
    return [f"{call.method} {call.path} {each}" for each in problems]


def check_members(document, answers):
    """That whole answers of today have the types of their schemas, and all described members between them."""
    there, problems = set(), []
    for answer in answers:
        schema, value = schema_of(document, answer.call), answer_of(answer)
        if schema and value is not None:
            there |= members_of(document, schema, value)
            problems += [f"{answer.call.path} {each}" for each in undescribed(document, schema, value)
                         + lacking(document, schema, value) + mistyped(document, schema, value)]
        body = document["paths"].get(answer.call.path, {}).get(answer.call.method.lower(), {}).get("requestBody")
        if body:
            there |= members_of(document, body["content"]["application/json"]["schema"], answer.sent)
    check("whole answers are as they are described", not problems, "; ".join(problems[:20]))
    described = {f"{name}.{member}" for name, schema in document["components"]["schemas"].items() for member in schema["properties"]}
    check(f"each of the {len(described)} described members is in an answer or a request, or known to be in none",
          described - there == LACKING, f"not there: {sorted(described - there - LACKING)}; there now: {sorted(LACKING & there)}")


def check_wrongs():
    """That each kind of mistake is seen."""
    document = {"components": {"schemas": {"A": {"properties": {"b": {}, "c": {"items": {"properties": {"d": {}},
                "required": ["d"]}}}, "required": ["b"]}}}}
    a = {"$ref": "#/components/schemas/A"}
    check("a member that is gone, and one that is missing, are seen",
          undescribed(document, a, {"b": 1, "x": 2}) == ["x"] and lacking(document, a, {"c": [{}]}) == ["b", "c[].d"]
          and lacking(document, a, {"b": 1, "c": [{"d": 1}]}) == [])
    check("the members that a value has are those of their schemas",
          members_of({"components": {"schemas": {"A": {"properties": {"b": {"$ref": "#/components/schemas/A"}, "c": {}}}}}},
                     {"items": a}, [{"b": {"c": 1}}]) == {"A.b", "A.c"})
    number = {"properties": {"n": {"type": "number"}}}
    check("a value of another type is seen", mistyped({}, number, {"n": "1"}) == ["n is no number"]
          and mistyped({}, number, {"n": True}) == ["n is no number"] and mistyped({}, number, {"n": 1}) == [])


def main():
    check_wrongs()
    answers, _, document = ask_all(PROGRAM)
    shown = examples(PAGE.read_text())
    reference = REFERENCE.read_text()
    check("docs/api.md and docs/api-objects.md describe the API as the server does (else: scripts/api-examples)",
          reference == with_calls(reference, document) and OBJECTS.read_text() == objects_page(document))
    check("every call is in a table of docs/api.md", not unlisted(reference, document), unlisted(reference, document))
    operations = {f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item}
    check("every call that the server describes has an example", operations <= set(shown), operations - set(shown))
    readable = documented()
    missing = [each for each in readable if not each & set(shown)]
    check(f"each of the {len(readable)} paths that docs/api.md has to read has an example", len(readable) > 50 and not missing,
          missing)
    check("no example is of a call that is gone", set(shown) == headings(), set(shown) ^ headings())
    check_members(document, answers)
    problems = []
    for answer in answers:
        left = shown.get(f"{answer.call.method} {answer.call.path}")
        problems += wrong(document, answer, left.pop(0)) if left else [f"{answer.call.path} has too few examples"]
    check(f"the members of {len(answers)} examples are those of answers now (else: scripts/api-examples)", not problems,
          "; ".join(problems[:20]))


main()
finish()
