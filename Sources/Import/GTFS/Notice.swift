/// A defect found in a feed, in the words of the canonical GTFS validator.
package struct Notice: Hashable, Sendable {
    /// What kind of defect it is.
    package let code: NoticeCode
    /// The file it was found in, as in `stop_times.txt`; empty if it concerns the whole feed.
    package let file: String
    /// The line in that file, counted from 1; 0 if it concerns the whole file.
    package let line: UInt32
    /// The column; empty if it concerns the whole row.
    package let field: String
    /// What was found there, cut to at most ``maximumValueLength`` characters.
    package let value: String

    /// The most characters of a faulty value that are kept.
    package static let maximumValueLength = 120

    /// Notes one defect.
    package init(
        _ code: NoticeCode, file: String, line: UInt32 = 0, field: String = "", value: String = ""
    ) {
        self.code = code
        self.file = file
        self.line = line
        self.field = field
        self.value = value
    }
}

/// How bad a defect is.
package enum NoticeSeverity: UInt8, Sendable, CaseIterable, Comparable {
    /// Worth knowing, nothing is lost.
    case info = 0
    /// Something was guessed or is likely wrong.
    case warning = 1
    /// The row or file breaks the specification; something was left out.
    case error = 2

    /// As it is written: `info`, `warning` or `error`.
    package var name: String {
        switch self {
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }

    /// Worse kinds are greater.
    package static func < (left: NoticeSeverity, right: NoticeSeverity) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Collects notices up to a bound per code and counts the rest.
package final class NoticeCollector {
    /// The notices kept, in the order found.
    package private(set) var notices: [Notice] = []
    /// How often each code was found, kept or not.
    package private(set) var counts: [NoticeCode: Int] = [:]
    private let limitPerCode: Int

    /// Makes an empty collector that keeps at most `limitPerCode` notices of each code.
    package init(limitPerCode: Int = 1000) {
        self.limitPerCode = limitPerCode
    }

    /// Counts a notice, and keeps it while its code is below the bound.
    package func add(_ notice: @autoclosure () -> Notice, code: NoticeCode) {
        let count = counts[code, default: 0]
        counts[code] = count + 1
        if count < limitPerCode { notices.append(notice()) }
    }

    /// Counts a notice, and keeps it while its code is below the bound.
    package func add(_ notice: Notice) {
        add(notice, code: notice.code)
    }

    /// Counts notices that are not kept.
    package func count(_ code: NoticeCode, _ more: Int) {
        if more > 0 { counts[code, default: 0] += more }
    }

    /// Forgets what was found in one file since the counts were `earlier`; the file is read again.
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

    /// How many notices of that severity were found, kept or not.
    package func count(of severity: NoticeSeverity) -> Int {
        counts.reduce(0) { $0 + ($1.key.severity == severity ? $1.value : 0) }
    }
}
