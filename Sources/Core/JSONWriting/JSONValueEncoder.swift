#if !hasFeature(Embedded)

/// The encoder for one value: an object, a list or a plain value.
struct JSONValueEncoder: Encoder, SingleValueEncodingContainer {
    let output: JSONOutput
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        output.text.begin(isObject: true, at: depth)
        return KeyedEncodingContainer(JSONObjectEncoder<Key>(output: output, depth: depth + 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        output.text.begin(isObject: false, at: depth)
        return JSONListEncoder(output: output, depth: depth + 1)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Writes an object that writes itself.
    func write(_ object: some JSONObject) {
        output.text.close(to: depth)
        object.write(to: &output.text)
    }

    func encodeNil() { output.text.null() }
    func encode(_ value: Bool) { output.text.value(value) }
    func encode(_ value: String) { output.text.value(value) }
    func encode(_ value: Double) throws { try output.text.value(value) }
    func encode(_ value: Float) throws { try output.text.value(value) }
    func encode(_ value: some BinaryInteger & Encodable) { output.text.value(value) }
    func encode(_ value: some Encodable) throws { try output.write(value, at: depth) }
}

/// The container for the members of an object.
private struct JSONObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: JSONOutput
    let depth: Int

    var codingPath: [any CodingKey] { [] }

    private func member(_ key: Key) -> JSONOutput {
        output.text.member(key.stringValue, at: depth)
        return output
    }

    func encodeNil(forKey key: Key) { member(key).text.null() }
    func encode(_ value: Bool, forKey key: Key) {
        output.text.member(key.stringValue, at: depth, value)
    }
    func encode(_ value: String, forKey key: Key) {
        output.text.member(key.stringValue, at: depth, value)
    }
    func encode(_ value: Double, forKey key: Key) throws { try member(key).text.value(value) }
    func encode(_ value: Float, forKey key: Key) throws { try member(key).text.value(value) }
    func encode(_ value: some BinaryInteger & Encodable, forKey key: Key) {
        output.text.member(key.stringValue, at: depth, value)
    }
    func encode(_ value: some Encodable, forKey key: Key) throws {
        try member(key).write(value, at: depth)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        JSONValueEncoder(output: member(key), depth: depth).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONValueEncoder(output: member(key), depth: depth).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        output.text.member("super", at: depth)
        return JSONValueEncoder(output: output, depth: depth)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        JSONValueEncoder(output: member(key), depth: depth)
    }
}

/// The container for the elements of a list.
private struct JSONListEncoder: UnkeyedEncodingContainer {
    let output: JSONOutput
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var count: Int { output.text.count(at: depth) }

    private var next: JSONOutput {
        output.text.element(at: depth)
        return output
    }

    func encodeNil() { next.text.null() }
    func encode(_ value: Bool) { next.text.value(value) }
    func encode(_ value: String) { next.text.value(value) }
    func encode(_ value: Double) throws { try next.text.value(value) }
    func encode(_ value: Float) throws { try next.text.value(value) }
    func encode(_ value: some BinaryInteger & Encodable) { next.text.value(value) }
    func encode(_ value: some Encodable) throws { try next.write(value, at: depth) }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        JSONValueEncoder(output: next, depth: depth).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONValueEncoder(output: next, depth: depth).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONValueEncoder(output: next, depth: depth) }
}

#endif
