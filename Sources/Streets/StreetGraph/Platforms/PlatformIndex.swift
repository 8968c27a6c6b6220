import FileMapping

/// The platforms of a graph by their references, as OpenStreetMap's tags `ref`, `local_ref` and
/// `ref:IFOPT` state them.
struct PlatformIndex: Sendable {
    private let firstEdges: MappedColumn<UInt32>
    private let edges: MappedColumn<UInt32>
    /// The platforms with each reference, in capitals.
    private let numbers: [String: [UInt32]]

    /// Reads the columns of a graph with that many edges.
    ///
    /// - Throws: ``DamagedGraph`` if a column is missing or inconsistent with others.
    init(_ section: GraphSection, edges edgeCount: Int) throws(DamagedGraph) {
        firstEdges = try section.column(.firstPlatformEdges)
        edges = try section.column(.platformEdges)
        let offsets: MappedColumn<UInt32> = try section.column(
            .referenceOffsets, count: firstEdges.count)
        let bytes: MappedColumn<UInt8> = try section.column(.referenceBytes)
        guard firstEdges.ascends(to: edges.count, step: 0),
            offsets.ascends(to: bytes.count, step: 0),
            edges.buffer.allSatisfy({ Int($0) < edgeCount })
        else { throw DamagedGraph() }
        var numbers: [String: [UInt32]] = [:]
        for platform in 0..<UInt32(firstEdges.count - 1) {
            let range = Int(offsets[Int(platform)])..<Int(offsets[Int(platform) + 1])
            let text = String(decoding: bytes.buffer[range], as: UTF8.self)
            for reference in Self.references(text) {
                numbers[reference, default: []].append(platform)
            }
        }
        self.numbers = numbers
    }

    /// The different references in a text, in capitals: `10;11` names two tracks, `17/18` too.
    private static func references(_ text: String) -> Set<String> {
        let parts = text.split { $0 == ";" || $0 == "," }
        return Set(
            (parts + parts.flatMap { $0.split(separator: "/") }).map(Self.key)
                .filter { !$0.isEmpty })
    }

    private static func key(_ text: some StringProtocol) -> String {
        text.split(separator: " ").joined(separator: " ").uppercased()
    }

    func edges(_ reference: String) -> [Int] {
        (numbers[Self.key(reference)] ?? []).flatMap { platform in
            (firstEdges[Int(platform)]..<firstEdges[Int(platform) + 1]).map {
                Int(edges[Int($0)])
            }
        }
    }
}
