import Yams

extension ConfigurationReader {
    private static let maximumSources = 200
    private static let everySeconds = 1...86_400
    private static let idExpectation = "1 to 40 lower-case letters, digits and hyphens"

    private enum Key: String, CaseIterable {
        case id
        case kind
        case url
        case keyFile = "key-file"
        case keyHeader = "key-header"
        case folder
        case feed
        case every
    }

    /// Returns the sources without problems, and records the problems of the others.
    mutating func readSources(_ node: Node) -> [SourceSettings] {
        if isNull(node) { return [] }
        guard case .sequence(let items) = node else {
            add("'sources' must be a list, not \(shown(node))", at: node)
            return []
        }
        guard items.count <= Self.maximumSources else {
            add("there are more than \(Self.maximumSources) sources", at: node)
            return []
        }
        var sources: [SourceSettings] = []
        for item in items {
            guard let source = readSource(item) else { continue }
            if sources.contains(where: { $0.id == source.id }) {
                add("there is more than one source with the id '\(source.id)'", at: item)
            } else if source.kind == .simulate, sources.contains(where: { $0.kind == .simulate }) {
                add("only one source can be simulated", at: item)
            } else {
                sources.append(source)
            }
        }
        return sources
    }

    private mutating func readSource(_ node: Node) -> SourceSettings? {
        guard case .mapping(let mapping) = node else {
            add("a source must be keys and values, not \(shown(node))", at: node)
            return nil
        }
        let problemsBefore = problems.count
        var values: [Key: Node] = [:]
        for (key, value) in mapping {
            if let known = Key(rawValue: key.scalar?.string ?? "") {
                values[known] = value
            } else {
                addUnknownKey(key, known: Key.allCases.map(\.rawValue))
            }
        }
        let id = readID(values[.id], in: node)
        guard let kind = readKind(values[.kind], in: node) else { return nil }
        let urls = readURLs(values[.url], of: kind, in: node)
        let keyFile = readKeyFile(values[.keyFile], of: kind)
        let keyHeader = readKeyHeader(values[.keyHeader], hasKey: keyFile != nil)
        let folder = readFolder(values[.folder], of: kind, in: node)
        let feeds = readFeeds(values[.feed])
        let every = readEvery(values[.every], of: kind)
        guard let id, problems.count == problemsBefore else { return nil }
        return SourceSettings(
            id: id, kind: kind, urls: urls, keyFile: keyFile, keyHeader: keyHeader,
            folder: folder, feeds: feeds, every: every)
    }

    private mutating func readID(_ value: Node?, in source: Node) -> String? {
        guard let value else {
            add("a source needs an 'id'", at: source)
            return nil
        }
        let text = text(value, .text, key: "id", expected: Self.idExpectation)
        guard let text else { return nil }
        let isPlain = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        guard isPlain, (1...40).contains(text.count) else {
            add("'id' must be \(Self.idExpectation), not \(shown(value))", at: value)
            return nil
        }
        return text
    }

    private mutating func readKind(_ value: Node?, in source: Node) -> SourceSettings.Kind? {
        let known = SourceSettings.Kind.allCases.map(\.rawValue)
        guard let value else {
            add("a source needs a 'kind': one of \(known.joined(separator: ", "))", at: source)
            return nil
        }
        let expected = "one of \(known.joined(separator: ", "))"
        let text = text(value, .text, key: "kind", expected: expected)
        guard let text else { return nil }
        if let kind = SourceSettings.Kind(rawValue: text) { return kind }
        let nearest = SpellingSuggestion.nearest(to: text, among: known)
        let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
        add("'kind' must be \(expected), not \(shown(value))\(hint)", at: value)
        return nil
    }

    /// Returns the ids of the feeds that a source belongs to: one, or a list.
    private mutating func readFeeds(_ value: Node?) -> [String] {
        guard let value else { return [] }
        let expected = "the id of a feed of the network, or a list of ids"
        guard case .sequence(let items) = value else {
            return text(value, .text, key: "feed", expected: expected).map { [$0] } ?? []
        }
        guard (1...Self.maximumSources).contains(items.count) else {
            add("'feed' must be \(expected), not \(shown(value))", at: value)
            return []
        }
        return items.compactMap { text($0, .text, key: "feed", expected: expected) }
    }

    private mutating func readEvery(
        _ value: Node?, of kind: SourceSettings.Kind
    ) -> Duration? {
        guard let value else { return nil }
        guard kind.isPolled else {
            add(
                "a source of kind '\(kind.rawValue)' sends by itself and has no 'every'", at: value)
            return nil
        }
        let expected = DurationText.expectation(seconds: Self.everySeconds)
        guard let text = text(value, .text, key: "every", expected: expected) else { return nil }
        guard let every = DurationText.duration(text, seconds: Self.everySeconds) else {
            add("'every' must be \(expected), not \(shown(value))", at: value)
            return nil
        }
        return every
    }
}
