import Foundation
import Testing

/// The project's files for the tidy tests: all that would be committed.
struct SourceTree: Sendable {
    /// Every text file, by path relative to the project's root, sorted by path.
    let files: [SourceFile]
    /// Every file with its size in bytes, text or not.
    let sizes: [String: Int]

    /// The tree that contains this test file, read once.
    static let project = SourceTree(
        root: URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent())

    /// Folders that git ignores, with built or downloaded files.
    private static let ignoredFolders: Set<String> = [
        ".build", ".git", ".tools", "Web/vendor", "data",
    ]
    private static let textEndings: Set<String> = [
        "swift", "js", "css", "html", "py", "md", "sh", "json", "yml",
    ]

    init(root: URL) {
        var files: [SourceFile] = []
        var sizes: [String: Int] = [:]
        var folders = [""]
        while let folder = folders.popLast() {
            let url = folder.isEmpty ? root : root.appendingPathComponent(folder)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
            for name in names {
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                let file = root.appendingPathComponent(path)
                let values = try? file.resourceValues(forKeys: [.isDirectoryKey, .fileSizeKey])
                if values?.isDirectory == true {
                    let isIgnored =
                        Self.ignoredFolders.contains(path) || name == "__pycache__"
                        || path.hasPrefix(".build")
                    if !isIgnored { folders.append(path) }
                    continue
                }
                sizes[path] = values?.fileSize ?? 0
                let isText =
                    Self.textEndings.contains(file.pathExtension) || path.hasPrefix("scripts/")
                    || path == "Makefile"
                if isText, let text = try? String(contentsOf: file, encoding: .utf8) {
                    files.append(SourceFile(path: path, text: text))
                }
            }
        }
        self.files = files.sorted { $0.path < $1.path }
        self.sizes = sizes
    }

    /// The Swift sources without generated code.
    var sources: [SourceFile] {
        files.filter { $0.isSwift && $0.path.hasPrefix("Sources/") && !$0.isGenerated }
    }

    func file(_ path: String) -> SourceFile? {
        files.first { $0.path == path }
    }
}

/// One text file.
struct SourceFile: Sendable {
    let path: String
    let lines: [String]
    /// The lines of a Swift file with comments and string contents blanked; otherwise empty.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = Self.split(text)
        code = path.hasSuffix(".swift") ? Self.split(SwiftText.codeOnly(text)) : []
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isGenerated: Bool { path.contains("/Generated/") }

    /// The slice and the module of `Sources/<slice>/<module>/...`; nil elsewhere.
    var place: ModulePlace? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count >= 4, parts[0] == "Sources" else { return nil }
        return ModulePlace(slice: parts[1], module: parts[2])
    }

    private static func split(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// A module and its slice.
struct ModulePlace: Hashable, Sendable {
    let slice: String
    let module: String
}

/// A violation of a rule.
struct Violation: CustomStringConvertible, Equatable {
    let path: String
    /// Counted from 1; 0 for the whole file.
    let line: Int
    let message: String

    init(_ path: String, _ line: Int, _ message: String) {
        self.path = path
        self.line = line
        self.message = message
    }

    var description: String { line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)" }
}

/// Fails with one line for each violation.
func expectNone(_ found: [Violation], at location: SourceLocation = #_sourceLocation) {
    guard !found.isEmpty else { return }
    let lines = found.map(\.description).joined(separator: "\n")
    Issue.record("\(found.count) violations:\n\(lines)", sourceLocation: location)
}
