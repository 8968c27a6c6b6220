import DiaryInference
import DiarySensing
import Foundation
import TransitModel

/// Measures parts of the diary; not part of the program.
///
/// `diary-load FIXES` draws a phone's record of months, segments it while it is drawn, and prints
/// the numbers of fixes and days, what was found, the seconds of segmenting (without drawing), and
/// the peak memory. `diary-load intake` is ``IntakeLoad``.
@main enum DiaryLoad {
    static func main() async throws {
        let argument = CommandLine.arguments.dropFirst().first ?? ""
        if argument == "intake" { return try await IntakeLoad.run() }
        guard let wanted = Int(argument), wanted > 0 else {
            print("usage: diary-load FIXES | intake")
            exit(64)
        }
        segment(wanted)
    }

    private static func segment(_ wanted: Int) {
        let drawing = elapsed {
            var year = DrawnYear(); for _ in 0..<wanted { _ = year.next() }
        }
        var windows = Windows()
        var year = DrawnYear()
        let both = elapsed { for _ in 0..<wanted { windows.add(year.next()) } }
        var diary = InferredDiary()
        let last = elapsed { diary = windows.diary }
        let days = year.seconds / 86_400
        print("fixes \(wanted)")
        print("days \(Int(days))")
        print("stays \(diary.stays.count)")
        print("trips \(diary.trips.count)")
        print("legs \(diary.trips.reduce(0) { $0 + $1.legs.count })")
        print("seconds \(rounded(both - drawing + last))")
        print("megabytes \(peakMegabytes())")
    }

    private static func elapsed(_ body: () -> Void) -> Double {
        let start = ContinuousClock.now
        body()
        let parts = (ContinuousClock.now - start).components
        return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// The peak resident memory of the process.
    private static func peakMegabytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) / 1024
    }
}

/// A record in memory of which settled parts are forgotten, window by window as on a server.
private struct Windows {
    private var certain = InferredDiary()
    private var fixes: [LocationFix] = []
    private var isContinued = false
    /// Two days.
    private static let chunk = 16_384
    private var limit = chunk

    mutating func add(_ fix: LocationFix) {
        fixes.append(fix)
        guard fixes.count >= limit else { return }
        let window = window
        defer { limit = max(Self.chunk, 2 * fixes.count) }
        guard let restart = window.restart else { return }
        certain.stays += window.certain.stays
        certain.trips += window.certain.trips
        fixes.removeSubrange(
            ..<fixes.partitioningIndex { $0.time.timeIntervalSince1970 >= restart.time })
        isContinued = true
    }

    private var window: DiaryWindow {
        DiaryWindow(fixes, motions: [], lines: nil, isContinued: isContinued)
    }

    var diary: InferredDiary {
        var diary = certain
        let rest = window.diary
        diary.stays += rest.stays
        diary.trips += rest.trips
        return diary
    }
}

/// Days of a person who goes to work and back and for a walk in the evening, with a fix every ten
/// seconds, day and night.
struct DrawnYear {
    /// Seconds since the start of the record.
    private(set) var seconds = 0.0
    private var east = 0.0
    private var wobble: UInt64 = 88_172_645_463_325_252

    private static let start = 1_767_225_600.0
    private static let every = 10.0
    private static let metresPerDegree = 111_195.0

    /// The speed eastwards in metres per second at a time of the day in hours.
    private static func speed(_ hour: Double) -> Double {
        func rides(_ since: Double) -> Double {
            let seconds = since * 3600
            // A halt of half a minute in every three minutes.
            return seconds.truncatingRemainder(dividingBy: 180) < 150 ? 9 : 0
        }
        switch hour {
        case 7.5..<7.6: return 1.3
        case 7.7..<8.1: return rides(hour - 7.7)
        case 8.1..<8.2: return 1.3
        case 17.2..<17.3: return -1.3
        case 17.4..<17.8: return -rides(hour - 17.4)
        case 17.8..<17.9: return -1.3
        case 20..<20.4: return 1.2
        case 20.5..<20.9: return -1.2
        default: return 0
        }
    }

    mutating func next() -> LocationFix {
        let hour = seconds.truncatingRemainder(dividingBy: 86_400) / 3600
        east += Self.speed(hour) * Self.every
        wobble ^= wobble << 13
        wobble ^= wobble >> 7
        wobble ^= wobble << 17
        let off = Double(wobble % 1000) / 100 - 5
        defer { seconds += Self.every }
        return LocationFix(
            time: Date(timeIntervalSince1970: Self.start + seconds),
            latitude: 47 + off / Self.metresPerDegree,
            longitude: 8 + (east - off) / (Self.metresPerDegree * 0.682),
            horizontalAccuracyMetres: 8)
    }
}
