import Testing

/// Files that must mention every case of an enum, which the compiler does not check.
struct KindRule: Sendable {
    /// The file that declares the enum.
    let path: String
    let name: String
    /// The form of a case in the files that must have it, by path; `{}` is replaced by its word.
    let places: [String: String]

    static let all = [
        KindRule(
            path: "Sources/Riders/Notifications/Addresses/ChannelAddress.swift",
            name: "ChannelKind",
            places: [
                "Web/app/rider/channels.js": "\"{}\"", "docs/api.md": "| `{}` |",
                "docs/notifications.md": "\"kind\":\"{}\"",
                "Tests/EndToEnd/test_channels.py": "\"{}\": check_",
            ]),
        KindRule(
            path: "Sources/Core/TransitModel/MessageLanguage.swift", name: "MessageLanguage",
            places: [
                "Web/app/i18n.js": "{}: \"", "Tests/EndToEnd/test_outages.py": "\"{}-",
                "docs/api.md": "`{}`",
            ]),
        KindRule(
            path: "Sources/Server/TaktApp/Configuration/SourceSettings.swift", name: "Kind",
            places: ["docs/sources.md": "`{}`"]),
    ]

    /// Returns the words of the cases: the raw values, or else the cases' names.
    static func words(of name: String, in file: SourceFile) -> [String] {
        guard let start = file.code.firstIndex(where: { $0.contains("enum \(name):") }) else {
            return []
        }
        let end = String(file.lines[start].prefix { $0 == " " }) + "}"
        let lines = file.lines[start...].dropFirst().prefix { $0 != end }
        return lines.flatMap { line -> [String] in
            let text = line.split(separator: " ").joined(separator: " ")
            // Those of a switch begin with a dot.
            guard text.hasPrefix("case "), !text.hasPrefix("case .") else { return [] }
            return text.dropFirst("case ".count).split(separator: ",").compactMap { entry in
                let parts = entry.split(separator: "\"")
                return parts.count > 1
                    ? String(parts[1]) : entry.split(separator: " ").first.map(String.init)
            }
        }
    }

    /// Returns the missing cases.
    func violations(_ file: (String) -> SourceFile?) -> [Violation] {
        let words = file(path).map { Self.words(of: name, in: $0) } ?? []
        guard !words.isEmpty else { return [Violation(path, 0, "there is no enum \(name)")] }
        return places.sorted { $0.key < $1.key }.flatMap { place, form in
            words.map { form.replacing("{}", with: $0) }.compactMap { text in
                file(place)?.lines.contains { $0.contains(text) } == true
                    ? nil : Violation(place, 0, "lacks \(text), a case of \(name)")
            }
        }
    }
}

@Suite struct KindTests {
    @Test(arguments: KindRule.all)
    func `places that no compiler leads to know every kind`(rule: KindRule) {
        expectNone(rule.violations(SourceTree.project.file))
    }

    @Test func `a place that does not know a kind is seen`() {
        let files = [
            "A.swift":
                "package enum Kind: String {\n    case one, two\n    case three = \"3-a\"\n}\n",
            "a.md": "| `one` | `3-a` |",
        ]
        let rule = KindRule(path: "A.swift", name: "Kind", places: ["a.md": "`{}`"])
        let find = { (path: String) in files[path].map { SourceFile(path: path, text: $0) } }
        #expect(rule.violations(find).map(\.message) == ["lacks `two`, a case of Kind"])
        let nested = SourceFile(
            path: "B.swift",
            text: """
                struct Settings {
                    enum Kind: String {
                        case one = "1-a"
                        var isFirst: Bool {
                            switch self {
                            case .one: true
                            }
                        }
                    }
                    enum Other: String {
                        case two
                    }
                }
                """)
        #expect(KindRule.words(of: "Kind", in: nested) == ["1-a"])
        let stale = KindRule(path: "A.swift", name: "Gone", places: [:])
        #expect(stale.violations(find).map(\.message) == ["there is no enum Gone"])
    }
}
