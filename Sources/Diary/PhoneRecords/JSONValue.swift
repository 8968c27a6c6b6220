import TransitModel

/// A value of a JSON text (RFC 8259); numbers and strings are decoded when they are asked for.
enum JSONValue {
    case null
    case flag(Bool)
    case number(ArraySlice<UInt8>)
    /// The bytes between the quotes.
    case text(ArraySlice<UInt8>)
    case list([JSONValue])
    case object([Member])

    struct Member {
        /// The bytes between the quotes.
        let name: ArraySlice<UInt8>
        let value: JSONValue
    }

    /// The value of an object's member; nil if there is none, if it is null, or for another value.
    ///
    /// Of several members with one name, the first counts.
    subscript(_ name: StaticString) -> JSONValue? {
        guard case .object(let members) = self,
            let member = members.first(where: { JSONScanner.names($0.name, name) })
        else { return nil }
        if case .null = member.value { return nil }
        return member.value
    }

    var isObject: Bool {
        if case .object = self { true } else { false }
    }

    /// The elements of a list; nil for another value.
    var list: [JSONValue]? {
        if case .list(let elements) = self { elements } else { nil }
    }

    /// The text of a string; nil for another value.
    var text: String? {
        guard case .text(let bytes) = self else { return nil }
        return JSONScanner.decoded(bytes)
    }

    /// The value of a number, which some loggers write as a string; nil for another value.
    var number: Double? {
        switch self {
        case .number(let bytes), .text(let bytes): DecimalText.number(utf8: bytes)
        default: nil
        }
    }

    /// The instant in a string, in Unix seconds; nil for another value.
    var instant: Double? {
        guard case .text(let bytes) = self else { return nil }
        return LoggerTime.seconds(utf8: bytes)
    }

    /// The strings of a list without its other elements; nil for another value.
    var texts: [String]? {
        list.map { $0.compactMap { $0.text } }
    }
}

extension Double {
    /// The value; nil if it is negative, which loggers write for unknown.
    var ifKnown: Double? { self >= 0 ? self : nil }
}
