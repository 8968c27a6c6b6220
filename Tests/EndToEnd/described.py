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
