import Testing

/// Rules with exceptions from before the rule: their number may shrink, never grow.
enum CountedRule {
    static let parametersOfFunction = 4
    static let columnsOfComment = 100
    /// Words of comments that plain English says otherwise.
    static let wornWords: Set<String> = [
        "anew", "whoever", "whosoever", "thereof", "herewith", "told", "tells", "untold",
        "beforehand", "henceforth",
    ]

    /// The declarations that take more than ``parametersOfFunction`` parameters, by line from 0.
    static func longSignatures(_ file: SourceFile, of keyword: String) -> [Int] {
        file.code.indices.filter { line in
            guard let open = opening(of: keyword, in: file.code[line]) else { return false }
            return parameters(file.code[line...], from: open) > parametersOfFunction
        }
    }

    /// The text from the parenthesis of a declaration of that kind, or nil where there is none.
    private static func opening(of keyword: String, in line: String) -> Substring? {
        let words = line.split(separator: " ")
        guard let first = words.firstIndex(where: { $0.hasPrefix(keyword) }),
            words[..<first].allSatisfy({ $0.allSatisfy { $0.isLetter || "@()_".contains($0) } }),
            keyword == "func" ? words[first] == "func" : !words[..<first].contains("func"),
            let open = line.range(of: keyword)?.upperBound,
            let start = line[open...].firstIndex(of: "(")
        else { return nil }
        return line[start...]
    }

    private static func parameters(_ lines: ArraySlice<String>, from open: Substring) -> Int {
        var depth = 0
        var commas = 0
        var isEmpty = true
        var previous: Character = " "
        for text in [open] + lines.dropFirst().map({ $0[...] }) {
            for character in text {
                switch character {
                case "(", "[", "<": depth += 1
                case ")", "]": depth -= 1
                // An arrow is no bracket.
                case ">" where previous != "-": depth -= 1
                case ",": if depth == 1 { commas += 1 }
                default: if !character.isWhitespace { isEmpty = false }
                }
                previous = character
                if depth == 0 { return isEmpty ? 0 : commas + 1 }
            }
        }
        return 0
    }

    /// Comments longer than ``columnsOfComment``, by line from 0; tables are left out.
    static func longComments(_ file: SourceFile) -> [Int] {
        file.lines.indices.filter { line in
            let text = file.lines[line].drop { $0 == " " }
            return text.hasPrefix("//") && file.lines[line].count > columnsOfComment
                && !text.hasPrefix("/// |") && !text.contains("://")
        }
    }

    /// The worn words of the lines that are comments.
    static func wornWords(_ file: SourceFile) -> Int {
        file.lines.lazy.filter { $0.drop { $0 == " " }.hasPrefix("//") }.reduce(0) { count, line in
            count + SwiftText.words(line.lowercased()).count { wornWords.contains($0) }
        }
    }
}

/// Words that names do not have, as they stood for sending, showing, reporting and predicting.
enum WornNameRule {
    private static let words: Set<String> = ["tell", "tells", "told", "teller", "telling"]

    /// The lines with such a name, from 0.
    static func violations(_ file: SourceFile) -> [Int] {
        file.code.indices.filter { line in
            SwiftText.words(file.code[line]).contains { !parts(of: $0).isDisjoint(with: words) }
        }
    }

    /// The words that a name is made of, in lower case.
    private static func parts(of name: String) -> Set<String> {
        let spaced = name.reduce(into: "") { text, letter in
            if letter.isUppercase { text.append(" ") }
            text.append(letter)
        }
        return Set(spaced.lowercased().split { !$0.isLetter }.map(String.init))
    }
}

@Suite struct CountedTests {
    private let files = SourceTree.project.files.filter { $0.isSwift && !$0.isGenerated }

    @Test func `functions take four parameters, but for some from before`() {
        let functions = files.map { CountedRule.longSignatures($0, of: "func").count }
        let initialisers = files.map { CountedRule.longSignatures($0, of: "init").count }
        // Two of them are what JavaScript does for the WebAssembly engine: pointers with lengths.
        #expect(functions.reduce(0, +) <= 134)
        #expect(initialisers.reduce(0, +) <= 93)
    }

    @Test func `comments end by 100 columns`() {
        let found = files.flatMap { file in
            CountedRule.longComments(file).map {
                Violation(file.path, $0 + 1, "a comment beyond 100 columns")
            }
        }
        expectNone(found)
    }

    @Test func `comments are in plain words, but for some from before`() {
        #expect(files.map(CountedRule.wornWords).reduce(0, +) <= 3)
    }

    @Test func `names say what is sent, shown, reported or predicted`() {
        let sources = files.filter { $0.path.hasPrefix("Sources/") }
        let found = sources.flatMap { file in
            WornNameRule.violations(file).map {
                Violation(file.path, $0 + 1, "a name with 'tell' or 'told'")
            }
        }
        #expect(sources.count > 100)
        expectNone(found)
    }

    @Test func `names are read word by word`() {
        let code = "let toldBefore = 1\nlet stellar = \"told\"\nfunc tellAll() {}\n// told\n"
        let file = SourceFile(path: "a.swift", text: code)
        #expect(WornNameRule.violations(file) == [0, 2])
    }

    /// Modules that import more than twelve of ours: the wiring alone.
    @Test func `modules import a dozen of ours, but for the wiring`() throws {
        let package = try #require(SourceTree.project.file("Package.swift"), "the file is missing")
        let manifest = Manifest(text: package.lines.joined(separator: "\n"))
        let ours = Set(manifest.dependencies.keys.map(\.module))
        let many = manifest.dependencies.filter { $0.value.intersection(ours).count > 12 }
        #expect(Set(many.keys.map(\.module)) == ["TaktApp", "takt"])
    }

    @Test func `parameters, columns and words are counted`() {
        let file = SourceFile(
            path: "a.swift",
            text: """
                func a(_ b: (Int, Int), c: [Int: Int] = [:], d: (Int) -> Void, e: Int) {}
                package static func f(
                    a: Int, b: Int, c: Int, d: Int,
                    e: Dictionary<Int, Int>
                ) -> Int { 1 }
                private init(a: Int, b: Int, c: Int, d: Int, e: Int) {}
                let g = h.init(1, 2, 3, 4, 5)
                // Whoever is told anew.
                let told = "// told"
                /// \(String(repeating: "x", count: 100))
                /// | \(String(repeating: "x", count: 100)) |
                """)
        #expect(CountedRule.longSignatures(file, of: "func") == [1])
        #expect(CountedRule.longSignatures(file, of: "init") == [5])
        #expect(CountedRule.longComments(file) == [9])
        #expect(CountedRule.wornWords(file) == 3)
    }
}
