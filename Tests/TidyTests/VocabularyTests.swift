import Testing

/// The types named on the pages about the code must exist.
enum VocabularyRule {
    /// Returns the types that the dictionary's third column names.
    static func typeNames(inTableOf lines: [String]) -> [String] {
        lines.compactMap(cells).filter { $0.count > 2 }.flatMap { codeSpans($0[2]) }
    }

    /// Returns the names of all declared types.
    static func declaredTypes(_ files: [SourceFile]) -> Set<String> {
        let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        var names: Set<String> = []
        for code in files.flatMap(\.code) {
            let words = SwiftText.words(code)
            for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
                names.insert(name)
            }
        }
        return names
    }

    private static func cells(_ row: String) -> [String]? {
        guard row.hasPrefix("|") else { return nil }
        let cells = row.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.split(separator: " ").joined(separator: " ") }
        return cells.count < 2 ? nil : cells
    }

    private static func codeSpans(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
    }
}

@Suite struct VocabularyTests {
    @Test func `the dictionary's types exist`() throws {
        let there = SourceTree.project.file("docs/dictionary.md")
        let page = try #require(there, "the file is missing")
        let names = VocabularyRule.typeNames(inTableOf: page.lines)
        let declared = VocabularyRule.declaredTypes(SourceTree.project.sources)
        #expect(names.filter { !declared.contains($0) } == [])
        #expect(names.count > 10)
    }

    @Test func `the tables are read, and nothing else`() {
        let words = ["| stop | GTFS | `Stop` |", "| `x` | y |"]
        #expect(VocabularyRule.typeNames(inTableOf: words) == ["Stop"])
    }

    @Test func `a type in a comment is no type`() {
        let file = SourceFile(path: "a.swift", text: "package struct A<T> {}\n// struct B\n")
        #expect(VocabularyRule.declaredTypes([file]) == ["A"])
    }
}

@Suite struct SwiftTextTests {
    @Test func `comments and strings are blanked, code stays in its place`() {
        let text = #"let a = "x\("y)" + f(")"))z" + b // c"#
        let code = SwiftText.codeOnly(text)
        #expect(code.hasPrefix("let a = \""))
        #expect(SwiftText.words(code) == ["let", "a", "b"])
        #expect(code.count == text.count)
    }

    @Test func `nested comments, long and raw strings end where they end`() {
        let text = ##"/* a /* b */ c */ d #"e" \("# f """ g " h """ i"##
        #expect(SwiftText.words(SwiftText.codeOnly(text)) == ["d", "f", "i"])
    }
}
