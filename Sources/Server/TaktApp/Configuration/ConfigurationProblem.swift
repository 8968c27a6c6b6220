/// One problem of a configuration.
package struct ConfigurationProblem: Sendable, Equatable {
    /// The location of a problem.
    package enum Location: Sendable, Equatable {
        /// A line of the file, from 1; nil means the file as a whole.
        case file(String, line: Int?)
        /// The name of an environment variable.
        case environment(String)
    }

    package let location: Location
    /// The problem and the expected value, without the location.
    package let message: String
}

extension ConfigurationProblem: CustomStringConvertible {
    /// One sentence for people.
    package var description: String {
        let end = message.hasSuffix("?") ? "" : "."
        return switch location {
        case .file(let name, let line?): "\(name), line \(line): \(message)\(end)"
        case .file(let name, nil): "\(name): \(message)\(end)"
        case .environment(let name): "\(name): \(message)\(end)"
        }
    }
}

/// The error of an invalid configuration, with all of its problems.
package struct ConfigurationFailure: Error, Sendable, Equatable {
    /// At least one problem, in the order of the file, the environment last.
    package let problems: [ConfigurationProblem]
    /// Whether the file does not exist.
    package let isMissingFile: Bool

    init(_ problems: [ConfigurationProblem], isMissingFile: Bool = false) {
        self.problems = problems
        self.isMissingFile = isMissingFile
    }
}

extension ConfigurationFailure: CustomStringConvertible {
    /// One sentence a line.
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
