import Foundation

/// Finds the folder of the web app.
package enum WebFolder {
    /// Returns the path of the engine that a web app runs: the one in its folder, otherwise what
    /// `make engine` wrote into the checkout of the program; nil if there is none.
    package static func engine(of folder: String) -> String? {
        module("takt-engine.wasm", of: folder)
    }

    /// Returns the paths of all modules in WebAssembly that a web app runs, each found likewise.
    package static func modules(of folder: String) -> [String] {
        ["takt-engine.wasm", "takt-diary.wasm"].compactMap { module($0, of: folder) }
    }

    private static func module(_ file: String, of folder: String) -> String? {
        let name = "engine/" + file
        let path = folder + "/" + name
        if FileManager.default.fileExists(atPath: path) { return path }
        return above(".build/" + name)?.path
    }

    /// Returns the named folder, otherwise `Web` above the program in a checkout or
    /// `share/takt/web` next to an installed one; nil if there is none.
    package static func find(named: String?) -> String? {
        if let named { return named }
        let page = above("../share/takt/web/index.html", "Web/index.html")
        return page?.deletingLastPathComponent().path
    }

    /// Returns the first of some files that is in a folder above the program; nil if none is.
    private static func above(_ names: String...) -> URL? {
        var folder = Bundle.main.executableURL?.resolvingSymlinksInPath()
            .deletingLastPathComponent()
        for _ in 0..<6 {
            guard let current = folder else { break }
            for name in names {
                let file = current.appendingPathComponent(name).standardized
                if FileManager.default.fileExists(atPath: file.path) { return file }
            }
            folder = current.path == "/" ? nil : current.deletingLastPathComponent()
        }
        return nil
    }
}
