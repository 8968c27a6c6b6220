/// What a JSON object has: its members, in the order of the description.
///
/// A schema stands beside the members of the type that is encoded or decoded. The API's description
/// and its pages of documentation are made of these schemas.
package struct JSONSchema: Sendable {
    /// The name in the API's description, unique among all schemas.
    package let name: String
    package private(set) var members: [JSONMembers]

    package init(_ name: String, _ members: JSONMembers...) {
        self.name = name
        self.members = members
    }

    /// Describes an object with another one's members and then its own.
    package init(_ name: String, continuing other: JSONSchema, _ members: JSONMembers...) {
        self.name = name
        self.members = other.members + members
    }

    /// The schema with all members optional.
    package var optional: JSONSchema {
        var schema = self
        for index in members.indices {
            schema.members[index].names = members[index].names.map { ($0.name, false) }
        }
        return schema
    }
}

/// The type of a JSON value.
package indirect enum JSONType: Sendable {
    case text, int, number, flag
    /// A value that is not described.
    case anything
    case object(JSONSchema)
    /// The object of a schema by its name, for a schema that contains itself.
    case named(String)
    case list(JSONType)
    /// An object with any names, and values of one type.
    case map(JSONType)
    case either([JSONType])
    case nullable(JSONType)
}

/// Members of a JSON object that have one type and one meaning; often it is only one.
package struct JSONMembers: Sendable {
    /// Required members are in every object.
    package fileprivate(set) var names: [(name: String, isRequired: Bool)]
    package let type: JSONType
    /// What the names do not say: unit, range, words, why it may be omitted; empty for nothing.
    package let meaning: String

    /// Describes the members with the names between blanks; a name that ends with `?` is that of a
    /// member that may be omitted.
    package init(_ names: String, _ type: JSONType, _ meaning: String = "") {
        self.names = names.split(separator: " ").map { name in
            name.utf8.last == UInt8(ascii: "?")
                ? (String(name.dropLast()), false) : (String(name), true)
        }
        self.type = type
        self.meaning = meaning
    }

    package static func text(_ names: String, _ meaning: String = "") -> JSONMembers {
        JSONMembers(names, .text, meaning)
    }

    package static func int(_ names: String, _ meaning: String = "") -> JSONMembers {
        JSONMembers(names, .int, meaning)
    }

    package static func number(_ names: String, _ meaning: String = "") -> JSONMembers {
        JSONMembers(names, .number, meaning)
    }

    package static func flag(_ names: String, _ meaning: String = "") -> JSONMembers {
        JSONMembers(names, .flag, meaning)
    }

    package static func object(
        _ names: String, _ schema: JSONSchema, _ meaning: String = ""
    ) -> JSONMembers {
        JSONMembers(names, .object(schema), meaning)
    }

    package static func list(
        _ names: String, _ element: JSONType, _ meaning: String = ""
    ) -> JSONMembers {
        JSONMembers(names, .list(element), meaning)
    }

    package static func list(
        _ names: String, of schema: JSONSchema, _ meaning: String = ""
    ) -> JSONMembers {
        JSONMembers(names, .list(.object(schema)), meaning)
    }

    package static func map(
        _ names: String, _ value: JSONType, _ meaning: String = ""
    ) -> JSONMembers {
        JSONMembers(names, .map(value), meaning)
    }
}
