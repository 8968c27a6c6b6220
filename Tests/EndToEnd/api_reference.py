"""The pages of the API that are printed from the server's own description, an OpenAPI document.

    from api_reference import objects_page, parameters_of, with_calls

docs/api-objects.md has a table of members for each object; docs/api.md has tables of calls between marks, which name the
first words of their paths after the version: `<!-- calls: network routes -->` and `<!-- end of calls -->`.
"""

import re

OBJECTS_HEAD = """# The API's objects

What the requests and answers of the [API](api.md) contain. `scripts/api-examples` writes this page from the description that the
server offers as `/api/openapi.json`; [the examples](api-examples.md) show real ones.

A member with `?` may be omitted; all others are always there. Members of one type and meaning share a row.
"""
PLAIN = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": "null",
         "object": "object"}
MARKED = re.compile(r"(<!-- calls: ([\w ]+) -->\n).*?(<!-- end of calls -->)", re.DOTALL)
METHODS = ("get", "post", "put", "patch", "delete")


def anchor(name):
    return f"[{name}](api-objects.md#{name.lower()})"


def type_of(schema, link=anchor):
    """A type in words, with links to objects."""
    if "$ref" in schema:
        return link(schema["$ref"].split("/")[-1])
    if "anyOf" in schema:
        return " or ".join(type_of(each, link) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {plural(type_of(schema['items'], link))}"
    if "additionalProperties" in schema:
        return f"{type_of(schema['additionalProperties'], link)} by name"
    return PLAIN.get(schema.get("type"), "anything")


def plural(words):
    return {"whole number": "whole numbers", "number": "numbers", "text": "texts"}.get(words, words)


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(row) + " |" for row in rows)])


def members_table(schema):
    """A row for each member, or for several of one type and meaning."""
    required, rows = schema.get("required", []), {}
    for name, member in schema["properties"].items():
        kind = (type_of(member, lambda name: f"[{name}](#{name.lower()})"), member.get("description", ""))
        rows.setdefault(kind, []).append(f"`{name}`" if name in required else f"`{name}`?")
    return table(("member", "type", "meaning"), [(", ".join(names), *kind) for kind, names in rows.items()])


def objects_page(document):
    """The whole page of docs/api-objects.md."""
    parts = [OBJECTS_HEAD]
    for name, schema in sorted(document["components"]["schemas"].items()):
        parts.append(f"## {name}\n\n" + (members_table(schema) if schema["properties"] else "Any members.") + "\n")
    return "\n".join(parts)


def parameters_of(operation):
    """The parameters of a call as a table, and what its body is; an empty text for none."""
    parts = []
    query = [each for each in operation.get("parameters", []) if each["in"] == "query"]
    if query:
        parts.append(table(("parameter", "value", "meaning"), [
            (f"`{each['name']}`" + ("" if each["required"] else "?"), value_of(each["schema"]), each["description"])
            for each in query]))
    if "requestBody" in operation:
        parts.append("The body is " + type_of(operation["requestBody"]["content"]["application/json"]["schema"]) + ".")
    return "\n\n".join(parts)


def value_of(schema):
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if "minimum" in schema:
        return f"{schema['minimum']}-{schema['maximum']}"
    if schema.get("type") == "array":
        return f"text, at most {schema['maxItems']} times"
    return "text"


def answer_of(operation):
    """What a call answers, in words."""
    for status, answer in sorted(operation["responses"].items()):
        if status < "300":
            for media_type, content in answer.get("content", {}).items():
                words = type_of(content["schema"])
                return words if media_type == "application/json" else f"`{media_type}`" if words == "text" else words
            return status
    return ""


def calls_table(document, words):
    rows = []
    for path, item in document["paths"].items():
        if re.split(r"[/.]", path.removeprefix("/api/v1/"))[0] not in words:
            continue
        for method in METHODS:
            if method in item:
                text = " ".join(filter(None, (item[method]["summary"], item[method].get("description"))))
                rows.append((f"`{method.upper()} {path}`", text, answer_of(item[method])))
    return table(("call", "what it does", "answer"), rows)


def with_calls(page, document):
    """The page with its tables of calls as the document describes them."""
    return MARKED.sub(lambda mark: f"{mark[1]}\n{calls_table(document, mark[2].split())}\n\n{mark[3]}", page)


def unlisted(page, document):
    """Paths of which no table of the page has the calls."""
    listed = {word for mark in MARKED.finditer(page) for word in mark[2].split()}
    return [path for path in document["paths"]
            if path.startswith("/api/v1") and re.split(r"[/.]", path.removeprefix("/api/v1/"))[0] not in listed]
