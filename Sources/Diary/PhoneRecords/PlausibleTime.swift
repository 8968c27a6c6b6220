#if !hasFeature(Embedded)
package import Foundation
#else
package import DiarySensing
#endif

/// The plausible times of phone records: the years 2000 to 2099.
///
/// Other times come from clocks that were never set, or from milliseconds read as seconds.
package enum PlausibleTime {
    private static let seconds = 946_684_800.0..<4_102_444_800.0

    package static func contains(_ time: Date) -> Bool {
        seconds.contains(time.timeIntervalSince1970)
    }
}
