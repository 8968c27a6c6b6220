/// Why a PostgreSQL database could not do what it was asked for, each as one sentence for people.
///
/// Nothing of what is stored stands in it.
package struct PostgresError: Error, CustomStringConvertible {
    /// What is the matter.
    package enum Reason: Sendable, Hashable {
        /// No connection could be made, or it was lost.
        case unreachable
        /// The connection was lost while a change was confirmed: nobody knows whether it was made.
        case uncertain
        /// The server does not let us in, or forbids what was asked.
        case forbidden
        /// It took longer than it may.
        case timeout
        /// Others stood in the way and it was tried too often.
        case conflict
        /// A row breaks a rule of the schema.
        case rejected
        /// No room is left, or too many connections are open.
        case full
        /// A later program wrote the store.
        case newer
        /// Too many requests wait for a connection.
        case busy
        /// The store was closed.
        case closed
        /// Anything else, with PostgreSQL's code.
        case other
    }

    /// What is the matter.
    package let reason: Reason
    /// PostgreSQL's five signs for it (appendix A of its manual); empty if the server did not say.
    package let code: String
    /// One sentence for people.
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
            case .busy: "\(database) is asked for more than it can answer; try again later."
            case .closed: "\(database) is closed."
            case .other:
                "\(database) cannot do this: \(detail)\(code.isEmpty ? "" : " (code \(code))")."
            }
    }

    /// What a server's code means; details that may quote what is stored are left out.
    init(code: String, message: String, at name: String) {
        let reason: Reason =
            switch (code.prefix(2), code) {
            case (_, "57014"), (_, "55P03"), (_, "25P03"): .timeout
            case ("08", _), ("57", _): .unreachable
            case ("28", _), ("3D", _), (_, "42501"): .forbidden
            case ("40", _): .conflict
            case ("22", _), ("23", _): .rejected
            case ("53", _): .full
            default: .other
            }
        self.init(reason, code: code, at: name, detail: Self.oneLine(message))
    }

    static func oneLine(_ message: String) -> String {
        var text = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        while text.hasSuffix(".") || text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
