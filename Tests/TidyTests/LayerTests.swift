import Testing

/// Which module may import which: imports only point down.
enum LayerRule {
    /// From the bottom to the top; Support stands beside, see `mayImport`.
    static let order = [
        "Model", "Protocols", "Streets", "Network", "Engine", "Connectors", "Features", "Surfaces",
    ]

    /// Inside these layers a module may import those named here; elsewhere neighbours are strangers.
    static let neighbours: [String: [String: Set<String>]] = [
        "Model": ["NameFolding": ["TransitModel"]],
        // C libraries are wrapped once and used by the one module that knows them.
        "Support": [
            "ArchiveReading": ["CZip"], "ArchiveWriting": ["CZip"], "GzipEncoding": ["CZlib"],
            "MailSending": ["CCurl"],
            // One interface over both databases.
            "RecordStore": ["CPostgres", "SQLiteStore"],
            "SecretBoxing": ["CSodium"],
        ],
        // Each index of streets reads extracts and is a section of the one file; the import runs all.
        "Streets": [
            "StreetGraph": ["OSMPBF", "StreetsFile"], "PlaceIndex": ["OSMPBF", "StreetsFile"],
            "StreetsImport": ["OSMPBF", "PlaceIndex", "StreetGraph", "StreetsFile"],
        ],
        // Building writes the columns that Timetables reads; readers never see the builder.
        "Network": ["FeedWriting": ["Timetables"], "TimetableBuilding": ["Timetables"]],
        // Prediction starts from where Realtime says that a vehicle is; Rides and Routing search what it
        // says.
        "Engine": [
            "Prediction": ["Realtime"], "Rides": ["Realtime"], "Routing": ["Realtime"],
        ],
        // One chain: answers, the server that sends them, the wiring, the command line.
        "Surfaces": [
            "WebServer": ["WireAPI"],
            "TaktApp": ["WireAPI", "WebServer"],
            "takt": ["WireAPI", "WebServer", "TaktApp"],
        ],
    ]

    static func mayImport(_ importer: ModulePlace, _ imported: ModulePlace) -> Bool {
        if importer.layer == imported.layer {
            return neighbours[importer.layer]?[importer.module]?.contains(imported.module) ?? false
        }
        // Support knows no transit beyond the model's nouns, and codecs do no I/O.
        if importer.layer == "Support" { return imported.layer == "Model" }
        guard let from = order.firstIndex(of: importer.layer) else { return false }
        if imported.layer == "Support" { return from >= 2 }
        guard let to = order.firstIndex(of: imported.layer) else { return false }
        return to < from
    }

    static func violations(_ dependencies: [ModulePlace: Set<String>], all: Set<ModulePlace>)
        -> [Violation]
    {
        let places = Dictionary(
            all.map { ($0.module, $0) }, uniquingKeysWith: { first, _ in first })
        var violations: [Violation] = []
        for (importer, names) in dependencies {
            for name in names.sorted() {
                guard let imported = places[name], !mayImport(importer, imported) else { continue }
                let message = "\(importer.layer)/\(importer.module) may not import"
                violations.append(
                    Violation("Package.swift", 0, "\(message) \(imported.layer)/\(name)"))
            }
        }
        return violations.sorted { $0.message < $1.message }
    }

    /// Modules that come with the toolchain: they need no dependency in Package.swift.
    static let toolchain: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc",
        "Musl",
        "Observation", "Swift",
        "Synchronization", "RegexBuilder", "_Concurrency",
    ]

    /// The module that a line of code imports, or nil.
    static func importedModule(_ line: String) -> String? {
        var words = line.split(separator: " ").map(String.init)
        while let first = words.first,
            first.hasPrefix("@") || ["package", "public", "internal", "private"].contains(first)
        {
            words.removeFirst()
        }
        guard words.first == "import" else { return nil }
        words.removeFirst()
        if let kind = words.first,
            ["struct", "class", "enum", "func", "protocol", "typealias", "var"].contains(kind)
        {
            words.removeFirst()
        }
        return words.first.map { String($0.prefix { $0 != "." }) }
    }

    static func imports(of files: [SourceFile]) -> [ModulePlace: Set<String>] {
        var imports: [ModulePlace: Set<String>] = [:]
        for file in files {
            guard let place = file.place else { continue }
            imports[place, default: []].formUnion(file.code.compactMap(importedModule))
        }
        return imports.mapValues { $0.subtracting(toolchain) }
    }

    /// What is imported but not declared, or declared but imported nowhere.
    static func mismatches(
        imports: [ModulePlace: Set<String>], declared: [ModulePlace: Set<String>]
    ) -> [Violation] {
        var violations: [Violation] = []
        for place in Set(imports.keys).union(declared.keys) {
            let name = "\(place.layer)/\(place.module)"
            guard let stated = declared[place] else {
                violations.append(Violation("Package.swift", 0, "\(name) is not declared"))
                continue
            }
            let used = imports[place] ?? []
            for module in used.subtracting(stated) {
                violations.append(
                    Violation("Package.swift", 0, "\(name) imports \(module) undeclared"))
            }
            for module in stated.subtracting(used) {
                violations.append(
                    Violation("Package.swift", 0, "\(name) declares \(module), imports it nowhere"))
            }
        }
        return violations.sorted { $0.message < $1.message }
    }
}

@Suite struct LayerTests {
    let manifest: Manifest

    init() throws {
        let there = SourceTree.project.file("Package.swift")
        let file = try #require(there, "the file is missing")
        manifest = Manifest(text: file.lines.joined(separator: "\n"))
    }

    @Test func `the manifest could be read`() {
        #expect(manifest.modules.count > 10)
        #expect(manifest.dependencies.values.contains { $0.contains("Hummingbird") })
    }

    @Test func `imports only point down`() {
        let found = LayerRule.violations(manifest.dependencies, all: manifest.modules)
        expectNone(found)
    }

    @Test func `modules import exactly what Package.swift declares`() {
        let files = SourceTree.project.files.filter { $0.isSwift && $0.place != nil }
        let found = LayerRule.mismatches(
            imports: LayerRule.imports(of: files), declared: manifest.dependencies)
        expectNone(found)
    }

    @Test(arguments: [
        ("Model", "TransitModel", "Protocols", "GTFS"),
        ("Features", "LiveMap", "Features", "StopBoards"),
        ("Protocols", "GTFS", "Support", "HTTPFetching"),
        ("Network", "Timetables", "Network", "TimetableBuilding"),
        ("Surfaces", "WireAPI", "Surfaces", "WebServer"),
        ("Support", "HTTPFetching", "Protocols", "GTFS"),
        ("Elsewhere", "Odd", "Model", "TransitModel"),
    ])
    func `an upward or sideways import is seen`(
        layer: String, module: String, otherLayer: String, other: String
    ) {
        let importer = ModulePlace(layer: layer, module: module)
        let imported = ModulePlace(layer: otherLayer, module: other)
        let found = LayerRule.violations([importer: [other]], all: [importer, imported])
        #expect(found.count == 1)
    }

    @Test func `a downward import and an allowed neighbour pass`() {
        let server = ModulePlace(layer: "Surfaces", module: "WebServer")
        let answers = ModulePlace(layer: "Surfaces", module: "WireAPI")
        let model = ModulePlace(layer: "Model", module: "TransitModel")
        let found = LayerRule.violations(
            [server: ["WireAPI", "TransitModel", "Logging"], answers: ["TransitModel"]],
            all: [server, answers, model])
        #expect(found.isEmpty)
    }

    @Test func `undeclared and unused dependencies are seen`() {
        let text = """
            let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
            let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
            func module(_ name: String) {}
            module("A", in: "Model", ["C", logging])
            """
        let file = SourceFile(
            path: "Sources/Model/A/A.swift",
            text: "import Foundation\npackage import C\nimport struct Crypto.SHA256\n// import D\n")
        let found = LayerRule.mismatches(
            imports: LayerRule.imports(of: [file]),
            declared: Manifest(text: "\n" + text).dependencies)
        #expect(
            found.map(\.message) == [
                "Model/A declares Logging, imports it nowhere", "Model/A imports Crypto undeclared",
            ])
    }
}
