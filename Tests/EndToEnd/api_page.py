"""Answers as docs/api-examples.md shows them: shortened, with names in place of secrets; and the page read again.

    from api_page import document, examples, shortened
"""

import json
import re

WIDTH = 110
# A shortened list ends with a text, an object with a member of this name, and so does a shortened text.
MORE = "…"
LONGEST_TEXT = 110
TEXT_LINES = 9
PAGE_HEAD = """# The API, by examples

Each call of the [API](api.md) with its parameters (those with `?` may be omitted) and an answer of the demo, on a Monday morning.
`scripts/api-examples` asks a demo and writes this page; `make test` checks that every call is here and that the members of the
answers are still right. [The objects](api-objects.md) are the members of the answers in words.

Answers are shortened: `…` says how much was left out. Words in capitals, such as `RIDER_TOKEN`, stand for what an earlier answer
gave. `https://takt.example` is the server.
"""


def shortened(value, depth=99):
    """The first elements of lists, one of each kind, the beginning of texts, the first members of large objects."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else value[:LONGEST_TEXT - 20] + MORE
    if isinstance(value, list):
        kept = first_ones(value)
        rest = len(value) - len(kept)
        return [shortened(each, depth - 1) for each in kept] + ([f"{MORE} {rest} more"] if rest > 0 else [])
    if isinstance(value, dict):
        if depth <= 0 and value:
            return {MORE: f"{len(value)} members"}
        # What is kept by name has as many members as there are things.
        is_by_name = len(value) > 3 and all(isinstance(each, dict) for each in value.values())
        kept = dict(list(value.items())[:2 if is_by_name else len(value)])
        short = {name: shortened(each, depth - 1) for name, each in kept.items()}
        if len(kept) < len(value):
            short[MORE] = f"{len(value) - len(kept)} more"
        return short
    return value


def first_ones(values):
    """The elements of a list that are shown: where they have kinds, one of each."""
    if not all(isinstance(each, (dict, list)) for each in values):
        return values[:6]
    kinds = {}
    for each in values:
        if isinstance(each, dict) and "kind" in each:
            kinds.setdefault(each["kind"], each)
    if len(kinds) > 1:
        return list(kinds.values())
    return values[:1 if any(len(json.dumps(each)) > 300 for each in values) else 2]


def pretty(value, indent=0):
    """JSON with as much on a line as there is room for."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, list):
        rows = [pretty(each, indent + 2) for each in value]
        ends = "[]"
    else:
        rows = [f"{json.dumps(name, ensure_ascii=False)}: {pretty(each, indent + 2)}" for name, each in value.items()]
        ends = "{}"
        # Small members share a line.
        lines = []
        for row in rows:
            if lines and "\n" not in row and "\n" not in lines[-1] and len(inner) + len(lines[-1]) + len(row) + 2 <= WIDTH:
                lines[-1] += f", {row}"
            else:
                lines.append(row)
        rows = lines
    return ends[0] + "\n" + ",\n".join(inner + row for row in rows) + "\n" + " " * indent + ends[1]


def body_text(call, body, media_type):
    """The answer's body as its block shows it, and the block's language."""
    if call.shows == "json":
        return pretty(shortened(json.loads(body), call.depth)), "json"
    if call.shows == "stream":
        event = body.decode()
        head, data = event.split("data: ", 1)
        return f"{head}data: {pretty(shortened(json.loads(data)))}", "text"
    if call.shows == "text":
        lines = body.decode().splitlines()
        short = [line if len(line) <= WIDTH else line[:WIDTH] + MORE for line in lines[:TEXT_LINES]]
        return "\n".join(short + ([MORE] if len(lines) > TEXT_LINES else [])), "text"
    return f"{MORE} {media_type}", "text"


def example(call, request, status, shown, parameters=""):
    """The section of one call: its parameters as a table, what was asked, and what came."""
    parts = [f"### `{call.method} {call.path}`", ""]
    for text in (call.note, parameters):
        parts += [text, ""] if text else []
    parts += ["```http", request, "```", ""]
    if shown is None:
        parts += [f"Status {status}, without a body.", ""]
    else:
        text, language = shown
        parts += ([f"Status {status}:", ""] if status != 200 else []) + [f"```{language}", text, "```", ""]
    return "\n".join(parts)


def document(chapters):
    """The whole page of chapters with their written examples."""
    parts = [PAGE_HEAD]
    for chapter, written in chapters:
        parts.append(f"## {chapter.title}\n\n" + (chapter.introduction + "\n" if chapter.introduction else ""))
        parts += written
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def examples(page):
    """The JSON answers of a page, by the call's heading, in their order; None for an answer that is not JSON."""
    found = {}
    for section in re.split(r"^### ", page, flags=re.MULTILINE)[1:]:
        heading = re.match(r"`(.+)`", section)[1]
        blocks = re.findall(r"^```(\w+)\n(.*?)\n```$", section, flags=re.MULTILINE | re.DOTALL)
        answer = next((text for language, text in blocks if language in ("json", "text")), None)
        if answer is not None and "\ndata: " in answer:
            answer = answer.split("data: ", 1)[1]
        try:
            value = json.loads(answer) if answer else None
        except ValueError:
            value = None
        found.setdefault(heading, []).append(value)
    return found


def without_marks(value):
    """A shortened value without what says that it is shortened."""
    if isinstance(value, list):
        return [without_marks(each) for each in value if not (isinstance(each, str) and each.startswith(MORE))]
    if isinstance(value, dict):
        return {name: without_marks(each) for name, each in value.items() if name != MORE}
    return value


def members(value, way=""):
    """The ways to all members, as in `calls[].stop.name`."""
    if isinstance(value, list):
        return {each for element in value for each in members(element, f"{way}[]")}
    if isinstance(value, dict):
        found = set()
        for name, each in value.items():
            # What is kept by number has other numbers each time.
            name = "NUMBER" if name.isdigit() else name
            there = f"{way}.{name}" if way else name
            found |= {there} | members(each, there)
        return found
    return set()
