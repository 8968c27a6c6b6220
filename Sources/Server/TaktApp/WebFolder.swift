import Foundation

/// Finds the folder of the web app.
package enum WebFolder {
    /// Returns the named folder, otherwise `Web` above the program in a checkout or
    /// `share/takt/web` next to an installed one; nil if there is none.
    package static func find(named: String?) -> String? {
        if let named { return named }
        let program = Bundle.main.executableURL?.resolvingSymlinksInPath()
            .deletingLastPathComponent()
        var folder = program
        for _ in 0..<6 {
            guard let current = folder else { break }
            for candidate in ["../share/takt/web", "Web"] {
                let path = current.appendingPathComponent(candidate).standardized.path
                if FileManager.default.fileExists(atPath: path + "/index.html") { return path }
            }
            folder = current.path == "/" ? nil : current.deletingLastPathComponent()
        }
        return nil
    }
}
