package import DiaryInference
package import TransitModel

/// What a person says of their diary that was inferred otherwise.
///
/// It holds for a span of time, not for a row: whatever is inferred of that span, now or later, it
/// is applied to. Nothing is learnt from it.
package struct Correction: Codable, Hashable, Sendable {
    /// What is said.
    package enum Kind: String, Codable, CaseIterable, Sendable {
        /// How they travelled on a leg.
        case mode
        /// What a stay is called, or a place.
        case name
        /// What lies between two trips was no stay.
        case join
        /// A trip ended at ``Correction/start``, and another one began.
        case split
    }

    /// What is said.
    package let kind: Kind
    /// Unix seconds.
    package let start: Int64
    /// Unix seconds.
    package let end: Int64
    /// Of ``Kind/mode``.
    package var mode: TravelMode?
    /// Of ``Kind/name``; empty takes a name away.
    package var name: String?
    /// Where the stay was, of a name that holds for all stays there; nil if it is of one stay.
    package var place: Coordinate?

    /// The longest name, in characters.
    package static let maximumName = 80

    /// Something said of a span.
    package init(_ kind: Kind, start: Int64, end: Int64) {
        self.kind = kind
        self.start = start
        self.end = end
    }

    /// What is wrong with it, in a sentence; nil if nothing is.
    package var problem: String? {
        guard end >= start, end - start <= 400 * 86_400 else {
            return "'end' must not be before 'start', nor more than 400 days after it."
        }
        switch kind {
        case .mode where mode == nil:
            return "'mode' must be one of "
                + TravelMode.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .name where name.map { $0.count > Self.maximumName } ?? true:
            return "'name' must have at most \(Self.maximumName) characters."
        default: return nil
        }
    }

    var span: ClosedRange<Int64> { start...max(start, end) }
}

/// A correction as it is kept.
package struct KeptCorrection: Hashable, Sendable {
    /// Counted by whoever keeps it; later ones are larger.
    package let id: Int64
    /// When it was said.
    package let made: UnixTime
    /// What was said.
    package let correction: Correction

    /// A correction and its number.
    package init(id: Int64, made: UnixTime, _ correction: Correction) {
        self.id = id
        self.made = made
        self.correction = correction
    }
}
