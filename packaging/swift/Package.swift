// swift-tools-version: 6.2
import PackageDescription

// Takt's parts for native apps, without its server and any dependency. `scripts/swift-package`
// writes this file, core-modules.swift and the sources to .build/takt-swift.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "takt-swift",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        // Connections, boards, lines and stops of a network file: `NetworkEngine`.
        .library(name: "Engine", targets: ["Engine"]),
        // When a phone must measure its place for a travel diary: `DiarySensor`.
        .library(name: "DiarySensing", targets: ["DiarySensing"]),
    ],
    targets: coreModules(settings) + [
        .target(
            name: "Engine",
            dependencies: [
                "JSONWriting", "NetworkAPI", "Realtime", "Timetables", "Transit", "TransitModel",
            ], swiftSettings: settings),
        .target(name: "DiarySensing", swiftSettings: settings),
    ])
