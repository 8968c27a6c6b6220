import Testing

/// Core, Engine and the diary's inference compile with Embedded Swift, whose compiler refuses some
/// lines late.
///
/// Lines between `#if !hasFeature(Embedded)` and its end are not part of that build.
enum EmbeddedRule {
    static let folders = [
        "Sources/Core/", "Sources/Engine/", "Sources/Diary/DiaryInference/",
        "Sources/Diary/PhoneRecords/", "Sources/Diary/DiaryDays/", "Sources/Diary/DiaryEngine/",
    ]

    /// What Embedded Swift refuses, and what to write in its place.
    private static let refused: [(pattern: String, reason: String)] = [
        ("import Foundation", "guard it"), ("import Synchronization", "guard it"),
        ("any ", "write a generic parameter"), ("as?", "write an enum"), ("as!", "write an enum"),
        ("uniquingKeysWith", "write a loop"), ("Codable", "write a guarded extension"),
        ("Mirror(", "write the members"), ("(\\.", "write a closure"),
        ("rethrows", "write throws(Failure)"),
        ("actor ", "keep it native"), ("await ", "keep it native"),
    ]

    static func violations(_ file: SourceFile) -> [Violation] {
        guard folders.contains(where: { file.path.hasPrefix($0) }) else { return [] }
        var guards: [Bool] = []
        var violations: [Violation] = []
        for (line, code) in file.code.enumerated() {
            let text = code.drop { $0 == " " }
            if text.hasPrefix("#if") {
                guards.append(text.hasPrefix("#if !hasFeature(Embedded)"))
            } else if text.hasPrefix("#else"), let last = guards.popLast() {
                let opened = file.code[..<line].last { $0.contains("#if") } ?? ""
                guards.append(!last && opened.contains("#if hasFeature(Embedded)"))
            } else if text.hasPrefix("#endif") {
                guards.removeLast(guards.isEmpty ? 0 : 1)
            } else if !guards.contains(true) {
                for (pattern, reason) in refused where contains(pattern, in: code) {
                    violations.append(
                        Violation(
                            file.path, line + 1, "Embedded Swift refuses '\(pattern)': \(reason)"))
                }
                if throwsUntyped(code) {
                    violations.append(
                        Violation(file.path, line + 1, "Embedded Swift refuses untyped throws"))
                }
            }
        }
        return violations
    }

    private static func contains(_ pattern: String, in code: String) -> Bool {
        pattern.first?.isLetter == true
            ? ForbiddenRule.contains(pattern, in: code) : code.contains(pattern)
    }

    private static func throwsUntyped(_ code: String) -> Bool {
        var rest = code[...]
        while let found = rest.range(of: "throws") {
            let before = rest[..<found.lowerBound].last
            let after = rest[found.upperBound...].first
            if before == " " || before == ")", after == nil || after == " " { return true }
            rest = rest[found.upperBound...]
        }
        return false
    }
}

@Suite struct EmbeddedTests {
    @Test func `Core and Engine have no line that Embedded Swift refuses`() {
        let found = SourceTree.project.sources.flatMap { EmbeddedRule.violations($0) }
        #expect(found.isEmpty, "\(found.map { "\($0)" }.joined(separator: "\n"))")
    }

    @Test(
        arguments: [
            "import Foundation", "let x: any Clock", "func f() throws {", "x as? Int",
            "rows.map(\\.name)", "struct A: Codable {}",
        ])
    func `a line that Embedded Swift refuses is found unless it is guarded`(line: String) {
        func found(_ lines: [String]) -> Int {
            EmbeddedRule.violations(
                SourceFile(path: "Sources/Core/A.swift", text: lines.joined(separator: "\n"))
            ).count
        }
        #expect(found([line]) > 0)
        #expect(found(["#if !hasFeature(Embedded)", line, "#endif"]) == 0)
        #expect(found(["#if hasFeature(Embedded)", "let x = 1", "#else", line, "#endif"]) == 0)
        #expect(found(["#if hasFeature(Embedded)", line, "#endif"]) > 0)
    }
}
