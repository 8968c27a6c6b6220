import DiaryDays
import DiaryInference
import DiarySensing
import JSONWriting
package import PhoneRecords
package import Timetables
package import TransitModel
#if !hasFeature(Embedded)
import Foundation
#endif

/// The diary of a phone's files, without a server: read, inferred and answered where this runs.
///
/// Its answers about the days are those of the HTTP API about a personal diary, natively and as
/// WebAssembly byte for byte the same (`Tests/EngineTests`).
package final class FileDiary {
    /// The most bytes of all files together; more do not fit into a phone's browser.
    package static let maximumBytes = 200_000_000
    private let maker: TimelineMaker
    private var trace = PhoneTrace()
    private var bytes = 0
    private var timeline = Timeline([])
    private let chunk: Int

    /// Begins an empty diary, whose rides are named by the lines of a network if there is one.
    ///
    /// `chunk` is the number of fixes from which stays are inferred at once; it is doubled as often
    /// as none of them is certain.
    package init(_ network: Timetable? = nil, chunk: Int = 20_000) {
        maker = TimelineMaker(lines: network.map { LineMatcher($0) })
        self.chunk = chunk
    }

    /// Returns whether the limit allows another file of this size, in bytes.
    package func hasRoom(bytes count: Int) -> Bool { count <= Self.maximumBytes - bytes }

    /// Reads a file and adds its records; a file that is refused adds nothing.
    ///
    /// - Throws: ``PhoneFormatError``.
    package func add(_ file: [UInt8]) throws(PhoneFormatError) -> FileReport {
        guard hasRoom(bytes: file.count) else { throw .tooLong(limitBytes: Self.maximumBytes) }
        let format = try PhoneFile(recognising: file)
        let read = try format.read(file)
        bytes += file.count
        trace.append(read)
        return FileReport(format, read)
    }

    /// Infers the days from all files that were added; `progress` gets the share of the fixes,
    /// 0...1.
    ///
    /// Only the part since the last long stay but one is inferred at once, as on a server.
    package func infer(progress: (Double) -> Void = { _ in }) {
        trace.sortByTime()
        let fixes = trace.fixes
        var pieces: [TimelinePiece] = []
        var (start, limit, isContinued) = (0, chunk, false)
        while start < fixes.count {
            let end = min(fixes.count, start + limit)
            progress(Double(start) / Double(fixes.count))
            let window = window(start..<end, isContinued: isContinued)
            if end == fixes.count {
                pieces += maker.pieces(of: window.diary, in: window)
                break
            }
            guard let restart = window.restart else {
                limit *= 2
                continue
            }
            pieces += maker.pieces(of: window.certain, in: window)
            start = fixes.partitioningIndex { $0.time.timeIntervalSince1970 >= restart.time }
            (limit, isContinued) = (chunk, true)
        }
        timeline = Timeline(pieces)
    }

    private func window(_ rows: Range<Int>, isContinued: Bool) -> DiaryWindow {
        let (fixes, motions) = (trace.fixes, trace.motions)
        let oldest = fixes[rows.lowerBound].time.timeIntervalSince1970 - DiaryWindow.motionSeconds
        let newest = fixes[rows.upperBound - 1].time
        let first = motions.partitioningIndex { $0.start.timeIntervalSince1970 >= oldest }
        let last = motions.partitioningIndex { $0.start > newest }
        return DiaryWindow(
            Array(fixes[rows]), motions: Array(motions[first..<max(first, last)]),
            lines: maker.lines, isContinued: isContinued)
    }

    // MARK: - Answers

    /// What can be asked about the days.
    package enum Question {
        /// The list of days.
        case days
        case day(ServiceDay)
        case geoJSON, gpx, csv

        /// Reads `days`, a day as in `2026-05-04`, `geojson`, `gpx` or `csv`; nil for anything
        /// else.
        package init?(_ text: String) {
            switch text {
            case "days": self = .days
            case "geojson": self = .geoJSON
            case "gpx": self = .gpx
            case "csv": self = .csv
            default:
                guard let day = ServiceDay(text) else { return nil }
                self = .day(day)
            }
        }
    }

    /// Returns the body of the server's answer about the days in a time zone: JSON, or the file.
    package func answer(_ question: Question, in zone: TransitTimeZone) -> [UInt8] {
        switch question {
        case .days: return days(in: zone).jsonBytes
        case .day(let date): return day(CivilDay(date, in: zone), in: zone).jsonBytes
        case .geoJSON: return TimelineTables.geoJSON(recorded(in: zone), zone: zone)
        case .gpx: return Array(TimelineTables.gpx(recorded(in: zone)).utf8)
        case .csv: return Array(TimelineTables.csv(recorded(in: zone), zone: zone).utf8)
        }
    }

    /// The years 2000 to 2099, in which all fixes are.
    private static let maximumDays = 36_525

    /// Returns the first and the last day of the record; nil for an empty one.
    private func span(in zone: TransitTimeZone) -> (first: ServiceDay, last: ServiceDay)? {
        guard let first = trace.fixes.first, let last = trace.fixes.last else { return nil }
        func day(_ time: Date) -> ServiceDay {
            zone.day(at: UnixTime(seconds: Int64(time.timeIntervalSince1970.rounded(.down))))
        }
        return (day(first.time), day(last.time))
    }

    /// Returns the days of which there is a record.
    private func recorded(in zone: TransitTimeZone) -> [TimelineDay] {
        guard let span = span(in: zone) else { return [] }
        return CivilDay.days(from: span.first, to: span.last, in: zone, limit: Self.maximumDays)
            .map { TimelineDay($0, of: timeline, device: "") }.filter { !$0.isEmpty }
    }

    private func days(in zone: TransitTimeZone) -> DiaryDaysAnswer {
        let entries = recorded(in: zone).map { day in
            DiaryDaysAnswer.Entry(day, fixes: fixCount(day.day), isOpen: false)
        }
        return DiaryDaysAnswer(entries.reversed(), span: span(in: zone), zone: zone)
    }

    private func fixCount(_ day: CivilDay) -> Int {
        func index(_ time: UnixTime) -> Int {
            let seconds = Double(time.seconds)
            return trace.fixes.partitioningIndex { $0.time.timeIntervalSince1970 >= seconds }
        }
        return index(day.end) - index(day.start)
    }

    private func day(_ day: CivilDay, in zone: TransitTimeZone) -> TimelineDayAnswer {
        let shown = TimelineDay(day, of: timeline, device: "")
        return TimelineDayAnswer(
            day, shown.isEmpty ? nil : shown, zone: zone,
            .init(isOpen: false, devices: [], corrections: []), stop: maker.stop)
    }
}
