#if !hasFeature(Embedded)

public import Foundation
import Timetables
import TransitModel

// What native apps call; the package for them is `scripts/swift-package`'s.

extension NetworkEngine {
    /// Opens a network file as `takt import` writes it, which is mapped into memory.
    ///
    /// - Throws: an error whose description says what is wrong with the file.
    public convenience init(contentsOf path: String) throws {
        try self.init(Timetable(path: path))
    }

    /// Returns the answer to `GET target`, a path and query of the HTTP API, as of an instant.
    public func get(_ target: String, at instant: Date) -> Answer {
        get(target, now: UnixTime(seconds: Int64(instant.timeIntervalSince1970.rounded(.down))))
    }
}

#endif
