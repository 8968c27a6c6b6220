package import Archives
package import Timetables
import TransitModel

/// Writes a network as a GTFS feed: the way out, as `NetworkImport` is the way in.
///
/// The ids are the network's own, thus those that its GTFS-Realtime names; `feed_version` is its
/// revision, as there. Reading the feed again makes a network with the same stops, routes, trips,
/// days, lines, walks and booking rules. Left out: levels and pathways (walks inside stations
/// become transfers with their times), fares, and translations of anything but stops' names. A
/// network of feeds in different time zones keeps its agencies' zones, though GTFS wants one; its
/// times stay in those zones.
package struct NetworkExport {
    /// Why a feed could not be written.
    package enum Failure: Error, CustomStringConvertible {
        case file(ZipFileError)
        case network(NetworkFileError)

        /// One sentence for people.
        package var description: String {
            switch self {
            case .file(let error): error.description
            case .network(let error): error.description
            }
        }
    }

    let timetable: Timetable

    /// Prepares to write a network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Writes the feed as a ZIP file to `path`, in place of what is there.
    ///
    /// Equal networks make equal files. It takes some seconds for each million stop times, and
    /// memory for the ids of the services only. When it throws, the file is incomplete.
    /// - Complexity: linear in the stop times and the points of all shapes.
    package func write(to path: String) throws(Failure) {
        let feeds: [FeedDescription]
        let attributions: [AttributionDescription]
        let translations: [StopNameTranslation]
        do throws(NetworkFileError) {
            feeds = try timetable.sources.feeds()
            attributions = try timetable.sources.attributions()
            translations = try timetable.sources.stopNameTranslations()
        } catch {
            throw .network(error)
        }
        do throws(ZipFileError) {
            let zip = try ZipFileWriter(path: path)
            try writeAgencies(to: zip)
            try writeFeedInfo(feeds, to: zip)
            try writeStops(to: zip)
            try writeRoutes(to: zip)
            try writeCalendar(to: zip)
            try writeShapes(to: zip)
            try writeTrips(to: zip)
            try writeBookingRules(to: zip)
            try writeStopTimes(to: zip)
            try writeFrequencies(to: zip)
            try writeTransfers(to: zip)
            try writeAttributions(attributions, feeds, to: zip)
            try writeTranslations(translations, to: zip)
            try zip.finish()
        } catch {
            throw .file(error)
        }
    }

    /// The bytes of a text of the network; none for no text.
    func bytes(_ text: StringIndex) -> UnsafeBufferPointer<UInt8> {
        text == .none ? UnsafeBufferPointer(start: nil, count: 0) : timetable.strings.utf8(text)
    }
}
