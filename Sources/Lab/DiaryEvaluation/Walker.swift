internal import DiarySensing
private import Foundation
internal import TransitModel

/// Interpolates positions of a record of fixes, forwards in time.
struct Walker {
    private let fixes: [LocationFix]
    private var index = 0

    /// Creates a walker over fixes in order of time, at least one.
    init(_ fixes: [LocationFix]) {
        precondition(!fixes.isEmpty, "nowhere to walk")
        self.fixes = fixes
    }

    /// Returns the linearly interpolated position at a Unix second; call it in order of time.
    mutating func place(at seconds: Double) -> Coordinate {
        while index + 1 < fixes.count, fixes[index + 1].time.timeIntervalSince1970 <= seconds {
            index += 1
        }
        let fix = fixes[index]
        let start = fix.time.timeIntervalSince1970
        guard index + 1 < fixes.count, seconds > start else { return fix.coordinate }
        let next = fixes[index + 1]
        let fraction = (seconds - start) / (next.time.timeIntervalSince1970 - start)
        return fix.coordinate.interpolated(to: next.coordinate, fraction: min(1, fraction))
    }
}
