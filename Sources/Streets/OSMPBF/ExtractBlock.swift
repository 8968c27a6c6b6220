/// The kinds of OpenStreetMap elements, in the order of a sorted extract.
package enum ElementKind: Int, Comparable, Sendable {
    case node = 1
    case way
    case relation

    package static func < (left: ElementKind, right: ElementKind) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// An unpacked block: some thousand elements and their string table.
///
/// A block keeps its bytes alive; elements are decoded on request.
package struct ExtractBlock: Sendable {
    let bytes: UnpackedBytes
    let place: BlockLocation
    /// The string table for the tags and roles in this block.
    package let texts: BlockTexts
    /// The part of the extract that is read; nil for the whole.
    let region: ExtractRegion?
    private(set) var groupRanges: [Range<Int>] = []
    private(set) var granularity: Int64 = 100
    private(set) var latitudeOffset: Int64 = 0
    private(set) var longitudeOffset: Int64 = 0

    init(
        _ bytes: UnpackedBytes, at place: BlockLocation, region: ExtractRegion?
    ) throws(ExtractError) {
        self.bytes = bytes
        self.region = region
        self.place = place
        var texts = BlockTexts(bytes)
        do {
            var message = MessageReader(bytes.raw)
            while let field = try message.field() {
                switch field {
                case .bytes(1): try texts.read(message.message())
                case .bytes(2): groupRanges.append(bytes.range(of: try message.message()))
                case .varint(17): granularity = Int64(bitPattern: try message.varint())
                case .varint(19): latitudeOffset = Int64(bitPattern: try message.varint())
                case .varint(20): longitudeOffset = Int64(bitPattern: try message.varint())
                default: try message.skip(field)
                }
            }
        } catch {
            throw place.damaged("the frame")
        }
        self.texts = texts
    }

    /// The byte offset of the block in its file.
    package var offset: Int { place.offset }

    /// The kind of a group's first element; nil for a group without known elements.
    private func kind(ofGroup range: Range<Int>) -> ElementKind? {
        var message = bytes.reader(range)
        while let field = try? message.field() {
            switch field {
            case .bytes(1), .bytes(2): return .node
            case .bytes(3): return .way
            case .bytes(4): return .relation
            default: guard (try? message.skip(field)) != nil else { return nil }
            }
        }
        return nil
    }

    /// The kinds of elements, one per group; most blocks have one.
    package var kinds: [ElementKind] {
        groupRanges.compactMap { kind(ofGroup: $0) }
    }

    /// The ways of the block, in order.
    package func ways() -> WayCursor { WayCursor(self) }

    /// The relations of the block, in order.
    func relations() -> RelationCursor { RelationCursor(self) }

    /// The nodes with tags, in order.
    package func taggedNodes() -> TaggedNodeCursor { TaggedNodeCursor(self) }

    /// Converts a stored value to degrees times ten million; nil beyond `limit` degrees.
    func fixedPoint(_ value: Int64, from offset: Int64, limit: Int64) -> Int32? {
        let nanodegrees = offset &+ (granularity &* value)
        let fixed = nanodegrees / 100
        guard abs(fixed) <= limit * 10_000_000 else { return nil }
        return Int32(truncatingIfNeeded: fixed)
    }
}

extension UnpackedBytes {
    func range(of message: MessageReader) -> Range<Int> {
        guard let start = raw.baseAddress, let first = message.rest.baseAddress,
            !message.rest.isEmpty
        else { return 0..<0 }
        let offset = first - start
        return offset..<offset + message.rest.count
    }

    func reader(_ range: Range<Int>) -> MessageReader {
        MessageReader(UnsafeRawBufferPointer(rebasing: raw[range]))
    }
}
