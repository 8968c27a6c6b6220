// swift-tools-version: 6.2
import PackageDescription

/// Strict settings shared by every target: Swift 6 mode, `any` spelled out, warnings are errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Tests import freely; the rest is as strict as the sources.
let strictTests: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

/// Searches, imports and live data are optimised in debug builds too, with assertions: without it
/// they take three to five times as long, and most checks run them.
let optimized: [SwiftSetting] = [
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

/// A module of ours, in `Sources/<slice>/<name>`.
func module(_ name: String, in slice: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(slice)/\(name)",
        swiftSettings: ["Core", "Import", "Live", "Streets"].contains(slice)
            ? strict + optimized : strict)
}

/// The tests of one module, in `Tests/<name>` and its folders.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["FolderTesting"], path: "Tests/\(name)",
        swiftSettings: strictTests)
}

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(
    name: "HummingbirdTesting", package: "hummingbird")
let asyncHTTPClient = Target.Dependency.product(
    name: "AsyncHTTPClient", package: "async-http-client")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let serviceLifecycle = Target.Dependency.product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(
    name: "UnixSignals", package: "swift-service-lifecycle")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPCompression = Target.Dependency.product(
    name: "NIOHTTPCompression", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let nioHTTPTypesHTTP1 = Target.Dependency.product(
    name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let swiftProtobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let instrumentation = Target.Dependency.product(
    name: "Instrumentation", package: "swift-distributed-tracing")
let inMemoryTracing = Target.Dependency.product(
    name: "InMemoryTracing", package: "swift-distributed-tracing")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
    name: "takt",
    products: [
        .executable(name: "takt", targets: ["takt"]),
        // For phones: an iOS app that keeps a diary embeds this and nothing else of Takt.
        .library(name: "DiarySensing", targets: ["DiarySensing"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // Support: thin wrappers around well-kept libraries.
        .systemLibrary(name: "CAllocator", path: "Sources/Support/CAllocator"),
        .systemLibrary(
            name: "CCurl", path: "Sources/Support/CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CPostgres", path: "Sources/Support/CPostgres", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CSodium", path: "Sources/Support/CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CZlib", path: "Sources/Support/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CZip", path: "Sources/Support/CZip", pkgConfig: "libzip",
            providers: [.apt(["libzip-dev"])]),
        module("Archives", in: "Support", ["CZip", "CZlib"]),
        module("APISchema", in: "Support", ["JSONWriting", "NetworkAPI"]),
        module("FileMapping", in: "Support", []),
        module(
            "HTTPFetching", in: "Support",
            [asyncHTTPClient, logging, nioCore, nioHTTP1, nioHTTPCompression, nioPosix]),
        module(
            "HTTPServing", in: "Support",
            [
                "Archives", "HTTPFetching", "JSONWriting", "NetworkAPI", "Persistence",
                "TransitModel",
                crypto, httpTypes, hummingbird, nioCore, nioHTTP1, nioPosix, nioWebSocket,
                serviceLifecycle,
            ]),
        module("Persistence", in: "Support", ["CPostgres", "TransitModel", grdb, nioPosix]),
        module("Secrets", in: "Support", ["CSodium", "TransitModel", crypto]),

        // Core: the nouns everyone shares, the timetable, searches on it; it does no I/O.
        module("TransitModel", in: "Core", []),
        module("Timetables", in: "Core", ["TransitModel"]),
        module("Realtime", in: "Core", ["Timetables", "TransitModel"]),
        module("Raptor", in: "Core", ["TransitModel"]),
        module("Routing", in: "Core", ["Raptor", "Realtime", "Timetables", "TransitModel"]),
        module(
            "Transit", in: "Core",
            ["Raptor", "Realtime", "Routing", "Timetables", "TransitModel"]),
        module("JSONWriting", in: "Core", []),
        module(
            "NetworkAPI", in: "Core",
            ["JSONWriting", "Realtime", "Timetables", "Transit", "TransitModel"]),

        // Engine: Core's answers in a browser; compiles for WebAssembly too (`make engine`).
        module(
            "Engine", in: "Engine",
            ["JSONWriting", "NetworkAPI", "Realtime", "Timetables", "Transit", "TransitModel"]),

        // Import: feeds to columns and back.
        module("DemoNetwork", in: "Import", ["TransitModel"]),
        module("GTFS", in: "Import", ["TransitModel"]),
        module("GTFSExport", in: "Import", ["Archives", "Timetables", "TransitModel"]),
        module("GTFSImport", in: "Import", ["Archives", "GTFS", "Timetables", "TransitModel"]),

        // Live: what vehicles do, what is expected of them, what they did.
        module("History", in: "Live", ["Persistence", "TransitModel"]),
        module("Matching", in: "Live", ["Realtime", "Timetables", "TransitModel"]),
        module("Prediction", in: "Live", ["Matching", "Realtime", "Timetables", "TransitModel"]),
        module("LiveMap", in: "Live", ["Prediction", "Realtime", "Timetables", "TransitModel"]),
        module("Simulation", in: "Live", ["Timetables", "TransitModel"]),
        module(
            "Sources", in: "Live",
            ["HTTPFetching", "Matching", "TransitModel", logging, serviceLifecycle, tracing]),
        module(
            "LiveEndpoints", in: "Live",
            [
                "APISchema", "HTTPServing", "JSONWriting", "LiveMap", "Matching", "NetworkAPI",
                "Prediction", "Realtime", "Sources", "Timetables", "TransitModel", httpTypes,
                hummingbird, serviceLifecycle,
            ]),

        // Riders: what they saved, what they are alerted to, and how it reaches them.
        module(
            "Notifications", in: "Riders",
            [
                "CCurl", "HTTPFetching", "JSONWriting", "Persistence", "TransitModel", crypto,
                logging, nioPosix,
            ]),
        module(
            "Riders", in: "Riders",
            [
                "JSONWriting", "Notifications", "Persistence", "Realtime", "Secrets", "Timetables",
                "Transit", "TransitModel", crypto,
            ]),
        module(
            "RiderEndpoints", in: "Riders",
            [
                "APISchema", "HTTPServing", "JSONWriting", "NetworkAPI", "Notifications",
                "Realtime", "Riders", "Secrets", "Timetables", "Transit", "TransitModel",
                httpTypes, hummingbird,
            ]),

        // Diary: sensing, inference, the person's timeline, studies.
        module("DiarySensing", in: "Diary", []),
        module("DiaryInference", in: "Diary", ["DiarySensing", "Timetables", "TransitModel"]),
        module("PhoneRecords", in: "Diary", ["DiarySensing", "TransitModel"]),
        module(
            "DiaryDays", in: "Diary",
            ["DiaryInference", "JSONWriting", "Timetables", "TransitModel"]),
        module(
            "DiaryEngine", in: "Diary",
            [
                "DiaryDays", "DiaryInference", "DiarySensing", "JSONWriting", "PhoneRecords",
                "Timetables", "TransitModel",
            ]),
        module(
            "Diary", in: "Diary",
            [
                "DiaryDays", "DiaryInference", "DiarySensing", "Persistence", "PhoneRecords",
                "Secrets", "Timetables", "TransitModel", crypto,
            ]),
        module(
            "DiaryEndpoints", in: "Diary",
            [
                "APISchema", "Diary", "DiaryDays", "DiaryInference", "DiarySensing",
                "HTTPServing", "JSONWriting", "NetworkAPI", "PhoneRecords", "Secrets",
                "TransitModel", httpTypes, hummingbird, nioCore,
            ]),

        // Interop: other programs' formats and protocols, each with its source and its feed.
        module("AddressSearch", in: "Interop", ["HTTPFetching", "TransitModel"]),
        module(
            "GTFSRealtime", in: "Interop",
            [
                "HTTPFetching", "Matching", "Prediction", "Realtime", "Sources", "Timetables",
                "TransitModel", swiftProtobuf,
            ]),
        module(
            "ShuttleTracker", in: "Interop",
            [
                "GTFSImport", "HTTPFetching", "History", "Matching", "Persistence", "Prediction",
                "Realtime", "Sources", "Timetables", "TransitModel",
            ]),
        module(
            "TrackerSocket", in: "Interop",
            [
                "JSONWriting", "Matching", "Prediction", "Realtime", "Sources", "Timetables",
                "TransitModel", nioCore, nioHTTP1, nioPosix, nioSSL, nioWebSocket,
            ]),
        module("TransportAPI", in: "Interop", ["HTTPFetching", "JSONWriting", "TransitModel"]),
        module(
            "FeedEndpoints", in: "Interop",
            [
                "APISchema", "GTFSExport", "GTFSRealtime", "HTTPServing", "History",
                "LiveMap", "Realtime", "ShuttleTracker", "Timetables", "TrackerSocket", "Transit",
                "TransitModel", httpTypes, hummingbird, logging, nioCore, nioPosix,
                nioWebSocket, serviceLifecycle,
            ]),
        module(
            "TransportEndpoints", in: "Interop",
            [
                "APISchema", "Archives", "HTTPServing", "LiveMap", "NetworkAPI", "Realtime",
                "Timetables", "Transit", "TransitModel", "TransportAPI", "WireAPI", httpTypes,
                hummingbird,
            ]),

        // Streets: OpenStreetMap extracts to walks, places and tiles.
        module("OSMPBF", in: "Streets", ["Archives", "FileMapping", "TransitModel"]),
        module("StreetsFile", in: "Streets", ["Archives", "FileMapping", "TransitModel"]),
        module("ExtractDrawing", in: "Streets", ["Archives", "TransitModel"]),
        module(
            "PlaceIndex", in: "Streets", ["FileMapping", "OSMPBF", "StreetsFile", "TransitModel"]),
        module(
            "StreetGraph", in: "Streets", ["FileMapping", "OSMPBF", "StreetsFile", "TransitModel"]),
        module(
            "MapTiles", in: "Streets", ["Archives", "FileMapping", "OSMPBF", "TransitModel"]),
        module(
            "StreetsImport", in: "Streets",
            ["MapTiles", "OSMPBF", "PlaceIndex", "StreetGraph", "StreetsFile", "TransitModel"]),

        // Lab: what measures, no part of the server.
        module("DiaryEvaluation", in: "Lab", ["DiarySensing", "TransitModel"]),

        // Server: HTTP, answers, wiring, commands.
        module(
            "WireAPI", in: "Server",
            [
                "APISchema", "AddressSearch", "JSONWriting", "NetworkAPI", "PlaceIndex",
                "Timetables",
                "Transit", "TransitModel", "TransportAPI",
            ]),
        module(
            "NetworkEndpoints", in: "Server",
            [
                "APISchema", "AddressSearch", "HTTPServing", "LiveMap", "MapTiles", "NetworkAPI",
                "PlaceIndex", "Realtime", "Timetables", "Transit", "TransitModel", "WireAPI",
                crypto, httpTypes, hummingbird, logging, nioCore, nioPosix, serviceLifecycle,
            ]),
        module(
            "WebServer", in: "Server",
            [
                "APISchema", "HTTPServing", "TransitModel", crypto, httpTypes, hummingbird,
                hummingbirdCore, instrumentation, logging, nioCore, nioHTTP1, nioHTTPTypes,
                nioHTTPTypesHTTP1, nioPosix, nioSSL, nioWebSocket, serviceLifecycle, tracing,
            ]),
        module(
            "TaktApp", in: "Server",
            [
                "APISchema", "AddressSearch", "Archives", "DemoNetwork", "Diary", "DiaryDays",
                "DiaryEndpoints", "DiaryInference", "DiarySensing", "ExtractDrawing",
                "FeedEndpoints", "FileMapping", "GTFSImport", "GTFSRealtime", "HTTPFetching",
                "HTTPServing", "History", "LiveEndpoints", "LiveMap", "MapTiles", "Matching",
                "NetworkAPI", "NetworkEndpoints", "Notifications", "Persistence", "PhoneRecords",
                "PlaceIndex", "Prediction", "Realtime", "RiderEndpoints", "Riders", "Secrets",
                "ShuttleTracker", "Simulation", "Sources", "StreetGraph",
                "StreetsFile", "StreetsImport", "Timetables", "TrackerSocket", "Transit",
                "TransitModel", "TransportAPI", "TransportEndpoints", "WebServer", "WireAPI",
                crypto, logging, nioCore, nioPosix, nioSSL, serviceLifecycle, tracing,
                unixSignals, yams,
            ]),

        .executableTarget(
            name: "takt",
            dependencies: [
                "APISchema", "Archives", "CAllocator", "Diary", "DiaryDays", "DiaryEndpoints",
                "DiaryEvaluation", "DiaryInference", "DiarySensing", "GTFS", "GTFSImport",
                "HTTPFetching",
                "JSONWriting",
                "MapTiles", "Matching", "NetworkAPI", "OSMPBF", "Persistence",
                "PhoneRecords", "PlaceIndex", "Prediction",
                "Raptor", "Realtime", "Routing", "ShuttleTracker", "Simulation", "Sources",
                "StreetGraph", "StreetsFile", "StreetsImport", "TaktApp", "Timetables", "Transit",
                "TransitModel", "WebServer", "WireAPI", argumentParser, crypto, logging,
            ],
            path: "Sources/Server/takt", swiftSettings: strict),

        .target(
            name: "FolderTesting", path: "Tests/FolderTesting", swiftSettings: strictTests),
        .target(
            name: "ClockTesting", dependencies: ["TransitModel"], path: "Tests/ClockTesting",
            swiftSettings: strictTests),
        .target(
            name: "LoopbackTesting", dependencies: [nioCore, nioPosix],
            path: "Tests/LoopbackTesting", swiftSettings: strictTests),
        .target(
            name: "TransitTesting",
            dependencies: [
                "FolderTesting", "GTFSImport", "ShuttleTracker", "Timetables", "TransitModel",
            ],
            path: "Tests/TransitTesting", swiftSettings: strictTests),
        .target(
            name: "EndpointTesting",
            dependencies: [
                "ClockTesting", "HTTPServing", "LiveMap", "NetworkAPI", "NetworkEndpoints",
                "Realtime", "Timetables", "Transit", "TransitModel", "TransitTesting", "WebServer",
                httpTypes, hummingbird, hummingbirdTesting,
            ],
            path: "Tests/EndpointTesting", swiftSettings: strictTests),
        .target(
            name: "PostgresTesting", dependencies: ["FolderTesting", "Persistence"],
            path: "Tests/PostgresTesting", swiftSettings: strictTests),
        tests(
            "PersistenceTests",
            ["LoopbackTesting", "Persistence", "PostgresTesting", "TransitModel", grdb]),
        tests(
            "TransitModelTests",
            [
                "TransitModel"
            ]),
        tests(
            "DiaryInferenceTests",
            [
                "DemoNetwork", "DiaryInference", "DiarySensing", "GTFSImport", "PhoneRecords",
                "Simulation", "Timetables", "TransitModel", "TransitTesting",
            ]),
        tests("DiarySensingTests", ["DiarySensing", "TransitModel"]),
        tests("GTFSTests", ["GTFS", "TransitModel"]),
        tests(
            "GTFSRealtimeTests",
            [
                "CZlib", "FuzzTargets", "GTFSRealtime", "Matching", "Prediction", "Realtime",
                "Timetables", "TransitModel", "TransitTesting", swiftProtobuf,
            ]),
        tests(
            "TransportAPITests",
            [
                "ClockTesting", "HTTPFetching", "TransitModel", "TransitTesting", "TransportAPI",
            ]),
        tests(
            "ShuttleTrackerTests",
            [
                "ClockTesting", "GTFSImport", "Persistence", "PostgresTesting", "ShuttleTracker",
                "TransitModel",
            ]),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Archives", "Diary", "DiarySensing", "Engine", "FileMapping", "FolderTesting",
                "GTFSImport", "GTFSRealtime", "MapTiles", "OSMPBF", "PhoneRecords", "PlaceIndex",
                "Realtime",
                "ShuttleTracker", "StreetGraph",
                "ExtractDrawing", "StreetsFile", "Timetables", "TrackerSocket", "TransitModel",
                "TransitTesting", "TransportAPI",
            ],
            path: "Tests/FuzzTargets", swiftSettings: strictTests),
        .testTarget(
            name: "HostileInputTests", dependencies: ["FuzzTargets", "TransitModel"],
            path: "Tests/HostileInputTests", exclude: ["Found"], swiftSettings: strictTests),
        tests(
            "DiaryTests",
            [
                "ClockTesting", "Diary", "DiaryDays", "DiaryInference", "DiarySensing",
                "Persistence", "PhoneRecords", "PostgresTesting", "Secrets", "TransitModel",
            ]),
        tests("DiaryEvaluationTests", ["DiaryEvaluation", "DiarySensing"]),
        tests(
            "TrackerSocketTests",
            [
                "LiveMap", "Matching", "Realtime", "Timetables", "TrackerSocket", "TransitModel",
                "TransitTesting",
            ]),
        tests(
            "GTFSImportTests",
            ["Archives", "GTFS", "GTFSImport", "Timetables", "TransitModel", "TransitTesting"]),
        tests(
            "GTFSExportTests",
            [
                "DemoNetwork", "GTFSExport", "GTFSImport", "Timetables", "TransitModel",
                "TransitTesting",
            ]),
        tests(
            "LiveTests",
            [
                "GTFSImport", "GTFSRealtime", "LiveMap", "Matching", "Prediction", "Realtime",
                "ShuttleTracker", "Simulation", "Timetables", "TransitModel", "TransitTesting",
            ]),
        tests(
            "RidersTests",
            [
                "ClockTesting", "Matching", "Notifications", "Persistence", "PostgresTesting",
                "Realtime", "Riders", "Secrets", "Timetables", "TransitModel", "TransitTesting",
            ]),
        tests(
            "TransitTests",
            [
                "GTFSImport", "Realtime", "Routing", "Timetables", "Transit", "TransitModel",
                "TransitTesting",
            ]),
        tests("RaptorTests", ["Raptor", "TransitModel"]),
        tests(
            "RoutingTests",
            [
                "GTFSImport", "Raptor", "Realtime", "Routing", "Timetables", "TransitModel",
                "TransitTesting",
            ]),
        tests("NetworkAPITests", ["JSONWriting", "NetworkAPI", "TransitModel"]),
        tests("JSONWritingTests", ["JSONWriting", "TransitModel"]),
        .testTarget(
            name: "EngineTests",
            dependencies: [
                "DemoNetwork", "DiaryEngine", "DiarySensing", "Engine", "FolderTesting",
                "FuzzTargets", "GTFSImport", "GTFSRealtime", "Matching", "NetworkAPI",
                "PhoneRecords", "Realtime", "Timetables", "Transit", "TransitModel",
                "TransitTesting",
            ],
            path: "Tests/EngineTests", exclude: ["answers.mjs", "days.mjs", "opens.mjs"],
            swiftSettings: strictTests),
        tests(
            "AddressSearchTests",
            [
                "AddressSearch", "ClockTesting", "HTTPFetching", "TransitModel",
            ]),
        tests(
            "SourcesTests",
            [
                "ClockTesting", "GTFSRealtime", "HTTPFetching", "Matching", "Realtime",
                "ShuttleTracker", "Sources", "Timetables", "TrackerSocket", "TransitModel",
                "TransitTesting", logging,
            ]),
        tests("DemoNetworkTests", ["DemoNetwork", "TransitModel"]),
        tests("ArchivesTests", ["Archives", "CZlib"]),
        // Stores what is measured and what is killed; no part of the program.
        .executableTarget(
            name: "history-load", dependencies: ["History", "Persistence", "TransitModel"],
            path: "Benchmarks/HistoryLoad", swiftSettings: strictTests),
        // Measures the alert engine; no part of the program.
        .executableTarget(
            name: "alert-pass",
            dependencies: [
                "DemoNetwork", "GTFSImport", "Notifications", "Persistence", "Realtime", "Riders",
                "Timetables", "TransitModel",
            ],
            path: "Benchmarks/AlertPass", swiftSettings: strictTests),
        // Measures what a server does every second; no part of the program.
        .executableTarget(
            name: "live-beat",
            dependencies: [
                "GTFSRealtime", "LiveMap", "Matching", "Prediction", "Realtime", "Simulation",
                "Timetables", "TransitModel",
            ],
            path: "Benchmarks/LiveBeat", swiftSettings: strictTests),
        // Answers the pages of Benchmarks/engine natively; no part of the program.
        .executableTarget(
            name: "engine-pages", dependencies: ["Engine", "Timetables", "TransitModel"],
            path: "Benchmarks/EnginePages", swiftSettings: strictTests),
        .executableTarget(
            name: "diary-load",
            dependencies: [
                "Diary", "DiaryInference", "DiarySensing", "Persistence", "PhoneRecords",
                "TransitModel",
            ],
            path: "Benchmarks/DiaryLoad", swiftSettings: strictTests),
        .executableTarget(
            name: "diary-models", dependencies: ["DiaryInference", "DiarySensing", "PhoneRecords"],
            path: "Benchmarks/DiaryModels", exclude: ["mode_fitting.py", "mode_reports.py"],
            swiftSettings: strictTests),
        tests(
            "HistoryTests",
            ["History", "Persistence", "PostgresTesting", "TransitModel", "history-load", grdb]),
        tests("SecretsTests", ["Secrets"]),
        tests(
            "HTTPFetchingTests",
            ["Archives", "HTTPFetching", "LoopbackTesting", asyncHTTPClient, nioCore]),
        .executableTarget(
            name: "NotifierProbe",
            dependencies: ["HTTPFetching", "Notifications", "TransitModel", logging],
            path: "Tests/NotifierProbe", swiftSettings: strictTests),
        tests(
            "NotificationsTests",
            [
                "ClockTesting", "HTTPFetching", "LoopbackTesting", "Notifications", "Persistence",
                "PostgresTesting", "TransitModel", crypto, logging, nioCore, nioHTTP1,
            ]),
        tests(
            "NetworkEndpointsTests",
            [
                "APISchema", "AddressSearch", "ClockTesting", "EndpointTesting", "HTTPServing",
                "LiveMap", "NetworkAPI", "NetworkEndpoints", "Realtime", "Timetables", "Transit",
                "TransitModel", "TransitTesting", "WebServer", "WireAPI", crypto, httpTypes,
                hummingbird, hummingbirdTesting, logging,
            ]),
        tests(
            "WebServerTests",
            [
                "APISchema", "ClockTesting", "EndpointTesting", "HTTPFetching", "HTTPServing",
                "LiveEndpoints", "LiveMap", "Matching", "NetworkAPI", "NetworkEndpoints",
                "Persistence", "Timetables", "Transit", "TransitModel", "TransitTesting",
                "WebServer", "WireAPI", crypto, httpTypes, hummingbird, hummingbirdTesting,
                inMemoryTracing, logging, nioCore, nioEmbedded, nioWebSocket, serviceLifecycle,
            ]),
        tests(
            "HTTPServingTests",
            [
                "HTTPServing", "WebServer",
            ]),
        tests(
            "RiderEndpointsTests",
            [
                "APISchema", "ClockTesting", "EndpointTesting", "HTTPFetching", "HTTPServing",
                "LiveMap", "NetworkEndpoints", "Notifications", "Persistence", "Realtime",
                "RiderEndpoints", "Riders", "Timetables", "Transit", "TransitModel",
                "TransitTesting", "WebServer", hummingbird,
            ]),
        tests(
            "DiaryEndpointsTests",
            [
                "ClockTesting", "Diary", "DiaryDays", "DiaryEndpoints", "DiaryInference",
                "HTTPServing", "Persistence", "TransitModel", "TransitTesting", "WebServer",
                httpTypes,
                hummingbird, hummingbirdTesting,
            ]),
        tests(
            "LiveEndpointsTests",
            [
                "APISchema", "HTTPServing", "LiveEndpoints", "LiveMap", "Prediction", "Realtime",
                "Timetables", "TransitModel", "TransitTesting", "WebServer", httpTypes, hummingbird,
                hummingbirdTesting, nioCore,
            ]),
        tests(
            "FeedEndpointsTests",
            [
                "ClockTesting", "FeedEndpoints", "GTFSRealtime", "HTTPServing", "History",
                "LiveMap", "Matching", "Persistence", "Realtime", "ShuttleTracker", "Timetables",
                "TransitModel", "TransitTesting", "WebServer", httpTypes, hummingbird,
                hummingbirdTesting, logging, nioCore,
            ]),
        tests(
            "TransportEndpointsTests",
            [
                "ClockTesting", "EndpointTesting", "HTTPFetching", "HTTPServing", "LiveMap",
                "NetworkEndpoints", "Realtime", "Timetables", "Transit", "TransitModel",
                "TransitTesting", "TransportAPI", "TransportEndpoints", "WebServer", hummingbird,
                hummingbirdTesting,
            ]),
        tests(
            "TaktAppTests",
            [
                "APISchema", "AddressSearch", "Archives", "ClockTesting", "Diary",
                "DiaryEndpoints", "EndpointTesting", "ExtractDrawing", "GTFSImport",
                "HTTPFetching", "HTTPServing", "History", "Matching", "NetworkEndpoints",
                "Notifications", "Persistence", "PlaceIndex", "PostgresTesting", "Prediction",
                "Realtime", "RiderEndpoints", "Riders", "Secrets", "ShuttleTracker", "Sources",
                "StreetsFile", "StreetsImport", "TaktApp", "Timetables", "Transit", "TransitModel",
                "TransitTesting", "WebServer", "WireAPI", grdb, hummingbird, hummingbirdTesting,
                logging, nioCore, nioPosix, serviceLifecycle,
            ]),
        tests("OSMPBFTests", ["FileMapping", "OSMPBF", "ExtractDrawing", "TransitModel"]),
        tests(
            "MapTilesTests",
            ["Archives", "ExtractDrawing", "FileMapping", "MapTiles", "OSMPBF", "TransitModel"]),
        tests("StreetsFileTests", ["FileMapping", "StreetsFile", "TransitModel"]),
        tests(
            "StreetGraphTests",
            [
                "FileMapping", "OSMPBF", "StreetGraph", "ExtractDrawing", "StreetsFile",
                "StreetsImport", "TransitModel", "TransitTesting",
            ]),
        tests(
            "PlaceIndexTests",
            ["FileMapping", "OSMPBF", "PlaceIndex", "ExtractDrawing", "TransitModel"]),
        tests("TidyTests", []),
    ]
)

// `scripts/fuzz` asks for this one; everything is then built with a fuzzer's instruments.
if Context.environment["TAKT_FUZZ"] != nil {
    package.products.append(.executable(name: "fuzz", targets: ["fuzz"]))
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing",
            swiftSettings: strictTests + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}
