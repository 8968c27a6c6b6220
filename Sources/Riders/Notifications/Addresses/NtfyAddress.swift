/// A topic on an ntfy server.
package struct NtfyAddress: Sendable, Hashable {
    /// The server's URL, without a path.
    package let server: String
    /// The topic; anyone who knows it can read the messages.
    package let topic: String
    /// An access token; nil where anyone may publish.
    package let token: String?

    let web: WebAddress

    /// Validates a topic.
    ///
    /// - Throws: ``AddressProblem`` if server, topic or token is invalid.
    package init(server: String, topic: String, token: String? = nil) throws(AddressProblem) {
        guard let web = WebAddress(server), server == web.origin || server == web.origin + "/"
        else {
            throw AddressProblem(
                "An ntfy server is given by its address alone, such as https://ntfy.sh.")
        }
        guard (1...64).contains(topic.utf8.count), topic.utf8.allSatisfy(Self.isTopicByte) else {
            throw AddressProblem(
                "An ntfy topic is 1 to 64 letters, digits, hyphens or underscores.")
        }
        if let token {
            guard (1...256).contains(token.utf8.count),
                token.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
            else {
                throw AddressProblem("An ntfy token is 1 to 256 letters without blanks.")
            }
        }
        self.server = web.origin
        self.topic = topic
        self.token = token
        self.web = web
    }

    private static func isTopicByte(_ byte: UInt8) -> Bool {
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII
            && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }
}
