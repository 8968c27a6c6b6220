package import Archives
package import Timetables

/// Writes a network as a GTFS feed, the reverse of `NetworkImport`.
///
/// Ids are the network's own, as in its GTFS-Realtime feed, and `feed_version` is its revision, as
/// there. Importing the feed again gives a network with the same stops, routes, trips, service
/// days, shapes, walks and booking rules. Levels, pathways (walks inside stations become timed
/// transfers), fares, contacts, and translations other than those of stop names are left out. A
/// network of feeds in several time zones keeps each agency's zone, although GTFS requires a single
/// one; its times are in those zones.
package struct NetworkExport {
    /// The reason why a feed could not be written.
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

    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Writes the feed as a ZIP file to `path`, replacing an existing file.
    ///
    /// Equal networks give equal files. Writing takes some seconds per million stop times.
    ///
    /// - Throws: `Failure.network` if descriptions in the network cannot be read, `Failure.file` if
    ///   the ZIP file cannot be written, which is then incomplete.
    /// - Complexity: Linear in the number of stop times and shape points.
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

    /// The UTF-8 bytes of a text of the network; empty for none.
    func bytes(_ text: StringIndex) -> UnsafeBufferPointer<UInt8> {
        text == .none ? UnsafeBufferPointer(start: nil, count: 0) : timetable.strings.utf8(text)
    }
}
