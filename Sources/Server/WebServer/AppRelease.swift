import Crypto
import Foundation
import TransitModel

/// Everything that one release of the web app consists of, named by one digest.
///
/// Its files are served as immutable below `/release/<digest>/`, and its page and its worker name
/// them so: a page that is open goes on with its own files, which its worker keeps, when a newer
/// release is served. Comments are left out of modules and style sheets; lines keep their numbers.
struct AppRelease {
    /// 16 hexadecimal digits; another when any file is.
    let digest: String
    /// What the app loads and its page, by their paths from the root of the site.
    let files: [String: Data]
    /// The page, which names the release.
    var page: Data? { files[Self.page] }
    /// The files of third parties that the app needs and that are not there: icons, the map.
    let lacking: [String]
    /// The worker, which has the digest and the list of the files; nil if there is none.
    let worker: Data?

    /// The folders whose files the app loads.
    private static let folders = ["/app/", "/icons/", "/vendor/"]
    private static let page = "/index.html"
    /// What `scripts/web-vendor` installs, by the path from the root of the site.
    private static let vendored = [
        "/vendor/icons.svg", "/vendor/inter.woff2", "/vendor/maplibre-gl.css",
        "/vendor/maplibre-gl.js",
    ]
    /// Where the worker is, which is not loaded as a part of a release.
    static let workerPath = "/service-worker.js"
    /// What the worker says before a server wrote the release into it.
    private static let unwritten = #"const RELEASE = { digest: "", files: {} };"#

    /// Makes a release of a site's files, by their paths from its root.
    init(_ contents: [String: Data]) {
        var (files, whole) = ([String: Data](), SHA256())
        var list: [String] = []
        for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            let isLoaded = Self.folders.contains { path.hasPrefix($0) }
            guard isLoaded || path == Self.page || path == Self.workerPath else { continue }
            let bytes = isLoaded ? Self.withoutComments(bytes, path: path) : bytes
            let digest = SHA256.hash(data: bytes)
            whole.update(data: Data("\(path)\n".utf8))
            whole.update(data: Data(digest))
            guard isLoaded else { continue }
            files[path] = bytes
            list.append("  \"\(path)\": \"\(Self.text(digest, bytes: 6))\",")
        }
        let digest = Self.text(whole.finalize(), bytes: 8)
        let lacking = Self.vendored.filter { contents[$0] == nil }
        files[Self.page] = contents[Self.page].map { page in
            let page =
                lacking.isEmpty
                ? page : Self.replacing("<html ", by: "<html data-lacks=\"vendor\" ", in: page)
            return ["/app/", "/vendor/"].reduce(page) { page, folder in
                Self.replacing("=\"\(folder)", by: "=\"/release/\(digest)\(folder)", in: page)
            }
        }
        self.lacking = lacking
        let written = """
            const RELEASE = { digest: "\(digest)", files: {
            \(list.joined(separator: "\n"))
            } };
            """
        worker = contents[Self.workerPath].map {
            Self.replacing(Self.unwritten, by: written, in: $0)
        }
        self.digest = digest
        self.files = files
    }

    /// The path from the root of the site of an address below this release's, nil for all others.
    func path(of address: String) -> String? {
        let prefix = "/release/\(digest)"
        return address.hasPrefix(prefix + "/") ? String(address.dropFirst(prefix.count)) : nil
    }

    /// A module or style sheet without the comments that begin a line.
    ///
    /// What begins so within a text is taken for a comment too; a test of the app finds such texts.
    static func withoutComments(_ bytes: Data, path: String) -> Data {
        guard path.hasPrefix("/app/"), path.hasSuffix(".js") || path.hasSuffix(".css") else {
            return bytes
        }
        var isInside = false
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { line -> Substring in
                var rest = line.drop { $0 == " " }
                if !isInside, rest.hasPrefix("//"), path.hasSuffix(".js") { return "" }
                while isInside || rest.hasPrefix("/*") {
                    guard let end = rest.range(of: "*/") else {
                        isInside = true
                        return ""
                    }
                    isInside = false
                    rest = rest[end.upperBound...].drop { $0 == " " }
                }
                return rest
            }
        return Data(lines.joined(separator: "\n").utf8)
    }

    private static func replacing(_ old: String, by new: String, in bytes: Data) -> Data {
        Data(String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
    }

    private static func text(_ digest: SHA256.Digest, bytes: Int) -> String {
        digest.prefix(bytes).hexText
    }
}
