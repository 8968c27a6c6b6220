package import struct Foundation.Data

/// What stands in one field of a row, in any database.
package enum RecordValue: Sendable, Hashable {
    /// Nothing.
    case null
    /// A whole number; yes and no are 1 and 0.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// A text without a NUL.
    case text(String)
    /// Bytes.
    case bytes(Data)
}

/// A type that stands in fields.
package protocol RecordConvertible: Sendable {
    /// What is written into the field.
    var recordValue: RecordValue { get }
    /// What a field holds; nil if it holds something else.
    init?(_ value: RecordValue)
}

extension String: RecordConvertible {
    /// The text as it is.
    package var recordValue: RecordValue { .text(self) }

    /// The text of a field; nil if it holds something else.
    package init?(_ value: RecordValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Int64: RecordConvertible {
    /// The number as it is.
    package var recordValue: RecordValue { .integer(self) }

    /// The number of a field; nil if it holds something else.
    package init?(_ value: RecordValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Int: RecordConvertible {
    /// The number as it is.
    package var recordValue: RecordValue { .integer(Int64(self)) }

    /// The number of a field; nil if it holds something else.
    package init?(_ value: RecordValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension Int32: RecordConvertible {
    /// The number as it is.
    package var recordValue: RecordValue { .integer(Int64(self)) }

    /// The number of a field; nil if it is greater or the field holds something else.
    package init?(_ value: RecordValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension UInt32: RecordConvertible {
    /// The number as it is.
    package var recordValue: RecordValue { .integer(Int64(self)) }

    /// The number of a field; nil if it is negative or greater, or the field holds something else.
    package init?(_ value: RecordValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: RecordConvertible {
    /// 1 or 0: databases differ in their words for it.
    package var recordValue: RecordValue { .integer(self ? 1 : 0) }

    /// Whether a field holds a number that is not 0; nil if it holds no number.
    package init?(_ value: RecordValue) {
        guard case .integer(let number) = value else { return nil }
        self = number != 0
    }
}

extension Double: RecordConvertible {
    /// The number as it is.
    package var recordValue: RecordValue { .real(self) }

    /// The number of a field; nil if it holds none.
    package init?(_ value: RecordValue) {
        switch value {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        default: return nil
        }
    }
}

extension Data: RecordConvertible {
    /// The bytes as they are.
    package var recordValue: RecordValue { .bytes(self) }

    /// The bytes of a field; nil if it holds something else.
    package init?(_ value: RecordValue) {
        guard case .bytes(let bytes) = value else { return nil }
        self = bytes
    }
}

/// The values of a statement's placeholders, in their order.
package struct RecordValues: Sendable, ExpressibleByArrayLiteral {
    let all: [RecordValue]

    /// Values of any types; nil is nothing.
    package init(arrayLiteral elements: (any RecordConvertible)?...) {
        all = elements.map { $0?.recordValue ?? .null }
    }

    /// Values as they are.
    package init(_ values: [RecordValue]) {
        all = values
    }
}
