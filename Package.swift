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

/// A module of ours: it lives in `Sources/<layer>/<name>`.
func module(_ name: String, in layer: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
        swiftSettings: strict)
}

/// The tests of one module: they live in `Tests/<name>`, and may have folders of their own.
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
        module("ArchiveReading", in: "Support", ["CZip"]),
        module("ArchiveWriting", in: "Support", ["CZip"]),
        module("FileMapping", in: "Support", []),
        module("GzipEncoding", in: "Support", ["CZlib"]),
        module(
            "HTTPFetching", in: "Support",
            [asyncHTTPClient, logging, nioCore, nioHTTP1, nioHTTPCompression, nioPosix]),
        module("MailSending", in: "Support", ["CCurl", nioPosix]),
        module("RecordStore", in: "Support", ["CPostgres", "SQLiteStore", grdb, nioPosix]),
        module("SecretBoxing", in: "Support", ["CSodium"]),
        module("SQLiteStore", in: "Support", [grdb]),
        module("TokenIssuing", in: "Support", [crypto]),

        // Model: the nouns everyone shares.
        module("TransitModel", in: "Model", []),
        module("DiarySensing", in: "Model", []),
        module("NameFolding", in: "Model", ["TransitModel"]),

        // Protocols: wire types and codecs, no I/O.
        module("GTFS", in: "Protocols", ["TransitModel"]),
        module("GTFSRealtime", in: "Protocols", ["TransitModel", swiftProtobuf]),
        module("OpendataTransport", in: "Protocols", ["TransitModel"]),
        module("ShuttleTracker", in: "Protocols", ["TransitModel"]),
        module("AgeSealing", in: "Protocols", [crypto]),
        module("PhoneLoggers", in: "Protocols", ["DiarySensing"]),
        module("GeOps", in: "Protocols", ["TransitModel"]),

        // Streets: from an OpenStreetMap extract to walks, places and tiles.
        module("OSMPBF", in: "Streets", ["FileMapping", "GzipEncoding", "TransitModel"]),
        module("StreetsFile", in: "Streets", ["FileMapping", "GzipEncoding", "TransitModel"]),
        module(
            "StreetGraph", in: "Streets", ["FileMapping", "OSMPBF", "StreetsFile", "TransitModel"]),
        module(
            "PlaceIndex", in: "Streets",
            ["FileMapping", "NameFolding", "OSMPBF", "StreetsFile", "TransitModel"]),
        module(
            "StreetsImport", in: "Streets",
            ["OSMPBF", "PlaceIndex", "StreetGraph", "StreetsFile", "TransitModel"]),

        // Network: from a feed to frozen columns.
        module("Timetables", in: "Network", ["TransitModel"]),
        module(
            "TimetableBuilding", in: "Network",
            [
                "ArchiveReading", "GTFS", "NameFolding", "ShuttleTracker", "Timetables",
                "TransitModel",
            ]),
        module("DemoNetwork", in: "Network", ["TransitModel"]),
        module("FeedWriting", in: "Network", ["ArchiveWriting", "Timetables", "TransitModel"]),

        // Engine: what happens on the network.
        module("Realtime", in: "Engine", ["Timetables", "TransitModel"]),
        module("Prediction", in: "Engine", ["Realtime", "Timetables", "TransitModel"]),
        module("Rides", in: "Engine", ["Realtime", "Timetables", "TransitModel"]),
        module("Routing", in: "Engine", ["Realtime", "Timetables", "TransitModel"]),
        module("FixHistory", in: "Engine", ["RecordStore", "TransitModel"]),
        module(
            "DiaryInference", in: "Engine", ["DiarySensing", "Timetables", "TransitModel"]),
        module("Simulation", in: "Engine", ["Timetables", "TransitModel"]),
        module("StopSearch", in: "Engine", ["NameFolding", "Timetables", "TransitModel"]),

        // Connectors: what other services are asked for and told.
        module("AddressSearch", in: "Connectors", ["HTTPFetching", "TransitModel"]),
        module(
            "Notifiers", in: "Connectors",
            ["HTTPFetching", "MailSending", "RecordStore", "TransitModel", crypto, logging]),
        module("ObjectStorage", in: "Connectors", ["SQLiteStore", crypto, grdb]),
        module(
            "OpendataClient", in: "Connectors",
            ["HTTPFetching", "OpendataTransport", "TransitModel"]),
        module(
            "LiveSources", in: "Connectors",
            [
                "GTFSRealtime", "GeOps", "HTTPFetching", "Realtime", "ShuttleTracker",
                "Timetables", "TransitModel",
                logging, nioCore, nioHTTP1, nioPosix, nioSSL, nioWebSocket, serviceLifecycle,
                tracing,
            ]),

        // Features: what riders see; they never import one another.
        module(
            "JourneyPlanning", in: "Features",
            ["Realtime", "Rides", "Routing", "Timetables", "TransitModel"]),
        module(
            "LiveMap", in: "Features", ["Prediction", "Realtime", "Timetables", "TransitModel"]),
        module(
            "NetworkSharing", in: "Features",
            [
                "FixHistory", "GTFSRealtime", "GeOps", "Prediction", "Realtime", "ShuttleTracker",
                "Timetables", "TransitModel",
            ]),

        module(
            "RiderAlerts", in: "Features",
            [
                "Notifiers", "Realtime", "RecordStore", "Rides", "Timetables", "TokenIssuing",
                "TransitModel", crypto,
            ]),
        module(
            "DiaryStudies", in: "Features",
            [
                "AgeSealing", "DiarySensing", "ObjectStorage", "PhoneLoggers", "SQLiteStore",
                "SecretBoxing", "TokenIssuing", "TransitModel", grdb,
            ]),
        module(
            "DiaryTimeline", in: "Features", ["DiaryInference", "Timetables", "TransitModel"]),
        module("TravelDiary", in: "Features", ["DiarySensing", "TransitModel"]),
        module(
            "CampusEditing", in: "Features",
            ["SQLiteStore", "ShuttleTracker", "TimetableBuilding", "TransitModel", grdb]),
        module("StopBoards", in: "Features", ["Realtime", "Timetables", "TransitModel"]),

        // Surfaces: how it is reached.
        module(
            "WireAPI", in: "Surfaces",
            [
                "AddressSearch", "DiaryInference", "DiarySensing", "DiaryStudies", "DiaryTimeline",
                "PhoneLoggers", "JourneyPlanning",
                "LiveMap", "LiveSources", "Notifiers",
                "OpendataTransport", "Prediction", "Realtime", "RiderAlerts", "Rides", "StopBoards",
                "StopSearch",
                "Timetables", "TokenIssuing", "TransitModel",
            ]),
        module(
            "WebServer", in: "Surfaces",
            [
                "AddressSearch", "CampusEditing", "ShuttleTracker", "DiaryInference",
                "DiarySensing",
                "DiaryStudies", "DiaryTimeline", "PhoneLoggers", "SQLiteStore",
                "FeedWriting", "FixHistory", "GTFSRealtime", "GeOps",
                "GzipEncoding", "HTTPFetching",
                "JourneyPlanning", "LiveMap",
                "LiveSources", "NetworkSharing", "Notifiers", "OpendataClient",
                "OpendataTransport", "Prediction", "Realtime", "RecordStore", "RiderAlerts",
                "Rides", "StopBoards", "StopSearch", "Timetables", "TokenIssuing", "TransitModel",
                "WireAPI",
                crypto, httpTypes, hummingbird, hummingbirdCore, instrumentation, logging, nioCore,
                nioHTTP1,
                nioHTTPTypes, nioHTTPTypesHTTP1, nioPosix, nioSSL, nioWebSocket, serviceLifecycle,
                tracing,
            ]),
        module(
            "TaktApp", in: "Surfaces",
            [
                "AddressSearch", "ArchiveReading", "CampusEditing", "DiaryInference",
                "DiarySensing",
                "DiaryStudies", "DiaryTimeline", "ObjectStorage", "DemoNetwork",

                "FixHistory", "HTTPFetching", "JourneyPlanning",
                "LiveMap", "LiveSources", "MailSending", "NetworkSharing", "Notifiers",
                "OpendataClient", "Prediction", "Realtime", "RecordStore", "RiderAlerts",
                "SQLiteStore", "ShuttleTracker", "Simulation", "StopSearch", "TimetableBuilding",
                "Timetables",
                "TokenIssuing", "TransitModel",
                "WebServer", "WireAPI",
                crypto, logging, nioCore, nioPosix, nioSSL, serviceLifecycle, tracing, unixSignals,
                yams,
            ]),
        .executableTarget(
            name: "takt",
            dependencies: [
                "AgeSealing", "DiaryInference", "DiarySensing", "DiaryTimeline", "GTFS",
                "GzipEncoding",
                "HTTPFetching", "JourneyPlanning", "LiveSources", "OSMPBF",
                "PhoneLoggers", "PlaceIndex", "Prediction", "Realtime", "RecordStore", "Routing",
                "ShuttleTracker",
                "SQLiteStore", "Simulation", "StopBoards", "StopSearch", "StreetGraph",
                "StreetsFile", "StreetsImport", "TaktApp",
                "TimetableBuilding",
                "Timetables", "TransitModel", "TravelDiary", "WebServer", "WireAPI", argumentParser,
                crypto, logging,
            ],
            path: "Sources/Surfaces/takt", swiftSettings: strict),

        .target(
            name: "FolderTesting", path: "Tests/FolderTesting", swiftSettings: strictTests),
        .target(
            name: "LoopbackTesting", dependencies: [nioCore, nioPosix],
            path: "Tests/LoopbackTesting", swiftSettings: strictTests),
        .target(
            name: "StreetTesting", dependencies: ["CZlib"],
            path: "Tests/StreetTesting", swiftSettings: strictTests),
        .target(
            name: "TransitTesting",
            dependencies: [
                "FolderTesting", "ShuttleTracker", "TimetableBuilding", "Timetables",
                "TransitModel",
            ],
            path: "Tests/TransitTesting", swiftSettings: strictTests),
        .target(
            name: "PostgresTesting", dependencies: ["FolderTesting", "RecordStore"],
            path: "Tests/PostgresTesting", swiftSettings: strictTests),
        tests("RecordStoreTests", ["PostgresTesting", "RecordStore", "SQLiteStore"]),
        tests("TransitModelTests", ["TransitModel"]),
        tests(
            "DiaryInferenceTests",
            [
                "DemoNetwork", "DiaryInference", "DiarySensing", "PhoneLoggers", "Simulation",
                "TimetableBuilding", "Timetables", "TransitModel", "TransitTesting",
            ]),
        tests("DiarySensingTests", ["DiarySensing", "TransitModel"]),
        tests("GTFSTests", ["GTFS", "TransitModel"]),
        tests(
            "GTFSRealtimeTests",
            ["CZlib", "FuzzTargets", "GTFSRealtime", "TransitModel", swiftProtobuf]),
        tests("OpendataTransportTests", ["OpendataTransport", "TransitModel", "TransitTesting"]),
        tests("ShuttleTrackerTests", ["ShuttleTracker", "TransitModel"]),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "AgeSealing", "ArchiveReading", "ArchiveWriting", "DiarySensing", "FolderTesting",
                "FileMapping", "GTFSRealtime", "GeOps", "OSMPBF", "OpendataTransport",
                "PhoneLoggers", "PlaceIndex", "ShuttleTracker", "StreetGraph", "StreetTesting",
                "StreetsFile",
                "TimetableBuilding",
                "Timetables", "TransitModel", "TransitTesting",
            ],
            path: "Tests/FuzzTargets", swiftSettings: strictTests),
        .testTarget(
            name: "HostileInputTests", dependencies: ["FuzzTargets", "TransitModel"],
            path: "Tests/HostileInputTests", exclude: ["Found"], swiftSettings: strictTests),
        tests("OSMPBFTests", ["FileMapping", "OSMPBF", "StreetTesting", "TransitModel"]),
        tests("StreetsFileTests", ["FileMapping", "StreetsFile", "TransitModel"]),
        tests(
            "StreetGraphTests",
            [
                "FileMapping", "OSMPBF", "StreetGraph", "StreetTesting", "StreetsFile",
                "StreetsImport", "TransitModel",
            ]),
        tests("AgeSealingTests", ["AgeSealing"]),
        tests("PhoneLoggersTests", ["DiarySensing", "PhoneLoggers"]),
        tests(
            "DiaryStudiesTests",
            [
                "AgeSealing", "DiarySensing", "DiaryStudies", "PhoneLoggers", "SQLiteStore",
                "TokenIssuing", "TransitModel", grdb,
            ]),
        tests(
            "DiaryTimelineTests",
            [
                "DiaryInference", "DiarySensing", "DiaryTimeline", "Timetables", "TransitModel",
                "TransitTesting",
            ]),
        tests("TravelDiaryTests", ["DiarySensing", "TravelDiary"]),
        tests("GeOpsTests", ["GeOps", "TransitModel"]),
        tests(
            "TimetableBuildingTests",
            [
                "ArchiveWriting", "GTFS", "TimetableBuilding", "Timetables", "TransitModel",
                "TransitTesting",
            ]),
        tests(
            "FeedWritingTests",
            [
                "DemoNetwork", "FeedWriting", "TimetableBuilding", "Timetables", "TransitModel",
                "TransitTesting",
            ]),
        tests(
            "EngineTests",
            [
                "GTFSRealtime", "LiveMap", "Prediction", "Realtime", "ShuttleTracker", "Simulation",
                "TimetableBuilding", "Timetables", "TransitModel", "TransitTesting",
            ]),
        tests(
            "RiderAlertsTests",
            [
                "Notifiers", "PostgresTesting", "Realtime", "RecordStore", "RiderAlerts", "Rides",
                "Timetables", "TokenIssuing", "TransitModel", "TransitTesting",
            ]),
        tests(
            "RidesTests", ["Realtime", "Rides", "Timetables", "TransitModel", "TransitTesting"]),
        tests(
            "RoutingTests",
            [
                "Realtime", "Routing", "TimetableBuilding", "Timetables", "TransitModel",
                "TransitTesting",
            ]),
        tests(
            "JourneyPlanningTests",
            [
                "JourneyPlanning", "Realtime", "Routing", "Timetables", "TransitModel",
                "TransitTesting",
            ]),
        tests(
            "NetworkSharingTests",
            [
                "GTFSRealtime", "GeOps", "LiveMap", "NetworkSharing", "Prediction", "Realtime",
                "Timetables", "TransitModel", "TransitTesting",
            ]),
        tests(
            "StopBoardsTests",
            ["Realtime", "StopBoards", "Timetables", "TransitModel", "TransitTesting"]),
        tests(
            "StopSearchTests",
            [
                "NameFolding", "StopSearch", "TimetableBuilding", "Timetables", "TransitModel",
                "TransitTesting",
            ]),
        tests(
            "PlaceIndexTests",
            ["FileMapping", "OSMPBF", "PlaceIndex", "StreetTesting", "TransitModel"]),
        tests("AddressSearchTests", ["AddressSearch", "HTTPFetching", "TransitModel"]),
        tests(
            "LiveSourcesTests",
            [
                "GTFSRealtime", "GeOps", "HTTPFetching", "LiveSources", "Realtime", "Timetables",
                "TransitModel", "TransitTesting", logging,
            ]),
        tests("ObjectStorageTests", ["ObjectStorage", "SQLiteStore", grdb]),
        tests(
            "OpendataClientTests",
            ["HTTPFetching", "OpendataClient", "OpendataTransport", "TransitModel"]),
        tests("DemoNetworkTests", ["DemoNetwork", "TransitModel"]),
        tests("ArchiveWritingTests", ["ArchiveReading", "ArchiveWriting"]),
        tests("GzipEncodingTests", ["GzipEncoding", "CZlib"]),
        // Stores what is measured and what is killed; no part of the program.
        .executableTarget(
            name: "history-load", dependencies: ["FixHistory", "RecordStore", "TransitModel"],
            path: "Benchmarks/HistoryLoad", swiftSettings: strictTests),
        // Measures the alert engine; no part of the program.
        .executableTarget(
            name: "alert-pass",
            dependencies: [
                "DemoNetwork", "Notifiers", "Realtime", "RecordStore", "RiderAlerts",
                "TimetableBuilding", "Timetables", "TransitModel",
            ],
            path: "Benchmarks/AlertPass", swiftSettings: strictTests),
        // Measures what a server does every second; no part of the program.
        .executableTarget(
            name: "live-beat",
            dependencies: [
                "LiveMap", "NetworkSharing", "Prediction", "Realtime", "Simulation", "Timetables",
                "TransitModel",
            ],
            path: "Benchmarks/LiveBeat", swiftSettings: strictTests),
        .executableTarget(
            name: "diary-load",
            dependencies: [
                "AgeSealing", "DiaryInference", "DiarySensing", "DiaryStudies", "PhoneLoggers",
                "SQLiteStore", "TransitModel",
            ],
            path: "Benchmarks/DiaryLoad", swiftSettings: strictTests),
        .executableTarget(
            name: "diary-models", dependencies: ["DiaryInference", "DiarySensing", "PhoneLoggers"],
            path: "Benchmarks/DiaryModels", exclude: ["mode_fitting.py", "mode_reports.py"],
            swiftSettings: strictTests),
        tests(
            "FixHistoryTests",
            [
                "FixHistory", "PostgresTesting", "RecordStore", "SQLiteStore", "TransitModel",
                "history-load", grdb,
            ]),
        tests("SecretBoxingTests", ["SecretBoxing"]),
        tests(
            "CampusEditingTests",
            [
                "CampusEditing", "SQLiteStore", "ShuttleTracker", "TimetableBuilding",
                "TransitModel",
            ]),
        tests("SQLiteStoreTests", ["SQLiteStore", grdb]),
        tests("TokenIssuingTests", ["TokenIssuing"]),
        tests(
            "HTTPFetchingTests",
            ["GzipEncoding", "HTTPFetching", "LoopbackTesting", asyncHTTPClient, nioCore]),
        .executableTarget(
            name: "NotifierProbe",
            dependencies: ["HTTPFetching", "MailSending", "Notifiers", "TransitModel", logging],
            path: "Tests/NotifierProbe", swiftSettings: strictTests),
        tests("MailSendingTests", ["LoopbackTesting", "MailSending", nioCore]),
        tests(
            "NotifiersTests",
            [
                "HTTPFetching", "LoopbackTesting", "MailSending", "Notifiers", "PostgresTesting",
                "RecordStore", "TransitModel", crypto, logging, nioCore, nioHTTP1,
            ]),
        tests(
            "WebServerTests",
            [
                "AddressSearch", "AgeSealing", "CampusEditing", "ShuttleTracker", "DiaryInference",
                "DiaryStudies", "DiaryTimeline", "FixHistory",
                "GzipEncoding", "HTTPFetching", "TokenIssuing",
                "JourneyPlanning", "LiveMap", "NetworkSharing", "Notifiers", "OpendataClient",
                "Prediction", "Realtime", "RecordStore", "RiderAlerts", "SQLiteStore", "StopSearch",
                "Timetables", "TransitModel", "TransitTesting", "WebServer", "WireAPI",
                hummingbird, hummingbirdTesting, httpTypes, inMemoryTracing, logging, nioCore,
                nioEmbedded,
                nioWebSocket, serviceLifecycle,
            ]),
        tests(
            "TaktAppTests",
            [
                "AddressSearch", "ArchiveWriting", "FixHistory", "HTTPFetching", "LiveSources",
                "Prediction", "Realtime", "ShuttleTracker", "SQLiteStore", "TaktApp",
                "TimetableBuilding",
                "Timetables", "TransitModel", "TransitTesting", grdb, logging,
            ]),
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
