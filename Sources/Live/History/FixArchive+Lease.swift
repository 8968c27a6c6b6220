import Persistence
import TransitModel

extension FixArchive {
    /// So many calls' fixes are held while others store: more than a lease and the call that ends it.
    private static let maximumAside = 15
    /// After so many calls of a turn nothing comes that those before have stored.
    private static let maximumOverlap = 60

    /// Whether this node stores now; takes up where another ended when its turn begins.
    func hasLease() async throws -> Bool {
        guard let leases else { return true }
        overlap = max(0, overlap - 1)
        // Also while the database is away: then it is not known who may store, and what is offered waits.
        try await leases.renew()
        guard !leases.parts.isEmpty else {
            isWriting = false
            return false
        }
        guard !isWriting else { return true }
        let store = store
        let start = try await Self.start(store) { try await store.read(FixArchiveStart.init) }
        takeUp(start)
        return true
    }

    /// Holds what came last while others store, so that nothing is missing when this node's turn comes.
    ///
    /// All nodes are offered the same fixes. Whose turn it is has a lease of seconds; when its node is gone another takes
    /// over what the store has, leaves out what is stored already and stores the rest.
    func standBy() {
        aside.append(taken())
        if aside.count > Self.maximumAside { aside.removeFirst() }
    }

    private func takeUp(_ start: FixArchiveStart) {
        // What this node could not store in an earlier turn goes with it: others had it too.
        lease = WriterLease(start)
        counts.took(start)
        overlap = Self.maximumOverlap
        isWriting = true
        let held = Array(aside.joined())
        aside = []
        putBack(held)
    }

    /// Reads what is open in the node whose turn it is.
    func blocksOfOthers(of vehicle: UInt32?) async throws -> [FixBlock] {
        let blocks: [FixBlock]
        if let known = othersBlocks {
            blocks = known
        } else {
            let store = store
            blocks = try await Self.start(store) {
                try await store.read { try RecoveredBlocks($0) }.all
            }
            othersBlocks = blocks
        }
        return blocks.filter { vehicle == nil || $0.vehicle == vehicle }
    }

    /// Reads, and calls bytes that are no fixes by what they are.
    static func start<Value>(_ store: RecordStore, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch is ByteReader.Malformed {
            throw store.damage
        }
    }

    /// The same of what takes its time.
    private static func start<Value: Sendable>(
        _ store: RecordStore, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch is ByteReader.Malformed {
            throw store.damage
        }
    }
}

extension FixArchiveStart {
    /// How many fixes the journal gave back.
    var recovered: Int { blocks.all.reduce(0) { $0 + $1.count } }
}

extension ArchivedFix {
    /// Longer texts cannot be found again in PostgreSQL's indexes, in bytes.
    private static let maximumText = 800

    /// Whether every database can hold its texts.
    var canBeStored: Bool {
        let texts = [
            fix.vehicleID, fix.label, fix.trip?.tripID, fix.trip?.routeID, routeID,
        ]
        return texts.compactMap(\.self).allSatisfy {
            $0.utf8.count <= Self.maximumText && !$0.utf8.contains(0)
        }
    }
}
