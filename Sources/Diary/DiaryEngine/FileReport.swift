package import JSONWriting
package import PhoneRecords

/// What was read from a file, with the names that `takt diary import --json` uses.
package struct FileReport: JSONObject {
    let format: String
    let fixes: Int
    let motions: Int
    /// The number of records that were left out, by reason.
    let skipped: [String: Int]

    package init(_ format: PhoneFile, _ trace: PhoneTrace) {
        self.format = format.rawValue
        fixes = trace.fixes.count
        motions = trace.motions.count
        var skipped: [String: Int] = [:]
        for (reason, count) in trace.skipped { skipped[reason.rawValue] = count }
        self.skipped = skipped
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("fixes", fixes)
        json.member("format", format)
        json.member("motions", motions)
        json.member("skipped", skipped)
    }
}

/// Why a file was refused, as a problem object (RFC 9457) whose members say what was wrong where.
package struct FileProblem: JSONObject {
    private let error: PhoneFormatError

    package init(_ error: PhoneFormatError) { self.error = error }

    package func writeMembers(to json: inout JSONText) {
        json.member("detail", error.description)
        switch error {
        case .missingColumns(let columns):
            json.member("columns", columns)
            json.member("kind", "missing-columns")
        case .unknownFormat:
            json.member("kind", "unknown-format")
        case .compressed:
            json.member("kind", "compressed")
        case .malformed(let format, _, let line):
            json.member("format", format)
            json.member("kind", "malformed")
            json.member("line", line)
        case .tooLong(let limitBytes):
            json.member("kind", "too-long")
            json.member("limitBytes", limitBytes)
        }
    }
}
