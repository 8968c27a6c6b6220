import Foundation

/// The name and the secret of an identity at an object store, which may put objects and nothing
/// else.
package struct StorageCredentials: Hashable, Sendable {
    /// The access key id.
    package let accessKeyID: String
    /// The secret access key.
    let secret: String

    /// An identity.
    package init(accessKeyID: String, secret: String) {
        self.accessKeyID = accessKeyID
        self.secret = secret
    }

    /// Reads a file as the AWS command line keeps it: `aws_access_key_id = …` and
    /// `aws_secret_access_key = …`, the first section that has both.
    ///
    /// nil if one of them is missing.
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
