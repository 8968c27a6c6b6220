import TransitModel

extension MessageLanguage {
    /// The language of a rider's settings; English if it is unknown.
    init(_ settings: RiderSettings) {
        self = MessageLanguage(rawValue: settings.language) ?? .en
    }
}

/// The phrases of messages; names in braces are replaced by values.
enum Phrase: CaseIterable, Sendable {
    case later, earlier, onTime, leaves, leavesNot, fromTo
    case cancelled, rideCancelled, runsAgain, instead, nothingInstead
    case transferBroken, transferMissed, transfersWork
    case platform, platformNot, platformUnknown
    case liveLost, liveLostBody, liveBack
    case stepsClosed, stepsClosedBody, liftStands
    case reminderLost, reminderLostBody
    case tripSoon, tripNow, tripBody, tripBodyAbout, tripImpossible, tripMissed
    case tripLostBody, timetableOver, timetableOverBody
    case tripWalk, tripTransfer, tripTransferBody, tripTransferPlatform
    case nearMetres, nearMinutes, nearBody, nearYou
    case getOffSoon, getOffNow, getOffBody
    case test, testBody, code, codeBody

    /// The phrase in a language, with the values for the names in braces.
    func text(_ language: MessageLanguage, _ values: [String: String] = [:]) -> String {
        var text = ""
        var rest = pattern(language)[...]
        // In a single pass, because values may contain braces.
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            text += rest[..<open]
            text += values[String(rest[rest.utf8.index(after: open)..<close])] ?? ""
            rest = rest[rest.utf8.index(after: close)...]
        }
        return text + rest
    }

    /// The phrase with its placeholders, as in `{line} is cancelled`.
    func pattern(_ language: MessageLanguage) -> String {
        guard let words = Self.table[self] else {
            preconditionFailure("Every phrase is in the table.")
        }
        return switch language {
        case .de: words.de
        case .en: words.en
        case .fr: words.fr
        case .it: words.it
        }
    }

    /// One phrase in all languages.
    struct Words: Sendable {
        let de: String
        let en: String
        let fr: String
        let it: String
    }
}
