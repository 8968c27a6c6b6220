package import OSMPBF

/// Reads the places of extracts: relations, then ways, which may be their outlines, then nodes.
///
/// Memory is limited to features with names or numbers, and some nodes of each.
package struct PlaceReader {
    /// The number of nodes that determine the middle of an outline; for a house two opposite ones.
    private static let outlineNodes = 4
    private static let houseNodes = 2
    /// The maximum number of nodes read of a street; longer ways are mapping errors.
    private static let maximumNodes = 2_000

    private var builder = PlaceIndexBuilder()
    private var names = BlockNames()
    private var tags = PlaceTags()
    /// Features whose nodes are needed.
    private var outlines: [Outline] = []
    private var lines: [Line] = []
    /// Relations by the id of the way that is their outline.
    private var relations: [Int64: [PlaceFeature]] = [:]
    private var centres: [Int64: [PlaceFeature]] = [:]
    private var nodeIDs: [Int64] = []
    private var interpolations: [Interpolation] = []
    /// The addresses of nodes at the ends of interpolation lines.
    private var doors: [Int64: AddressTags] = [:]

    private struct Outline {
        let feature: PlaceFeature
        let nodes: Range<Int>
    }

    private struct Line {
        let names: [DraftName]
        let importance: UInt8
        let nodes: Range<Int>
    }

    private struct Interpolation {
        let step: Int
        let nodes: Range<Int>
    }

    /// Reads all places of extracts into a builder.
    ///
    /// - Throws: `ExtractError` if an extract is damaged or not sorted.
    package static func read(_ extracts: [Extract]) throws(ExtractError) -> PlaceIndexBuilder {
        var reader = PlaceReader()
        for extract in extracts {
            try reader.readRelations(extract)
            try reader.readWays(extract)
        }
        reader.collectDoors()
        var positions = NodePositions(of: reader.nodeIDs)
        for extract in extracts {
            try positions.read(extract) { (block) throws(ExtractError) in
                try reader.readNodes(block)
            }
        }
        reader.place(positions)
        return reader.builder
    }

    // MARK: - Relations and ways

    private mutating func readRelations(_ extract: Extract) throws(ExtractError) {
        var found = try extract.relations()
        while let relation = try found.next({ names.read($0.texts) }) {
            tags.read(found.tags, names)
            guard tags.isPlace else { continue }
            let members = try relation.members()
            for feature in features(relation.texts) {
                if let centre = members.first(where: { $0.kind == .node }),
                    feature.isLocality
                {
                    centres[centre.id, default: []].append(feature)
                } else if let outline = members.first(where: { $0.kind == .way }) {
                    relations[outline.id, default: []].append(feature)
                }
            }
        }
    }

    private mutating func readWays(_ extract: Extract) throws(ExtractError) {
        var blocks = try extract.blocks(of: .way)
        var found: [ExtractTag] = []
        var nodes: [Int64] = []
        while let block = try blocks.nextBlock() {
            names.read(block.texts)
            var cursor = block.ways()
            while let way = try cursor.next() {
                try way.readTags(into: &found)
                tags.read(found, names)
                let outer = relations.isEmpty ? nil : relations.removeValue(forKey: way.id)
                guard tags.isPlace || outer != nil else { continue }
                nodes.removeAll(keepingCapacity: true)
                try way.appendNodes(to: &nodes)
                guard !nodes.isEmpty else { continue }
                addWay(nodes, block.texts)
                for feature in outer ?? [] { addOutline(feature, nodes) }
            }
        }
    }

    private mutating func addWay(_ nodes: [Int64], _ texts: BlockTexts) {
        if tags[.interpolation] != 0 {
            let step: Int? =
                switch texts[tags[.interpolation]] {
                case "all": 1
                case "odd", "even": 2
                default: nil
                }
            if let step {
                interpolations.append(Interpolation(step: step, nodes: addNodes(nodes)))
            }
            return
        }
        let isStreet = tags[.highway] != 0 && tags[.name] != 0
        if isStreet, let importance = PlaceCategories.streetImportance(texts[tags[.highway]]),
            let names = draftNames(texts)
        {
            lines.append(Line(names: names, importance: importance, nodes: addNodes(nodes)))
        }
        for feature in features(texts) where !isStreet || feature.address != nil {
            addOutline(feature, nodes)
        }
    }

    private mutating func addNodes(_ nodes: [Int64]) -> Range<Int> {
        let start = nodeIDs.count
        nodeIDs.append(contentsOf: nodes.prefix(Self.maximumNodes))
        return start..<nodeIDs.count
    }

    private mutating func addOutline(_ feature: PlaceFeature, _ nodes: [Int64]) {
        // The last node of a closed way repeats the first.
        let count = nodes.count > 1 && nodes.first == nodes.last ? nodes.count - 1 : nodes.count
        let kept = min(
            count, feature.address == nil ? Self.outlineNodes : Self.houseNodes)
        let start = nodeIDs.count
        for part in 0..<kept { nodeIDs.append(nodes[part * count / kept]) }
        outlines.append(Outline(feature: feature, nodes: start..<nodeIDs.count))
    }

    // MARK: - Nodes

    private mutating func collectDoors() {
        for line in interpolations {
            for node in [line.nodes.first, line.nodes.last].compactMap({ $0 }) {
                doors[nodeIDs[node]] = AddressTags("")
            }
        }
    }

    private mutating func readNodes(_ block: ExtractBlock) throws(ExtractError) {
        names.read(block.texts)
        var cursor = block.taggedNodes()
        while let node = try cursor.next() {
            let point = MapPoint(latitude: node.latitude, longitude: node.longitude)
            for feature in centres.removeValue(forKey: node.id) ?? [] {
                builder.add(feature, at: point)
            }
            tags.read(node.tags, names)
            guard tags.isPlace else { continue }
            for feature in features(block.texts) {
                builder.add(feature, at: point)
                if let address = feature.address, doors[node.id] != nil {
                    doors[node.id] = builder.tags(address)
                }
            }
        }
    }

    // MARK: - Positions

    /// Adds all ways and outlines to the builder; nodes that no extract has are skipped.
    private mutating func place(_ positions: NodePositions) {
        func points(_ nodes: Range<Int>) -> [MapPoint] {
            nodeIDs[nodes].compactMap { id in
                guard let row = positions.row(of: id), positions.isKnown(row) else { return nil }
                return MapPoint(
                    latitude: positions.latitudes[row], longitude: positions.longitudes[row])
            }
        }
        for line in lines {
            builder.addStreet(line.names, importance: line.importance, line: points(line.nodes))
        }
        for outline in outlines {
            let points = points(outline.nodes)
            guard let middle = MapPoint(middleOf: points) else { continue }
            builder.add(outline.feature, at: middle)
        }
        for line in interpolations {
            guard let first = line.nodes.first.flatMap({ doors[nodeIDs[$0]] }),
                let last = line.nodes.last.flatMap({ doors[nodeIDs[$0]] })
            else { continue }
            builder.addInterpolation(
                (first, last), step: line.step, line: points(line.nodes).map(\.coordinate))
        }
    }

    // MARK: - Tags

    private mutating func number(_ key: PlaceKey, _ texts: BlockTexts) -> UInt32 {
        names.number(tags[key], texts, &builder.texts)
    }

    /// The names of the element, the displayed one first; nil without a name.
    private mutating func draftNames(_ texts: BlockTexts) -> [DraftName]? {
        let shown = number(.name, texts)
        guard shown != PlaceColumns.none else { return nil }
        var drafts = [DraftName(text: shown, language: PlaceColumns.none)]
        func add(_ text: UInt32, _ language: UInt32) {
            guard text != PlaceColumns.none, drafts.count < PlaceIndexBuilder.maximumNames,
                !drafts.contains(where: { $0.text == text })
            else { return }
            drafts.append(DraftName(text: text, language: language))
        }
        for translation in tags.translations {
            let language = builder.texts.number(
                of: String(texts[translation.key].dropFirst("name:".count)))
            add(names.number(translation.name, texts, &builder.texts), language)
        }
        for key in PlaceKey.allCases where key.isOtherName && tags[key] != 0 {
            for name in texts[tags[key]].split(separator: ";").prefix(8) {
                let trimmed = name.drop { $0 == " " }
                guard !trimmed.isEmpty, trimmed.utf8.count <= PlaceIndexBuilder.maximumNameBytes
                else { continue }
                add(builder.texts.number(of: String(trimmed)), PlaceColumns.none)
            }
        }
        return drafts
    }

    /// The element's features: an address, and a locality, square or point of interest.
    private mutating func features(_ texts: BlockTexts) -> [PlaceFeature] {
        var features: [PlaceFeature] = []
        if tags[.houseNumber] != 0 {
            let address = AddressTexts(
                street: number(.street, texts), place: number(.addressPlace, texts),
                city: number(.city, texts), suburb: number(.suburb, texts),
                postcode: number(.postcode, texts))
            features.append(
                .address(
                    AddressFeature(houseNumber: texts[tags[.houseNumber]], texts: address)))
        }
        guard tags[.name] != 0 else {
            if tags[.amenity] != 0, CategoryWords.unnamed.contains(texts[tags[.amenity]]) {
                features.append(.unnamed(category: number(.amenity, texts)))
            }
            return features
        }
        let place = tags[.place] == 0 ? "" : texts[tags[.place]]
        if let rank = PlaceCategories.rank(place) {
            if let names = draftNames(texts) { features.append(.locality(names, rank)) }
        } else if place == "square" {
            if let names = draftNames(texts) { features.append(.street(names, importance: 75)) }
        } else if let key = tags.category {
            let value = texts[tags[key]]
            guard value != "no", !PlaceCategories.skipped.contains(value),
                let names = draftNames(texts)
            else { return features }
            let isFamous = tags[.wikidata] != 0 || tags[.wikipedia] != 0
            // A building of a hospital (`building=hospital`) is not a hospital.
            let isPart = key == .building && CategoryWords.kind(value) > 0
            let word = value == "yes" || isPart ? key.word : value
            features.append(
                .pointOfInterest(
                    names, category: builder.texts.number(of: word),
                    importance: PlaceCategories.importance(key, word, isFamous: isFamous)))
        }
        return features
    }
}
