package import Foundation

/// The times that a phone's record may bear: the years 2000 to 2099.
///
/// Others come from clocks that were never set, or from milliseconds taken for seconds.
package enum PlausibleTime {
    private static let seconds = 946_684_800.0..<4_102_444_800.0

    /// Whether the moment lies in those years.
    package static func contains(_ time: Date) -> Bool {
        seconds.contains(time.timeIntervalSince1970)
    }
}
