// swift-tools-version: 6.2
import PackageDescription

// Compiles Core and the engine for WebAssembly with Embedded Swift. `scripts/engine` writes this
// file and core-modules.swift below .build, links the folders of Sources beside it, and sets the
// variables.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Embedded"),
    .enableExperimentalFeature("Extern"),
    .unsafeFlags(["-wmo", "-Xfrontend", "-disable-stack-protector"]),
]

/// The options of the linker: no entry point, nothing that is not used, a small stack.
let linkerOptions =
    ["-Xclang-linker", "-nostdlib"]
    + ["--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z", "stack-size=262144"]
    .flatMap { ["-Xlinker", $0] }
    + ["ENGINE_LIBC", "ENGINE_BUILTINS", "ENGINE_UNICODE"].compactMap { Context.environment[$0] }

let package = Package(
    name: "engine",
    targets: coreModules(strict) + [
        .target(name: "CShim"),
        .executableTarget(
            name: "Engine",
            dependencies: [
                "CShim", "JSONWriting", "NetworkAPI", "Realtime", "Timetables", "Transit",
                "TransitModel",
            ],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(linkerOptions)]),
    ])
