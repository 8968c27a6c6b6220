import Yams

/// Parses a configuration file and collects its problems.
struct ConfigurationReader {
    /// The maximum number of recorded problems.
    private static let maximumProblems = 50

    /// The file's name in problems.
    let file: String
    /// The folder to which paths in the file are relative.
    let folder: String
    private(set) var problems: [ConfigurationProblem] = []

    init(file: String, folder: String) {
        self.file = file
        self.folder = folder
    }

    /// Applies the text's valid values, and records the others in `problems`.
    mutating func read(_ text: String, into configuration: inout Configuration) {
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            addSyntaxProblem(error)
            return
        }
        // A file with only comments is valid.
        guard let root, !isNull(root) else { return }
        guard case .mapping(let mapping) = root else {
            add("expected keys and values, as in 'listen: 127.0.0.1:8080'", at: root)
            return
        }
        readSection("", mapping, into: &configuration)
    }

    /// Records a problem at a node's line.
    mutating func add(_ message: String, at node: Node) {
        add(message, line: node.mark?.line)
    }

    private mutating func add(_ message: String, line: Int?) {
        guard problems.count < Self.maximumProblems else { return }
        problems.append(
            ConfigurationProblem(location: .file(file, line: line), message: message))
    }

    /// Records the problem of an unknown key.
    mutating func addUnknownKey(_ key: Node, known: [String]) {
        let text = key.scalar?.string ?? ""
        let shown = shown(key)
        if let dot = text.firstIndex(of: "."),
            ConfigurationKey.all.contains(where: { $0.name == text })
        {
            add(
                "\(shown) is written in two lines here: '\(text[..<dot]):', and below it, indented, "
                    + "'\(text[dot...].dropFirst()):' with its value", at: key)
        } else if let nearest = SpellingSuggestion.nearest(to: text, among: known) {
            add("\(shown) is not a key here; did you mean '\(nearest)'?", at: key)
        } else {
            let list = known.sorted().joined(separator: ", ")
            add("\(shown) is not a key here; the keys are \(list)", at: key)
        }
    }

    /// Returns the form of a value that is shown in a problem.
    func shown(_ node: Node) -> String {
        switch node {
        case .scalar(let scalar):
            if isNull(node) { return "nothing" }
            return ShownValue.quoted(scalar.string)
        case .mapping: return "keys and values"
        case .sequence: return "a list"
        case .alias: return "a reference"
        }
    }

    /// Returns whether a value is empty or `null`.
    func isNull(_ node: Node) -> Bool {
        isPlain(node) && node.tag.rawValue == Tag.Name.null.rawValue
    }

    /// Returns the text of a value in the given notation; otherwise records a problem and returns
    /// nil.
    mutating func text(
        _ node: Node, _ notation: ConfigurationKey.Notation, key: String, expected: String
    ) -> String? {
        if notation == .list, case .sequence(let items) = node {
            let texts = items.map { text($0, .text, key: key, expected: expected) }
            return texts.contains(nil) ? nil : texts.compactMap(\.self).joined(separator: " ")
        }
        let tag = node.tag.rawValue
        let fits =
            switch notation {
            case .wholeNumber: isPlain(node) && tag == Tag.Name.int.rawValue
            case .text, .list:
                ![Tag.Name.int, .float, .bool, .null].contains { $0.rawValue == tag }
                    || !isPlain(node)
            }
        guard fits, let scalar = node.scalar else {
            add(
                "'\(key)' must be \(expected)\(ShownValue.contrast(shown(node), of: key))", at: node
            )
            return nil
        }
        return scalar.string
    }

    /// Returns whether a value is written without quotes; a quoted value is always text.
    private func isPlain(_ node: Node) -> Bool {
        switch node.scalar?.style {
        case .plain, .any: true
        case .singleQuoted, .doubleQuoted, .literal, .folded, nil: false
        }
    }

    private mutating func readSection(
        _ section: String, _ mapping: Node.Mapping, into configuration: inout Configuration
    ) {
        let names = ConfigurationKey.all.map(\.name).filter { $0.hasPrefix(section) }
        let shortNames = names.map { String($0.dropFirst(section.count)) }
        let known = Set(shortNames.map { String($0.prefix { $0 != "." }) })
            .union(section.isEmpty ? ["sources"] : [])
        for (key, value) in mapping {
            let name = key.scalar?.string ?? ""
            if !known.contains(name) {
                addUnknownKey(key, known: Array(known))
            } else if section.isEmpty, name == "sources" {
                configuration.sources = readSources(value)
            } else if case .mapping(let inner) = value,
                names.contains(where: { $0.hasPrefix("\(section)\(name).") })
            {
                readSection("\(section)\(name).", inner, into: &configuration)
            } else if let entry = ConfigurationKey.all.first(where: { $0.name == section + name }) {
                readValue(value, entry, into: &configuration)
            } else if !isNull(value) {
                add("'\(name)' must contain keys and values, not \(shown(value))", at: value)
            }
        }
    }

    private mutating func readValue(
        _ value: Node, _ key: ConfigurationKey, into configuration: inout Configuration
    ) {
        guard let text = text(value, key.notation, key: key.name, expected: key.expected) else {
            return
        }
        guard !key.apply(text, folder, &configuration) else { return }
        let (culprit, name) = culprit(value, key, configuration)
        add(
            "'\(key.name)' must be \(key.expected)\(ShownValue.contrast(name, of: key.name))",
            at: culprit)
    }

    /// Returns the invalid part of a value and its shown form: the first invalid entry of a list,
    /// or the whole value.
    private func culprit(
        _ value: Node, _ key: ConfigurationKey, _ configuration: Configuration
    ) -> (node: Node, name: String) {
        guard key.notation == .list, case .sequence(let entries) = value else {
            return (value, shown(value))
        }
        let bad = entries.first { entry in
            var trial = configuration
            return !key.apply(entry.scalar?.string ?? "", folder, &trial)
        }
        let whole = entries.isEmpty ? "an empty list" : "\(entries.count) of them"
        return bad.map { ($0, shown($0)) } ?? (value, whole)
    }

    private mutating func addSyntaxProblem(_ error: any Error) {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _),
            YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            add("this is not well-formed YAML (\(problem))", line: mark.line)
        case YamlError.duplicatedKeysInMapping(let duplicates, let context):
            let list = duplicates.map { "'\($0)'" }.joined(separator: ", ")
            add("the same key is given more than once: \(list)", line: context.mark.line)
        default:
            add("this is not well-formed YAML", line: nil)
        }
    }
}
