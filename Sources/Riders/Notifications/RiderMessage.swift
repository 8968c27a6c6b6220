/// One notification for one rider, in their language, independent of the channel.
///
/// A message that is sent again, for instance after a crash, keeps its id and topic. A newer
/// message of the same topic replaces an older one, in the outbox and on the rider's screen.
package struct RiderMessage: Sendable, Codable, Equatable {
    /// The id, unique among this rider's messages: 1 to 64 letters, digits, `-`, `_`, `.` or `:`.
    package let id: String
    /// The subject, for instance one ride on one day; same format as ``id``.
    package let topic: String
    /// One line that summarises the message.
    package let title: String
    /// A sentence or two; may be empty.
    package let body: String
    /// A link into the rider's app; nil if there is nothing more to read.
    package let link: String?
    package let urgency: MessageUrgency
    /// The time to live in seconds; 1 to 604,800 (a week).
    package let timeToLiveSeconds: Int
    /// The language of title and body, as in `de` or `de-CH`; nil if unknown.
    package let language: String?

    /// The ranges of every message.
    static let timesToLive = 1...604_800
    static let maximumTitle = 500
    static let maximumBody = 4000
    static let maximumLink = 2048

    /// Creates a message.
    ///
    /// Title and body are stripped of control characters and cut to 500 and 4,000 characters; the
    /// time to live is clamped to its range.
    ///
    /// - Throws: ``MessageError`` if id, topic or link is invalid; they come from our own features.
    package init(
        id: String, topic: String, title: String, body: String = "", link: String? = nil,
        urgency: MessageUrgency = .normal, timeToLiveSeconds: Int, language: String? = nil
    ) throws(MessageError) {
        guard Self.isName(id) else { throw .badName("id") }
        guard Self.isName(topic) else { throw .badName("topic") }
        if let link {
            guard link.utf8.count <= Self.maximumLink, WebAddress(link) != nil else {
                throw .badLink
            }
        }
        self.id = id
        self.topic = topic
        self.title = Self.line(title, maximumLength: Self.maximumTitle)
        self.body = Self.text(body, maximumLength: Self.maximumBody)
        self.link = link
        self.urgency = urgency
        self.timeToLiveSeconds = min(
            max(timeToLiveSeconds, Self.timesToLive.lowerBound), Self.timesToLive.upperBound)
        self.language = language.flatMap { Self.isLanguage($0) ? $0 : nil }
    }

    /// A copy with another title and body.
    init(_ message: RiderMessage, title: String, body: String) {
        id = message.id
        topic = message.topic
        self.title = title
        self.body = body
        link = message.link
        urgency = message.urgency
        timeToLiveSeconds = message.timeToLiveSeconds
        language = message.language
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "."), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }

    private static func isLanguage(_ text: String) -> Bool {
        (2...35).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    /// Returns one line: line breaks and control characters become blanks.
    private static func line(_ text: String, maximumLength: Int) -> String {
        if isPlain(text, maximumLength: maximumLength) { return text }
        let clean = text.unicodeScalars.map { isControl($0) ? " " : Character($0) }
        return String(String(clean).prefix(maximumLength))
    }

    /// Returns several lines, without other control characters.
    private static func text(_ text: String, maximumLength: Int) -> String {
        if isPlain(text, maximumLength: maximumLength) { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar == "\n" || !isControl(scalar) {
            clean.append(scalar)
        }
        return String(String(clean).prefix(maximumLength))
    }

    /// Whether nothing needs to be removed.
    ///
    /// Most messages pass this fast check.
    ///
    /// Beyond ASCII, control characters and line separators begin with these two bytes in UTF-8; so
    /// do harmless characters.
    private static func isPlain(_ text: String, maximumLength: Int) -> Bool {
        text.utf8.count <= maximumLength
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2 }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// Why a message is invalid.
package enum MessageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The id or topic is empty, too long, or contains other characters.
    case badName(String)
    /// The link is not an http or https URL.
    case badLink

    /// One sentence for people.
    package var description: String {
        switch self {
        case .badName(let field):
            "A message's \(field) is 1 to 64 letters, digits or any of - _ . : and nothing else."
        case .badLink: "A message's link must be an address that begins with https:// or http://."
        }
    }
}
