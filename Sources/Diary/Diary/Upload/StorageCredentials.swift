import Foundation

/// The credentials of an identity at an object store, which may only put objects.
package struct StorageCredentials: Hashable, Sendable {
    package let accessKeyID: String
    let secret: String

    package init(accessKeyID: String, secret: String) {
        self.accessKeyID = accessKeyID
        self.secret = secret
    }

    /// Parses a credentials file of the AWS command line: `aws_access_key_id = …` and
    /// `aws_secret_access_key = …`, from the first section that has both.
    ///
    /// Nil if one of them is missing.
    package init?(file text: String) {
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard parts.count == 2, !parts[1].isEmpty, values[parts[0].lowercased()] == nil
            else { continue }
            values[parts[0].lowercased()] = parts[1]
        }
        guard let id = values["aws_access_key_id"], let secret = values["aws_secret_access_key"]
        else { return nil }
        self.init(accessKeyID: id, secret: secret)
    }
}
