import Foundation
import History
import TransitModel

/// Stores recorded fixes from standard input and prints their size.
///
/// A line has vehicle, time and time of arrival in seconds since 1970, latitude, longitude,
/// heading, metres per second, trip and route, separated by commas; an empty field is unknown.
enum Recording {
    static func store(path: String) async throws {
        var fixes: [ArchivedFix] = []
        while let line = readLine() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(
                String.init)
            guard fields.count == 9, let time = Double(fields[1]), let received = Double(fields[2]),
                let latitude = Double(fields[3]), let longitude = Double(fields[4])
            else { continue }
            let trip = TripReference(
                tripID: fields[7].isEmpty ? nil : fields[7],
                routeID: fields[8].isEmpty ? nil : fields[8])
            fixes.append(
                ArchivedFix(
                    VehicleFix(
                        vehicleID: fields[0],
                        coordinate: Coordinate(latitude: latitude, longitude: longitude),
                        headingDegrees: Double(fields[5]), speedMetresPerSecond: Double(fields[6]),
                        time: UnixTime(milliseconds: Int64((time * 1000).rounded())),
                        trip: trip == TripReference() ? nil : trip),
                    routeID: trip.routeID,
                    received: UnixTime(milliseconds: Int64((received * 1000).rounded()))))
        }
        fixes.sort { $0.fix.time < $1.fix.time }
        let archive = try FixArchive(path: path, retentionDays: 3650)
        var now = fixes.first?.fix.time ?? UnixTime(seconds: 0)
        // A minute's fixes at a time, as in a fast replay.
        var batch: [ArchivedFix] = []
        for fix in fixes {
            if fix.fix.time.seconds / 60 != now.seconds / 60 {
                archive.offer(batch)
                await archive.advance(now: now)
                batch.removeAll()
                now = fix.fix.time
            }
            batch.append(fix)
        }
        archive.offer(batch)
        for second in 0..<400 {
            await archive.advance(now: now.advanced(bySeconds: second == 0 ? 0 : 7200))
        }
        let size = try await archive.size()
        let statistics = await archive.statistics
        precondition(statistics.trouble == nil, statistics.trouble ?? "")
        let each = { (bytes: Int) in String(format: "%.1f", Double(bytes) / Double(size.fixes)) }
        print(
            "\(size.fixes) fixes, \(statistics.sealedBlocks) blocks, "
                + "\(each(size.fixBytes)) bytes a fix, \(each(size.fileBytes)) with the whole file")
        try await archive.close(now: now)
    }
}
