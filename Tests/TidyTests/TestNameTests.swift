import Testing

/// A test's name must be a sentence, so that a suite reads as a specification of its subject.
enum TestNameRule {
    static let leastWords = 3

    static func violations(_ file: SourceFile) -> [Violation] {
        file.code.indices.compactMap { line in
            // Skip @Testable and similar words.
            guard file.code[line].contains("@Test"),
                SwiftText.words(file.code[line]).contains("Test"),
                let problem = problem(file.code[line...])
            else { return nil }
            return Violation(file.path, line + 1, problem)
        }
    }

    /// Returns the problem of the test that begins in the first line, or nil.
    private static func problem(_ code: ArraySlice<String>) -> String? {
        guard let end = code.firstIndex(where: { SwiftText.words($0).contains("func") }) else {
            return nil
        }
        // A long name is below the word 'func'.
        let text = code[...end].joined(separator: " ") + " " + code[(end + 1)...].prefix(1).joined()
        guard let attribute = text.firstRange(of: "@Test"),
            let keyword = text[attribute.upperBound...].firstRange(of: " func ")
        else { return nil }
        let arguments = text[attribute.upperBound..<keyword.lowerBound].filter { $0 != " " }
        if arguments.hasPrefix("(\"") {
            return "a title beside the name: write the sentence as the function's name"
        }
        let rest = text[keyword.upperBound...].drop { $0 == " " }
        guard rest.first == "`" else {
            let name = rest.prefix { $0 != "(" && $0 != "<" }
            return "'\(name)' is no sentence: write func `what holds, in words`()"
        }
        let name = rest.dropFirst().prefix { $0 != "`" }
        guard name.split(separator: " ").count >= leastWords else {
            return "'\(name)' is no sentence: it has fewer than \(leastWords) words"
        }
        return nil
    }
}

@Suite struct TestNameTests {
    @Test func `tests are named by sentences`() {
        let files = SourceTree.project.files.filter { $0.isSwift && $0.path.hasPrefix("Tests/") }
        let found = files.flatMap(TestNameRule.violations)
        expectNone(found)
    }

    @Test func `other names are seen, other functions are not`() {
        let file = SourceFile(
            path: "a.swift",
            text: """
                @Test func vehiclesRun() {}
                @Test("vehicles run")
                func running() {}
                @Test(arguments: [
                    ("a", 1)
                ])
                func `a b`(_: String, _: Int) {}
                @Test func `vehicles run`() {}
                @Test func `vehicles run by day`() {}
                @Test(arguments: ["func x"]) func `none is a title`(_: String) {}
                @Test func
                    `this one is long`() {}
                @Testable func helper() {}
                // @Test func comment() {}
                func helper() {}
                """)
        #expect(TestNameRule.violations(file).map(\.line) == [1, 2, 4, 8])
    }
}
