import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

extension RoutingColumns {
    /// The footpaths and the minimum transfer times of all locations.
    ///
    /// Days with the same locations may share them.
    package final class Transfers: Sendable {
        /// The index of each location's first footpath, plus one final entry.
        let offsets: Column<UInt32>
        /// Sorted by duration for each location.
        let walks: Column<Walk>
        /// Whether the feed states the duration, which matters for other walking speeds.
        let isStated: Column<Bool>
        /// The minimum transfer time of each location in seconds; ``RoutingColumns/never`` if
        /// riders may not transfer there.
        let leastSeconds: Column<Int32>
        /// Whether no transfer takes time and the footpaths are closed: two in a row never take
        /// less time than one.
        let isPlain: Bool
        let scaledWalks = ScaledWalks()
        private let reverse = Mutex<Transfers?>(nil)

        /// - Complexity: linear in the pairs of adjacent footpaths.
        package init(
            offsets: [UInt32], walks: [Walk], isStated: [Bool], leastSeconds: [Int32]
        ) {
            self.offsets = Column(copying: offsets)
            self.walks = Column(copying: walks)
            self.isStated = Column(copying: isStated)
            self.leastSeconds = Column(copying: leastSeconds)
            isPlain =
                leastSeconds.allSatisfy { $0 == 0 } && Self.areClosed(self.offsets, self.walks)
        }

        /// Reverses footpaths.
        private init(reversing other: Transfers) {
            let (offsets, keys) = other.reversedKeys()
            self.offsets = Column(copying: offsets)
            walks = Column(
                copying: keys.map {
                    Walk(seconds: Int32($0 >> 33), target: UInt32(truncatingIfNeeded: $0 >> 1))
                })
            isStated = Column(copying: keys.map { $0 & 1 != 0 })
            leastSeconds = other.leastSeconds
            isPlain = other.isPlain
        }

        /// The time-reversed footpaths, built on first use.
        var reversed: Transfers {
            if let known = reverse.withLock({ $0 }) { return known }
            // Two searches may build it concurrently; either copy may be kept.
            let made = Transfers(reversing: self)
            reverse.withLock { $0 = made }
            return made
        }

        /// Returns the rows of the footpaths from a location.
        func rows(from location: Int) -> Range<Int> {
            Int(offsets[location])..<Int(offsets[location + 1])
        }

        /// Returns whether the footpaths are transitively closed: two in a row never take less
        /// time than one.
        private static func areClosed(_ offsets: Column<UInt32>, _ walks: Column<Walk>) -> Bool {
            func walksFrom(_ location: Int) -> UnsafeBufferPointer<Walk> {
                walks[Int(offsets[location])..<Int(offsets[location + 1])]
            }
            var direct = [Int32](repeating: .max, count: max(0, offsets.count - 1))
            for location in direct.indices {
                let own = walksFrom(location)
                for walk in own { direct[Int(walk.target)] = walk.seconds }
                direct[location] = 0
                defer {
                    for walk in own { direct[Int(walk.target)] = .max }
                    direct[location] = .max
                }
                for walk in own {
                    for further in walksFrom(Int(walk.target))
                    where walk.seconds + further.seconds < direct[Int(further.target)] {
                        return false
                    }
                }
            }
            return true
        }

        /// Returns the offsets of the reversed footpaths, and for each its seconds, its other end,
        /// and in the lowest bit whether they are stated: integers are sorted several times as fast
        /// as walks.
        private func reversedKeys() -> (offsets: [UInt32], keys: [UInt64]) {
            let locationCount = leastSeconds.count
            var offsets = [UInt32](repeating: 0, count: locationCount + 1)
            for walk in walks.buffer { offsets[Int(walk.target) + 1] += 1 }
            for location in 0..<locationCount { offsets[location + 1] += offsets[location] }
            var next = offsets
            var keys = [UInt64](repeating: 0, count: walks.count)
            for location in 0..<locationCount {
                for row in rows(from: location) {
                    let target = Int(walks[row].target)
                    keys[Int(next[target])] =
                        UInt64(walks[row].seconds) << 33 | UInt64(location) << 1
                        | (isStated[row] ? 1 : 0)
                    next[target] += 1
                }
            }
            keys.withUnsafeMutableBufferPointer { keys in
                for location in 0..<locationCount {
                    var list = UnsafeMutableBufferPointer(
                        rebasing: keys[Int(offsets[location])..<Int(offsets[location + 1])])
                    if list.count > 1 { list.sort() }
                }
            }
            return (offsets, keys)
        }
    }
}
