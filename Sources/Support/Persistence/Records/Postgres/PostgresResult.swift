import CPostgres
import Foundation

/// The rows that a statement returned.
final class PostgresResult {
    // Freed in `deinit`; everything that is read is copied.
    private let result: OpaquePointer

    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit { PQclear(result) }

    var status: ExecStatusType { PQresultStatus(result) }
    var isFine: Bool { [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(status) }
    var count: Int { Int(PQntuples(result)) }
    var changedRows: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }
    /// The five-character SQLSTATE of an error; empty if there is none.
    var code: String { field(UInt8(ascii: "C")) }
    var message: String { field(UInt8(ascii: "M")) }

    private func field(_ sign: UInt8) -> String {
        PQresultErrorField(result, Int32(sign)).map { String(cString: $0) } ?? ""
    }

    /// The numbers of PostgreSQL's types (pg_type.dat) that occur in columns and results of a
    /// store.
    private enum TypeNumber {
        static let bool: UInt32 = 16
        static let bytes: UInt32 = 17
        static let integers: Set<UInt32> = [20, 21, 23]
        static let reals: Set<UInt32> = [700, 701, 1700]
    }

    func value(row: Int, column: Int) -> RecordValue {
        let (row, column) = (Int32(row), Int32(column))
        guard column < PQnfields(result), PQgetisnull(result, row, column) == 0,
            let start = PQgetvalue(result, row, column)
        else { return .null }
        let text = String(cString: start)
        let type = PQftype(result, column)
        switch type {
        case TypeNumber.bool: return .integer(text == "t" ? 1 : 0)
        case TypeNumber.bytes: return .bytes(Self.bytes(text))
        case _ where TypeNumber.integers.contains(type):
            return Int64(text).map { .integer($0) } ?? .text(text)
        case _ where TypeNumber.reals.contains(type):
            if type == 1700, let whole = Int64(text) { return .integer(whole) }
            return Double(text).map { .real($0) } ?? .text(text)
        default: return .text(text)
        }
    }

    /// Decodes bytes in PostgreSQL's form: `\x` and two hexadecimal digits for each.
    private static func bytes(_ text: String) -> Data {
        let digits = Array(text.utf8.dropFirst(2))
        var data = Data(capacity: digits.count / 2)
        for index in stride(from: 0, to: digits.count - 1, by: 2) {
            data.append(digit(digits[index]) << 4 | digit(digits[index + 1]))
        }
        return data
    }

    private static func digit(_ sign: UInt8) -> UInt8 {
        sign < UInt8(ascii: "a") ? sign &- UInt8(ascii: "0") : sign &- UInt8(ascii: "a") &+ 10
    }
}
