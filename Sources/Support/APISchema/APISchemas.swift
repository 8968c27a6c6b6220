package import JSONWriting

/// The schemas of requests and answers as OpenAPI writes them.
struct APISchemas {
    private(set) var all: [String: JSONValue] = [:]

    /// Adds the schemas that a value contains.
    ///
    /// - Precondition: No two different schemas have the same name.
    mutating func add(_ type: JSONType) {
        switch type {
        case .text, .int, .number, .flag, .anything, .named: return
        case .list(let inner), .map(let inner), .nullable(let inner): add(inner)
        case .either(let types): for type in types { add(type) }
        case .object(let schema):
            let description = Self.description(of: schema)
            if let known = all.updateValue(description, forKey: schema.name) {
                precondition(known == description, "there are two schemas \(schema.name)")
                return
            }
            for members in schema.members { add(members.type) }
        }
    }

    private static func description(of schema: JSONSchema) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        var required: [JSONValue] = []
        for members in schema.members {
            for (name, isRequired) in members.names {
                properties[name] = value(members.type, members.meaning)
                if isRequired { required.append(.text(name)) }
            }
        }
        var object: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { object["required"] = .list(required) }
        return .object(object)
    }

    /// Returns the schema of a value, by reference to those of objects.
    static func value(_ type: JSONType, _ meaning: String = "") -> JSONValue {
        var object: [String: JSONValue] =
            switch type {
            case .text: ["type": "string"]
            case .int: ["type": "integer"]
            case .number: ["type": "number"]
            case .flag: ["type": "boolean"]
            case .anything: [:]
            case .object(let schema): ["$ref": .text("#/components/schemas/\(schema.name)")]
            case .named(let name): ["$ref": .text("#/components/schemas/\(name)")]
            case .list(let element): ["type": "array", "items": value(element)]
            case .map(let inner): ["type": "object", "additionalProperties": value(inner)]
            case .either(let types): ["anyOf": .list(types.map { value($0) })]
            case .nullable(let inner): ["anyOf": [value(inner), ["type": "null"]]]
            }
        if !meaning.isEmpty { object["description"] = .text(meaning) }
        return .object(object)
    }
}

extension JSONSchema {
    /// A GeoJSON feature with any geometry and properties.
    package static let feature = JSONSchema(
        "Feature", .text("type"), .init("id?", .anything), .init("geometry properties", .anything))
    /// A collection of GeoJSON features.
    package static let geoJSON = JSONSchema(
        "GeoJSON", .text("type"), .list("features", of: feature))
}
