/// A value with a JSON form, natively and in the WebAssembly build, where nothing is `Encodable`.
package protocol JSONWritable {
    /// Writes the whole value.
    func write(to json: inout JSONText)
}

#if hasFeature(Embedded)

/// A JSON object that writes its members itself.
package protocol JSONObject: JSONWritable, Sendable {
    /// Writes all members, in the order of their names where possible: others are sorted.
    func writeMembers(to json: inout JSONText)
}

#else

/// A JSON object that writes its members itself; ``JSONTextEncoder`` copies it into answers that
/// are `Encodable`.
package protocol JSONObject: JSONWritable, Encodable, Sendable {
    /// Writes all members, in the order of their names where possible: others are sorted.
    func writeMembers(to json: inout JSONText)
}

extension JSONObject {
    /// Writes the object into the text of a ``JSONTextEncoder``.
    ///
    /// - Throws: An `EncodingError` with any other encoder.
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? JSONValueEncoder else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "\(Self.self) can only be written by JSONTextEncoder."))
        }
        encoder.write(self)
    }
}

#endif

extension JSONObject {
    package func write(to json: inout JSONText) {
        json.object { json in writeMembers(to: &json) }
    }

    /// The JSON text of the object.
    package var jsonBytes: [UInt8] {
        var json = JSONText()
        write(to: &json)
        return json.bytes
    }
}

extension JSONText {
    /// Writes an object whose members `write` writes.
    package mutating func object(_ write: (inout JSONText) -> Void) {
        let depth = depth
        begin(isObject: true, at: depth)
        write(&self)
        close(to: depth)
    }

    /// Writes a member of the innermost open object.
    package mutating func member(_ name: String, _ value: some JSONWritable) {
        member(name, at: depth)
        value.write(to: &self)
    }

    /// Writes a member of the innermost open object; nothing for nil.
    package mutating func member(_ name: String, _ value: (some JSONWritable)?) {
        guard let value else { return }
        member(name, at: depth)
        value.write(to: &self)
    }
}

extension String: JSONWritable {
    package func write(to json: inout JSONText) { json.value(self) }
}

extension Bool: JSONWritable {
    package func write(to json: inout JSONText) { json.value(self) }
}

extension Int: JSONWritable {
    package func write(to json: inout JSONText) { json.value(self) }
}

extension Int64: JSONWritable {
    package func write(to json: inout JSONText) { json.value(self) }
}

extension Double: JSONWritable {
    /// Writes the number; null where it is not finite, as JSON has no such numbers.
    package func write(to json: inout JSONText) {
        isFinite ? json.value(finite: self) : json.null()
    }
}

extension Float: JSONWritable {
    /// Writes the number; null where it is not finite, as JSON has no such numbers.
    package func write(to json: inout JSONText) {
        isFinite ? json.value(finite: self) : json.null()
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    package func write(to json: inout JSONText) {
        let depth = json.depth
        json.begin(isObject: false, at: depth)
        for element in self {
            json.element(at: depth + 1)
            element.write(to: &json)
        }
        json.close(to: depth)
    }
}

/// A list of lists with equally many numbers, such as the points of a line.
package struct JSONRows: JSONWritable {
    let width: Int
    package var numbers: [Double] = []

    package init(width: Int) { self.width = width }

    package func write(to json: inout JSONText) { json.value(self) }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
    package func write(to json: inout JSONText) {
        json.object { json in
            for (name, value) in self { json.member(name, value) }
        }
    }
}
