/// The modules in Package.swift, read from its text.
struct Manifest {
    /// Each module of `Sources` with its dependencies on modules and products.
    let dependencies: [ModulePlace: Set<String>]
    /// Modules that wrap C libraries and contain no Swift code.
    let systemLibraries: [ModulePlace]

    init(text: String) {
        let products = Self.products(in: text)
        var dependencies: [ModulePlace: Set<String>] = [:]
        for call in Self.calls(of: "module(", in: text) {
            let quoted = Self.quoted(call)
            guard quoted.count >= 2, let list = call.firstIndex(of: "[") else { continue }
            let place = ModulePlace(slice: quoted[1], module: quoted[0])
            dependencies[place] = Self.list(call[list...], products)
        }
        for call in Self.calls(of: ".executableTarget(", in: text) {
            guard let place = Self.place(of: call), let start = call.range(of: "dependencies: [")
            else { continue }
            let end = call[start.upperBound...].firstIndex(of: "]") ?? call.endIndex
            dependencies[place] = Self.list(call[start.upperBound..<end], products)
        }
        self.dependencies = dependencies
        systemLibraries = Self.calls(of: ".systemLibrary(", in: text).compactMap(Self.place(of:))
    }

    /// All modules that Package.swift declares.
    var modules: Set<ModulePlace> { Set(dependencies.keys).union(systemLibraries) }

    /// `let crypto = Target.Dependency.product(name: "Crypto", ...)`: crypto -> Crypto.
    private static func products(in text: String) -> [String: String] {
        var products: [String: String] = [:]
        for part in text.split(separator: "\nlet ", omittingEmptySubsequences: false).dropFirst() {
            guard let equals = part.range(of: " = Target.Dependency.product("),
                let name = quoted(part[equals.upperBound...]).first
            else { continue }
            products[String(part[..<equals.lowerBound])] = name
        }
        return products
    }

    private static func place(of call: Substring) -> ModulePlace? {
        let path = quoted(call).first { $0.hasPrefix("Sources/") }?.split(separator: "/")
        guard let path, path.count == 3 else { return nil }
        return ModulePlace(slice: String(path[1]), module: String(path[2]))
    }

    private static func list(_ text: Substring, _ products: [String: String]) -> Set<String> {
        let names = SwiftText.words(SwiftText.codeOnly(String(text))).compactMap { products[$0] }
        return Set(quoted(text)).union(names)
    }

    private static func quoted(_ text: Substring) -> [String] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
    }

    /// Returns the arguments of every call; a declaration of that name is skipped.
    private static func calls(of opening: String, in text: String) -> [Substring] {
        var calls: [Substring] = []
        var rest = text[...]
        while let found = rest.range(of: opening) {
            let before = rest[..<found.lowerBound]
            rest = rest[found.upperBound...]
            var depth = 1
            var end = rest.startIndex
            while end < rest.endIndex {
                if rest[end] == "(" { depth += 1 }
                if rest[end] == ")" { depth -= 1 }
                if depth == 0 { break }
                end = rest.index(after: end)
            }
            let isCall = before.last.map { $0.isWhitespace } ?? true
            if isCall, !before.hasSuffix("func ") { calls.append(rest[..<end]) }
        }
        return calls
    }
}
