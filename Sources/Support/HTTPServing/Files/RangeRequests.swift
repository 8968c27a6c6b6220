import HTTPTypes
package import Hummingbird

/// Parses range requests for parts of a file (RFC 9110, one range).
enum RangeRequests {
    /// The part of a file to send.
    enum RequestedRange: Equatable {
        /// The whole file, as without a `Range` header.
        case whole
        /// The bytes at these positions; never empty.
        case part(Range<Int>)
        /// None, because the range is beyond the end.
        case unsatisfiable
    }

    /// Returns the part that a request wants of a file of `size` bytes with a strong tag.
    static func range(_ request: Request, tag: String, size: Int) -> RequestedRange {
        guard request.method == .get, let header = request.headers[.range] else { return .whole }
        // A client that has part of another version must start again. Dates are never sent, so none
        // can match.
        if let condition = request.headers[.ifRange], condition != tag { return .whole }
        return range(header, size: size)
    }

    /// Returns the part for a `Range` header; an invalid header is ignored.
    static func range(_ header: String, size: Int) -> RequestedRange {
        guard header.hasPrefix("bytes="), !header.contains(",") else { return .whole }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return .whole }
        if ends[0].isEmpty {
            guard let count = Int(ends[1]), count >= 0 else { return .whole }
            return count == 0 || size == 0
                ? .unsatisfiable : .part(max(0, size - count)..<size)
        }
        guard let first = Int(ends[0]), first >= 0 else { return .whole }
        let last = ends[1].isEmpty ? size - 1 : Int(ends[1]) ?? -1
        guard last >= first || first >= size else { return .whole }
        return first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
    }

    /// Returns the head of a partial answer: 206 or 416.
    static func head(
        of range: RequestedRange, size: Int, tag: String, contentType: String, cacheControl: String
    ) -> Response {
        var headers = HTTPFields()
        headers[.eTag] = tag
        headers[.acceptRanges] = "bytes"
        headers[.cacheControl] = cacheControl
        guard case .part(let part) = range else {
            headers[.cacheControl] = CachePolicy.none
            headers[.contentRange] = "bytes */\(size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentType] = contentType
        headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
        headers[.contentLength] = "\(part.count)"
        return Response(status: .partialContent, headers: headers)
    }
}

extension CachedBody {
    /// Returns the whole file, the requested part, or 416 if the part is beyond the end.
    package func rangeResponse(to request: Request, cacheControl: String) -> Response {
        let size = bytes.readableBytes
        let range = RangeRequests.range(request, tag: tag, size: size)
        if case .whole = range {
            var response = response(to: request, cacheControl: cacheControl)
            response.headers[.acceptRanges] = "bytes"
            return response
        }
        var response = RangeRequests.head(
            of: range, size: size, tag: tag, contentType: contentType, cacheControl: cacheControl)
        // The whole file may be sent compressed.
        response.headers[.vary] = "Accept-Encoding"
        if case .part(let part) = range,
            let slice = bytes.getSlice(at: part.lowerBound, length: part.count)
        {
            response.body = ResponseBody(byteBuffer: slice)
        }
        return response
    }
}
