/// Iterates over the relations of an extract, with their tags.
package struct RelationSequence {
    private var blocks: BlockSequence
    private var relations: RelationCursor?
    /// The tags of the relation that was returned last.
    package private(set) var tags: [ExtractTag] = []

    init(_ extract: Extract) throws(ExtractError) {
        blocks = try extract.blocks(of: .relation)
    }

    /// The next relation; nil after the last.
    ///
    /// `begin` is called with each block before the block's first relation, since tags and roles
    /// are indices into its string table.
    ///
    /// - Throws: ``ExtractError`` if a relation or its block is damaged, or the file is not sorted.
    package mutating func next(
        _ begin: (ExtractBlock) -> Void = { _ in }
    ) throws(ExtractError) -> ExtractRelation? {
        while true {
            if let relation = try relations?.next() {
                try relation.readTags(into: &tags)
                return relation
            }
            guard let block = try blocks.nextBlock() else { return nil }
            begin(block)
            relations = block.relations()
        }
    }
}

extension Extract {
    /// The relations, in file order.
    ///
    /// - Throws: ``ExtractError`` if a block is damaged.
    package func relations() throws(ExtractError) -> RelationSequence {
        try RelationSequence(self)
    }
}
