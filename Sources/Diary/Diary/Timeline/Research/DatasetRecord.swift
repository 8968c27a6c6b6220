package import DiaryDays
private import Foundation
package import TransitModel

/// The privacy settings of a dataset.
package struct DatasetSettings: Sendable, Equatable {
    /// Positions are rounded to the centre of a cell of this size, in metres.
    package var coarsenMetres = 200.0
    /// The length cut off at both ends of every trip's path, in metres.
    package var trimMetres = 200.0
    /// The cell size of the origin-destination counts, in metres.
    package var flowMetres = 1000.0
    /// Cells of group tables with fewer people are suppressed.
    package var threshold = 5
    /// The time zone that defines days.
    package var zone = TransitTimeZone.utc

    package init() {}
}

/// The records of one participant.
package struct DatasetRecord: Sendable {
    /// The records of one device.
    package struct Device: Sendable {
        let timeline: Timeline
        /// The times of its fixes, in Unix seconds, in order.
        let times: [Double]
        /// The accuracies of its fixes in metres, where known.
        let accuracies: [Double]

        package init(_ timeline: Timeline, times: [Double], accuracies: [Double]) {
            self.timeline = timeline
            self.times = times
            self.accuracies = accuracies
        }
    }

    /// The participant's id in the study.
    package let participant: String
    /// Devices by name.
    package let devices: [String: Device]
    /// The consent versions under which records were made.
    package let consents: Set<Int>

    package init(participant: String, devices: [String: Device], consents: Set<Int>) {
        self.participant = participant
        self.devices = devices
        self.consents = consents
    }

    /// The days with records, each from the device that travelled most.
    func days(in zone: TransitTimeZone) -> [TimelineDay] {
        let times = devices.values.flatMap { [$0.times.first, $0.times.last] }.compactMap(\.self)
        guard let first = times.min(), let last = times.max() else { return [] }
        func date(_ seconds: Double) -> ServiceDay {
            zone.day(at: UnixTime(seconds: Int64(seconds)))
        }
        return CivilDay.days(from: date(first), to: date(last), in: zone, limit: 3660)
            .compactMap { day in
                TimelineDay.best(
                    devices.sorted { $0.key < $1.key }
                        .map { TimelineDay(day, of: $0.value.timeline, device: $0.key) }
                        .filter { !$0.isEmpty })
            }
    }
}

/// A square on the ground of about the given size; positions are only published as its centre.
struct GroundCell: Hashable, Comparable {
    /// Degrees north and east of the centre, to five decimals.
    let latitude: Double
    let longitude: Double

    private static let metresPerDegree = 111_195.0

    init(_ place: Coordinate, metres: Double) {
        let height = metres / Self.metresPerDegree
        let middle = ((place.latitude / height).rounded(.down) + 0.5) * height
        // All cells of a row have the same width.
        let width = height / max(0.01, cos(middle * .pi / 180))
        latitude = Self.rounded(middle)
        longitude = Self.rounded(((place.longitude / width).rounded(.down) + 0.5) * width)
    }

    /// Two columns of a table, as in `47.00123,8.00456`.
    var columns: String { "\(latitude),\(longitude)" }

    static func < (left: GroundCell, right: GroundCell) -> Bool {
        (left.latitude, left.longitude) < (right.latitude, right.longitude)
    }

    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
}
