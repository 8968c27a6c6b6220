package import JSONWriting
import NetworkAPI

/// An operation of Takt's own API, as OpenAPI describes it.
package struct APIOperation: Sendable {
    /// The HTTP method, as in `get`.
    package let method: String
    /// The path with parameters in braces, as in `/api/v1/stops/{id}`.
    package let path: String
    /// What it does, in a sentence; further sentences are details.
    package let text: String
    let access: Access
    let parameters: [APIParameter]
    /// The request's body; nil for none.
    let body: JSONSchema?
    /// The responses by status, except problems; nil for responses without a body.
    package let answers: [Int: JSONType?]
    /// The statuses of responses that are problems.
    let problems: Set<Int>
    let mediaType: String

    /// The clients that may use an operation.
    package enum Access: Sendable {
        case everybody
        case riders
        /// Participants of a study, and its researchers.
        case participants
        case operators

        /// The name of the token's security scheme in the document.
        var scheme: String {
            switch self {
            case .everybody, .riders: "rider"
            case .participants: "participant"
            case .operators: "operator"
            }
        }
    }

    /// Describes an operation; the responses common to its kind are added.
    package init(
        _ method: String, _ path: String, _ text: String, access: Access = .everybody,
        _ parameters: [APIParameter] = [], body: JSONSchema? = nil, answers: [Int: JSONType?],
        mediaType: String = "application/json", problems: [Int] = []
    ) {
        self.method = method
        self.path = path
        self.text = text
        self.access = access
        self.parameters = parameters
        self.body = body
        self.mediaType = mediaType
        // Requests that cannot be parsed get these answers, whatever their path.
        var others = problems + [400, 429, 431]
        if access != .everybody { others.append(401) }
        if access == .operators { others.append(403) }
        if access == .riders || access == .participants { others += [503] }
        if body != nil { others += [413, 422] }
        self.problems = Set(others).subtracting(answers.keys)
        let isCached = method == "get" && access == .everybody
        self.answers = isCached ? answers.merging([304: nil]) { stated, _ in stated } : answers
    }

    /// What requests and responses contain.
    var types: [JSONType] {
        [body.map(JSONType.object), Self.problem].compactMap(\.self)
            + answers.values.compactMap(\.self)
    }

    private static let problem = JSONType.object(ProblemBody.schema)

    /// The operation as an OpenAPI object.
    var description: JSONValue {
        var object: [String: JSONValue] = [
            "operationId": .text(operationID), "summary": .text(summary),
            "tags": [.text(tag)],
            "responses": .object(responses),
        ]
        if summary != text {
            object["description"] = .text(String(text.dropFirst(summary.count + 1)))
        }
        let names = path.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
        let all = names.map { APIParameter.path($0) } + parameters
        if !all.isEmpty { object["parameters"] = .list(all.map(\.description)) }
        if access != .everybody {
            object["security"] = [.object([access.scheme: []])]
        }
        if let body {
            object["requestBody"] = [
                "required": true,
                "content": ["application/json": ["schema": APISchemas.value(.object(body))]],
            ]
        }
        return .object(object)
    }

    /// The first sentence.
    private var summary: String {
        let end = text.indices.first { text[$0...].hasPrefix(". ") }
        return end.map { String(text[...$0]) } ?? text
    }

    private var tag: String {
        let words = path.split(separator: "/")
        return words.count > 2 ? String(words[2].prefix { $0 != "." }) : "api"
    }

    private var operationID: String {
        method
            + path.split { !$0.isLetter && !$0.isNumber }.dropFirst(2)
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private var responses: [String: JSONValue] {
        var all: [String: JSONValue] = [:]
        for (status, type) in answers { all["\(status)"] = response(status, type, mediaType) }
        for status in problems {
            all["\(status)"] = response(status, Self.problem, "application/problem+json")
        }
        return all
    }

    private func response(_ status: Int, _ type: JSONType?, _ mediaType: String) -> JSONValue {
        var object: [String: JSONValue] = ["description": .text(Self.words[status] ?? "An answer.")]
        if let type {
            object["content"] = .object([mediaType: ["schema": APISchemas.value(type)]])
        }
        var headers: [String: JSONValue] = [
            "X-Request-Id": ["schema": ["type": "string"], "description": "Names the request."]
        ]
        if status == 429 || status == 503 {
            headers["Retry-After"] = [
                "schema": ["type": "integer"], "description": "Seconds to wait.",
            ]
        }
        object["headers"] = .object(headers)
        return .object(object)
    }

    private static let words: [Int: String] = [
        200: "What was asked for.", 201: "It was made.", 202: "It is being done.",
        204: "It is done.", 304: "Nothing changed since the answer with that tag.",
        400: "Something cannot be understood; `detail` says what would be right.",
        401: "A token is missing or lets nobody in.", 403: "Nobody is let in here.",
        404: "There is no such thing.", 409: "It does not fit what there is.",
        410: "It is gone for good.", 413: "The body is larger than allowed.",
        422: "Understood, but not possible; `detail` says why.",
        429: "Too many requests; wait as long as `Retry-After` says.",
        431: "The address or a header is too long.",
        503: "The server carries as much as it may; try again later.",
    ]
}

/// A parameter of an operation.
package struct APIParameter: Sendable {
    let name: String
    let place: String
    let isRequired: Bool
    let schema: JSONValue
    let text: String

    static func path(_ name: String) -> APIParameter {
        APIParameter(
            name: name, place: "path", isRequired: true,
            schema: ["type": "string", "minLength": 1, "maxLength": 1000], text: "The id.")
    }

    /// Returns a text parameter of the query.
    package static func text(
        _ name: String, _ text: String, isRequired: Bool = false, example: String? = nil
    ) -> APIParameter {
        // Requests with longer lines are refused before they are parsed.
        var schema: [String: JSONValue] = ["type": "string", "maxLength": 200]
        if let example { schema["examples"] = [.text(example)] }
        return APIParameter(
            name: name, place: "query", isRequired: isRequired, schema: .object(schema), text: text)
    }

    /// Returns a repeated text parameter of the query.
    package static func texts(_ name: String, _ text: String, maximum: Int) -> APIParameter {
        APIParameter(
            name: name, place: "query", isRequired: false,
            schema: [
                "type": "array", "items": ["type": "string", "maxLength": 50],
                "maxItems": .number(maximum),
            ],
            text: text)
    }

    /// Returns an integer parameter of the query.
    package static func number(_ name: String, _ range: ClosedRange<Int>, _ text: String)
        -> APIParameter
    {
        APIParameter(
            name: name, place: "query", isRequired: false,
            schema: [
                "type": "integer", "minimum": .number(range.lowerBound),
                "maximum": .number(range.upperBound),
            ], text: text)
    }

    /// Returns a query parameter with a fixed set of words.
    package static func choice(_ name: String, _ words: [String], _ text: String) -> APIParameter {
        APIParameter(
            name: name, place: "query", isRequired: false,
            schema: ["type": "string", "enum": .list(words.map { .text($0) })], text: text)
    }

    var description: JSONValue {
        [
            "name": .text(name), "in": .text(place), "required": .flag(isRequired),
            "schema": schema, "description": .text(text),
        ]
    }
}
