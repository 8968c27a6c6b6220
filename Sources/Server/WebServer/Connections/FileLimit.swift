import Glibc

/// The number of files that this process may have open, and the connections that it leaves room
/// for.
///
/// A process without a free file can neither accept a connection nor store anything, and Dispatch
/// stops it (libdispatch of Swift 6.2, which reads `/proc`).
package enum FileLimit {
    /// The files kept for stores, sources, messages and Dispatch, at most.
    private static let maximumReserve = 400
    /// A server with fewer files is not started.
    package static let minimum = 256

    /// Raises the limit of this process to what `connections` need, as far as the system allows,
    /// and returns the limit.
    package static func raise(for connections: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return .max
        }
        let wanted = rlim_t(connections + maximumReserve)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 {
                limit = raised
            }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Returns how many of the wanted connections may be open with a limit of `files`.
    package static func connections(wanted: Int, files: Int) -> Int {
        max(1, min(wanted, files - min(maximumReserve, files / 2)))
    }
}
