/// A validated mailbox.
package struct EmailAddress: Sendable, Hashable {
    /// The address as in `rider@example.org`, with the domain in lower case.
    package let address: String

    /// Validates a mailbox.
    ///
    /// Accepts addresses of ASCII letters (RFC 5321's dot-string), as almost everyone has. Quoted
    /// names, comments, IP address literals and non-ASCII letters are refused.
    ///
    /// - Throws: ``AddressProblem`` if the address is invalid.
    package init(_ text: String) throws(AddressProblem) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isName(parts[0]), Self.isServer(parts[1]) else {
            throw AddressProblem(
                "An e-mail address looks like rider@example.org, in letters without accents.")
        }
        address = "\(parts[0])@\(parts[1].lowercased())"
    }

    /// The spelling that limits count: without case, dots and what follows a plus sign, since most
    /// servers deliver all of these to one mailbox.
    var plainSpelling: String {
        let name = address.prefix { $0 != "@" && $0 != "+" }.lowercased()
        return "\(name.filter { $0 != "." })@\(server)"
    }

    /// The domain after the `@`.
    var server: Substring { address.split(separator: "@").last ?? "" }

    private static let marks = Set("!#$%&'*+-/=?^_`{|}~".utf8)

    private static func isName(_ text: Substring) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.utf8.allSatisfy { isLetterOrDigit($0) || marks.contains($0) }
        }
    }

    private static func isServer(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 190, labels.count >= 2,
            labels.last?.utf8.allSatisfy({ (0x30...0x39).contains($0) }) == false
        else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: false
        }
    }
}
