private import Foundation
package import TransitModel

/// How much of people a dataset leaves out.
package struct DatasetSettings: Sendable, Equatable {
    /// Places are told as the centre of a cell of this size, in metres.
    package var coarsenMetres = 200.0
    /// So much is cut off at both ends of every trip's way, in metres.
    package var trimMetres = 200.0
    /// Origins and destinations are counted by cells of this size, in metres.
    package var flowMetres = 1000.0
    /// Cells of tables that fewer people are in are left out.
    package var threshold = 5
    /// The zone of days.
    package var zone = TransitTimeZone.utc
    /// What participants' new names are drawn from; equal texts give equal names.
    package var salt = ""

    /// The defaults.
    package init() {}
}

/// What is known of one participant.
package struct DatasetRecord: Sendable {
    /// What one of their devices told.
    package struct Device: Sendable {
        /// What happened.
        let timeline: Timeline
        /// The times of its fixes, Unix seconds, in order.
        let times: [Double]
        /// How good its fixes were, in metres, where it said so.
        let accuracies: [Double]

        /// A device with its timeline and the times and accuracies of its fixes.
        package init(_ timeline: Timeline, times: [Double], accuracies: [Double]) {
            self.timeline = timeline
            self.times = times
            self.accuracies = accuracies
        }
    }

    /// The name that the study knows.
    package let participant: String
    /// By name.
    package let devices: [String: Device]
    /// The versions of the consent under which something was recorded.
    package let consents: Set<Int>

    /// Somebody's record.
    package init(participant: String, devices: [String: Device], consents: Set<Int>) {
        self.participant = participant
        self.devices = devices
        self.consents = consents
    }

    /// The days on which something is known, each told by the device that travelled most.
    func days(in zone: TransitTimeZone) -> [TimelineDay] {
        let times = devices.values.flatMap { [$0.times.first, $0.times.last] }.compactMap(\.self)
        guard let first = times.min(), let last = times.max() else { return [] }
        func date(_ seconds: Double) -> ServiceDay {
            zone.day(at: UnixTime(seconds: Int64(seconds)))
        }
        return CivilDay.days(from: date(first), to: date(last), in: zone, most: 3660)
            .compactMap { day in
                TimelineDay.best(
                    devices.sorted { $0.key < $1.key }
                        .map { TimelineDay(day, of: $0.value.timeline, device: $0.key) }
                        .filter { !$0.isEmpty })
            }
    }
}

/// A square of about some metres on the ground: places are told no better than by its centre.
struct GroundCell: Hashable, Comparable {
    /// Degrees north and east of the centre, five decimals.
    let latitude: Double
    let longitude: Double

    private static let metresPerDegree = 111_195.0

    init(_ place: Coordinate, metres: Double) {
        let height = metres / Self.metresPerDegree
        let middle = ((place.latitude / height).rounded(.down) + 0.5) * height
        // All cells of a row are equally wide.
        let width = height / max(0.01, cos(middle * .pi / 180))
        latitude = Self.rounded(middle)
        longitude = Self.rounded(((place.longitude / width).rounded(.down) + 0.5) * width)
    }

    /// As in `47.00123,8.00456`: two columns of a table.
    var columns: String { "\(latitude),\(longitude)" }

    static func < (left: GroundCell, right: GroundCell) -> Bool {
        (left.latitude, left.longitude) < (right.latitude, right.longitude)
    }

    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
}
