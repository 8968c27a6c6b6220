import Foundation
import Testing

/// Files and texts that do not belong in the repository.
enum RepositoryRule {
    /// Prefixes of paths on a development machine, in two parts so that this file contains none.
    private static let machineFolders = ["work", "root", "home", "tmp"].map { "/" + $0 + "/" }
    private static let feedEndings = [".zip", ".pb", ".gtfs", ".takt"]
    private static let feedBytes = 4096

    static func machinePaths(_ file: SourceFile) -> [Violation] {
        file.lines.indices.compactMap { line in
            guard let folder = machineFolders.first(where: { isIn(file.lines[line], $0) }) else {
                return nil
            }
            return Violation(file.path, line + 1, "a machine's path: \(folder)")
        }
    }

    /// Returns whether an absolute path begins there, and not within another path or an address.
    private static func isIn(_ line: String, _ folder: String) -> Bool {
        var rest = line[...]
        while let found = rest.range(of: folder) {
            let before = rest[..<found.lowerBound].last
            if before.map({ " \"'`(=:".contains($0) }) ?? true { return true }
            rest = rest[found.upperBound...]
        }
        return false
    }

    static func feeds(_ sizes: [String: Int]) -> [Violation] {
        sizes.keys.sorted().compactMap { path in
            guard let bytes = sizes[path], bytes > feedBytes,
                feedEndings.contains(where: { path.hasSuffix($0) })
            else { return nil }
            return Violation(path, 0, "a feed of \(bytes) bytes; feeds are fetched, not committed")
        }
    }
}

/// Links between the project's pages must lead to existing files.
enum LinkRule {
    static func violations(_ file: SourceFile, paths: Set<String>) -> [Violation] {
        var isFenced = false
        var violations: [Violation] = []
        for (index, line) in file.lines.enumerated() {
            if line.hasPrefix("```") { isFenced.toggle() }
            guard !isFenced else { continue }
            for target in targets(line) where !exists(target, from: file.path, paths: paths) {
                violations.append(Violation(file.path, index + 1, "\(target) does not exist"))
            }
        }
        return violations
    }

    /// Returns the relative addresses of `[text](address)`, without anchors; code spans are
    /// skipped.
    static func targets(_ line: String) -> [String] {
        let prose = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined()
        return prose.split(separator: "](", omittingEmptySubsequences: false).dropFirst()
            .compactMap { part in
                let address = part.prefix { $0 != ")" && $0 != " " && $0 != "#" }
                let isElsewhere = address.contains("://") || address.hasPrefix("mailto:")
                return address.isEmpty || isElsewhere ? nil : String(address)
            }
    }

    private static func exists(_ target: String, from path: String, paths: Set<String>) -> Bool {
        var parts = target.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
        for part in target.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return false
            }
        }
        let resolved = parts.joined(separator: "/")
        return paths.contains(resolved) || paths.contains { $0.hasPrefix(resolved + "/") }
    }
}

/// Files that a page names in code spans must exist.
enum NamedFileRule {
    /// The pages for newcomers.
    static let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
    private static let endings = [".swift", ".py", ".js", ".css", ".md"]

    static func violations(_ file: SourceFile, paths: Set<String>) -> [Violation] {
        file.lines.indices.flatMap { line in
            named(file.lines[line]).filter { name in
                // Names may omit the slice, and the folder if the sentence mentions it.
                !paths.contains { $0 == name || $0.hasSuffix("/" + name) }
            }.map { Violation(file.path, line + 1, "\($0) does not exist") }
        }
    }

    /// Returns the file names in a line's code spans; patterns with a star are skipped.
    static func named(_ line: String) -> [String] {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }
            .flatMap { $0.element.split(separator: " ").map(String.init) }
            .filter { word in
                endings.contains { word.hasSuffix($0) } && !word.contains("*")
            }
    }
}

@Suite struct RepositoryTests {
    @Test func `no file names a folder of somebody's machine`() {
        let files = SourceTree.project.files.filter { !$0.path.hasPrefix("Tests/") }
        let found = files.flatMap(RepositoryRule.machinePaths)
        expectNone(found)
    }

    @Test func `a machine's path is seen`() {
        let folder = "/" + "root/"
        let file = SourceFile(
            path: "a.md",
            text: "See `\(folder)x`.\nhttps://example.org\(folder)x\n\(folder)y\nfine")
        #expect(RepositoryRule.machinePaths(file).map(\.line) == [1, 3])
    }

    @Test func `no feed is committed`() {
        let found = RepositoryRule.feeds(SourceTree.project.sizes)
        expectNone(found)
        #expect(SourceTree.project.sizes["Package.swift", default: 0] > 0)
    }

    @Test func `a committed feed is seen`() {
        let found = RepositoryRule.feeds(["a.zip": 5000, "small.pb": 4096, "b.swift": 9000])
        #expect(found.map(\.path) == ["a.zip"])
    }

    @Test func `links between pages lead somewhere`() {
        let tree = SourceTree.project
        let pages = tree.files.filter { $0.path.hasSuffix(".md") }
        let found = pages.flatMap { LinkRule.violations($0, paths: Set(tree.sizes.keys)) }
        expectNone(found)
        #expect(!pages.isEmpty)
    }

    @Test func `the page of screens shows every picture of one`() throws {
        let tree = SourceTree.project
        let folder = "docs/screenshots/"
        let page = try #require(tree.file(folder + "README.md"), "the page is missing")
        let text = page.lines.joined()
        let pictures = tree.sizes.keys.filter { $0.hasPrefix(folder) && $0.hasSuffix(".webp") }
            .map { String($0.dropFirst(folder.count)) }
        #expect(pictures.filter { !text.contains("\"\($0)\"") } == [])
        #expect(pictures.count > 10)
    }

    @Test func `files that lead a newcomer are there`() {
        let tree = SourceTree.project
        let pages = NamedFileRule.pages.compactMap(tree.file)
        #expect(pages.count == NamedFileRule.pages.count)
        #expect(pages.flatMap(\.lines).flatMap(NamedFileRule.named).count > 50)
        expectNone(
            pages.flatMap { NamedFileRule.violations($0, paths: Set(tree.sizes.keys)) })
    }

    @Test func `a file that is named and gone is seen`() {
        let page = SourceFile(
            path: "a.md", text: "See `M/A.swift`, `python t.py x`, `m/*.js` and\n`B.swift`; C.swift"
        )
        let found = NamedFileRule.violations(page, paths: ["Sources/Model/M/A.swift"])
        #expect(
            found.map(\.description) == [
                "a.md:1: t.py does not exist", "a.md:2: B.swift does not exist",
            ])
    }

    @Test func `a broken link is seen`() {
        let page = SourceFile(
            path: "docs/a.md",
            text: """
                [up](../README.md#top) [folder](decisions) [web](https://example.org/x) [here](#x)
                [gone](b.md), `[code](c.md)`
                ```
                [fenced](d.md)
                ```
                [out](../../README.md)
                """)
        let found = LinkRule.violations(page, paths: ["README.md", "docs/decisions/1.md"])
        #expect(found.map(\.line) == [2, 6])
    }
}
