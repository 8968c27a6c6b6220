private import Synchronization

/// Iterates over the blocks of an extract with elements of one kind.
///
/// A sorted file has all nodes before all ways, and all ways before all relations, so the first
/// block of a kind is found by bisection. A block may have the end of one kind and the start of the
/// next. An unsorted file is detected when both nodes and ways are read.
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

    /// The next block with elements of the kind; nil after the last.
    ///
    /// - Throws: ``ExtractError`` if the block is damaged or the file is not sorted.
    package mutating func nextBlock() throws(ExtractError) -> ExtractBlock? {
        while next < end {
            let number = next
            next += 1
            // Do not unpack a block again that is known to lack the kind.
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

    /// The first block with elements of a kind or a later kind; the block count if there is none.
    ///
    /// - Throws: ``ExtractError`` if a block is damaged.
    private static func firstBlock(
        of extract: Extract, reaching kind: ElementKind
    ) throws(ExtractError) -> Int {
        var low = 0
        var high = extract.blockCount
        while low < high {
            let middle = (low + high) / 2
            // Blocks without elements do not decide; use the next one that has some.
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

/// The kinds of elements in the unpacked blocks of an extract.
final class KnownKinds: Sendable {
    private let kinds = Mutex<[Int: [ElementKind]]>([:])

    subscript(block: Int) -> [ElementKind]? {
        get { kinds.withLock { $0[block] } }
        set { kinds.withLock { $0[block] = newValue } }
    }
}

extension Extract {
    /// The kinds of elements in a block, which is unpacked if they are unknown.
    ///
    /// - Throws: ``ExtractError`` if the block is damaged.
    fileprivate func kinds(ofBlock number: Int) throws(ExtractError) -> [ElementKind] {
        if let kinds = knownKinds[number] { return kinds }
        let kinds = try block(number).kinds
        knownKinds[number] = kinds
        return kinds
    }

    /// The blocks with elements of a kind, in file order.
    ///
    /// - Throws: ``ExtractError`` if a block read by the bisection is damaged.
    package func blocks(of kind: ElementKind) throws(ExtractError) -> BlockSequence {
        try BlockSequence(self, kind: kind)
    }
}
