import FolderTesting
import Foundation

@testable import TaktApp

/// A folder with a configuration file, removed with its last reference.
final class ConfigurationFolder {
    private let folder = TemporaryFolder()
    var url: URL { folder.url }

    init(_ text: String? = nil, files: [String: String] = [:]) throws {
        for (name, contents) in files { try write(Data(contents.utf8), to: name) }
        if let text { try write(Data(text.utf8), to: "takt.yml") }
    }

    func path(_ name: String) -> String { folder.path(name) }

    func write(_ data: Data, to name: String) throws {
        try data.write(to: url.appendingPathComponent(name))
    }

    func load(
        environment: [String: String] = [:], overrides: Configuration.Overrides = .init()
    ) throws -> Configuration {
        try Configuration.load(
            file: path("takt.yml"), environment: environment, overrides: overrides)
    }

    /// Returns the problems of the file, a sentence each; empty if there are none.
    func problems(environment: [String: String] = [:]) -> [String] {
        do {
            _ = try load(environment: environment)
            return []
        } catch {
            return (error as? ConfigurationFailure)?.problems.map(\.description) ?? ["\(error)"]
        }
    }
}
