package import Diary
import Foundation

/// The configuration of travel diaries.
package struct DiarySettings: Sendable, Equatable {
    /// The source of the thresholds, a path or an address; nil takes the defaults.
    package var sensing: String?
    /// Whether anybody may begin a personal diary without a study's code.
    package var allowsPersonal = true
    /// The time for which one phone's data for a sealed diary is collected into one object.
    package var collect = Duration.seconds(900)
    /// The number of fixes and motions from which on a diary takes no more on a day.
    package var recordsPerDay = DiaryIntake.Settings().recordsPerDay
    /// The configured parts of the bucket; see ``bucket``.
    package var parts = BucketSettings()

    package init() {}

    /// The bucket for sealed diaries; nil if none is configured.
    var bucket: BucketSettings? { parts == BucketSettings() ? nil : parts }
}

/// The configuration of the bucket for sealed diaries.
package struct BucketSettings: Sendable, Equatable {
    /// The storage service's address, as in `https://s3.eu-central-1.amazonaws.com`.
    package var endpoint: String?
    /// The bucket's name.
    package var name: String?
    /// The region in signatures.
    package var region = "us-east-1"
    /// The form of the bucket's name in requests.
    package var style = BucketAddress.Style.path
    /// The file with the credentials, in the format of the AWS command line.
    package var keyFile: String?

    package init() {}

    private static let maximumKeyFile = 64 * 1024

    /// Returns the bucket's address.
    ///
    /// - Throws: A `SettingFailure` if a setting is missing or invalid.
    func address() throws(SettingFailure) -> BucketAddress {
        guard let endpoint, let name, keyFile != nil else {
            throw SettingFailure(
                description: "A bucket needs 'diary.bucket.endpoint', 'diary.bucket.name' and "
                    + "'diary.bucket.key-file'.")
        }
        guard
            let address = BucketAddress(
                endpoint: endpoint, bucket: name, region: region, style: style)
        else {
            throw SettingFailure(
                description:
                    "'diary.bucket.endpoint' and 'diary.bucket.name' do not name a valid bucket.")
        }
        return address
    }

    /// Reads the credentials from the key file.
    ///
    /// - Throws: A `SettingFailure` if the file cannot be read or has no credentials.
    func credentials() throws(SettingFailure) -> StorageCredentials {
        let path = keyFile ?? ""
        guard let data = SmallFile.start(of: path, limit: Self.maximumKeyFile) else {
            throw SettingFailure(description: SmallFile.unreadableKey(path))
        }
        guard let credentials = StorageCredentials(file: String(decoding: data, as: UTF8.self))
        else {
            throw SettingFailure(
                description: "The key file '\(path)' must contain 'aws_access_key_id = …' and "
                    + "'aws_secret_access_key = …'.")
        }
        return credentials
    }
}
