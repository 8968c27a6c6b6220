/// The part of the map that a client shows, with its filters: `BBOX`.
package struct TrackerArea: Hashable, Sendable {
    /// The part of the map; nil means all of it.
    package var box: MercatorBox?
    /// The map's zoom, 0...30; nil only filters the messages of `SUB trajectory`, as old clients
    /// expect.
    package var zoom: Double?
    /// The tenant whose vehicles are shown; nil for all.
    package var tenant: String?
    /// The degree to which lines are simplified; nil for not at all.
    package var level: GeneralisationLevel?
    /// The kinds of vehicles shown; nil means those for the zoom.
    package var modes: Set<TrackerMode>?

    /// Creates an area without filters.
    package init(box: MercatorBox?, zoom: Double? = nil) {
        self.box = box
        self.zoom = zoom
    }

    /// Parses the words after `BBOX`; nil if they are malformed.
    ///
    /// Four edges and the zoom are followed by filters as `name=value` in any order or, as in the
    /// first clients, by tenant, level and kinds by position. Positional words are distinguished by
    /// their form, so that any of them may be missing. Unknown names are ignored.
    package init?(_ words: [String]) {
        var numbers: [Double] = []
        var rest = words[...]
        while numbers.count < 5, let word = rest.first, !word.contains("=") {
            guard let number = Double(word), number.isFinite else { break }
            numbers.append(number)
            rest.removeFirst()
        }
        switch numbers.count {
        case 0:
            guard words.isEmpty else { return nil }
            self.init(box: nil)
        case 4, 5:
            guard
                let box = MercatorBox(
                    left: numbers[0], bottom: numbers[1], right: numbers[2], top: numbers[3])
            else { return nil }
            self.init(box: box, zoom: numbers.count == 5 ? min(max(numbers[4], 0), 30) : nil)
            for word in rest { parse(word) }
        default: return nil
        }
    }

    private mutating func parse(_ word: String) {
        guard let equals = word.firstIndex(of: "=") else {
            if let number = Int(word) {
                level = GeneralisationLevel(nearest: number)
            } else if word.split(separator: ",").allSatisfy({
                TrackerMode(rawValue: "\($0)") != nil
            }) {
                modes = Self.modes(word)
            } else if word != "null", word != "None", word != "undefined" {
                tenant = word
            }
            return
        }
        let value = String(word[word.index(after: equals)...])
        switch word[..<equals] {
        case "tenant": tenant = value.isEmpty ? nil : value
        case "gen", "gen_level":
            level = Int(value).flatMap { GeneralisationLevel(nearest: $0) }
        case "mots": modes = Self.modes(value)
        default: break
        }
    }

    /// An empty list is no filter; a list of only unknown kinds matches no vehicle.
    private static func modes(_ list: String) -> Set<TrackerMode>? {
        guard !list.isEmpty else { return nil }
        return Set(list.split(separator: ",").compactMap { TrackerMode(rawValue: "\($0)") })
    }

    /// The kinds of vehicles to show.
    package var shownModes: Set<TrackerMode> { modes ?? TrackerMode.shown(atZoom: zoom) }

    /// The command as a client sends it.
    package var text: String {
        guard let box else { return "BBOX" }
        func number(_ value: Double) -> String {
            value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
        }
        var words = ["BBOX"] + [box.left, box.bottom, box.right, box.top].map(number)
        if let zoom { words.append(number(zoom)) }
        if let tenant { words.append("tenant=\(tenant)") }
        if let level { words.append("gen=\(level.rawValue)") }
        if let modes {
            // An unknown kind keeps an empty filter from meaning no filter.
            let names = modes.isEmpty ? ["none"] : modes.map(\.rawValue).sorted()
            words.append("mots=" + names.joined(separator: ","))
        }
        return words.joined(separator: " ")
    }
}
