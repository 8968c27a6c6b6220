import Testing

/// Words that must not appear in the code of `Sources`, and their exceptions.
struct ForbiddenRule: Sendable {
    let pattern: String
    let reason: String
    /// Files or folders where the words are allowed.
    var except: [String] = []
    /// A line that contains this text is allowed.
    var unless: String?

    static let all = [
        ForbiddenRule(
            pattern: "print(", reason: "only the command line writes to standard output",
            except: ["Sources/Server/takt/"]),
        ForbiddenRule(
            pattern: "Date()", reason: "clocks are passed in",
            except: ["Sources/Core/TransitModel/WallClock.swift"]),
        ForbiddenRule(pattern: "Date.now", reason: "clocks are passed in"),
        ForbiddenRule(
            pattern: "SystemRandomNumberGenerator", reason: "randomness is passed in"),
        ForbiddenRule(
            pattern: ".random(in:", reason: "randomness is passed in",
            except: ["Sources/Support/HTTPFetching/FetchDependencies.swift"], unless: "using:"),
        ForbiddenRule(pattern: ".shuffled()", reason: "randomness is passed in"),
        ForbiddenRule(pattern: ".randomElement()", reason: "randomness is passed in"),
        ForbiddenRule(pattern: "Task.detached", reason: "every task has an owner"),
        ForbiddenRule(pattern: "fatalError(", reason: "say precondition or preconditionFailure"),
        ForbiddenRule(pattern: "try!", reason: "handle the error"),
        ForbiddenRule(pattern: "as!", reason: "handle the other type"),
    ]

    func violations(_ file: SourceFile) -> [Violation] {
        guard !except.contains(where: { file.path.hasPrefix($0) }) else { return [] }
        return file.code.indices.compactMap { line in
            let code = file.code[line]
            if let unless, code.contains(unless) { return nil }
            guard Self.contains(pattern, in: code) else { return nil }
            return Violation(file.path, line + 1, "'\(pattern)' is not used here: \(reason)")
        }
    }

    /// Returns whether the line contains the pattern as separate words: `sprint(` does not contain
    /// `print(`.
    static func contains(_ pattern: String, in code: String) -> Bool {
        var rest = code[...]
        while let found = rest.range(of: pattern) {
            let before = rest[..<found.lowerBound].last
            let isMember = before == "." && !pattern.hasPrefix(".")
            let isWordStart = before.map { !($0.isLetter || $0.isNumber || $0 == "_") } ?? true
            if pattern.hasPrefix(".") || (isWordStart && !isMember) { return true }
            rest = rest[found.upperBound...]
        }
        return false
    }
}

/// A `try?` on what is stored hides a full disk: the reason why that is harmless is beside it.
enum StorageErrorRule {
    private static let words = [
        "store.", "database.", "pool.", ".write(", "truncate(", "checkpoint(", "createDirectory(",
        ".moveItem(",
    ]

    static func violations(_ file: SourceFile) -> [Violation] {
        file.code.indices.filter { line in
            let code = file.code[line]
            guard ForbiddenRule.contains("try?", in: code), !code.contains(".close()") else {
                return false
            }
            let call = code.hasSuffix("try?") ? code + file.code[line + 1] : code
            return words.contains(where: call.contains)
                && !file.lines[max(0, line - 3)...line].contains { $0.contains("//") }
        }.map { Violation(file.path, $0 + 1, "'try?' on storage without a reason beside it") }
    }
}

/// Unsafe code is allowed only in files that docs/escape-hatches.md lists.
enum EscapeHatchRule {
    static let page = "docs/escape-hatches.md"
    private static let words = [
        "@unchecked", "nonisolated(unsafe)", "unsafeBitCast", "withUnsafe", "Unsafe",
        "withMemoryRebound", "assumingMemoryBound", "unowned(unsafe)",
    ]

    static func uses(_ file: SourceFile) -> Int? {
        file.code.firstIndex { code in words.contains { code.contains($0) } }
    }

    static func violations(_ files: [SourceFile], page text: [String]) -> [Violation] {
        let listed = Set(text.filter { $0.hasPrefix("| `Sources/") }.compactMap(firstCode))
        var violations: [Violation] = []
        for file in files {
            guard let line = uses(file), !listed.contains(file.path) else { continue }
            violations.append(Violation(file.path, line + 1, "unsafe code, not listed in \(page)"))
        }
        let using = Set(files.filter { uses($0) != nil }.map(\.path))
        for path in listed.subtracting(using).sorted() {
            violations.append(Violation(page, 0, "\(path) is gone or holds no unsafe code"))
        }
        return violations
    }

    private static func firstCode(_ row: String) -> String? {
        let parts = row.split(separator: "`", omittingEmptySubsequences: false)
        return parts.count > 1 ? String(parts[1]) : nil
    }
}

@Suite struct ForbiddenTests {
    @Test(arguments: ForbiddenRule.all)
    func `sources do without it`(rule: ForbiddenRule) {
        let found = SourceTree.project.sources.flatMap(rule.violations)
        expectNone(found)
    }

    @Test(arguments: ForbiddenRule.all)
    func `an exception is still needed`(rule: ForbiddenRule) {
        let bare = ForbiddenRule(pattern: rule.pattern, reason: rule.reason, unless: rule.unless)
        for place in rule.except {
            let files = SourceTree.project.sources.filter { $0.path.hasPrefix(place) }
            #expect(!files.flatMap(bare.violations).isEmpty, "\(place) no longer needs it")
        }
    }

    @Test(arguments: ForbiddenRule.all)
    func `it would be seen, but not in words that hold it`(rule: ForbiddenRule) {
        let file = SourceFile(
            path: "Sources/Model/M/M.swift",
            text: "// \(rule.pattern)\nlet a = \"\(rule.pattern)\"\n let b = \(rule.pattern)\n")
        #expect(rule.violations(file).map(\.line) == [3])
    }

    @Test func `likenesses and harmless uses pass`() {
        #expect(!ForbiddenRule.contains("print(", in: "sprint( fingerprint( self.print("))
        #expect(ForbiddenRule.contains("print(", in: "sprint(1); print(2)"))
        let random = ForbiddenRule(pattern: ".random(in:", reason: "", unless: "using:")
        let file = SourceFile(path: "a.swift", text: "Int.random(in: 1...2, using: &generator)")
        #expect(random.violations(file).isEmpty)
    }

    @Test func `no error of storage is ignored without a reason`() {
        expectNone(SourceTree.project.sources.flatMap(StorageErrorRule.violations))
        let text = """
            // If it fails, the next call does it.
            try? store.prune()



            try? store.close()
            let known = try? decoder.decode(Known.self, from: data)
            try?
                data.write(to: place)
            """
        let file = SourceFile(path: "Sources/A/A/A.swift", text: text)
        #expect(StorageErrorRule.violations(file).map(\.line) == [8])
    }

    @Test func `unsafe code is listed with what protects it`() throws {
        let there = SourceTree.project.file(EscapeHatchRule.page)
        let page = try #require(there, "the file is missing")
        let found = EscapeHatchRule.violations(SourceTree.project.sources, page: page.lines)
        expectNone(found)
    }

    @Test func `unlisted unsafe code and stale rows are seen`() {
        let text = "final class A: @unchecked Sendable {}"
        let files = [
            SourceFile(path: "Sources/Model/M/A.swift", text: text),
            SourceFile(path: "Sources/Model/M/B.swift", text: "let p: UnsafeRawPointer"),
            SourceFile(path: "Sources/Model/M/C.swift", text: "// UnsafeRawPointer"),
        ]
        let page = [
            "| File |", "| `Sources/Model/M/A.swift` | x |", "| `Sources/Model/M/C.swift` |",
        ]
        let found = EscapeHatchRule.violations(files, page: page)
        #expect(found.map(\.path) == ["Sources/Model/M/B.swift", EscapeHatchRule.page])
    }
}
