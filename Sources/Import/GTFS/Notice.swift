import TransitModel

/// A defect found in a feed, with a code of the canonical GTFS validator.
///
/// Its texts may come from the feed. Control characters are left out of them, because terminals
/// show them, and they are cut to ``maximumTextLength``.
package struct Notice: Hashable, Sendable {
    package let code: NoticeCode
    /// The file with the defect, for example `stop_times.txt`; empty for the whole feed.
    package let file: String
    /// The line in the file, counted from 1; 0 for the whole file.
    package let line: UInt32
    /// The column name; empty for the whole row.
    package let field: String
    /// The faulty value.
    package let value: String

    /// The maximum number of characters kept of a file's name, a column's name or a value.
    package static let maximumTextLength = 120

    package init(
        _ code: NoticeCode, file: String, line: UInt32 = 0, field: String = "", value: String = ""
    ) {
        self.code = code
        self.file = Self.shown(file)
        self.line = line
        self.field = Self.shown(field)
        self.value = Self.shown(value)
    }

    private static func shown(_ text: String) -> String {
        let start =
            text.utf8.count > maximumTextLength ? String(text.prefix(maximumTextLength)) : text
        return ControlCharacters.leftOut(of: start)
    }
}

/// The severity of a defect.
package enum NoticeSeverity: UInt8, Sendable, CaseIterable, Comparable {
    /// Information only; nothing is lost.
    case info = 0
    /// A value was guessed or is likely wrong.
    case warning = 1
    /// The row or file violates the specification and was left out, at least in part.
    case error = 2

    /// The name in reports: `info`, `warning` or `error`.
    package var name: String {
        switch self {
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }

    package static func < (left: NoticeSeverity, right: NoticeSeverity) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Collects notices up to a limit per code and counts the rest.
package final class NoticeCollector {
    /// The notices kept, in the order found.
    package private(set) var notices: [Notice] = []
    /// The number of notices of each code, kept or not.
    package private(set) var counts: [NoticeCode: Int] = [:]
    private let limitPerCode: Int

    /// Creates an empty collector that keeps at most `limitPerCode` notices of each code.
    package init(limitPerCode: Int = 1000) {
        self.limitPerCode = limitPerCode
    }

    /// Counts a notice, and keeps it if its code is below the limit.
    package func add(_ notice: @autoclosure () -> Notice, code: NoticeCode) {
        let count = counts[code, default: 0]
        counts[code] = count + 1
        if count < limitPerCode { notices.append(notice()) }
    }

    /// Counts a notice, and keeps it if its code is below the limit.
    package func add(_ notice: Notice) {
        add(notice, code: notice.code)
    }

    package func count(_ code: NoticeCode, _ more: Int) {
        if more > 0 { counts[code, default: 0] += more }
    }

    /// Removes the notices of one file, found since the counts were `earlier`, before it is read
    /// again.
    package func forget(since earlier: [NoticeCode: Int], file: String) {
        for (code, count) in counts {
            let found = count - earlier[code, default: 0]
            if found > 0, notices.contains(where: { $0.code == code && $0.file == file }) {
                counts[code] = count - found
            }
        }
        counts = counts.filter { $0.value > 0 }
        notices.removeAll { $0.file == file }
    }

    /// The number of notices of a severity, kept or not.
    package func count(of severity: NoticeSeverity) -> Int {
        counts.reduce(0) { $0 + ($1.key.severity == severity ? $1.value : 0) }
    }
}
