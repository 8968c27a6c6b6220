import Foundation
import JSONWriting

extension JSONWriter {
    mutating func member(_ name: String, _ value: String?) {
        key(name)
        if let value { self.value(value) } else { null() }
    }

    mutating func member(_ name: String, _ value: Bool?) {
        key(name)
        if let value { self.value(value) } else { null() }
    }

    mutating func member(_ name: String, _ value: (some FixedWidthInteger)?) {
        key(name)
        if let value { self.value(Int(value)) } else { null() }
    }

    mutating func member(_ name: String, _ values: [String]) {
        array(name) { list in
            for value in values { list.value(value) }
        }
    }

    mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
        key(name)
        object(members)
    }

    mutating func array(_ name: String, _ elements: (inout JSONWriter) -> Void) {
        key(name)
        array(elements)
    }

    mutating func point(_ point: MercatorPoint) {
        array {
            $0.number(point.x)
            $0.number(point.y)
        }
    }

    /// Writes a number rounded to `decimals` places; numbers that JSON cannot represent become
    /// null.
    mutating func number(_ value: Double, decimals: Int = 2) {
        let scale = decimals == 2 ? 100.0 : pow(10, Double(decimals))
        let rounded = (value * scale).rounded() / scale
        guard rounded.isFinite else { return null() }
        if rounded == rounded.rounded(), abs(rounded) < 1e15 {
            self.value(Int(rounded))
        } else {
            self.value(finite: rounded)
        }
    }
}
