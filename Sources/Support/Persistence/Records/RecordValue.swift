package import struct Foundation.Data

/// The value of a field, in either database.
package enum RecordValue: Sendable, Hashable {
    /// SQL NULL.
    case null
    /// An integer; true and false are 1 and 0.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// A string without NUL characters.
    case text(String)
    case bytes(Data)
}

/// A type that can be stored in a field.
package protocol RecordConvertible: Sendable {
    /// The value to store.
    var recordValue: RecordValue { get }
    /// Reads a field; nil if it is of another type.
    init?(_ value: RecordValue)
}

extension String: RecordConvertible {
    package var recordValue: RecordValue { .text(self) }

    package init?(_ value: RecordValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Int64: RecordConvertible {
    package var recordValue: RecordValue { .integer(self) }

    package init?(_ value: RecordValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Int: RecordConvertible {
    package var recordValue: RecordValue { .integer(Int64(self)) }

    package init?(_ value: RecordValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension Int32: RecordConvertible {
    package var recordValue: RecordValue { .integer(Int64(self)) }

    /// Reads a field; nil if the number does not fit or the field is of another type.
    package init?(_ value: RecordValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension UInt32: RecordConvertible {
    package var recordValue: RecordValue { .integer(Int64(self)) }

    /// Reads a field; nil if the number is negative or does not fit, or the field is of another
    /// type.
    package init?(_ value: RecordValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: RecordConvertible {
    /// 1 or 0, because databases differ in their boolean literals.
    package var recordValue: RecordValue { .integer(self ? 1 : 0) }

    /// True for any number except 0; nil if the field is no number.
    package init?(_ value: RecordValue) {
        guard case .integer(let number) = value else { return nil }
        self = number != 0
    }
}

extension Double: RecordConvertible {
    package var recordValue: RecordValue { .real(self) }

    package init?(_ value: RecordValue) {
        switch value {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        default: return nil
        }
    }
}

extension Data: RecordConvertible {
    package var recordValue: RecordValue { .bytes(self) }

    package init?(_ value: RecordValue) {
        guard case .bytes(let bytes) = value else { return nil }
        self = bytes
    }
}

/// The values of a statement's placeholders, in order.
package struct RecordValues: Sendable, ExpressibleByArrayLiteral {
    let all: [RecordValue]

    /// Creates values of any types; nil becomes NULL.
    package init(arrayLiteral elements: (any RecordConvertible)?...) {
        all = elements.map { $0?.recordValue ?? .null }
    }

    package init(_ values: [RecordValue]) {
        all = values
    }
}
