/// One thing that is wrong with a configuration.
package struct ConfigurationProblem: Sendable, Equatable {
    /// Where a problem lies.
    package enum Place: Sendable, Equatable {
        /// A line of the file, from 1; nil stands for the file as a whole.
        case file(String, line: Int?)
        /// An environment variable.
        case environment(String)
    }

    /// Where it was found.
    package let place: Place
    /// What is wrong and what was expected, without the place.
    package let message: String
}

extension ConfigurationProblem: CustomStringConvertible {
    /// One sentence for people.
    package var description: String {
        let end = message.hasSuffix("?") ? "" : "."
        return switch place {
        case .file(let name, let line?): "\(name), line \(line): \(message)\(end)"
        case .file(let name, nil): "\(name): \(message)\(end)"
        case .environment(let name): "\(name): \(message)\(end)"
        }
    }
}

/// A configuration that cannot be used, with everything that is wrong with it.
package struct ConfigurationFailure: Error, Sendable, Equatable {
    /// At least one problem, in the order of the file, the environment last.
    package let problems: [ConfigurationProblem]
    /// The file is not there at all.
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
