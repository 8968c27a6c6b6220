private import Synchronization

/// Steps through the blocks of an extract that may hold elements of one kind.
///
/// A sorted file has all nodes before all ways, and these before all relations, so the first block
/// of a kind is found by bisection. A block may hold the end of one kind and the start of the
/// next. Stepping through both the nodes and the ways finds out that a file is not sorted.
package struct BlockSequence {
    private let extract: Extract
    private let kind: ElementKind
    private var next: Int
    private let end: Int
    private var latest = ElementKind.node

    init(_ extract: Extract, kind: ElementKind) throws(ExtractError) {
        self.extract = extract
        self.kind = kind
        switch kind {
        case .node:
            next = 0
            end = min(extract.blockCount, try Self.firstBlock(of: extract, reaching: .way) + 1)
        case .way, .relation:
            next = try Self.firstBlock(of: extract, reaching: kind)
            end = extract.blockCount
        }
    }

    /// The next block, or nil where no block holds elements of the kind any more.
    ///
    /// - Throws: ``ExtractError`` if the block is damaged or the file is not sorted.
    package mutating func nextBlock() throws(ExtractError) -> ExtractBlock? {
        while next < end {
            let number = next
            next += 1
            // A block that was seen before without elements of the kind is not unpacked again.
            if let kinds = extract.knownKinds[number], !kinds.contains(kind) {
                try check(kinds, block: number)
                continue
            }
            let block = try extract.block(number)
            let kinds = block.kinds
            extract.knownKinds[number] = kinds
            try check(kinds, block: number)
            if kinds.contains(kind) { return block }
        }
        return nil
    }

    private mutating func check(_ kinds: [ElementKind], block: Int) throws(ExtractError) {
        for found in kinds {
            guard found >= latest else {
                throw ExtractError(
                    .unsorted, path: extract.path, offset: extract.offset(ofBlock: block))
            }
            latest = found
        }
    }

    /// The first block with elements of a kind or a later one; the count of blocks if there is
    /// none.
    private static func firstBlock(
        of extract: Extract, reaching kind: ElementKind
    ) throws(ExtractError) -> Int {
        var low = 0
        var high = extract.blockCount
        while low < high {
            let middle = (low + high) / 2
            // Blocks without elements say nothing: the next one that has some decides.
            var decisive = middle
            var last: ElementKind?
            while decisive < high {
                last = try extract.kinds(ofBlock: decisive).max()
                if last != nil { break }
                decisive += 1
            }
            if let last, last < kind { low = decisive + 1 } else { high = middle }
        }
        return low
    }
}

/// The kinds of elements in the blocks of an extract that were unpacked so far.
final class KnownKinds: Sendable {
    private let kinds = Mutex<[Int: [ElementKind]]>([:])

    subscript(block: Int) -> [ElementKind]? {
        get { kinds.withLock { $0[block] } }
        set { kinds.withLock { $0[block] = newValue } }
    }
}

extension Extract {
    /// The kinds of elements in a block, which is unpacked unless they are known.
    fileprivate func kinds(ofBlock number: Int) throws(ExtractError) -> [ElementKind] {
        if let kinds = knownKinds[number] { return kinds }
        let kinds = try block(number).kinds
        knownKinds[number] = kinds
        return kinds
    }

    /// The blocks that hold elements of a kind, in the order of the file.
    ///
    /// - Throws: ``ExtractError`` if a block that is looked at is damaged.
    package func blocks(of kind: ElementKind) throws(ExtractError) -> BlockSequence {
        try BlockSequence(self, kind: kind)
    }
}
