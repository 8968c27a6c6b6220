package import Diary
import Foundation

/// What an operator decided about travel diaries.
package struct DiarySettings: Sendable, Equatable {
    /// Where the thresholds come from, a path or an address; nil takes the defaults.
    package var sensing: String?
    /// Whether anybody may begin a diary of their own without a study's code.
    package var allowsPersonal = true
    /// For so long what one phone sends of a sealed diary is collected for one object.
    package var collect = Duration.seconds(900)
    /// What is told of the bucket; see ``bucket``.
    package var parts = BucketSettings()

    /// The defaults.
    package init() {}

    /// The bucket that sealed diaries go to; nil if none is named at all.
    var bucket: BucketSettings? { parts == BucketSettings() ? nil : parts }
}

/// The bucket that sealed diaries go to.
package struct BucketSettings: Sendable, Equatable {
    /// The store's address, as in `https://s3.eu-central-1.amazonaws.com`.
    package var endpoint: String?
    /// The bucket's name.
    package var name: String?
    /// The region that signatures name.
    package var region = "us-east-1"
    /// How requests name the bucket.
    package var style = BucketAddress.Style.path
    /// The file with the credentials, in the form of the AWS command line.
    package var keyFile: String?

    /// Nothing told.
    package init() {}

    /// Why a bucket cannot be used.
    package struct Failure: Error, CustomStringConvertible {
        /// One sentence for people.
        package let description: String
    }

    private static let maximumKeyFile = 64 * 1024

    func address() throws(Failure) -> BucketAddress {
        guard let endpoint, let name, keyFile != nil else {
            throw Failure(
                description: "A bucket needs 'diary.bucket.endpoint', 'diary.bucket.name' and "
                    + "'diary.bucket.key-file'.")
        }
        guard
            let address = BucketAddress(
                endpoint: endpoint, bucket: name, region: region, style: style)
        else {
            throw Failure(
                description: "'diary.bucket.endpoint' and 'diary.bucket.name' name no bucket.")
        }
        return address
    }

    func credentials() throws(Failure) -> StorageCredentials {
        let path = keyFile ?? ""
        guard let data = SmallFile.start(of: path, limit: Self.maximumKeyFile) else {
            throw Failure(description: "The key file '\(path)' cannot be read.")
        }
        guard let credentials = StorageCredentials(file: String(decoding: data, as: UTF8.self))
        else {
            throw Failure(
                description: "The key file '\(path)' must hold 'aws_access_key_id = …' and "
                    + "'aws_secret_access_key = …'.")
        }
        return credentials
    }
}
