import Synchronization

/// A number of things that may be open or run at once.
package final class Permits: Sendable {
    package let limit: Int
    private let taken = Mutex(0)

    package init(limit: Int) {
        self.limit = limit
    }

    /// A taken permit; it is returned automatically when it is deinitialized, also if the client
    /// went before its stream began.
    package final class Permit: Sendable {
        private let permits: Permits
        private let isTaken = Mutex(true)

        fileprivate init(_ permits: Permits) {
            self.permits = permits
        }

        deinit {
            release()
        }

        /// Returns the permit at once; a second call has no effect.
        package func release() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { permits.taken.withLock { $0 -= 1 } }
        }
    }

    package var count: Int { taken.withLock { $0 } }

    package var isFree: Bool { count < limit }

    /// Takes a permit; nil if all are taken.
    package func acquire() -> Permit? {
        let isFree = taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
        return isFree ? Permit(self) : nil
    }
}
