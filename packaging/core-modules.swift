/// The modules of Core with their imports; the scripts append this file to the manifests beside it.
func coreModules(_ settings: [SwiftSetting]) -> [Target] {
    let imports: [(name: String, of: [String])] = [
        ("TransitModel", []),
        ("Timetables", ["TransitModel"]),
        ("Realtime", ["Timetables", "TransitModel"]),
        ("Raptor", ["TransitModel"]),
        ("Routing", ["Raptor", "Realtime", "Timetables", "TransitModel"]),
        ("Transit", ["Raptor", "Realtime", "Routing", "Timetables", "TransitModel"]),
        ("JSONWriting", []),
        ("NetworkAPI", ["JSONWriting", "Realtime", "Timetables", "Transit", "TransitModel"]),
    ]
    return imports.map { module in
        .target(
            name: module.name, dependencies: module.of.map { .byName(name: $0) },
            swiftSettings: settings)
    }
}
