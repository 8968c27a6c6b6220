package import DiaryInference
package import TransitModel

/// A person's correction of an inference in their diary.
///
/// It applies to a time span, not to a row: to whatever is inferred for that span, now or later.
/// Nothing is learned from it.
package struct Correction: Hashable, Sendable {
    /// What is corrected.
    package enum Kind: String, CaseIterable, Sendable {
        /// The mode of a leg.
        case mode
        /// The name of a stay or a place.
        case name
        /// The part between two trips was not a stay.
        case join
        /// A trip ended at ``Correction/start``, and another one began.
        case split
    }

    package let kind: Kind
    /// Unix seconds.
    package let start: Int64
    /// Unix seconds.
    package let end: Int64
    /// The mode of ``Kind/mode``.
    package var mode: TravelMode?
    /// The name of ``Kind/name``; empty removes the name.
    package var name: String?
    /// The position of all stays to which a name applies; nil if it applies to one stay.
    package var place: Coordinate?

    /// The longest name, in Unicode scalars.
    package static let maximumName = 80

    package init(_ kind: Kind, start: Int64, end: Int64) {
        self.kind = kind
        self.start = start
        self.end = end
    }

    /// A sentence about the first invalid member; nil if all are valid.
    package var problem: String? {
        guard end >= start, end - start <= 400 * 86_400 else {
            return "'end' must not be before 'start', nor more than 400 days after it."
        }
        switch kind {
        case .mode where mode == nil:
            return "'mode' must be one of "
                + TravelMode.allCases.map { $0.rawValue }.joined(separator: ", ") + "."
        case .name where name.map { $0.unicodeScalars.count > Self.maximumName } ?? true:
            return "'name' must have at most \(Self.maximumName) characters."
        default: return nil
        }
    }

    var span: ClosedRange<Int64> { start...max(start, end) }
}

/// A stored correction.
package struct KeptCorrection: Hashable, Sendable {
    /// Assigned by the store; increases with each correction.
    package let id: Int64
    package let made: UnixTime
    package let correction: Correction

    package init(id: Int64, made: UnixTime, _ correction: Correction) {
        self.id = id
        self.made = made
        self.correction = correction
    }
}

#if !hasFeature(Embedded)
extension Correction: Codable {}
extension Correction.Kind: Codable {}
#endif
