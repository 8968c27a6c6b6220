import Foundation
import GRDB

/// One row of a result, valid only while it is read.
package struct RecordRow {
    enum Source {
        case sqlite(Row)
        case postgres(PostgresResult, row: Int)
    }

    let source: Source

    /// Thrown for a field that this program did not write in this form.
    struct Unreadable: Error, CustomStringConvertible {
        let column: Int

        var description: String {
            "The field \(column + 1) of a row is not what the program wrote."
        }
    }

    /// Returns the value of a field, by its number from 0.
    package func value(_ column: Int) -> RecordValue {
        switch source {
        case .sqlite(let row):
            let value: DatabaseValue = row[column]
            switch value.storage {
            case .null: return .null
            case .int64(let number): return .integer(number)
            case .double(let number): return .real(number)
            case .string(let text): return .text(text)
            case .blob(let bytes): return .bytes(bytes)
            }
        case .postgres(let result, let row):
            return result.value(row: row, column: column)
        }
    }

    /// Returns the text of a non-null field, by its number from 0; faster than the subscript.
    /// - Throws: an error if the field is null or of another type.
    package func text(_ column: Int) throws -> String {
        guard case .text(let text) = value(column) else { throw Unreadable(column: column) }
        return text
    }

    /// The value of a non-null field, by its number from 0.
    /// - Throws: an error if the field is null or of another type.
    package subscript<Value: RecordConvertible>(column: Int) -> Value {
        get throws {
            guard let value = Value(value(column)) else { throw Unreadable(column: column) }
            return value
        }
    }

    /// The value of a nullable field, by its number from 0.
    /// - Throws: an error if the field is of another type.
    package subscript<Value: RecordConvertible>(column: Int) -> Value? {
        get throws {
            let value = value(column)
            if value == .null { return nil }
            guard let found = Value(value) else { throw Unreadable(column: column) }
            return found
        }
    }
}

extension RecordValue {
    /// The value as an SQLite argument.
    var forSQLite: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): bytes.databaseValue
        }
    }
}
