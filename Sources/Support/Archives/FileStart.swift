import Foundation

/// What a file is by its first bytes, where a ZIP file was expected.
package enum FileStart: Equatable, Sendable {
    case empty
    case zip
    case webPage
    case other

    /// So many bytes tell it.
    package static let bytes = 512

    /// What begins with these bytes.
    package init(_ start: some Sequence<UInt8>) {
        let start = Array(start.prefix(Self.bytes))
        let text = String(decoding: start, as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.isEmpty {
            self = .empty
        } else if start.starts(with: Array("PK".utf8)) {
            self = .zip
        } else if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
            self = .webPage
        } else {
            self = .other
        }
    }

    /// What a file is; nil if it cannot be read.
    init?(path: String) {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        do { self.init(try handle.read(upToCount: Self.bytes) ?? Data()) } catch { return nil }
    }

    /// Why it is no ZIP file that can be used and what to do; nil if the start does not tell.
    package var reason: String? {
        switch self {
        case .empty: "it is empty"
        // What begins as one cannot be opened.
        case .zip: "it ends too early, as it was not downloaded whole"
        case .webPage: "it is a web page; look at its address in a browser"
        case .other: nil
        }
    }
}
