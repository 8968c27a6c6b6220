import Foundation
import Yams

/// Addresses and keys of sources.
extension ConfigurationReader {
    /// Returns the addresses of a source, and records problems.
    mutating func readURLs(
        _ value: Node?, of kind: SourceSettings.Kind, in source: Node
    ) -> [String] {
        if kind.schemes.isEmpty {
            if let value { add("a source of kind '\(kind.rawValue)' has no 'url'", at: value) }
            return []
        }
        guard let value else {
            add("a source of kind '\(kind.rawValue)' needs a 'url'", at: source)
            return []
        }
        guard case .sequence(let items) = value else {
            return readURL(value, of: kind).map { [$0] } ?? []
        }
        guard (1...kind.maximumURLs).contains(items.count) else {
            let most = kind.maximumURLs == 1 ? "one address" : "1 to \(kind.maximumURLs) addresses"
            add("a source of kind '\(kind.rawValue)' has \(most)", at: value)
            return []
        }
        return items.compactMap { readURL($0, of: kind) }
    }

    private mutating func readURL(_ value: Node, of kind: SourceSettings.Kind) -> String? {
        let expected = "an address that begins with \(kind.schemes[0]):// or \(kind.schemes[1])://"
        guard let text = text(value, .text, key: "url", expected: expected) else { return nil }
        // The value is not repeated, since it may contain a key.
        let plain = text.replacingOccurrences(of: "{key}", with: "key")
        guard text.utf8.count <= 2048, let url = URL(string: plain), let host = url.host,
            !host.isEmpty, kind.schemes.contains(url.scheme?.lowercased() ?? "")
        else {
            add("'url' must be \(expected)", at: value)
            return nil
        }
        guard url.user == nil, url.password == nil else {
            add("'url' must not contain a user name or a password; use 'key-file'", at: value)
            return nil
        }
        return text
    }

    /// Returns the header field for a source's key; nil if there is none or it has a problem.
    mutating func readKeyHeader(_ value: Node?, hasKey: Bool) -> String? {
        guard let value else { return nil }
        let expected = "the name of a header field, as in x-api-key"
        guard let name = text(value, .text, key: "key-header", expected: expected) else {
            return nil
        }
        let isPlain = name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        guard isPlain, (1...100).contains(name.utf8.count) else {
            add("'key-header' must be \(expected), not \(shown(value))", at: value)
            return nil
        }
        guard hasKey else {
            add("'key-header' needs a 'key-file'", at: value)
            return nil
        }
        return name
    }

    /// Returns the folder of a recording; nil for other kinds or if it has a problem.
    mutating func readFolder(
        _ value: Node?, of kind: SourceSettings.Kind, in source: Node
    ) -> String? {
        guard kind == .recording else {
            if let value { add("a source of kind '\(kind.rawValue)' has no 'folder'", at: value) }
            return nil
        }
        guard let value else {
            add("a source of kind '\(kind.rawValue)' needs a 'folder'", at: source)
            return nil
        }
        guard let text = text(value, .text, key: "folder", expected: "a path") else { return nil }
        guard let path = ConfigurationKey.resolvedPath(text, in: folder) else {
            add("'folder' must be a path, not \(shown(value))", at: value)
            return nil
        }
        return path
    }

    /// Returns the file of a source's key; nil if there is none or it has a problem.
    mutating func readKeyFile(
        _ value: Node?, of kind: SourceSettings.Kind
    ) -> String? {
        guard let value else { return nil }
        guard !kind.schemes.isEmpty else {
            add("a source of kind '\(kind.rawValue)' has no 'key-file'", at: value)
            return nil
        }
        guard let text = text(value, .text, key: "key-file", expected: "a path") else { return nil }
        guard let path = ConfigurationKey.resolvedPath(text, in: folder),
            FileManager.default.isReadableFile(atPath: path)
        else {
            add("the key file \(shown(value)) cannot be read", at: value)
            return nil
        }
        return path
    }
}
