import Testing

/// The allowed imports between modules: slices depend on Core and Support and not on one another.
enum SliceRule {
    /// The slices that the modules of each slice may import, in addition to their own.
    static let below: [String: Set<String>] = [
        "Core": [], "Support": ["Core"],
        "Engine": ["Core"],
        "Import": ["Core", "Support"],
        "Live": ["Core", "Support"],
        "Riders": ["Core", "Support"],
        "Diary": ["Core", "Support"],
        // A protocol has a source, which Live supervises, and may have a network.
        "Interop": ["Core", "Import", "Live", "Support"],
        "Streets": ["Core", "Support"],
        "Lab": ["Core", "Diary", "Import", "Interop", "Live", "Riders", "Streets", "Support"],
        "Server": [
            "Core", "Diary", "Import", "Interop", "Lab", "Live", "Riders", "Streets", "Support",
        ],
    ]

    /// The modules of its own slice that a module may import.
    static let neighbours: [String: [String: Set<String>]] = [
        "Core": [
            "Timetables": ["TransitModel"],
            "Realtime": ["Timetables", "TransitModel"],
            // The search knows columns only, neither timetables nor live data.
            "Raptor": ["TransitModel"],
            "Routing": ["Raptor", "Realtime", "Timetables", "TransitModel"],
            "Transit": ["Raptor", "Realtime", "Routing", "Timetables", "TransitModel"],
            "NetworkAPI": ["JSONWriting", "Realtime", "Timetables", "Transit", "TransitModel"],
        ],
        // C libraries are wrapped once and used by a single module.
        "Support": [
            "Archives": ["CZip", "CZlib"], "Persistence": ["CPostgres"], "Secrets": ["CSodium"],
            // What every endpoint needs: compressed bodies, clients' addresses, storage errors.
            "HTTPServing": ["Archives", "HTTPFetching", "Persistence"],
        ],
        "Import": ["GTFSImport": ["GTFS"]],
        "Live": [
            "LiveMap": ["Prediction"], "Prediction": ["Matching"], "Sources": ["Matching"],
            "LiveEndpoints": ["LiveMap", "Matching", "Prediction", "Sources"],
        ],
        // The endpoints of a slice are apart from it, so that its tests build no server.
        "Riders": [
            "Riders": ["Notifications"], "RiderEndpoints": ["Notifications", "Riders"],
        ],
        "Diary": [
            "DiaryInference": ["DiarySensing"], "PhoneRecords": ["DiarySensing"],
            "DiaryDays": ["DiaryInference"],
            // What runs in a browser too has modules apart from the server's store.
            "DiaryEngine": ["DiaryDays", "DiaryInference", "DiarySensing", "PhoneRecords"],
            "Diary": ["DiaryDays", "DiaryInference", "DiarySensing", "PhoneRecords"],
            "DiaryEndpoints": [
                "Diary", "DiaryDays", "DiaryInference", "DiarySensing", "PhoneRecords",
            ],
        ],
        "Interop": [
            "FeedEndpoints": ["GTFSRealtime", "ShuttleTracker", "TrackerSocket"],
            "TransportEndpoints": ["TransportAPI"],
        ],
        // Each index is a section of the one file of streets; the import runs all of them.
        "Streets": [
            "StreetGraph": ["OSMPBF", "StreetsFile"], "PlaceIndex": ["OSMPBF", "StreetsFile"],
            "MapTiles": ["OSMPBF"],
            "StreetsImport": ["MapTiles", "OSMPBF", "PlaceIndex", "StreetGraph", "StreetsFile"],
        ],
        // A chain: answers, the server that sends them, the wiring, the command line.
        "Server": [
            "NetworkEndpoints": ["WireAPI"],
            "TaktApp": ["NetworkEndpoints", "WireAPI", "WebServer"],
            "takt": ["WireAPI", "WebServer", "TaktApp"],
        ],
    ]

    static func mayImport(_ importer: ModulePlace, _ imported: ModulePlace) -> Bool {
        if importer.slice == imported.slice {
            return neighbours[importer.slice]?[importer.module]?.contains(imported.module) ?? false
        }
        // The answers about the network, which endpoints of other slices contain.
        if imported.module == "WireAPI", importer.module.hasSuffix("Endpoints") { return true }
        // Support depends on no transit types other than the model's, and on the form of answers.
        if importer.slice == "Support" {
            return ["TransitModel", "JSONWriting", "NetworkAPI"].contains(imported.module)
        }
        return below[importer.slice]?.contains(imported.slice) ?? false
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
                let message = "\(importer.slice)/\(importer.module) may not import"
                violations.append(
                    Violation("Package.swift", 0, "\(message) \(imported.slice)/\(name)"))
            }
        }
        return violations.sorted { $0.message < $1.message }
    }

    /// Modules of the toolchain, which need no dependency in Package.swift.
    static let toolchain: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc",
        "Musl",
        "Observation", "Swift",
        "Synchronization", "RegexBuilder", "_Concurrency",
    ]

    /// Returns the module that a line of code imports, or nil.
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

    /// Returns imports that are not declared, and declared dependencies that are not imported.
    static func mismatches(
        imports: [ModulePlace: Set<String>], declared: [ModulePlace: Set<String>]
    ) -> [Violation] {
        var violations: [Violation] = []
        for place in Set(imports.keys).union(declared.keys) {
            let name = "\(place.slice)/\(place.module)"
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

@Suite struct SliceTests {
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

    @Test func `slices import what they may`() {
        let found = SliceRule.violations(manifest.dependencies, all: manifest.modules)
        expectNone(found)
    }

    @Test func `modules import exactly what Package.swift declares`() {
        let files = SourceTree.project.files.filter { $0.isSwift && $0.place != nil }
        let found = SliceRule.mismatches(
            imports: SliceRule.imports(of: files), declared: manifest.dependencies)
        expectNone(found)
    }

    @Test(arguments: [
        ("Core", "TransitModel", "Import", "GTFS"),
        ("Core", "Timetables", "Support", "Archives"),
        ("Core", "Timetables", "Core", "Raptor"),
        ("Riders", "Riders", "Diary", "Diary"),
        ("Live", "Matching", "Live", "Prediction"),
        ("Server", "WireAPI", "Server", "WebServer"),
        ("Riders", "Riders", "Server", "WireAPI"),
        ("Support", "HTTPFetching", "Import", "GTFS"),
        ("Elsewhere", "Odd", "Core", "TransitModel"),
    ])
    func `an import that points up or to another slice is seen`(
        slice: String, module: String, otherSlice: String, other: String
    ) {
        let importer = ModulePlace(slice: slice, module: module)
        let imported = ModulePlace(slice: otherSlice, module: other)
        let found = SliceRule.violations([importer: [other]], all: [importer, imported])
        #expect(found.count == 1)
    }

    @Test func `an import of Core and an allowed neighbour pass`() {
        let server = ModulePlace(slice: "Server", module: "NetworkEndpoints")
        let answers = ModulePlace(slice: "Server", module: "WireAPI")
        let model = ModulePlace(slice: "Core", module: "TransitModel")
        let found = SliceRule.violations(
            [server: ["WireAPI", "TransitModel", "Logging"], answers: ["TransitModel"]],
            all: [server, answers, model])
        #expect(found.isEmpty)
    }

    @Test func `undeclared and unused dependencies are seen`() {
        let text = """
            let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
            let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
            func module(_ name: String) {}
            module("A", in: "Core", ["C", logging])
            """
        let file = SourceFile(
            path: "Sources/Core/A/A.swift",
            text: "import Foundation\npackage import C\nimport struct Crypto.SHA256\n// import D\n")
        let found = SliceRule.mismatches(
            imports: SliceRule.imports(of: [file]),
            declared: Manifest(text: "\n" + text).dependencies)
        #expect(
            found.map(\.message) == [
                "Core/A declares Logging, imports it nowhere", "Core/A imports Crypto undeclared",
            ])
    }
}
