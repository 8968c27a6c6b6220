import Foundation
import Testing

/// The graph of modules in ARCHITECTURE.md: a line for each module, below its slice.
struct ModuleGraph {
    private let imports: [String: Set<String>]
    private let slices: [(name: String, modules: [String])]

    /// The order on the page, from slices without dependencies to the topmost one.
    static let order = [
        "Core", "Support", "Import", "Live", "Riders", "Diary", "Interop", "Streets", "Lab",
        "Server",
    ]

    init(_ dependencies: [ModulePlace: Set<String>]) {
        let ours = Set(dependencies.keys.map(\.module))
        var imports: [String: Set<String>] = [:]
        for (place, names) in dependencies { imports[place.module] = names.intersection(ours) }
        self.imports = imports
        let bySlice = Dictionary(grouping: dependencies.keys, by: \.slice)
        slices = bySlice.keys.sorted { Self.position($0) < Self.position($1) }.map { slice in
            let modules = (bySlice[slice] ?? []).map(\.module)
            return (
                slice,
                modules.sorted { (Self.depth($0, imports), $0) < (Self.depth($1, imports), $1) }
            )
        }
    }

    private static func position(_ slice: String) -> Int {
        order.firstIndex(of: slice) ?? order.count
    }

    /// Returns the length of the longest chain of imports below a module.
    private static func depth(_ module: String, _ imports: [String: Set<String>]) -> Int {
        (imports[module] ?? []).map { depth($0, imports) + 1 }.max() ?? 0
    }

    private func below(_ module: String) -> Set<String> {
        (imports[module] ?? []).reduce(into: []) { all, next in
            all.insert(next)
            all.formUnion(below(next))
        }
    }

    /// The graph without transitive imports.
    var text: String {
        let width = (imports.keys.map(\.count).max() ?? 0) + 2
        return slices.map { slice in
            let lines = slice.modules.map { module -> String in
                let direct = imports[module] ?? []
                let implied = direct.reduce(into: Set<String>()) { $0.formUnion(below($1)) }
                let shown = direct.subtracting(implied).sorted().joined(separator: " ")
                let name = module.padding(toLength: width, withPad: " ", startingAt: 0)
                return shown.isEmpty ? "  \(module)" : "  \(name)<- \(shown)"
            }
            return ([slice.name] + lines).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// Returns the page with the graph in its first fenced block.
    func page(_ text: String) -> String? {
        guard let start = text.range(of: "```\n"),
            let end = text.range(of: "\n```", range: start.upperBound..<text.endIndex)
        else { return nil }
        return text[..<start.upperBound] + self.text + text[end.lowerBound...]
    }
}

@Suite struct ModuleGraphTests {
    /// `make module-graph` rewrites it.
    @Test func `ARCHITECTURE.md shows the modules and what they import`() throws {
        let package = try #require(SourceTree.project.file("Package.swift"), "the file is missing")
        let page = try #require(SourceTree.project.file("ARCHITECTURE.md"), "the file is missing")
        let graph = ModuleGraph(
            Manifest(text: package.lines.joined(separator: "\n")).dependencies)
        let text = page.lines.joined(separator: "\n")
        guard let drawn = graph.page(text) else {
            Issue.record("the page has no fenced block")
            return
        }
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            try Data(drawn.utf8).write(to: root.appendingPathComponent("ARCHITECTURE.md"))
        }
        let isDrawn = text == drawn
        #expect(isDrawn, "`make module-graph` draws the modules as they are")
    }

    @Test func `imports that follow from others are left out`() {
        let core = ModulePlace(slice: "Core", module: "A")
        let above = ModulePlace(slice: "Core", module: "B")
        let server = ModulePlace(slice: "Server", module: "C")
        let graph = ModuleGraph([core: [], above: ["A", "Logging"], server: ["A", "B"]])
        #expect(graph.text == "Core\n  A\n  B  <- A\nServer\n  C  <- B")
        #expect(graph.page("x\n```\nold\n```\ny") == "x\n```\n\(graph.text)\n```\ny")
        #expect(graph.page("x") == nil)
    }
}
