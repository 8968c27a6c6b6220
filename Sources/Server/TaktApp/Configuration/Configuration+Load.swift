import Foundation

extension Configuration {
    private static let maximumFileBytes = 256 * 1024

    /// Reads the file, then the environment, then the command line's overrides.
    ///
    /// The environment variable of a key is `TAKT_` and the key in capitals, with `_` for other
    /// characters, as in `TAKT_LIMITS_STREAMS`; an empty variable counts as unset. Other variables
    /// that begin with `TAKT_` are ignored, because container systems set some by themselves. Paths
    /// in the file are relative to its folder, all others to the current folder. Without a path, no
    /// file is read.
    ///
    /// - Throws: A failure with all problems of the file and the environment.
    package static func load(
        file path: String?, environment: [String: String], overrides: Overrides = Overrides()
    ) throws(ConfigurationFailure) -> Configuration {
        var configuration = Configuration()
        var problems: [ConfigurationProblem] = []
        if let path {
            let text = try contents(of: path)
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            var reader = ConfigurationReader(file: name, folder: folder)
            reader.read(text, into: &configuration)
            problems = reader.problems
        }
        problems += configuration.apply(environment: environment)
        if configuration.tlsKey != nil, configuration.tlsCertificate == nil {
            problems.append(
                ConfigurationProblem(
                    location: path.map { .file($0, line: nil) } ?? .environment("TAKT_TLS_KEY"),
                    message:
                        "'tls.key' needs the certificate that it belongs to in 'tls.certificate'"))
        }
        problems += configuration.twins.map {
            ConfigurationProblem(
                location: path.map { .file($0, line: nil) } ?? .environment("TAKT_FEED_URLS"),
                message: $0)
        }
        guard problems.isEmpty else { throw ConfigurationFailure(problems) }
        configuration.apply(overrides)
        return configuration
    }

    /// Problems of feeds that share a value that must be unique.
    private var twins: [String] {
        func repeated(_ values: [String]) -> [String] {
            var seen = Set<String>()
            return values.filter { !seen.insert($0).inserted }
        }
        return repeated(feeds.compactMap(\.id)).map {
            "two feeds of 'feed.urls' have the id '\($0)'; each needs its own"
        }
            + repeated(feeds.map(\.place)).map {
                "'feed.urls' names \(FeedReference(place: $0).shown) twice"
            }
    }

    private mutating func apply(environment: [String: String]) -> [ConfigurationProblem] {
        var problems: [ConfigurationProblem] = []
        for key in ConfigurationKey.all {
            let name = key.environmentName
            guard let value = environment[name], !value.isEmpty,
                !key.apply(value, "", &self)
            else { continue }
            problems.append(
                ConfigurationProblem(
                    location: .environment(name),
                    message: "must be \(key.expected)"
                        + ShownValue.contrast(ShownValue.quoted(value), of: key.name)))
        }
        return problems
    }

    private static func contents(of path: String) throws(ConfigurationFailure) -> String {
        func failure(_ message: String, isMissing: Bool = false) -> ConfigurationFailure {
            let problem = ConfigurationProblem(
                location: .file(path, line: nil), message: message)
            return ConfigurationFailure([problem], isMissingFile: isMissing)
        }
        guard FileManager.default.fileExists(atPath: path) else {
            throw failure("there is no such file", isMissing: true)
        }
        guard let data = SmallFile.start(of: path, limit: maximumFileBytes) else {
            throw failure("this file cannot be read")
        }
        guard data.count <= maximumFileBytes else {
            throw failure("this file is longer than \(maximumFileBytes / 1024) kB")
        }
        // Some editors of other systems begin a file with a byte order mark.
        let mark = Data([0xef, 0xbb, 0xbf])
        guard
            let text = String(
                validating: data.starts(with: mark) ? data.dropFirst(mark.count) : data,
                as: UTF8.self)
        else { throw failure("this file is not text in UTF-8") }
        return text
    }
}
