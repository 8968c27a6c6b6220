import Foundation

/// What a file is that cannot be opened as a ZIP file.
enum NoArchive {
    /// So much of a file tells what it is, in bytes.
    private static let startBytes = 512

    /// What it is and what to do, by its first bytes; nil if they do not tell.
    static func reason(_ path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        let start: Data
        do { start = try handle.read(upToCount: startBytes) ?? Data() } catch { return nil }
        guard !start.isEmpty else { return "it is empty" }
        if start.starts(with: Array("PK".utf8)) {
            return "it ends too early, as it was not downloaded whole"
        }
        let text = String(decoding: start, as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let isPage = text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
        return isPage ? "it is a web page; look at its address in a browser" : nil
    }
}
