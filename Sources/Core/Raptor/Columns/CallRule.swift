import TransitModel

/// Whether riders may board and alight at a call: two values of `BoardingRule`, boarding in the
/// lowest two bits, alighting in the next two.
package struct CallRule: Hashable, BitwiseCopyable, Sendable {
    package let bits: UInt8

    package init(bits: UInt8) {
        self.bits = bits
    }

    /// Nobody may board or alight.
    package static let closed = CallRule(
        bits: BoardingRule.none.rawValue | BoardingRule.none.rawValue << 2)
    /// Everybody may board and alight.
    package static let open = CallRule(bits: 0)

    @inline(__always) var allowsBoarding: Bool { bits & 3 != BoardingRule.none.rawValue }
    @inline(__always) var allowsAlighting: Bool { bits >> 2 & 3 != BoardingRule.none.rawValue }
    var isClosed: Bool { !allowsBoarding && !allowsAlighting }

    /// The rule with time reversed.
    var reversed: CallRule { CallRule(bits: bits >> 2 & 3 | (bits & 3) << 2) }
}
