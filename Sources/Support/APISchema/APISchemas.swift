/// The JSON schemas of the requests and responses of Takt's own API.
///
/// A schema is written as its members: `name:type`, with `!` if the member is always present, and
/// `?` if it may be null. Types are `text`, `int`, `number`, `flag`, `any`, the name of another
/// schema, one of two as in `Walk|Ride`, a list in brackets, or a map from text to values in
/// braces. A schema without members may have any.
enum APISchemas {
    /// The schemas that are common to all parts.
    static let common: [String: String] = [
        "Problem": """
        type:text! title:text! status:int! detail:text! instance:text! parameter:text \
        candidates:[Candidate] firstDay:text lastDay:text nextDay:text
        """,
        "Candidate": "id:text! name:text!",
        "Description": "openapi:text! info:any! servers:[any]! paths:any! components:any!",
    ]

    /// Returns the schemas of `shapes` by name, for `components`.
    static func components(_ shapes: [String: String]) -> JSONValue {
        .object(shapes.mapValues(schema))
    }

    /// Returns the schema of a request or response: a name, a list of a schema in brackets, or
    /// `Text`.
    static func reference(_ name: String) -> JSONValue {
        if name == "Text" { return ["type": "string"] }
        if name.hasPrefix("[") { return type(name[...]) }
        return ["$ref": .text("#/components/schemas/\(name)")]
    }

    private static func schema(_ shape: String) -> JSONValue {
        var members: [String: JSONValue] = [:]
        var required: [JSONValue] = []
        for word in shape.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ":")
            guard parts.count == 2 else { continue }
            let isRequired = parts[1].hasSuffix("!")
            members[String(parts[0])] = type(isRequired ? parts[1].dropLast() : parts[1])
            if isRequired { required.append(.text(String(parts[0]))) }
        }
        var object: [String: JSONValue] = ["type": "object", "properties": .object(members)]
        if !required.isEmpty { object["required"] = .list(required) }
        return .object(object)
    }

    private static func type(_ word: Substring) -> JSONValue {
        if word.hasSuffix("?") { return ["anyOf": [type(word.dropLast()), ["type": "null"]]] }
        return switch word {
        case "text": ["type": "string"]
        case "int": ["type": "integer"]
        case "number": ["type": "number"]
        case "flag": ["type": "boolean"]
        case "any": .object([:])
        case _ where word.hasPrefix("["):
            ["type": "array", "items": type(word.dropFirst().dropLast())]
        case _ where word.hasPrefix("{"):
            ["type": "object", "additionalProperties": type(word.dropFirst().dropLast())]
        case _ where word.contains("|"):
            ["anyOf": .list(word.split(separator: "|").map(type))]
        default: reference(String(word))
        }
    }
}
