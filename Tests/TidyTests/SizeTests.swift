import Testing

/// The maximum length of files and functions.
///
/// A function extends from its `func` or `init` to its closing brace. Computed properties and
/// closures of a type are not measured.
enum SizeRule {
    static let linesOfFile = 400
    static let linesOfFunction = 60

    static func fileViolation(_ file: SourceFile) -> Violation? {
        guard file.lines.count > linesOfFile else { return nil }
        return Violation(file.path, 0, "\(file.lines.count) lines, at most \(linesOfFile)")
    }

    static func functionViolations(_ file: SourceFile) -> [Violation] {
        functions(file).compactMap { start, end in
            let length = end - start + 1
            guard length > linesOfFunction else { return nil }
            return Violation(
                file.path, start + 1, "a function of \(length) lines, at most \(linesOfFunction)")
        }
    }

    /// Returns the first and last line (from 0) of every function with a body.
    static func functions(_ file: SourceFile) -> [(start: Int, end: Int)] {
        file.code.indices.compactMap { line in
            guard beginsFunction(file.code[line]), let end = end(of: line, in: file.code) else {
                return nil
            }
            return (line, end)
        }
    }

    private static func beginsFunction(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        return words.contains { word in
            word == "func" || word == "deinit"
                || ["init(", "init<", "init?("].contains { word.hasPrefix($0) }
        }
    }

    private static func end(of start: Int, in code: [String]) -> Int? {
        var parentheses = 0
        var braces = 0
        for line in start..<code.count {
            for character in code[line].utf8 {
                switch character {
                case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
                case UInt8(ascii: "{") where parentheses == 0 || braces > 0: braces += 1
                case UInt8(ascii: "}") where braces > 0:
                    braces -= 1
                    if braces == 0 { return line }
                default: break
                }
            }
            if braces == 0, parentheses == 0, !continues(after: line, in: code) { return nil }
        }
        return nil
    }

    /// Returns whether the signature continues below: a protocol requirement has no body and ends
    /// here.
    private static func continues(after line: Int, in code: [String]) -> Bool {
        let here = code[line].split(separator: " ").last ?? ""
        if here.hasSuffix(",") || here == "->" || here == "where" { return true }
        guard line + 1 < code.count, let next = code[line + 1].split(separator: " ").first else {
            return false
        }
        return ["{", "->", "where", "throws", "async", "rethrows"].contains { next.hasPrefix($0) }
    }
}

@Suite struct SizeTests {
    @Test func `files end by 400 lines`() {
        let endings = [".swift", ".js", ".css", ".py"]
        let found = SourceTree.project.files
            .filter { file in
                let isOurs = ["Sources/", "Tests/", "Web/app/"].contains { file.path.hasPrefix($0) }
                return isOurs && !file.isGenerated && endings.contains { file.path.hasSuffix($0) }
            }
            .compactMap(SizeRule.fileViolation)
        expectNone(found)
    }

    @Test func `functions end by 60 lines`() {
        let files = SourceTree.project.files.filter { $0.isSwift && !$0.isGenerated }
        let found = files.flatMap(SizeRule.functionViolations)
        expectNone(found)
        #expect(files.map { SizeRule.functions($0).count }.reduce(0, +) > 100)
    }

    @Test func `a long file is seen`() {
        let lines = { SourceFile(path: "a.js", text: String(repeating: "x\n", count: $0)) }
        #expect(SizeRule.fileViolation(lines(401)) != nil)
        #expect(SizeRule.fileViolation(lines(400)) == nil)
    }

    @Test func `a long function is seen, braces in strings and comments are not`() {
        let body = String(repeating: "    print(\"}\") // }\n", count: 59)
        let long = SourceFile(path: "a.swift", text: "func f(\n) -> Int\n{\n\(body)}\n")
        #expect(SizeRule.functionViolations(long).map(\.line) == [1])
        let fits = SourceFile(
            path: "a.swift",
            text: "protocol P {\n    func g() -> Int\n}\ninit() {\n\(body.dropLast(20))}\n")
        #expect(SizeRule.functionViolations(fits).isEmpty)
        #expect(SizeRule.functions(fits).count == 1)
    }
}
