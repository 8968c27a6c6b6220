import Foundation

@testable import TaktApp

/// A folder that holds a configuration file, and goes when it is no longer used.
final class ConfigurationFolder {
    let url: URL

    init(_ text: String? = nil, files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("takt-configuration-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, contents) in files { try write(Data(contents.utf8), to: name) }
        if let text { try write(Data(text.utf8), to: "takt.yml") }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func write(_ data: Data, to name: String) throws {
        try data.write(to: url.appendingPathComponent(name))
    }

    func load(
        environment: [String: String] = [:], overrides: Configuration.Overrides = .init()
    ) throws -> Configuration {
        try Configuration.load(
            file: path("takt.yml"), environment: environment, overrides: overrides)
    }

    /// What is wrong with the file, a sentence each; none if nothing is.
    func problems(environment: [String: String] = [:]) -> [String] {
        do {
            _ = try load(environment: environment)
            return []
        } catch {
            return (error as? ConfigurationFailure)?.problems.map(\.description) ?? ["\(error)"]
        }
    }
}
