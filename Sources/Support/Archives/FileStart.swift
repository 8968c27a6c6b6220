import Foundation

/// The type of a file, detected from its first bytes, where a ZIP file was expected.
package enum FileStart: Equatable, Sendable {
    case empty
    case zip
    case webPage
    case other

    /// The number of bytes needed for detection.
    package static let bytes = 512

    /// Detects the type of a file that begins with these bytes.
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

    /// Detects the type of a file; nil if it cannot be read.
    init?(path: String) {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        do { self.init(try handle.read(upToCount: Self.bytes) ?? Data()) } catch { return nil }
    }

    /// Why the file is not a usable ZIP file and what to do; nil if its start does not show that.
    package var reason: String? {
        switch self {
        case .empty: "it is empty"
        // The start is that of a ZIP file, but it could not be opened.
        case .zip: "it ends too early, as it was not downloaded whole"
        case .webPage: "it is a web page; look at its address in a browser"
        case .other: nil
        }
    }
}
