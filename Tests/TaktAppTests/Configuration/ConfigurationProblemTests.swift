import Foundation
import Testing

@testable import TaktApp

/// Problems of a configuration are reported with their line and the expected value.
struct ConfigurationProblemTests {
    private static let feeds =
        "1 to 1000 addresses that begin with http:// or https://, each with an id before it if you like, "
        + "as in town=https://…, of 1 to 40 letters, digits, dots, hyphens and underlines, a letter or "
        + "digit first"
    private static let kinds = SourceSettings.Kind.allCases.map(\.rawValue).joined(separator: ", ")

    @Test(arguments: [
        (
            "[town=https://a.example/a.zip, town=https://a.example/b.zip]",
            "two feeds of 'feed.urls' have the id 'town'; each needs its own."
        ),
        (
            "[a=https://a.example/a.zip?key=k, b=https://a.example/a.zip?key=k]",
            "'feed.urls' names https://a.example/a.zip twice."
        ),
    ])
    func `two feeds may share neither id nor address`(urls: String, sentence: String) throws {
        let problems = try ConfigurationFolder("feed: {urls: \(urls)}").problems()
        #expect(
            problems.count == 1 && problems[0].hasSuffix("takt.yml: " + sentence), "\(problems)")
    }

    @Test(arguments: [
        ("listn: localhost:80", "'listn' is not a key here; did you mean 'listen'?"),
        ("publicurl: http://a", "'publicurl' is not a key here; did you mean 'public-url'?"),
        ("Network: a", "'Network' is not a key here; did you mean 'network'?"),
        (
            "colour: red",
            "'colour' is not a key here; the keys are alerts, campus, data, diary, feed, geocoder, "
                + "limits, listen, log-level, look, mail, map, name, network, operator, proxies, "
                + "public-url, push, retention, sources, store, streets, tls, web."
        ),
        (
            "limits: {steams: 1}", "'steams' is not a key here; did you mean 'streams'?"
        ),
        (
            "limits.streams: 1",
            "'limits.streams' is written in two lines here: 'limits:', and below it, indented, "
                + "'streams:' with its value."
        ),
        ("limits.steams: 1", "'limits.steams' is not a key here; the keys are "),
        ("1: a", "'1' is not a key here; the keys are "),
        ("[a]: b", "a list is not a key here; the keys are "),
    ])
    func `an unknown key is refused`(text: String, sentence: String) throws {
        let problems = try ConfigurationFolder("# first\n" + text).problems()
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("takt.yml, line 2: " + sentence) == true, "\(problems)")
    }

    @Test(arguments: [
        ("network: 5", "'network' must be a path, not '5'."),
        ("network:", "'network' must be a path, not nothing."),
        ("network: ''", "'network' must be a path, not ''."),
        ("network: [a, b]", "'network' must be a path, not a list."),
        ("push: {reach: home}", "'push.reach' must be one of public, anywhere, not 'home'."),
        (
            "mail: {from: nobody}",
            "'mail.from' must be a mailbox, as in takt@takt.example, not 'nobody'."
        ),
        (
            "tls: {certificate: ''}", "'tls.certificate' must be a path, not ''."
        ),
        ("web: no", "'web' must be a path, not 'no'."),
        (
            "look: {colour: purple}",
            "'look.colour' must be a colour in quotes, as in \"#8a1c4a\", not 'purple'."
        ),
        (
            "look: {imprint: legal.html}",
            "'look.imprint' must be an http or https address, as in https://town.example/legal, not 'legal.html'."
        ),
        (
            "look: {logo: none.png}",
            "'look.logo' must be a file of at most 256 kB with an SVG image without scripts, or with a "
                + "square PNG image of 192 to 1024 pixels, not 'none.png'."
        ),
        (
            "look: {name: ''}", "'look.name' must be a name of at most 40 characters, not ''."
        ),
        (
            "look: {name: \"a\\nb\"}",
            "'look.name' must be a name of at most 40 characters, not 'a b'."
        ),
        ("name: '  '", "'name' must be a name of at most 100 characters, not '  '."),
        (
            "push: {contact: 'https://'}",
            "'push.contact' must be an address for push services to reach you, as in "
                + "mailto:operator@takt.example, not 'https://'."
        ),
        (
            "diary: {bucket: {endpoint: 'https://store.example:70000'}}",
            "'diary.bucket.endpoint' must be an http or https address, as in "
                + "https://s3.eu-central-1.amazonaws.com, not 'https://store.example:70000'."
        ),
        (
            "public-url: https://takt.example:0",
            "'public-url' must be an http or https address without a path, as in "
                + "https://takt.example, not 'https://takt.example:0'."
        ),
        (
            "feed: {urls: 'https://a.example:99999/feed.zip'}",
            "'feed.urls' must be \(feeds), not 'https://a.example:99999/feed.zip'."
        ),
        (
            "feed: {urls: 'https://me:secret@a.example/'}",
            "'feed.urls' must be \(feeds), not 'https://…@a.example/'."
        ),
        ("name: {a: b}", "'name' must be a name of at most 100 characters, not keys and values."),
        (
            "listen: 8080",
            "'listen' must be an address and a port, as in 127.0.0.1:8080, not '8080'."
        ),
        (
            "listen: localhost",
            "'listen' must be an address and a port, as in 127.0.0.1:8080, not 'localhost'."
        ),
        (
            "public-url: takt.example",
            "'public-url' must be an http or https address without a path, as in "
                + "https://takt.example, not 'takt.example'."
        ),
        (
            "log-level: loud",
            "'log-level' must be one of trace, debug, info, notice, warning, error, critical, "
                + "not 'loud'."
        ),
        ("limits: 5", "'limits' must contain keys and values, not '5'."),
        (
            "limits: {streams: many}",
            "'limits.streams' must be a whole number from 0 to 1000000, not 'many'."
        ),
        (
            "limits: {streams: '5'}",
            "'limits.streams' must be a whole number from 0 to 1000000, not '5'."
        ),
        (
            "limits: {connections: 0}",
            "'limits.connections' must be a whole number from 1 to 1000000, not '0'."
        ),
        (
            "limits: {idle: 10}",
            "'limits.idle' must be a duration with its unit from 1s to 1h, as in 10s or 5m, "
                + "not '10'."
        ),
        (
            "feed: {urls: [https://a.example/feed.zip, nope]}",
            "'feed.urls' must be \(feeds), not 'nope'."
        ),
        (
            "feed: {urls: []}",
            "'feed.urls' must be \(feeds), not an empty list."
        ),
        (
            "feed: {urls: [town=https://a.example/feed.zip, a:b=https://b.example/feed.zip]}",
            "'feed.urls' must be \(feeds), not 'a:b=https://b.example/feed.zip'."
        ),
        (
            "proxies: [10.0.0.2, home]",
            "'proxies' must be 1 to 32 addresses or ranges of proxies, as in 10.0.0.2 or "
                + "172.16.0.0/12, not 'home'."
        ),
        ("- network", "expected keys and values, as in 'listen: 127.0.0.1:8080'."),
        ("sources: {id: a}", "'sources' must be a list, not keys and values."),
    ])
    func `a value of the wrong type is refused`(text: String, sentence: String) throws {
        let problems = try ConfigurationFolder("# first\n\n" + text).problems()
        #expect(problems == ["takt.yml, line 3: " + sentence])
    }

    @Test(arguments: [
        ("kind: geops\nurl: ws://a", "a source needs an 'id'."),
        (
            "id: a\nurl: http://a",
            "a source needs a 'kind': one of \(kinds)."
        ),
        ("id: a\nkind: gtfs-rt", "a source of kind 'gtfs-rt' needs a 'url'."),
    ])
    func `a source that lacks something is refused at its first line`(
        source: String, sentence: String
    ) throws {
        #expect(try problems(ofSource: source) == ["takt.yml, line 2: " + sentence])
    }

    @Test(arguments: [
        (
            "id: Town Hall\nkind: simulate", 2,
            "'id' must be 1 to 40 lower-case letters, digits and hyphens, not 'Town Hall'."
        ),
        (
            "id: a\nkind: gtfsrt\nurl: http://a", 3,
            "'kind' must be one of \(kinds), not 'gtfsrt'; did you mean 'gtfs-rt'?"
        ),
        (
            "id: a\nkind: gtfs-rt\nurl: ws://a/?key=secret", 4,
            "'url' must be an address that begins with http:// or https://."
        ),
        (
            "id: a\nkind: geops\nurl: https://a", 4,
            "'url' must be an address that begins with ws:// or wss://."
        ),
        (
            "id: a\nkind: gtfs-rt\nurl: http://me:secret@a", 4,
            "'url' must not contain a user name or a password; use 'key-file'."
        ),
        (
            "id: a\nkind: gtfs-rt\nurl: http://a\nevery: 15", 5,
            "'every' must be a duration with its unit from 1s to 1d, as in 10s or 5m, not '15'."
        ),
        (
            "id: a\nkind: geops\nurl: ws://a\nevery: 15s", 5,
            "a source of kind 'geops' sends by itself and has no 'every'."
        ),
        (
            "id: a\nkind: gtfs-rt\nurl: http://a\nkey-file: none.key", 5,
            "the key file 'none.key' cannot be read."
        ),
        (
            "id: a\nkind: simulate\nurl: http://a", 4,
            "a source of kind 'simulate' has no 'url'."
        ),
        (
            "id: a\nkind: simulate\nkey-file: a", 4,
            "a source of kind 'simulate' has no 'key-file'."
        ),
        (
            "id: a\nkind: simulate\nkey: secret", 4,
            "'key' is not a key here; the keys are every, feed, folder, id, key-file, key-header, kind, url."
        ),
        (
            "id: a\nkind: simulate\nevry: 5s", 4, "'evry' is not a key here; did you mean 'every'?"
        ),
    ])
    func `a mistake in a source is reported with its line`(
        source: String, line: Int, sentence: String
    ) throws {
        #expect(try problems(ofSource: source) == ["takt.yml, line \(line): " + sentence])
    }

    @Test func `two sources with one id, and two simulations, are refused`() throws {
        let text = """
            sources:
              - {id: a, kind: gtfs-rt, url: "http://a"}
              - {id: a, kind: geops, url: "ws://a"}
              - {id: b, kind: simulate}
              - {id: c, kind: simulate}
            """
        #expect(
            try ConfigurationFolder(text).problems() == [
                "takt.yml, line 3: there is more than one source with the id 'a'.",
                "takt.yml, line 5: only one source can be simulated.",
            ])
    }

    @Test func `everything that is wrong is reported at once`() throws {
        let folder = try ConfigurationFolder(
            "listen: 80\nnam: a\nlimits:\n  streams: x\nsources:\n  - 5\n")
        #expect(
            folder.problems(environment: ["TAKT_LIMITS_IDLE": "soon"]) == [
                "takt.yml, line 1: 'listen' must be an address and a port, as in 127.0.0.1:8080, "
                    + "not '80'.",
                "takt.yml, line 2: 'nam' is not a key here; did you mean 'name'?",
                "takt.yml, line 4: 'limits.streams' must be a whole number from 0 to 1000000, "
                    + "not 'x'.",
                "takt.yml, line 6: a source must be keys and values, not '5'.",
                "TAKT_LIMITS_IDLE: must be a duration with its unit from 1s to 1h, as in 10s or "
                    + "5m, not 'soon'.",
            ])
    }

    @Test(arguments: [
        ("name: 'open\nlisten: a", "takt.yml, line "),
        ("name: a\n\tweb: b", "takt.yml, line 2: this is not well-formed YAML ("),
        (
            "name: a\nweb: b\nname: c",
            "takt.yml, line 1: the same key is given more than once: 'name'."
        ),
        ("name: a: b", "takt.yml, line 1: this is not well-formed YAML ("),
    ])
    func `text that is no YAML is refused`(text: String, sentence: String) throws {
        let problems = try ConfigurationFolder(text).problems()
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix(sentence) == true, "\(problems)")
    }

    @Test func `a value that is too long is not repeated in full`() throws {
        let long = String(repeating: "x", count: 5000)
        let problems = try ConfigurationFolder("listen: " + long).problems()
        #expect(problems.count == 1)
        #expect((problems.first?.count ?? 0) < 200)
    }

    @Test func `a hundred mistakes are cut short`() throws {
        let text = (0..<100).map { "x\($0): 1" }.joined(separator: "\n")
        #expect(try ConfigurationFolder(text).problems().count == 50)
    }

    @Test func `a file that is not there has a problem of its own`() throws {
        let folder = try ConfigurationFolder()
        let path = folder.path("takt.yml")
        #expect {
            try folder.load()
        } throws: { error in
            let failure = error as? ConfigurationFailure
            return failure?.isMissingFile == true
                && failure?.description == "\(path): there is no such file."
        }
    }

    @Test func `a file that is no text, or far too long, is refused`() throws {
        let folder = try ConfigurationFolder()
        try folder.write(Data([0x6e, 0xff, 0xfe]), to: "takt.yml")
        #expect(folder.problems().first?.hasSuffix("this file is not text in UTF-8.") == true)
        try folder.write(Data(repeating: 0x23, count: 300 * 1024), to: "takt.yml")
        #expect(folder.problems().first?.hasSuffix("this file is longer than 256 kB.") == true)
    }

    @Test func `a pipe is read to its end, and not waited for without a writer`() throws {
        let folder = try ConfigurationFolder()
        let path = folder.path("takt.yml")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(SmallFile.start(of: path, limit: 100, timeoutMilliseconds: 0) == nil)
        // What was written stays in the pipe while somebody has it open for reading.
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let writer = try #require(FileHandle(forWritingAtPath: path))
        try writer.write(contentsOf: Data("listen: 127.0.0.1:9".utf8))
        try writer.close()
        #expect(
            SmallFile.start(of: path, limit: 100, timeoutMilliseconds: 0)
                == Data("listen: 127.0.0.1:9".utf8))
    }

    @Test func `a folder is no configuration`() throws {
        let folder = try ConfigurationFolder()
        #expect {
            try Configuration.load(file: folder.url.path, environment: [:])
        } throws: { error in
            (error as? ConfigurationFailure)?.description
                == "\(folder.url.path): this file cannot be read."
        }
    }

    @Test(arguments: ["", "two\nlines", "caf\u{e9}", String(repeating: "k", count: 20_000)])
    func `a key file holds one line of text`(contents: String) throws {
        let folder = try ConfigurationFolder(files: ["a.key": contents])
        let path = folder.path("a.key")
        let source = SourceSettings(
            id: "a", kind: .gtfsRealtime, urls: ["http://a"], keyFile: path, every: nil)
        #expect(
            throws: SettingFailure(
                description: "The key file '\(path)' must contain one line of text.")
        ) {
            try source.key()
        }
    }

    @Test func `an operator's token must not be short, and its file must be there`() throws {
        let folder = try ConfigurationFolder(
            "operator: {token-file: op.token}", files: ["op.token": "fifteen letters\n"])
        let options = TaktApplication.Options(try folder.load())
        let path = folder.path("op.token")
        #expect(
            throws: SettingFailure(
                description: "The operator's token in '\(path)' must have at least 16 characters.")
        ) { try options.operatorGate() }
        try folder.write(Data("sixteen letters!\n".utf8), to: "op.token")
        _ = try options.operatorGate()
        try FileManager.default.removeItem(atPath: path)
        #expect(
            throws: SettingFailure(
                description: "The key file '\(path)' cannot be read: correct its path, or let the "
                    + "user that the server runs as read it ('chown').")
        ) { try options.operatorGate() }
    }

    @Test(arguments: [
        ("listen", "listen", 0), ("listn", "listen", 1), ("lisetn", "listen", 1),
        ("", "web", 3), ("wbe", "web", 1), ("kitten", "sitting", 3),
    ])
    func `the distance of two words counts letters`(one: String, other: String, distance: Int) {
        #expect(SpellingSuggestion.distance(Array(one), Array(other)) == distance)
        #expect(SpellingSuggestion.distance(Array(other), Array(one)) == distance)
    }

    private func problems(ofSource text: String) throws -> [String] {
        let lines = text.split(separator: "\n").joined(separator: "\n    ")
        return try ConfigurationFolder("sources:\n  - " + lines).problems()
    }
}
