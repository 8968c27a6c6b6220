#if hasFeature(Embedded)

// What JavaScript does for the WebAssembly build; `Web/engine/engine.js` implements it.

/// Writes the changes of a time zone between two instants, in seconds since 1970.
///
/// `name` is `length` bytes of UTF-8. The first change is at `first`. Returns the number of
/// changes, at most `limit`, or a negative number for an unknown zone.
@_extern(wasm, module: "env", name: "zone_changes")
@_extern(c)
func hostZoneChanges(
    _ name: UnsafePointer<UInt8>, _ length: Int32, _ first: Int64, _ end: Int64,
    _ starts: UnsafeMutablePointer<Int64>, _ offsets: UnsafeMutablePointer<Int32>,
    _ limit: Int32
) -> Int32

/// Returns the ``WordCategory`` of a Unicode scalar.
@_extern(wasm, module: "env", name: "word_category")
@_extern(c)
func hostWordCategory(_ scalar: UInt32) -> Int32

/// Writes a form of `length` bytes of UTF-8: 0 is Unicode's NFC, 1 NFKC, 2 NFKD, 3 lower case.
///
/// Returns the number of bytes, or a negative number if they are more than `limit`.
@_extern(wasm, module: "env", name: "normal_form")
@_extern(c)
func hostNormalForm(
    _ form: Int32, _ text: UnsafePointer<UInt8>, _ length: Int32,
    _ result: UnsafeMutablePointer<UInt8>, _ limit: Int32
) -> Int32

extension String {
    private func normalForm(_ form: Int32) -> String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        let text = Array(utf8)
        // No character becomes more than 18 times as long (Unicode, annex 15).
        var result = [UInt8](repeating: 0, count: text.count * 18)
        let count = text.withUnsafeBufferPointer { text in
            result.withUnsafeMutableBufferPointer { result in
                guard let from = text.baseAddress, let to = result.baseAddress else {
                    return Int32(0)
                }
                return hostNormalForm(
                    form, from, Int32(text.count), to, Int32(result.count))
            }
        }
        return count < 0 ? self : String(decoding: result[..<Int(count)], as: UTF8.self)
    }

    /// The text in the normal form NFC.
    var precomposedStringWithCanonicalMapping: String { normalForm(0) }
    /// The text in the normal form NFKC.
    var precomposedStringWithCompatibilityMapping: String { normalForm(1) }
    /// The text in the normal form NFKD.
    var decomposedStringWithCompatibilityMapping: String { normalForm(2) }
    /// Each character's lower case, whatever its neighbours and the language.
    var lowercaseForm: String {
        var lower = ""
        for scalar in unicodeScalars {
            if scalar.isASCII {
                let isUpper = (65...90).contains(scalar.value)
                lower.unicodeScalars.append(
                    isUpper ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
            } else {
                lower += String(scalar).normalForm(3)
            }
        }
        return lower
    }
}

extension Unicode.Scalar {
    var wordCategory: WordCategory { WordCategory(rawValue: hostWordCategory(value)) ?? .gap }
}

#endif
