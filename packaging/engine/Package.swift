// swift-tools-version: 6.2
import PackageDescription

// Compiles Core, the engine and the diary of files for WebAssembly with Embedded Swift.
// `scripts/engine` copies this file below .build and links the folders of Sources beside it, and
// sets the variables.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Embedded"),
    .enableExperimentalFeature("Extern"),
    .unsafeFlags(["-wmo", "-Xfrontend", "-disable-stack-protector"]),
]

func module(_ name: String, _ dependencies: [String], sources: [String]? = nil) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, sources: sources,
        swiftSettings: strict)
}

/// A module that becomes a WebAssembly file.
func program(_ name: String, _ dependencies: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: ["CShim"] + dependencies.map { .byName(name: $0) },
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
        linkerSettings: [.unsafeFlags(linkerOptions)])
}

/// The options of the linker: no entry point, nothing that is not used, a small stack.
let linkerOptions =
    ["-Xclang-linker", "-nostdlib"]
    + ["--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z", "stack-size=262144"]
    .flatMap { ["-Xlinker", $0] }
    + ["ENGINE_LIBC", "ENGINE_BUILTINS", "ENGINE_UNICODE"].compactMap { Context.environment[$0] }

let package = Package(
    name: "engine",
    targets: [
        .target(name: "CShim"),
        module("TransitModel", []),
        module("Timetables", ["TransitModel"]),
        module("Realtime", ["Timetables", "TransitModel"]),
        module("Raptor", ["Realtime", "Timetables", "TransitModel"]),
        module("Transit", ["Raptor", "Realtime", "Timetables", "TransitModel"]),
        module("JSONWriting", []),
        module(
            "NetworkAPI", ["JSONWriting", "Realtime", "Timetables", "Transit", "TransitModel"]),
        program(
            "Engine",
            ["JSONWriting", "NetworkAPI", "Realtime", "Timetables", "Transit", "TransitModel"]),
        // Of DiarySensing only what a record consists of: the state machine is for phones.
        module(
            "DiarySensing", [],
            sources: ["EmbeddedDate.swift", "LocationFix.swift", "MotionReport.swift"]),
        module("DiaryInference", ["DiarySensing", "Timetables", "TransitModel"]),
        module("PhoneRecords", ["DiarySensing", "TransitModel"]),
        module("DiaryDays", ["DiaryInference", "JSONWriting", "Timetables", "TransitModel"]),
        program(
            "DiaryEngine",
            [
                "DiaryDays", "DiaryInference", "DiarySensing", "JSONWriting", "PhoneRecords",
                "Timetables", "TransitModel",
            ]),
    ])
