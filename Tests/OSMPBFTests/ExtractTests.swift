import FileMapping
import OSMPBF
import ExtractDrawing
import Testing
import TransitModel

/// A crossing of two streets, with a node that has tags and a relation.
private func crossing() -> DrawnExtract {
    var drawn = DrawnExtract()
    drawn.nodes = [
        .init(10, 47.1, 8.5), .init(20, 47.2, 8.6, ["kerb": "lowered", "tactile_paving": "no"]),
        .init(30, -47.3, -8.7), .init(5_000_000_000, 47.4, 8.8, ["highway": "crossing"]),
    ]
    drawn.ways = [
        .init(1, [10, 20, 30], ["highway": "residential", "name": "Rue de l'Été"]),
        .init(2, [30, 5_000_000_000], ["highway": "steps"]),
    ]
    drawn.relations = [.init(7, [(1, 2, "outer"), (0, 20, "")], ["type": "multipolygon"])]
    return drawn
}

private func open(_ drawn: DrawnExtract) throws -> Extract {
    try Extract(bytes: MappedBytes(copying: drawn.bytes()), name: "drawn.osm.pbf")
}

/// Everything that an extract holds, as text.
private func contents(_ extract: Extract) throws -> [String] {
    var lines: [String] = []
    func text(_ tags: [ExtractTag], _ texts: BlockTexts) -> String {
        tags.map { "\(texts[$0.key])=\(texts[$0.value])" }.joined(separator: " ")
    }
    var columns = NodeColumns()
    var nodeBlocks = try extract.blocks(of: .node)
    while let block = try nodeBlocks.nextBlock() {
        try block.readNodes(into: &columns)
        for row in columns.ids.indices {
            lines.append(
                "node \(columns.ids[row]) \(columns.latitudes[row]) \(columns.longitudes[row])")
        }
        var nodes = block.taggedNodes()
        while let node = try nodes.next() {
            lines.append(
                "node \(node.id) \(node.latitude) \(node.longitude): "
                    + text(node.tags, block.texts))
        }
    }
    var tags: [ExtractTag] = []
    var wayBlocks = try extract.blocks(of: .way)
    while let block = try wayBlocks.nextBlock() {
        var ways = block.ways()
        while let way = try ways.next() {
            var nodes: [Int64] = []
            try way.readTags(into: &tags)
            try way.appendNodes(to: &nodes)
            lines.append("way \(way.id) \(nodes): \(text(tags, block.texts))")
        }
    }
    var relations = try extract.relations()
    while let relation = try relations.next() {
        let list = try relation.members().map {
            "\($0.kind) \($0.id) <\(relation.texts[$0.role])>"
        }
        lines.append("relation \(relation.id) \(list): \(text(relations.tags, relation.texts))")
    }
    return lines
}

private let expected = [
    "node 10 471000000 85000000", "node 20 472000000 86000000", "node 30 -473000000 -87000000",
    "node 5000000000 474000000 88000000",
    "node 20 472000000 86000000: kerb=lowered tactile_paving=no",
    "node 5000000000 474000000 88000000: highway=crossing",
    "way 1 [10, 20, 30]: highway=residential name=Rue de l'Été",
    "way 2 [30, 5000000000]: highway=steps",
    #"relation 7 ["way 2 <outer>", "node 20 <>"]: type=multipolygon"#,
]

@Suite struct ExtractTests {
    @Test(arguments: [DrawnExtract.NodeForm.dense, .plain], [true, false])
    func `elements are read in every form that writers use`(
        form: DrawnExtract.NodeForm, isPacked: Bool
    ) throws {
        var drawn = crossing()
        drawn.nodeForm = form
        drawn.isPacked = isPacked
        #expect(try contents(open(drawn)) == expected)
    }

    @Test func `control characters of a text are left out`() throws {
        var drawn = crossing()
        drawn.ways[0] = .init(1, [10, 20, 30], ["name": "Rue \u{202e}de l'Été\u{1b}[2J"])
        #expect(try contents(open(drawn)).contains("way 1 [10, 20, 30]: name=Rue de l'Été[2J"))
    }

    @Test func `one block may hold the end of a kind and the start of the next`() throws {
        var drawn = crossing()
        drawn.hasMixedBlocks = true
        #expect(try contents(open(drawn)) == expected)
    }

    @Test(arguments: 1...4)
    func `the blocks of a kind are found wherever it begins`(elementsPerBlock: Int) throws {
        var drawn = crossing()
        drawn.elementsPerBlock = elementsPerBlock
        // Nodes with and without tags come block by block: the order of the lines differs.
        #expect(try contents(open(drawn)).sorted() == expected.sorted())
    }

    @Test func `the header shows the box, the order and the time`() throws {
        var drawn = crossing()
        drawn.box = (west: 8.5, south: -47.3, east: 8.8, north: 47.4)
        drawn.replicationTime = 1_700_601_691
        let header = try open(drawn).header
        #expect(header.box == BoundingBox(west: 8.5, south: -47.3, east: 8.8, north: 47.4))
        #expect(header.isDeclaredSorted)
        #expect(header.replicationTime == UnixTime(seconds: 1_700_601_691))
        #expect(header.writingProgram == "DrawnExtract")
    }

    @Test func `words of interest are numbered, all others are 0`() throws {
        let words = TagWords(["highway", "steps", "foot"])
        var blocks = try open(crossing()).blocks(of: .way)
        let block = try #require(try blocks.nextBlock())
        var numbers: [UInt16] = []
        words.number(block.texts, into: &numbers)
        let found = numbers.indices.filter { numbers[$0] > 0 }
            .map { "\(block.texts[$0]) \(numbers[$0])" }
        #expect(found.sorted() == ["highway 1", "steps 2"])
        #expect(numbers.count == block.texts.count)
    }

    @Test func `positions of chosen nodes are merged from several extracts`() throws {
        var other = DrawnExtract()
        other.nodes = [.init(15, 1, 2), .init(20, 3, 4)]
        var positions = NodePositions(of: [20, 15, 99, 10, 20, 15, 5_000_000_000])
        #expect(positions.ids == [10, 15, 20, 99, 5_000_000_000])
        try positions.read(open(crossing()))
        try positions.read(open(other))
        #expect(
            positions.latitudes == [471_000_000, 10_000_000, 472_000_000, .min, 474_000_000])
        #expect(positions.row(of: 99) == 3 && !positions.isKnown(3))
        #expect(positions.row(of: 98) == nil)
    }

    @Test func `rows are found in any order`() {
        var random = SeededRandom(seed: 5)
        let ids = (0..<500).map { _ in Int64(random.next() % 1000) * 2 }
        let positions = NodePositions(of: ids)
        #expect(positions.rows(of: ids).map { positions.ids[Int($0)] } == ids)
        let odd = (0..<200).map { _ in Int64(random.next() % 2002) - 1 }
        let expected = odd.map { UInt32(positions.row(of: $0) ?? 0) }
        #expect(positions.rows(of: odd) == expected)
        #expect(NodePositions(of: []).rows(of: [1, 2]) == [0, 0])
    }

    @Test func `a node beyond the poles is nowhere, its neighbours stay`() throws {
        var drawn = crossing()
        drawn.nodes[1].latitude = 90.1
        var positions = NodePositions(of: [10, 20, 30])
        try positions.read(open(drawn))
        #expect([0, 1, 2].map(positions.isKnown) == [true, false, true])
    }
}

@Suite struct RefusedExtractTests {
    private func problem(_ bytes: [UInt8]) -> ExtractError.Problem? {
        do {
            let extract = try Extract(bytes: MappedBytes(copying: bytes), name: "x.osm.pbf")
            _ = try contents(extract)
            return nil
        } catch {
            return (error as? ExtractError)?.problem
        }
    }

    @Test(arguments: [
        "", "PK\u{3}\u{4}", "<?xml version=\"1.0\"?><osm/>", "stop_id,stop_name\n1,A",
    ])
    func `a file of another kind is not an extract`(text: String) {
        #expect(problem(Array(text.utf8)) == .notAnExtract)
    }

    @Test func `a file that is cut anywhere between blocks or within them is refused`() {
        let bytes = crossing().bytes()
        var whole: [Int] = []
        for count in 1..<bytes.count {
            let problem = problem(Array(bytes.prefix(count)))
            if problem == nil { whole.append(count) }
            if let problem { #expect(problem == .cut || problem == .notAnExtract) }
        }
        // Between two blocks nothing says that more should follow.
        #expect(whole.count == 3)
    }

    @Test func `nodes after ways or out of order are not sorted`() {
        var upsideDown = crossing()
        upsideDown.isUpsideDown = true
        #expect(problem(upsideDown.bytes()) == .unsorted)
        var shuffled = crossing()
        shuffled.nodes.swapAt(0, 2)
        var positions = NodePositions(of: [10, 20])
        #expect {
            try positions.read(open(shuffled))
        } throws: { ($0 as? ExtractError)?.problem == .unsorted }
    }

    @Test func `a history and other unknown features are refused by name`() {
        var drawn = crossing()
        drawn.requiredFeatures.append("HistoricalInformation")
        #expect(problem(drawn.bytes()) == .unsupported(feature: "HistoricalInformation"))
    }

    @Test(arguments: [(4, "LZMA"), (5, "bzip2"), (6, "LZ4"), (7, "Zstandard")])
    func `other compressions are refused by name`(field: Int, name: String) {
        var blob = ByteWriter()
        blob.field(2, 10)
        blob.field(field, [1, 2, 3])
        let bytes = DrawnExtract.blob("OSMHeader", message: blob.bytes)
        #expect(problem(bytes) == .compression(name))
    }

    @Test func `sizes beyond the limits of the format are refused before memory is taken`() {
        var blob = ByteWriter()
        blob.field(2, 1 << 40)
        blob.field(3, [1, 2, 3])
        let bytes = DrawnExtract.blob("OSMHeader", message: blob.bytes)
        #expect(problem(bytes) == .tooLarge(part: "the header", limit: 32 << 20))
    }

    @Test func `a file that is missing and a folder have their sentences`() {
        #expect(throws: ExtractError(.notFound, path: "/nowhere.osm.pbf")) {
            try Extract(path: "/nowhere.osm.pbf")
        }
        #expect(
            ExtractError(.notFound, path: "a.pbf").description == "There is no extract 'a.pbf'.")
        #expect {
            try Extract(path: "/")
        } throws: { "\($0)" == "'/' cannot be read: it is not a regular file." }
    }
}

/// An extract limited to a box.
@Suite struct CutExtractTests {
    /// A street from 8.0 to 8.3, one of 8.5, and a lake of two shores that begins in the west.
    private func drawn() -> DrawnExtract {
        var drawn = DrawnExtract()
        drawn.nodes = [
            .init(1, 47, 8.0, ["highway": "crossing"]), .init(2, 47, 8.1), .init(3, 47, 8.3),
            .init(4, 47, 8.5, ["amenity": "bench"]), .init(5, 47.001, 8.5),
        ]
        drawn.ways = [
            .init(1, [1, 2, 3], ["highway": "residential"]), .init(2, [4, 5], ["highway": "path"]),
            .init(3, [2, 3], [:]), .init(4, [3, 4], [:]),
        ]
        drawn.relations = [
            .init(1, [(1, 3, "outer"), (1, 4, "outer")], ["type": "multipolygon"])
        ]
        return drawn
    }

    private func cut(
        _ drawn: DrawnExtract, west: Double, east: Double
    ) throws -> [String]? {
        let box = try #require(BoundingBox(west: west, south: 46.9, east: east, north: 47.1))
        guard let extract = try open(drawn).cut(to: box) else { return nil }
        var found: [String] = []
        var blocks = try extract.blocks(of: .node)
        while let block = try blocks.nextBlock() {
            var nodes = block.taggedNodes()
            while let node = try nodes.next() { found.append("node \(node.id)") }
        }
        blocks = try extract.blocks(of: .way)
        while let block = try blocks.nextBlock() {
            var ways = block.ways()
            while let way = try ways.next() { found.append("way \(way.id)") }
        }
        return found
    }

    @Test func `ways with a node in the box stay, and areas that begin there`() throws {
        #expect(try cut(drawn(), west: 7.9, east: 8.2) == ["node 1", "way 1", "way 3", "way 4"])
        #expect(try cut(drawn(), west: 8.4, east: 8.6) == ["node 4", "way 2", "way 3", "way 4"])
    }

    @Test func `an extract from elsewhere has nothing in the box`() throws {
        #expect(try cut(drawn(), west: 100, east: 101) == nil)
        var boxed = drawn()
        boxed.box = (west: 8, south: 47, east: 8.5, north: 47.01)
        #expect(try cut(boxed, west: 100, east: 101) == nil)
    }

    @Test func `an extract whose header lies in the box stays whole`() throws {
        var boxed = drawn()
        boxed.box = (west: 8, south: 47, east: 8.5, north: 47.01)
        #expect(try cut(boxed, west: 7, east: 9)?.count == 6)
    }

    @Test func `an unsorted extract is refused`() {
        var unsorted = drawn()
        unsorted.nodes.reverse()
        let error = #expect(throws: ExtractError.self) {
            try cut(unsorted, west: 7.9, east: 8.2)
        }
        #expect(error?.problem == .unsorted)
    }
}
