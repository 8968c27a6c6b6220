#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SensingConfiguration: Codable {
    /// The largest configuration file, in bytes.
    public static let longestFileBytes = 65_536

    /// Reads a configuration file, a flat JSON object with the keys of ``Key``, `version` and the
    /// switches.
    ///
    /// Missing keys get their defaults. A file with an unknown key, a wrong type or a value out of
    /// range is refused as a whole; keep the previous configuration then, because a study must not
    /// run on half a configuration.
    ///
    /// - Throws: ``SensingConfigurationError`` with every problem of the file.
    public init(json: Data) throws(SensingConfigurationError) {
        guard json.count <= Self.longestFileBytes else {
            throw SensingConfigurationError(problems: [
                "The configuration is longer than \(Self.longestFileBytes) bytes."
            ])
        }
        let members: [String: Scalar]
        do {
            members = try JSONDecoder().decode([String: Scalar].self, from: json)
        } catch {
            throw SensingConfigurationError(problems: ["The configuration is not a JSON object."])
        }
        try self.init(members)
    }

    private init(_ members: [String: Scalar]) throws(SensingConfigurationError) {
        self.init()
        var problems: [String] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            do {
                try take(name, value)
            } catch {
                problems += error.problems
            }
        }
        if problems.isEmpty {
            do {
                try checkTogether()
            } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty else { throw SensingConfigurationError(problems: problems) }
    }

    private mutating func take(
        _ name: String, _ value: Scalar
    ) throws(SensingConfigurationError) {
        if let key = Key(rawValue: name) {
            guard case .number(let number) = value else {
                throw Self.wrong(name, "a number", value)
            }
            return try set(key, to: number)
        }
        switch name {
        case Switch.version.rawValue:
            guard case .number(let number) = value, let whole = Int(exactly: number), whole >= 0
            else { throw Self.wrong(name, "a whole number from 0", value) }
            set(version: whole)
        case Switch.leavingByCarExit.rawValue:
            guard case .boolean(let on) = value else {
                throw Self.wrong(name, "true or false", value)
            }
            self = switching(leavingByCarExit: on)
        case Switch.slowTrafficExit.rawValue:
            guard case .boolean(let on) = value else {
                throw Self.wrong(name, "true or false", value)
            }
            self = switching(slowTrafficExit: on)
        default:
            throw SensingConfigurationError(problems: [Self.unknown(name)])
        }
    }

    private static func wrong(
        _ name: String, _ expected: String, _ value: Scalar
    ) -> SensingConfigurationError {
        SensingConfigurationError(problems: ["'\(name)' must be \(expected), not \(value)."])
    }

    private static func unknown(_ name: String) -> String {
        let names = Key.allCases.map(\.rawValue) + Switch.allCases.map(\.rawValue)
        let shown = String(
            name.unicodeScalars.prefix(60).map { $0.value < 32 ? " " : Character($0) })
        let like = names.first { $0.lowercased() == name.lowercased() }
        let hint = like.map { " Did you mean '\($0)'?" } ?? ""
        return "'\(shown)' is not a key of the configuration.\(hint)"
    }

    /// The configuration as the file that ``init(json:)`` reads, with every key, in order.
    public func json() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        // Numbers and booleans under fixed names always encode.
        return (try? encoder.encode(self)) ?? Data()
    }

    /// Reads the same object as ``init(json:)``, as part of a larger document.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode([String: Scalar].self))
    }

    /// Writes every key.
    public func encode(to encoder: any Encoder) throws {
        var members: [String: Scalar] = [
            Switch.version.rawValue: .number(Double(version)),
            Switch.leavingByCarExit.rawValue: .boolean(leavingByCarExit),
            Switch.slowTrafficExit.rawValue: .boolean(slowTrafficExit),
        ]
        for key in Key.allCases { members[key.rawValue] = .number(self[key]) }
        var container = encoder.singleValueContainer()
        try container.encode(members)
    }
}

/// The keys that are not thresholds.
private enum Switch: String, CaseIterable {
    case version
    case leavingByCarExit = "LeavingByCarExit"
    case slowTrafficExit = "SlowTrafficExit"
}

/// A JSON value of a flat configuration.
private enum Scalar: Codable, CustomStringConvertible {
    case number(Double)
    case boolean(Bool)
    case text
    case null
    case nested

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if (try? container.decode(String.self)) != nil {
            self = .text
        } else {
            self = .nested
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let value): try container.encode(value)
        case .boolean(let value): try container.encode(value)
        case .text, .null, .nested: try container.encodeNil()
        }
    }

    var description: String {
        switch self {
        case .number(let value): plain(value)
        case .boolean(let value): "\(value)"
        case .text: "a text"
        case .null: "null"
        case .nested: "a list or an object"
        }
    }
}
