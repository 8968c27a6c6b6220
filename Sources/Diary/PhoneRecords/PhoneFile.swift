/// The file formats of phone records that can be imported.
package enum PhoneFile: String, CaseIterable, Sendable {
    /// Our own table of locations.
    case locationTable = "locations, CSV"
    /// Our own table of motions.
    case motionTable = "motions, CSV"
    /// Uploads of the published Waterloo Travel Diary app.
    case waterloo = "Waterloo Travel Diary"
    case ownTracksRecording = "OwnTracks .rec"
    /// A batch of Overland, or GeoJSON points.
    case overland = "Overland"
    /// GPX tracks.
    case gpx = "GPX"
    /// Google's location history until 2024.
    case googleRecords = "Google location history"
    /// Google's Timeline since 2024.
    case googleTimeline = "Google Timeline"

    /// Detects the format from the beginning of the file.
    ///
    /// - Throws: ``PhoneFormatError/unknownFormat`` if it is none of them.
    package init(recognising bytes: some Collection<UInt8>) throws(PhoneFormatError) {
        let head = Array(bytes.prefix(65_536))
        guard let format = Self.recognise(head) else {
            throw head.starts(with: [0x1f, 0x8b]) ? .compressed : .unknownFormat
        }
        self = format
    }

    private static func recognise(_ head: [UInt8]) -> PhoneFile? {
        if let holdsLocations = TraceTable.holdsLocations(head) {
            return holdsLocations ? .locationTable : .motionTable
        }
        if OwnTracksRecording.isOne(head) { return .ownTracksRecording }
        func has(_ text: StaticString) -> Bool {
            text.withUTF8Buffer { text in
                head.indices.contains {
                    head[$0] == text[0] && head[$0...].starts(with: text)
                }
            }
        }
        let start = head.starts(with: [0xef, 0xbb, 0xbf]) ? head.dropFirst(3) : head[...]
        switch start.first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "<"):
            return has("<gpx") ? .gpx : nil
        case UInt8(ascii: "{"):
            if has("\"semanticSegments\"") || has("\"rawSignals\"") { return .googleTimeline }
            if has("\"timelineObjects\"") || has("\"latitudeE7\"") { return .googleRecords }
            let isOverland = has("\"Feature\"") || has("\"locations\"") || has("\"features\"")
            return isOverland ? .overland : nil
        case UInt8(ascii: "["):
            if has("\"startTime\"") { return .googleTimeline }
            return has("\"timestamp\"") && (has("\"lat\"") || has("\"activity\"")) ? .waterloo : nil
        default:
            return nil
        }
    }

    /// Reads a file of this format.
    ///
    /// - Throws: ``PhoneFormatError`` if the file cannot be read at all.
    package func read(_ bytes: some Collection<UInt8>) throws(PhoneFormatError) -> PhoneTrace {
        let data = Array(bytes)
        return switch self {
        case .locationTable: try TraceTable.locations(data)
        case .motionTable: try TraceTable.motions(data)
        case .waterloo: try WaterlooExport.read(data)
        case .ownTracksRecording: OwnTracksRecording.read(data)
        case .overland: try OverlandBatch(file: data).trace
        case .gpx: try GPXTrack.read(data)
        case .googleRecords: try GoogleRecords.read(data)
        case .googleTimeline: try GoogleTimeline.read(data)
        }
    }
}
