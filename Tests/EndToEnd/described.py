"""Compares values with the OpenAPI description: members that it does not mention, lacks, or describes in vain.

    from described import lacking, members_of, mistyped, undescribed
"""

TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "object": dict, "array": list}


def mistyped(document, schema, value, way=""):
    """The ways to values of another type than is described."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].split("/")[-1]]
    if "anyOf" in schema:
        return min((mistyped(document, each, value, way) for each in schema["anyOf"]), key=len)
    if "type" in schema and (not isinstance(value, TYPES.get(schema["type"], type(None)))
                             or isinstance(value, bool) != (schema["type"] == "boolean")):
        return [f"{way} is no {schema['type']}"]
    inner = [(schema["properties"][name], each, f"{way}.{name}".lstrip(".")) for name, each in value.items()
             if name in schema.get("properties", {})] if isinstance(value, dict) else []
    if isinstance(value, list):
        inner = [(schema.get("items", {}), each, f"{way}[]") for each in value]
    return sorted({left for each in inner for left in mistyped(document, *each)})


def members_of(document, schema, value):
    """The described members that a value has, as in `Board.calls`."""
    if "anyOf" in schema:
        schema = min(schema["anyOf"], key=lambda each: len(undescribed(document, each, value) + lacking(document, each, value)))
    name = schema.get("$ref", "").split("/")[-1]
    if name:
        schema = document["components"]["schemas"][name]
    if isinstance(value, list):
        return {each for element in value for each in members_of(document, schema.get("items", {}), element)}
    if not isinstance(value, dict):
        return set()
    found = set()
    for member, each in schema.get("properties", {}).items():
        if member in value:
            found |= ({f"{name}.{member}"} if name else set()) | members_of(document, each, value[member])
    return found



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
