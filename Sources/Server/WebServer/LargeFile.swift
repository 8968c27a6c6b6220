import Foundation
import HTTPTypes
import Hummingbird

/// A file that is too large for memory, such as a map in one `.pmtiles` file: read piece by piece
/// when it is asked for, usually in ranges.
struct LargeFile: Sendable {
    let path: String
    let contentType: String

    /// The whole file, the part asked for, 304, or 416 if the part lies beyond the end.
    ///
    /// Throws a problem if the file is gone.
    func response(
        to request: Request, cacheControl: String, files: FileIO, context: TaktRequestContext
    ) async throws -> Response {
        // Looked up each time, because such files are replaced while the server runs.
        guard let version = FileVersion(path: path) else {
            throw Problem.notFound("The file of this address is gone.")
        }
        var headers = HTTPFields()
        headers[.eTag] = version.tag
        headers[.acceptRanges] = "bytes"
        headers[.cacheControl] = cacheControl
        if let known = request.headers[.ifNoneMatch], EntityTags.match(version.tag, in: known) {
            return Response(status: .notModified, headers: headers)
        }
        switch RangeRequests.wish(request, tag: version.tag, size: version.size) {
        case .whole:
            headers[.contentType] = contentType
            headers[.contentLength] = "\(version.size)"
            guard request.method != .head else {
                return Response(status: .ok, headers: headers)
            }
            return Response(
                status: .ok, headers: headers,
                body: try await files.loadFile(path: path, context: context))
        case .part(let part):
            var response = head(.part(part), version, cacheControl)
            response.body = try await files.loadFile(
                path: path, range: part.lowerBound...(part.upperBound - 1), context: context)
            return response
        case .unsatisfiable:
            return head(.unsatisfiable, version, cacheControl)
        }
    }

    private func head(
        _ wish: RangeRequests.Wish, _ version: FileVersion, _ cacheControl: String
    ) -> Response {
        RangeRequests.head(
            of: wish, size: version.size, tag: version.tag, contentType: contentType,
            cacheControl: cacheControl)
    }
}

/// What a file is known by while it stays the same.
///
/// Content is not hashed, which would read gigabytes; whoever replaces a file changes its time or its
/// number.
struct FileVersion {
    /// In bytes.
    let size: Int
    /// A strong entity tag.
    let tag: String

    /// Looks at a file, or at the one that a link leads to; nil for folders and the like.
    init?(path: String) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = (attributes[.size] as? NSNumber)?.intValue,
            let time = attributes[.modificationDate] as? Date
        else { return nil }
        let number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
        let parts = [number, time.timeIntervalSince1970.bitPattern, UInt64(size)]
        self.size = size
        tag = "\"" + parts.map { String($0, radix: 36) }.joined(separator: "-") + "\""
    }
}
