/// The reason why a PostgreSQL operation failed, with a sentence for people.
///
/// It contains no stored data.
package struct PostgresError: Error, CustomStringConvertible {
    /// The kind of error.
    package enum Reason: Sendable, Hashable {
        /// No connection could be made, or it was lost.
        case unreachable
        /// The connection was lost during a commit, so it is unknown whether the change was made.
        case uncertain
        /// The server denied the connection or the operation.
        case forbidden
        /// A timeout was exceeded.
        case timeout
        /// A conflict with other writers remained after the maximum number of attempts.
        case conflict
        /// A row violates a constraint of the schema.
        case rejected
        /// The disk is full, or too many connections are open.
        case full
        /// A later version of the program wrote the store.
        case newer
        /// Nodes of an earlier version use the store, which this version would migrate.
        case olderNodes
        /// Too many requests wait for a connection.
        case busy
        /// The store was closed.
        case closed
        /// Any other error, with PostgreSQL's code.
        case other
    }

    package let reason: Reason
    /// The five-character SQLSTATE (PostgreSQL manual, appendix A); empty if the server gave none.
    package let code: String
    /// A sentence for people.
    package let description: String

    init(_ reason: Reason, code: String = "", at name: String, detail: String = "") {
        self.reason = reason
        self.code = code
        let database = "The database '\(name)'"
        description =
            switch reason {
            case .unreachable: "\(database) cannot be reached: \(detail)."
            case .uncertain:
                "\(database) was lost while it confirmed a change; whether it was made is not known."
            case .forbidden: "\(database) does not allow this: \(detail)."
            case .timeout: "\(database) took too long."
            case .conflict: "\(database) is changed by too many at once; try again."
            case .rejected: "\(database) refuses a row (code \(code))."
            case .full: "\(database) has no room: \(detail)."
            case .newer: "\(database) was written by a newer version of Takt; use that version."
            case .olderNodes:
                "\(database) is used by nodes of an older version of Takt; stop them all, then start this one."
            case .busy: "\(database) is asked for more than it can answer; try again later."
            case .closed: "\(database) is closed."
            case .other:
                "\(database) cannot do this: \(detail)\(code.isEmpty ? "" : " (code \(code))")."
            }
    }

    /// Creates an error from a server's code; details that may contain stored data are left out.
    init(code: String, message: String, at name: String) {
        let reason: Reason =
            switch (code.prefix(2), code) {
            case (_, "57014"), (_, "55P03"), (_, "25P03"): .timeout
            // A standby refuses writes: the primary is elsewhere now.
            case ("08", _), ("57", _), (_, "25006"): .unreachable
            case ("28", _), ("3D", _), (_, "42501"): .forbidden
            case ("40", _): .conflict
            case ("22", _), ("23", _): .rejected
            case ("53", _): .full
            default: .other
            }
        self.init(reason, code: code, at: name, detail: Self.oneLine(message))
    }

    /// Creates the error for a connection that was not made; `message` is libpq's verbose one.
    ///
    /// `lacksPassword` says whether the server wanted a password and there was none.
    init(connecting message: String, lacksPassword: Bool, at name: String) {
        // The last line names a place in PostgreSQL's source, as in `auth_failed, auth.c:326`.
        let lines = message.split(whereSeparator: \.isNewline).filter {
            $0.firstMatch(of: /\.c:\d+$/) == nil
        }
        let detail = lines.joined(separator: " ")
        // Two spaces follow the severity.
        let found = detail.matches(of: /:\s\s([0-9A-Z]{5}):\s/).last
        let code = found.map { String($0.output.1) } ?? ""
        let reason: Reason =
            switch code.prefix(2) {
            case "": lacksPassword ? .forbidden : .unreachable
            // The server starts, stops, or has no connection left.
            case "08", "53", "57": .unreachable
            default: .forbidden
            }
        let sentence = found.map { _ in detail.replacing(":  \(code): ", with: ": ") } ?? detail
        self.init(
            reason, code: code, at: name,
            detail: sentence.isEmpty ? "it does not answer" : Self.oneLine(sentence))
    }

    static func oneLine(_ message: String) -> String {
        var text = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        while text.hasSuffix(".") || text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
