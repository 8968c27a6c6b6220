import Testing

/// The pages that explain the code name what is there.
enum VocabularyRule {
    /// The modules of ARCHITECTURE.md's plan: in a fenced block, the words after a layer's name.
    ///
    /// Remarks in parentheses and paths (words with a slash) are left out.
    static func modules(inPlanOf lines: [String], layers: [String]) -> Set<ModulePlace> {
        var modules: Set<ModulePlace> = []
        var isFenced = false
        for line in lines {
            if line.hasPrefix("```") { isFenced.toggle() }
            let words = withoutRemarks(line).split(separator: " ").map(String.init)
            guard isFenced, let layer = words.first, layers.contains(layer) else { continue }
            for word in words.dropFirst() where word.allSatisfy({ $0.isLetter || $0.isNumber }) {
                modules.insert(ModulePlace(layer: layer, module: word))
            }
        }
        return modules
    }

    private static func withoutRemarks(_ line: String) -> String {
        var depth = 0
        return line.filter { character in
            if character == "(" { depth += 1 }
            defer { if character == ")" { depth -= 1 } }
            return depth == 0
        }
    }

    /// The words of the dictionary whose second cell says "type".
    static func typeNames(inTableOf lines: [String]) -> [String] {
        lines.compactMap(cells).filter { $0.count > 1 && $0[1] == "type" }
            .flatMap { codeSpans($0[0]) }
    }

    /// The names of all types that the files declare.
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
    private let layers = LayerRule.order + ["Support"]

    @Test func `ARCHITECTURE.md names the modules that there are`() throws {
        let architecture = SourceTree.project.file("ARCHITECTURE.md")
        let page = try #require(architecture, "the file is missing")
        let package = SourceTree.project.file("Package.swift")
        let manifest = try #require(package, "the file is missing").lines.joined(separator: "\n")
        let libraries = Set(Manifest(text: manifest).systemLibraries)
        let named = VocabularyRule.modules(inPlanOf: page.lines, layers: layers)
        let folders = Set(SourceTree.project.sizes.keys.compactMap { place(of: $0) })
        let name = { (place: ModulePlace) in "\(place.layer)/\(place.module)" }
        let unnamed = folders.subtracting(named).subtracting(libraries)
        #expect(unnamed.map(name).sorted() == [], "not in the plan's line of their layer")
        #expect(named.subtracting(folders).map(name).sorted() == [], "in the plan, but not there")
        // C libraries are no modules of ours; a remark that names them is enough.
        let words = Set(page.lines.flatMap(SwiftText.words))
        #expect(libraries.map(\.module).filter { !words.contains($0) } == [])
    }

    @Test func `the dictionary's types exist`() throws {
        let there = SourceTree.project.file("docs/dictionary.md")
        let page = try #require(there, "the file is missing")
        let names = VocabularyRule.typeNames(inTableOf: page.lines)
        let declared = VocabularyRule.declaredTypes(SourceTree.project.sources)
        #expect(names.filter { !declared.contains($0) } == [])
        #expect(names.count > 10)
    }

    @Test func `the plan and the tables are read, and nothing else`() {
        let page = ["Model X", "```", "Model  A -> B  Web/ (C, D)", "Other  E", "```", "Model F"]
        let found = VocabularyRule.modules(inPlanOf: page, layers: layers)
        #expect(found.map(\.module).sorted() == ["A", "B"])
        let words = ["| `Stop` | type | a place |", "| headsign | word | text |"]
        #expect(VocabularyRule.typeNames(inTableOf: words) == ["Stop"])
    }

    @Test func `a type in a comment is no type`() {
        let file = SourceFile(path: "a.swift", text: "package struct A<T> {}\n// struct B\n")
        #expect(VocabularyRule.declaredTypes([file]) == ["A"])
    }

    private func place(of path: String) -> ModulePlace? {
        SourceFile(path: path, text: "").place
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
