// swift-tools-version: 6.2
import PackageDescription

// Takt's parts for native apps, without its server and any dependency. `scripts/swift-package`
// copies this file and the sources to .build/takt-swift.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [String]) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

let package = Package(
    name: "takt-swift",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        // Connections, boards, lines and stops of a network file: `NetworkEngine`.
        .library(name: "Engine", targets: ["Engine"]),
        // When a phone must measure its place for a travel diary: `DiarySensor`.
        .library(name: "DiarySensing", targets: ["DiarySensing"]),
    ],
    targets: [
        module("TransitModel", []),
        module("Timetables", ["TransitModel"]),
        module("Realtime", ["Timetables", "TransitModel"]),
        module("Raptor", ["TransitModel"]),
        module("Routing", ["Raptor", "Realtime", "Timetables", "TransitModel"]),
        module("Transit", ["Raptor", "Realtime", "Routing", "Timetables", "TransitModel"]),
        module("JSONWriting", []),
        module(
            "NetworkAPI", ["JSONWriting", "Realtime", "Timetables", "Transit", "TransitModel"]),
        module(
            "Engine",
            ["JSONWriting", "NetworkAPI", "Realtime", "Timetables", "Transit", "TransitModel"]),
        module("DiarySensing", []),
    ])
