import Testing

@testable import TaktApp

/// What problems of a configuration show of its values.
struct ShownValueTests {
    @Test(arguments: [
        (
            "store.url", "postgresql://takt:s3 cr@e?t@db.example/takt",
            "an address without a password, as in postgresql://takt@db.example/takt, not "
                + "'postgresql://…@db.example/takt'."
        ),
        (
            "mail.server", "takt:s3cret@mail.example:587",
            "an address as in smtp://mail.takt.example:587 or smtps://..., not '…@mail.example:587'."
        ),
        (
            "geocoder.url", "https://places.example/api?key=s3cret",
            "an http or https address with {query} in it, as in "
                + "https://photon.example/api?q={query}&limit={limit}&lang={language}, not "
                + "'https://places.example/api?…'."
        ),
        (
            "mail.from", "nobody",
            "a mailbox, as in takt@takt.example, not 'nobody'."
        ),
        ("mail.password-file", "s3cret\0", "a path."),
    ])
    func `a secret is not repeated`(key: String, value: String, sentence: String) throws {
        let parts = key.split(separator: ".")
        let quoted = "\"" + value.replacing("\0", with: "\\0") + "\""
        #expect(
            try ConfigurationFolder("\(parts[0]): {\(parts[1]): \(quoted)}").problems() == [
                "takt.yml, line 1: '\(key)' must be " + sentence
            ])
        let name = ConfigurationKey.all.first { $0.name == key }?.environmentName ?? ""
        #expect(
            try ConfigurationFolder("").problems(environment: [name: value])
                == ["\(name): must be " + sentence])
    }

    @Test func `a number in place of a password's file is not repeated`() throws {
        let problems = try ConfigurationFolder("mail: {password-file: 12345678}").problems()
        #expect(problems == ["takt.yml, line 1: 'mail.password-file' must be a path."])
    }
}
