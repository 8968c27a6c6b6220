import Testing

/// Compares the members of answers with the API's description, and reports missing ones even if the
/// demo does not contain them.
struct ShapeRule {
    /// The members of each shape in the description, by its name.
    private let shapes: [String: Set<String>]

    init(_ descriptions: [SourceFile]) {
        var shapes: [String: Set<String>] = [:]
        for file in descriptions {
            var name = ""
            for line in file.lines {
                let words = line.split { $0 == " " || $0 == "\"" || $0 == "," }
                if line.hasPrefix("        \""), let first = words.first { name = String(first) }
                for word in words where word.first?.isLowercase == true {
                    let parts = word.split(separator: ":")
                    if parts.count == 2 { shapes[name, default: []].insert(String(parts[0])) }
                }
            }
        }
        self.shapes = shapes
    }

    /// An encodable type whose members are encoded as they are.
    private struct Answer {
        let name: String
        let line: Int
        let members: Set<String>
    }

    private static func answers(in file: SourceFile) -> [Answer] {
        file.lines.indices.compactMap { start in
            let line = file.lines[start]
            guard let word = line.range(of: "struct "), line.hasSuffix("{"),
                line.contains("Encodable") || line.contains("Codable")
                    || line.contains("JSONObject")
            else { return nil }
            let indent = String(line.prefix { $0 == " " })
            let body = file.lines[(start + 1)...].prefix { $0 != indent + "}" }
            // Types with their own encoding have other members, or additional ones of another type.
            guard !body.contains(where: { $0.contains("func encode(to") }) else { return nil }
            // So have those that continue another answer's object.
            guard !body.contains(where: { $0.contains(".writeMembers(to:") }) else { return nil }
            let members = body.compactMap { member(in: $0, indent: indent + "    ") }
            let name = line[word.upperBound...].prefix { $0.isLetter }
            return Answer(name: String(name), line: start + 1, members: Set(members))
        }
    }

    /// Returns the name of a stored property at this indentation.
    private static func member(in line: String, indent: String) -> String? {
        // A computed property has its brace before any value.
        guard line.hasPrefix(indent), !line.prefix(while: { $0 != "=" }).contains("{") else {
            return nil
        }
        var words = line.dropFirst(indent.count).split(
            separator: " ", omittingEmptySubsequences: false)
        if words.first == "package" || words.first == "private" { words.removeFirst() }
        guard words.count > 2, words[0] == "let" || words[0] == "var" else { return nil }
        return String(words[1].prefix { $0 != ":" })
    }

    /// Returns answers that no shape describes completely, with the members missing in the nearest
    /// one.
    func violations(in file: SourceFile) -> [Violation] {
        Self.answers(in: file).compactMap { answer in
            let nearest = shapes.min {
                (answer.members.subtracting($0.value).count, $0.key)
                    < (answer.members.subtracting($1.value).count, $1.key)
            }
            let missing = answer.members.subtracting(nearest?.value ?? [])
            guard let nearest, !missing.isEmpty else { return nil }
            return Violation(
                file.path, answer.line,
                "\(answer.name) has \(missing.sorted().joined(separator: ", ")), which the shape "
                    + "\(nearest.key) of the API lacks")
        }
    }
}

@Suite struct ShapeTests {
    @Test func `whatever answers say is in the description of the API`() {
        let sources = SourceTree.project.sources
        let beside = sources.filter { $0.path.contains("Endpoints/Answers/") }
        let rule = ShapeRule(beside + sources.filter { $0.path.contains("Schemas") })
        let folders = [
            "Sources/Server/WireAPI/", "Sources/Core/NetworkAPI/Answers/",
            "Sources/Diary/DiaryDays/Answers/",
        ]
        let answers =
            beside
            + sources.filter { file in folders.contains { file.path.hasPrefix($0) } }
        #expect(answers.count > 20)
        expectNone(
            answers.filter { !$0.path.contains("/OpenAPI/") && !$0.path.contains("/Opendata/") }
                .flatMap(rule.violations))
    }

    @Test func `a member that is not described is seen`() {
        let rule = ShapeRule([
            SourceFile(
                path: "APISchemas.swift",
                text:
                    "        \"Stop\": \"\"\"\n        id:text! name:text \\\n        parent:[Stop]\n"
                    + "        \"\"\",\n        \"Other\": \"id:text!\",\n")
        ])
        func found(_ member: String) -> [String] {
            rule.violations(
                in: SourceFile(
                    path: "A.swift",
                    text:
                        "struct StopAnswer: Encodable {\n    let id: String\n    let name: String?\n"
                        + "    \(member)\n}\n")
            ).map(\.message)
        }
        #expect(found("let parent: [Self]") == [])
        #expect(found("var count: Int { 1 }") == [])
        #expect(
            found("package let url: String") == [
                "StopAnswer has url, which the shape Stop of the API lacks"
            ])
    }
}
