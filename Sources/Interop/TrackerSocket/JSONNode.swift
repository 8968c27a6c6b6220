import Foundation

/// A piece of JSON that somebody else wrote: each look at it gives what is there or nil.
///
/// Servers of different years write the same member as a whole number, as a number with a fraction
/// or as text; whoever reads should not have to care.
struct JSONNode {
    private let value: Any?

    private init(_ value: Any?) {
        self.value = value
    }

    /// Reads a text; nil if it is not JSON.
    init?(_ text: some Sequence<UInt8>) {
        guard
            let value = try? JSONSerialization.jsonObject(
                with: Data(text), options: .fragmentsAllowed)
        else { return nil }
        self.init(value)
    }

    subscript(_ member: String) -> JSONNode {
        JSONNode((value as? [String: Any])?[member])
    }

    var isNull: Bool { value == nil || value is NSNull }

    var isObject: Bool { value is [String: Any] }

    var array: [JSONNode]? { (value as? [Any])?.map { JSONNode($0) } }

    var string: String? { value as? String }

    /// Text, or a number as text: ids were numbers once.
    var id: String? { string ?? integer.map { "\($0)" } }

    var double: Double? {
        let number = (value as? NSNumber)?.doubleValue ?? string.flatMap { Double($0) }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A whole number, rounded where it has a fraction; nil beyond 2^53, which JSON cannot tell
    /// apart.
    var integer: Int64? {
        double.flatMap { abs($0) <= 9_007_199_254_740_992 ? Int64($0.rounded()) : nil }
    }

    var bool: Bool? { (value as? NSNumber)?.boolValue }

    /// x and y of a place.
    var point: MercatorPoint? {
        guard let pair = array, pair.count >= 2, let x = pair[0].double, let y = pair[1].double
        else { return nil }
        return MercatorPoint(x: x, y: y)
    }
}
