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
        text("diary.personal", "one of everybody, nobody") { value, configuration in
            guard ["everybody", "nobody"].contains(value) else { return false }
            configuration.diary.allowsPersonal = value == "everybody"
            return true
        },
        text(
            "diary.bucket.endpoint",
            "an http or https address, as in https://s3.eu-central-1.amazonaws.com"
        ) { value, configuration in
            // Any bucket name serves to validate the address.
            let address = BucketAddress(
                endpoint: value, bucket: "bucket", region: "x", style: .path)
            guard address != nil else { return false }
            configuration.diary.parts.endpoint = value
            return true
        },
        text(
            "diary.bucket.name", "3 to 63 lower-case letters, digits, hyphens and dots"
        ) { value, configuration in
            let address = BucketAddress(
                endpoint: "https://store", bucket: value, region: "x", style: .path)
            guard address != nil else { return false }
            configuration.diary.parts.name = value
            return true
        },
        text("diary.bucket.region", "a region, as in eu-central-1") { value, configuration in
            guard (1...60).contains(value.utf8.count),
                value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
            else { return false }
            configuration.diary.parts.region = value
            return true
        },
        text("diary.bucket.style", "one of path, virtual-host") { value, configuration in
            guard let style = BucketAddress.Style(rawValue: value) else { return false }
            configuration.diary.parts.style = style
            return true
        },
        path("diary.bucket.key-file", \.diary.parts.keyFile),
    ]
}
