import Persistence
import TransitModel

extension FixArchive {
    /// The number of calls whose fixes are held while another node stores: longer than a lease and
    /// the call that ends it.
    private static let maximumAside = 15
    /// After this many calls of a turn, no fix is offered any more that an earlier node has stored.
    private static let maximumOverlap = 60

    /// Returns whether this node stores now.
    ///
    /// When its turn begins, it continues where the previous node ended.
    ///
    /// - Throws: An error of the store if the lease cannot be renewed or the state cannot be read.
    func hasLease() async throws -> Bool {
        guard let leases else { return true }
        overlap = max(0, overlap - 1)
        // Renew even while the database is unreachable: it is then unknown who may store, and
        // offered fixes wait.
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

    /// Holds the newest fixes while another node stores, so that none is lost when this node's turn
    /// begins.
    ///
    /// All nodes are offered the same fixes. The storing node has a lease of some seconds. When it
    /// is gone, another node takes over, leaves out what is stored already and stores the rest.
    func standBy() {
        aside.append(taken())
        if aside.count > Self.maximumAside { aside.removeFirst() }
    }

    private func takeUp(_ start: FixArchiveStart) {
        // Discard what this node could not store in an earlier turn: other nodes were offered it
        // too.
        lease = WriterLease(start)
        counts.took(start)
        overlap = Self.maximumOverlap
        isWriting = true
        let held = Array(aside.joined())
        aside = []
        putBack(held)
    }

    /// Reads the open blocks of the node that is storing.
    ///
    /// - Throws: An error of the store if the journal cannot be read.
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

    /// Runs `body`, and reports undecodable bytes as damage of the store.
    ///
    /// - Throws: The damage of the store for `ByteReader.Malformed`, and other errors of `body`
    ///   unchanged.
    static func start<Value>(_ store: RecordStore, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch is ByteReader.Malformed {
            throw store.damage
        }
    }

    /// The asynchronous variant.
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
    /// The number of fixes recovered from the journal.
    var recovered: Int { blocks.all.reduce(0) { $0 + $1.count } }
}

extension ArchivedFix {
    /// The maximum length of a text in bytes; PostgreSQL cannot index longer ones.
    private static let maximumText = 800

    /// Whether every supported database can store its texts.
    var canBeStored: Bool {
        let texts = [
            fix.vehicleID, fix.label, fix.trip?.tripID, fix.trip?.routeID, routeID,
        ]
        return texts.compactMap(\.self).allSatisfy {
            $0.utf8.count <= Self.maximumText && !$0.utf8.contains(0)
        }
    }
}
