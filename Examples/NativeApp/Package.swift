// swift-tools-version: 6.2
import PackageDescription

// What a native app needs of Takt; `scripts/swift-package` writes the package that this names.
let package = Package(
    name: "NativeApp",
    platforms: [.iOS(.v18), .macOS(.v15)],
    dependencies: [.package(path: "../../.build/takt-swift")],
    targets: [
        .executableTarget(
            name: "NativeApp",
            dependencies: [
                .product(name: "DiarySensing", package: "takt-swift"),
                .product(name: "Engine", package: "takt-swift"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ])
