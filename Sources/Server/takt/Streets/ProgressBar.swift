import Foundation
import StreetsImport

/// Shows the progress of an import on a terminal; nothing where standard error is a file.
final class ProgressBar {
    private let steps: Int
    private var done = 0
    private let isShown = isatty(STDERR_FILENO) == 1

    private static let width = 24

    /// Creates a bar of a number of steps, at least 1.
    init(steps: Int) {
        self.steps = steps
    }

    /// Shows that a step begins; `name` is a short phrase.
    func begin(_ name: String) {
        let filled = Self.width * done / steps
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: "-", count: Self.width - filled)
        write("\r\u{1b}[K[\(bar)] \(name)")
        done += 1
    }

    /// Removes the bar.
    func end() { write("\r\u{1b}[K") }

    private func write(_ text: String) {
        if isShown { writeError(text) }
    }
}

extension StreetsImport.Stage {
    /// The name on a progress bar.
    var name: String {
        switch self {
        case .cutting: "cutting the map"
        case .walks: "walks"
        case .places: "addresses and places"
        case .tiles: "map tiles"
        case .vehicles: "roads and railways"
        case .writing: "writing"
        }
    }
}
