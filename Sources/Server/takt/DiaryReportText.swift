import DiaryEvaluation
import DiarySensing

/// A replay's figures in printed form.
struct DiaryReportText: Encodable {
    let share: [String: Double]
    let drainPercentPerHour: Double
    let drainRange: [Double]
    let hours: Double
    let movingShare: Double
    let preciseShareUnderWay: Double?
    let lostMetresMedian: Double?
    let lostMetresP95: Double?
    let trips: Int
    let tripsNoticed: Int
    let noticedAfterSecondsMedian: Double?

    private enum CodingKeys: String, CodingKey {
        case share, hours, trips
        case drainPercentPerHour = "drain_percent_per_hour"
        case drainRange = "drain_range"
        case movingShare = "moving_share"
        case preciseShareUnderWay = "precise_share_under_way"
        case lostMetresMedian = "lost_metres_median"
        case lostMetresP95 = "lost_metres_p95"
        case tripsNoticed = "trips_noticed"
        case noticedAfterSecondsMedian = "noticed_after_seconds_median"
    }

    init(_ report: ReplayReport) {
        share = Dictionary(
            uniqueKeysWithValues: report.shares.map { ($0.key.rawValue, rounded($0.value, 6)) })
        drainPercentPerHour = rounded(report.drain.percentPerHour, 4)
        drainRange = [rounded(report.drain.low, 4), rounded(report.drain.high, 4)]
        hours = rounded(report.hours, 4)
        movingShare = rounded(report.movingShare, 4)
        preciseShareUnderWay = report.preciseShare.map { rounded($0, 4) }
        lostMetresMedian = report.medianLossMetres.map { rounded($0, 1) }
        lostMetresP95 = report.p95LossMetres.map { rounded($0, 1) }
        trips = report.noticeDelaysSeconds.count
        tripsNoticed = report.noticed
        noticedAfterSecondsMedian = report.medianNoticeSeconds.map { rounded($0, 0) }
    }

    var text: String {
        var lines = ["\(fixed(hours, 1)) hours, \(percent(movingShare)) of them under way."]
        for state in SensingState.allCases {
            lines.append("  \(padded(state.rawValue)) \(percent(share[state.rawValue] ?? 0))")
        }
        lines.append(
            "Drain, modelled: \(fixed(drainPercentPerHour, 2)) % an hour"
                + " (\(fixed(drainRange[0], 2)) to \(fixed(drainRange[1], 2))).")
        if let preciseShareUnderWay, let lostMetresMedian, let lostMetresP95 {
            lines.append(
                "Under way, \(percent(preciseShareUnderWay)) of the time at 10 m;"
                    + " lost against always-on: \(fixed(lostMetresMedian, 0)) m in the median,"
                    + " \(fixed(lostMetresP95, 0)) m in 95 of 100.")
        }
        if trips > 0 {
            let median = noticedAfterSecondsMedian.map { " (median \(fixed($0, 0)) s)" } ?? ""
            lines.append("\(tripsNoticed) of \(trips) trips noticed within 5 min\(median).")
        }
        return lines.joined(separator: "\n")
    }

    private func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 15 - name.count))
    }
}

private func rounded(_ value: Double, _ places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (value * scale).rounded() / scale
}

/// Formats a share as a percentage with one decimal.
func percent(_ share: Double) -> String { "\(fixed(share * 100, 1)) %" }

/// Formats a number with a fixed number of decimals, up to six.
func fixed(_ value: Double, _ places: Int) -> String {
    let scale = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000][min(max(places, 0), 6)]
    let whole = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(whole)" }
    let digits = "\(whole % scale)"
    let zeros = String(repeating: "0", count: max(0, places - digits.count))
    return "\(sign)\(whole / scale).\(zeros)\(digits)"
}
