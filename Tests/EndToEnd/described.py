"""Finds members of answers that the OpenAPI description does not mention.

    from described import undescribed
"""


def undescribed(document, schema, value, way=""):
    """The paths of undescribed members, as in `calls[].stop.level`; none below a schema that allows anything."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].split("/")[-1]]
    if "anyOf" in schema:
        return min((undescribed(document, each, value, way) for each in schema["anyOf"]), key=len)
    if isinstance(value, list):
        found = (undescribed(document, schema.get("items", {}), each, f"{way}[]") for each in value)
        return sorted({left for some in found for left in some})
    members = schema.get("properties")
    if not isinstance(value, dict) or not members:
        return []
    found = []
    for name, member in value.items():
        there = f"{way}.{name}" if way else name
        found += undescribed(document, members[name], member, there) if name in members else [there]
    return found


def lacking(document, schema, value, shown=None, way=""):
    """The ways to members that a description requires and a value has not; what is shortened in `shown` may lack some."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].split("/")[-1]]
    if "anyOf" in schema:
        return min((lacking(document, each, value, shown, way) for each in schema["anyOf"]), key=len)
    if isinstance(value, list):
        found = (lacking(document, schema.get("items", {}), each, None, f"{way}[]") for each in value)
        return sorted({left for some in found for left in some})
    if not isinstance(value, dict) or isinstance(shown, dict) and "…" in shown:
        return []
    found = [f"{way}.{name}".lstrip(".") for name in schema.get("required", []) if name not in value]
    for name, member in schema.get("properties", {}).items():
        if name in value:
            found += lacking(document, member, value[name], shown and shown.get(name), f"{way}.{name}".lstrip("."))
    return found
