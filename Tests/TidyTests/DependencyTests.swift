import Foundation
import Testing

/// The tables of docs/dependencies.md, found by the words in their headers.
private struct DependencyPage {
    /// A row of a table: its cells without links, backquotes and blanks, and the first link of the
    /// row.
    struct Row {
        let cells: [String]
        let address: String
    }

    /// Each table: its header cells and its rows.
    private(set) var tables: [(head: [String], rows: [Row])] = []

    init(lines: [String]) {
        var isInTable = false
        for line in lines {
            guard line.hasPrefix("|") else {
                isInTable = false
                continue
            }
            let cells = line.dropFirst().dropLast().split(
                separator: "|", omittingEmptySubsequences: false
            )
            .map(String.init)
            if cells.allSatisfy({ $0.allSatisfy { $0 == "-" } }) { continue }
            let row = Row(
                cells: cells.map(Self.words),
                address: line.split(separator: "](").dropFirst().first.map {
                    String($0.prefix { $0 != ")" })
                } ?? "")
            if isInTable {
                tables[tables.count - 1].rows.append(row)
            } else {
                tables.append((row.cells, []))
                isInTable = true
            }
        }
    }

    /// Returns the rows of every table that has a header cell.
    func rows(headed cell: String) -> [Row] {
        tables.filter { $0.head.contains(cell) }.flatMap(\.rows)
    }

    /// Returns a cell's text: `[name](address)` becomes name.
    private static func words(_ cell: String) -> String {
        let named = cell.split(separator: "](", maxSplits: 1).first.map(String.init) ?? ""
        return named.trimmingCharacters(in: CharacterSet(charactersIn: " `["))
    }
}

/// The dependencies from package managers and scripts.
private enum Dependencies {
    private struct Resolved: Decodable {
        struct Pin: Decodable {
            let identity: String
        }
        let pins: [Pin]
    }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) -> String? {
        try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns the names of the Swift packages resolved for this build, in lower case.
    ///
    /// Their addresses depend on the order of resolution: some end with `.git` in one build and not
    /// in another.
    static func packages() throws -> [String] {
        let resolved = try #require(
            Self.text("Package.resolved"), "a build writes Package.resolved")
        return try JSONDecoder().decode(Resolved.self, from: Data(resolved.utf8)).pins.map {
            $0.identity.lowercased()
        }
    }

    /// Returns the licence of a text by its SPDX name; nil for an unknown text.
    static func licence(of text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if words.contains("Apache License Version 2.0") {
            return words.contains("Runtime Library Exception")
                ? "Apache-2.0 with Runtime Library Exception" : "Apache-2.0"
        }
        return words.contains(
            "Permission is hereby granted, free of charge, to any person obtaining a copy")
            ? "MIT" : nil
    }

    /// Returns the names in `name==version`, in lines of requirements or within quotes.
    static func pinned(in text: String) -> Set<String> {
        let words = text.split { $0.isWhitespace || $0 == "\"" }
        let names = words.compactMap { word in word.range(of: "==").map { word[..<$0.lowerBound] } }
        return Set(
            names.filter { name in
                !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }.map(String.init))
    }

    /// Returns the Debian packages that `scripts/setup` may install.
    static func debianPackages(in setup: String) -> Set<String> {
        var names: Set<String> = []
        for line in setup.split(separator: "\n") {
            if let list = line.range(of: "for package in "), let end = line.range(of: "; do") {
                names.formUnion(
                    line[list.upperBound..<end.lowerBound].split(separator: " ").map(String.init))
            }
            if let added = line.range(of: "missing+=(") {
                let name = line[added.upperBound...].prefix { $0 != ")" }
                if !name.contains("$") { names.insert(String(name)) }
            }
        }
        return names
    }
}

@Suite struct DependencyTests {
    private let page = DependencyPage(
        lines: SourceTree.project.file("docs/dependencies.md")?.lines ?? [])

    @Test func `each Swift package that was resolved is on the page, and no other`() throws {
        let resolved = Set(try Dependencies.packages())
        let named = Set(page.rows(headed: "package").map { $0.cells[0].lowercased() })
        #expect(named == resolved, "\(named.symmetricDifference(resolved).sorted())")
        #expect(!resolved.isEmpty)
    }

    @Test func `a Swift package's licence is what its own file says`() throws {
        let checkouts = Dependencies.root.appendingPathComponent(".build/checkouts")
        for row in page.rows(headed: "package") {
            let file = ["LICENSE", "LICENSE.txt"].lazy
                .map { checkouts.appendingPathComponent(row.cells[0]).appendingPathComponent($0) }
                .compactMap { try? String(contentsOf: $0, encoding: .utf8) }.first
            let text = try #require(
                file, "\(row.cells[0]) has no licence file below .build/checkouts")
            #expect(Dependencies.licence(of: text) == row.cells[1], "\(row.cells[0])")
        }
    }

    @Test func `what the scripts fetch and install is on the page, and nothing else`() throws {
        let setup = try #require(Dependencies.text("scripts/setup"))
        let debian =
            page.rows(headed: "to build").map { $0.cells[0] }
            + page.rows(headed: "Debian package").map { $0.cells[0] }
        let installed = Dependencies.debianPackages(in: setup)
        let namedDebian = Set(debian.filter { !$0.isEmpty })
        #expect(namedDebian == installed, "\(namedDebian.symmetricDifference(installed).sorted())")

        let requirements = Dependencies.pinned(
            in: try #require(Dependencies.text("scripts/requirements.txt")))
        let namedPython = Set(page.rows(headed: "Python package").map { $0.cells[0] })
        #expect(
            namedPython == requirements, "\(namedPython.symmetricDifference(requirements).sorted())"
        )

        let wheels = Dependencies.pinned(in: try #require(Dependencies.text("scripts/web-vendor")))
        #expect(Set(page.rows(headed: "comes in the wheel").map { $0.cells[2] }) == wheels)
        #expect(!installed.isEmpty && !requirements.isEmpty && !wheels.isEmpty)
    }

    @Test func `About lists what is in the program and in the app, with the same licences`() throws
    {
        let script = try #require(Dependencies.text("Web/app/screens/made-with.js"))
        let shipped = page.tables.filter { table in
            ["for", "where", "comes in the wheel"].contains { table.head.last == $0 }
                && ["package", "part"].contains(table.head.first)
        }.flatMap(\.rows)
        let listed = script.split(separator: "\n").compactMap { line -> [String]? in
            let quoted = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
            return quoted.count == 3 ? quoted : nil
        }
        #expect(!listed.isEmpty)
        let expected = shipped.map { [$0.cells[0], $0.cells[1], $0.address] }
        #expect(Set(listed) == Set(expected), "\(Set(listed).symmetricDifference(expected))")
    }

    @Test func `tables, licences, pins and installed packages are read`() {
        let page = DependencyPage(lines: [
            "| package | licence |", "|---|---|", "| [a](https://example.org/a) | MIT |", "",
            "| `b` |",
        ])
        #expect(page.rows(headed: "package").map(\.cells) == [["a", "MIT"]])
        #expect(page.rows(headed: "package").map(\.address) == ["https://example.org/a"])
        #expect(page.tables.map(\.head) == [["package", "licence"], ["b"]])
        #expect(Dependencies.licence(of: "Apache License\n  Version 2.0") == "Apache-2.0")
        #expect(Dependencies.licence(of: "All rights reserved.") == nil)
        #expect(Dependencies.pinned(in: "# x\na-b==1.2\n\"c==3\": {\nif x == 0") == ["a-b", "c"])
        let setup = "for package in x y; do\n  missing+=(z)\n missing+=(\"$package\")"
        #expect(Dependencies.debianPackages(in: setup) == ["x", "y", "z"])
    }
}
