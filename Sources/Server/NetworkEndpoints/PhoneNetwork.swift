import Foundation
import HTTPServing
package import Logging
package import NetworkAPI
import NIOPosix
import ServiceLifecycle
import Synchronization
package import Timetables
package import TransitModel

/// The part of the network that a phone keeps, and in a large network its regions, as files on the
/// disk.
///
/// They are made in the background, once for a network and week; until then no phone is offered
/// any. After a restart they are used again if network and week are the same.
package final class PhoneNetwork: Service {
    /// Where the files are, and of which networks regions are offered.
    package struct Keeping: Sendable {
        /// The server's data folder; nil for a temporary one that is removed with the server.
        package let folder: String?
        /// The size of the whole file from which on there are regions, in bytes.
        var regionsFrom = 6_000_000

        package init(folder: String?) {
            self.folder = folder
        }
    }

    private let timetable: Timetable
    private let folder: PhoneFolder
    private let isTemporary: Bool
    private let regionsFrom: Int
    private let clock: any WallClock
    private let logger: Logger
    private let newest = Mutex<Made?>(nil)

    /// What was made for a week; without a file if nothing runs on its days.
    private struct Made {
        let firstDay: ServiceDay
        var whole: PhoneFolder.File?
        var regions: [(place: NetworkAnswer.Phone.Region, file: PhoneFolder.File)] = []

        var files: [PhoneFolder.File] { [whole].compactMap(\.self) + regions.map(\.file) }
    }

    /// The number of days after today that a phone keeps at least.
    package static let daysAhead = 14
    /// The number of days for which the file stays the same, so that phones download it rarely.
    private static let days = 7
    /// The interval at which a new week is looked for.
    private static let interval = Duration.seconds(300)
    /// The most regions of which files are made.
    private static let regionLimit = 12
    /// The version of the file's content; increased when the same week of the same network would
    /// be written differently.
    private static let form = 1

    /// Makes nothing yet.
    package init(
        _ timetable: Timetable, _ keeping: Keeping, clock: any WallClock, logger: Logger
    ) {
        self.timetable = timetable
        regionsFrom = keeping.regionsFrom
        self.clock = clock
        self.logger = logger
        isTemporary = keeping.folder == nil
        self.folder = PhoneFolder(
            path: keeping.folder.map { $0 + "/phone" }
                ?? FileManager.default.temporaryDirectory
                .appendingPathComponent("takt-phone-\(UUID().uuidString)").path)
    }

    /// How the network's description offers the files; nil while there is none.
    package var answer: NetworkAnswer.Phone? {
        guard let made = newest.withLock({ $0 }), let whole = made.whole, !whole.isGone else {
            return nil
        }
        var answer = whole.answer
        answer.regions = made.regions.filter { !$0.file.isGone }.map { region in
            var place = region.place
            place.file = region.file.answer
            return place
        }
        return answer
    }

    /// Returns the file with a digest, the whole network's without one; nil if there is none.
    func file(_ digest: String?) -> PhoneFolder.File? {
        let files = newest.withLock { $0 }?.files ?? []
        let file = digest == nil ? files.first : files.first { $0.answer.digest == digest }
        return file.flatMap { $0.isGone ? nil : $0 }
    }

    /// Makes the files, and again in each new week, until the server stops.
    ///
    /// Errors are logged; the files before stay.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in Ticks(every: Self.interval) { await self.makeIfDue() }
        }
        if isTemporary { try? FileManager.default.removeItem(atPath: folder.path) }
    }

    /// Makes the files unless the newest ones are those of this week; returns whether this was to
    /// do.
    @discardableResult package func makeIfDue() async -> Bool {
        let today = timetable.timeZone.day(at: clock.now())
        let first = today.advanced(by: -today.weekday)
        if let made = newest.withLock({ $0 }), made.firstDay == first,
            !made.files.contains(where: \.isGone)
        {
            return false
        }
        do {
            // It takes seconds of CPU time for a country, so it runs off the event loops.
            let made = try await NIOThreadPool.singleton.runIfActive {
                try self.make(from: first)
            }
            newest.withLock { $0 = made }
        } catch is CancellationError {
            // The server stops; the next start makes it.
        } catch {
            logger.error(
                "the network for phones could not be written",
                metadata: ["reason": "\(reason(error))"])
        }
        return true
    }

    /// Returns the stored files of a week, and writes those that are missing.
    private func make(from first: ServiceDay) throws -> Made {
        var made = Made(firstDay: first)
        // The runs of the day before are still under way after midnight, and a search on the last
        // evening needs the morning after it.
        let days = first.advanced(by: -1)...Self.lastDay(from: first).advanced(by: 1)
        let cut = NetworkCut(timetable, days: days)
        guard cut.runCount > 0, timetable.services.lastDay >= first else { return made }
        let whole = try file(cut, from: first, "")
        made.whole = whole
        if whole.answer.bytes >= regionsFrom {
            let stops = timetable.stops
            for region in NetworkRegion.regions(of: timetable, limit: Self.regionLimit) {
                let part = NetworkCut(timetable, days: days, region: region)
                // A region that is most of the network saves nothing.
                guard part.runCount > 0, part.runCount * 2 <= cut.runCount else { continue }
                let mark = PhoneFolder.mark(ofRegion: stops.id(region.centre))
                let place = NetworkAnswer.Phone.Region(
                    name: stops.name(region.centre), centre: region.coordinate,
                    radiusMetres: NetworkRegion.radiusMetres)
                made.regions.append((place, try file(part, from: first, mark)))
            }
        }
        do { try folder.removeOthers(than: made.files) } catch {
            logger.warning(
                "an old network for phones could not be removed",
                metadata: ["reason": "\(reason(error))"])
        }
        return made
    }

    private func reason(_ error: any Error) -> String {
        error is NetworkFileError ? "\(error)" : "\(folder.path): \(error.localizedDescription)"
    }

    /// Returns the file of a part if it was written before and is undamaged, or writes it.
    private func file(
        _ cut: NetworkCut, from first: ServiceDay, _ mark: String
    ) throws -> PhoneFolder.File {
        let beginning =
            PhoneFolder.prefix
            + "\(NetworkFile.formatVersion)-\(Self.form)-\(timetable.revision)-\(first)-" + mark
        let days = first...min(Self.lastDay(from: first), timetable.services.lastDay)
        if let stored = folder.stored(beginning, days) { return stored }
        let start = ContinuousClock.now
        let file = try folder.write(cut, beginning, days)
        logger.info(
            "the network for phones was written",
            metadata: [
                "bytes": "\(file.answer.bytes)", "duration": "\(ContinuousClock.now - start)",
                "differences": "\(file.answer.differences.map(\.compressedBytes))",
            ])
        return file
    }

    /// The last day that is offered with a week's file.
    private static func lastDay(from first: ServiceDay) -> ServiceDay {
        first.advanced(by: days - 1 + daysAhead)
    }
}
