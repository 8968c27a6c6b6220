package import Foundation

/// The file formats of phone records that can be imported.
package enum PhoneFile: String, CaseIterable, Sendable {
    /// Our own table of locations.
    case locationTable = "locations, CSV"
    /// Our own table of motions.
    case motionTable = "motions, CSV"
    /// Uploads of the published Waterloo Travel Diary app.
    case waterloo = "Waterloo Travel Diary"
    /// A file of OwnTracks' recorder.
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
    package init(recognising data: Data) throws(PhoneFormatError) {
        guard let format = Self.recognise(data) else {
            throw data.starts(with: [0x1f, 0x8b])
                ? .malformed(format: "file", detail: "it is compressed; unpack it with gunzip.")
                : .unknownFormat
        }
        self = format
    }

    private static func recognise(_ data: Data) -> PhoneFile? {
        if let holdsLocations = TraceTable.holdsLocations(data) {
            return holdsLocations ? .locationTable : .motionTable
        }
        if OwnTracksRecording.isOne(data) { return .ownTracksRecording }
        let head = String(decoding: data.prefix(65_536), as: UTF8.self)
        func has(_ key: String) -> Bool { head.contains("\"\(key)\"") }
        switch head.first(where: { !$0.isWhitespace && $0 != "\u{feff}" }) {
        case "<":
            return head.contains("<gpx") ? .gpx : nil
        case "{":
            if has("semanticSegments") || has("rawSignals") { return .googleTimeline }
            if has("timelineObjects") || has("latitudeE7") { return .googleRecords }
            return has("Feature") || has("locations") || has("features") ? .overland : nil
        case "[":
            if has("startTime") { return .googleTimeline }
            return has("timestamp") && (has("lat") || has("activity")) ? .waterloo : nil
        default:
            return nil
        }
    }

    /// Reads a file of this format.
    ///
    /// - Throws: ``PhoneFormatError`` if the file cannot be read at all.
    package func read(_ data: Data) throws(PhoneFormatError) -> PhoneTrace {
        switch self {
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
