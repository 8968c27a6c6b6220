import Testing

/// Types visible outside their module need a documentation comment, and so does every `public`
/// declaration.
///
/// A property, an initialiser or a method within the package needs a comment only where its name
/// and type leave something open, which the reviewer decides.
enum DocumentationRule {
    private static let modifiers: Set<String> = [
        "borrowing", "class", "consuming", "convenience", "final", "indirect", "infix", "lazy",
        "mutating", "nonisolated", "nonmutating", "override", "package", "postfix", "prefix",
        "private(set)", "public", "open", "required", "static", "unowned", "weak",
        "nonisolated(unsafe)", "package(set)", "internal(set)", "sending", "distributed",
    ]
    private static let keywords: Set<String> = [
        "actor", "associatedtype", "class", "enum", "func", "let", "macro", "operator", "protocol",
        "struct", "typealias", "var",
    ]

    static func violations(_ file: SourceFile) -> [Violation] {
        file.code.indices.compactMap { line in
            guard let name = declaredName(file.code[line]), isToDocument(file.code[line]),
                !isDocumented(line, in: file)
            else { return nil }
            return Violation(file.path, line + 1, "\(name) lacks a documentation comment")
        }
    }

    private static func isToDocument(_ line: String) -> Bool {
        let words = SwiftText.words(line)
        if words.contains("public") || words.contains("open") { return true }
        let types: Set<String> = ["actor", "class", "enum", "macro", "protocol", "struct"]
        return words.contains { types.contains($0) } && !words.contains("func")
            && !words.contains("var")
    }

    /// Returns the name of a declaration that is visible to other modules, or nil.
    static func declaredName(_ line: String) -> String? {
        var words = line.split(separator: " ").map(String.init)[...]
        while let first = words.first, first.hasPrefix("@") {
            // An attribute's arguments may contain blanks: @available(*, deprecated).
            var depth = 0
            repeat {
                let word = words.removeFirst()
                depth += word.count { $0 == "(" } - word.count { $0 == ")" }
            } while depth > 0 && !words.isEmpty
        }
        var isShared = false
        while let first = words.first {
            if ["package", "public", "open"].contains(first) { isShared = true }
            let next = words.dropFirst().first ?? ""
            let isModifier = modifiers.contains(first)
            let isClassItself =
                first == "class" && !keywords.contains(next) && !modifiers.contains(next)
            guard isModifier, !isClassItself else { break }
            words.removeFirst()
        }
        guard isShared, let keyword = words.first else { return nil }
        if keyword.hasPrefix("init") || keyword.hasPrefix("subscript") {
            return String(keyword.prefix { $0.isLetter })
        }
        guard keywords.contains(keyword) else { return nil }
        return words.dropFirst().first.map { word in
            // An operator is its own name.
            let name = word.prefix { !"(<:=".contains($0) }
            return name.isEmpty ? word : String(name)
        }
    }

    private static func isDocumented(_ line: Int, in file: SourceFile) -> Bool {
        var depth = 0
        for above in stride(from: line - 1, through: 0, by: -1) {
            let code = file.code[above].split(separator: " ").joined(separator: " ")
            let text = file.lines[above].split(separator: " ").joined(separator: " ")
            depth += code.count { $0 == ")" } - code.count { $0 == "(" }
            // Attributes are between a comment and its declaration, possibly over several lines.
            if depth > 0 || (code.hasPrefix("@") && declaredName(code) == nil) { continue }
            return text.hasPrefix("///") || text.hasSuffix("*/")
        }
        return false
    }
}

@Suite struct DocumentationTests {
    @Test func `types that leave a module are documented`() {
        let found = SourceTree.project.sources.flatMap(DocumentationRule.violations)
        expectNone(found)
    }

    @Test func `declarations are found behind attributes and modifiers`() {
        let lines = [
            "    @inlinable public static func f() {}",
            "@available(*, deprecated) package var g: Int",
            "package final class H {", "    package private(set) var i = 0", "package init() {}",
            "package nonisolated(unsafe) let j = 1", "package static func < (l: K, r: K) -> Bool {",
        ]
        #expect(
            lines.map(DocumentationRule.declaredName) == ["f", "g", "H", "i", "init", "j", "<"])
        let others = ["package import C", "package extension D {", "let package = 1", "func e() {"]
        #expect(others.compactMap(DocumentationRule.declaredName).isEmpty)
    }

    @Test func `a missing comment is seen`() {
        let file = SourceFile(
            path: "a.swift",
            text: """
                /// Said.
                @available(
                    *, deprecated)
                package struct A {
                    package let b: Int
                    // Not documentation.
                    package struct B {}
                    package static func c() {}
                }
                extension A: P {
                    /// Said.
                    public func d() {}
                    public var e: Int { 1 }
                }
                """)
        #expect(DocumentationRule.violations(file).map(\.line) == [7, 13])
    }
}
