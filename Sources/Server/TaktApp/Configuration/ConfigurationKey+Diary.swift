import Diary

extension ConfigurationKey {
    /// The keys of travel diaries.
    static let diary: [ConfigurationKey] = [
        ConfigurationKey(
            name: "diary.sensing", notation: .text, expected: "a path, or an http or https address"
        ) { value, folder, configuration in
            let isAddress = value.hasPrefix("http://") || value.hasPrefix("https://")
            let source = isAddress ? value : resolvedPath(value, in: folder)
            guard let source else { return false }
            configuration.diary.sensing = source
            return true
        },
        duration("diary.collect", 1...3600) { $1.diary.collect = $0 },
        number("diary.records-per-day", 1000...1_000_000_000) { $1.diary.recordsPerDay = $0 },
        word("diary.personal", ["everybody": true, "nobody": false]) {
            $1.diary.allowsPersonal = $0
        },
        text(
            "diary.bucket.endpoint",
            "an http or https address, as in https://s3.eu-central-1.amazonaws.com",
            // Any bucket name serves to validate the address.
            { isBucket(endpoint: $0) ? $0 : nil }
        ) { $1.diary.parts.endpoint = $0 },
        text(
            "diary.bucket.name", "3 to 63 lower-case letters, digits, hyphens and dots",
            { isBucket(name: $0) ? $0 : nil }
        ) { $1.diary.parts.name = $0 },
        text(
            "diary.bucket.region", "a region, as in eu-central-1",
            { text in
                let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
                return isPlain && (1...60).contains(text.utf8.count) ? text : nil
            }
        ) { $1.diary.parts.region = $0 },
        text(
            "diary.bucket.style", "one of path, virtual-host",
            { BucketAddress.Style(rawValue: $0) }
        ) { $1.diary.parts.style = $0 },
        path("diary.bucket.key-file", \.diary.parts.keyFile),
    ]

    private static func isBucket(
        endpoint: String = "https://store", name: String = "bucket"
    ) -> Bool {
        BucketAddress(endpoint: endpoint, bucket: name, region: "x", style: .path) != nil
    }
}
