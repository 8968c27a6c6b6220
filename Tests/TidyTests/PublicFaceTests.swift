import Foundation
import Testing

/// The public interface of a library for apps in other repositories, as its sources spell it.
enum PublicFace {
    /// Returns the declarations of some files, one a line, members below their type.
    static func text(_ files: [SourceFile]) -> String {
        files.map { file in
            let name = file.path.split(separator: "/").last ?? ""
            return ([String(name)] + declarations(file).map { "  \($0)" }).joined(separator: "\n")
        }.joined(separator: "\n") + "\n"
    }

    /// Returns public declarations without their bodies, and the cases of public enumerations.
    static func declarations(_ file: SourceFile) -> [String] {
        file.code.indices.compactMap { line in
            let words = file.code[line].split(separator: " ")
            let isCase = words.first == "case" && isOfPublicType(line, file.code)
            guard words.first == "public" && !words.contains("import") || isCase else { return nil }
            return head(file.code[line...], file.lines[line...])
        }
    }

    /// Returns whether a case is directly in a public enumeration, and not in a switch.
    private static func isOfPublicType(_ line: Int, _ code: [String]) -> Bool {
        func indent(_ line: Int) -> Int { code[line].prefix { $0 == " " }.count }
        let around = code.indices[..<line].last {
            !code[$0].allSatisfy { $0 == " " } && indent($0) < indent(line)
        }
        return around.map { SwiftText.words(code[$0]).starts(with: ["public", "enum"]) } ?? false
    }

    /// Returns a declaration up to its body or value, joined into one line.
    private static func head(_ code: ArraySlice<String>, _ lines: ArraySlice<String>) -> String {
        var parts: [String] = []
        var depth = 0
        for (number, line) in zip(code.indices, code) {
            let end = line.firstIndex { $0 == "{" } ?? line.endIndex
            depth += line[..<end].count { "([".contains($0) }
            depth -= line[..<end].count { ")]".contains($0) }
            // Blanked strings keep their length.
            let length = line.distance(from: line.startIndex, to: end)
            parts.append(lines[number].prefix(length).trimmingCharacters(in: .whitespaces))
            if depth <= 0 || end < line.endIndex { break }
        }
        return parts.joined(separator: " ")
    }
}

@Suite struct PublicFaceTests {
    /// `RECORD_GOLDEN=1 make test-tidy` rewrites it.
    @Test func `phone apps find in DiarySensing what they were written against`() throws {
        let files = SourceTree.project.sources.filter {
            $0.path.hasPrefix("Sources/Diary/DiarySensing/")
        }
        let text = PublicFace.text(files)
        let golden = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/public-DiarySensing.txt")
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: golden)
        }
        #expect(
            try String(contentsOf: golden, encoding: .utf8) == text,
            """
            what is public changed: apps may have to change with it; if that is meant, say so in docs/diary-sensing.md, \
            and RECORD_GOLDEN=1 make test-tidy writes the golden copy anew
            """)
    }

    @Test func `declarations are listed without bodies, cases with them`() {
        let file = SourceFile(
            path: "Sources/Model/Some/Thing.swift",
            text: """
                /// A thing.
                public enum Thing: Sendable {
                    case some(Int)
                    case other
                    var inner: Int { 1 }
                    enum Hidden { case one }
                    enum AlsoHidden {
                        case two
                    }
                    public var size: Int {
                        switch self {
                        case .some: 1
                        case .other: 2
                        }
                    }
                    public init(
                        of size: Int = 3,
                        name: String = "{"
                    ) throws(Trouble) { self = .other }
                    public func grow() -> Thing { self }
                }

                """)
        #expect(
            PublicFace.declarations(file) == [
                "public enum Thing: Sendable", "case some(Int)", "case other",
                "public var size: Int",
                "public init( of size: Int = 3, name: String = \"{\" ) throws(Trouble)",
                "public func grow() -> Thing",
            ])
    }
}
