import ArgumentParser
import Diary
import Foundation
import HTTPFetching
import TaktApp

/// `takt diary seal`: seals files as the server seals a study's batches.
struct DiarySealCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Seal a file to a study's public key, as age does.",
        discussion: "The result opens with 'takt diary open' and with 'age --decrypt'.")

    @Argument(help: "The file to seal.")
    var file: String

    @Option(
        name: [.customLong("recipient"), .customShort("r")],
        help: "The study's public key, as in age1…; more than one may be given.")
    var recipients: [String]

    @Option(name: [.long, .customShort("o")], help: "The sealed file to write.")
    var output: String

    func run() throws {
        let keys = try recipients.map { text in
            guard let key = AgeRecipient(text: text) else {
                throw fail("'\(text.prefix(80))' is not an age public key, as in age1….", .usage)
            }
            return key
        }
        guard !keys.isEmpty else {
            throw fail("Name the study's public key with --recipient.", .usage)
        }
        try SealedFiles.convert(file, to: output) { read, write in
            var sealer = try AgeSealer(recipients: keys)
            while let piece = try read() { try write(sealer.update(piece)) }
            try write(sealer.finish())
        }
    }
}

/// `takt diary open`: opens a bucket's sealed files, for researchers.
struct DiaryOpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open sealed files with a study's private key.",
        discussion: """
            Each FILE.age becomes FILE in the folder of --output, which is created, or beside itself. What belongs to \
            another key, was changed or is not complete is refused and leaves no file behind.
            """)

    @Argument(help: "The sealed files.")
    var files: [String]

    @Option(
        name: [.long, .customShort("i")],
        help: "The file with the study's private key, as age-keygen writes it.")
    var identity: String

    @Option(name: [.long, .customShort("o")], help: "The folder for the opened files.")
    var output: String?

    func run() throws {
        let identities = try DiaryFiles.identities(identity)
        try prepare()
        var failed = 0
        for file in files {
            do {
                try open(file, identities)
            } catch let code as ExitCode where files.count > 1 {
                // The other files are opened all the same; the first failure determines the exit
                // code.
                failed = failed == 0 ? Int(code.rawValue) : failed
            }
        }
        if failed != 0 { throw ExitCode(Int32(failed)) }
    }

    /// Creates the folder, unless one opened file would replace another there.
    private func prepare() throws {
        let targets = Dictionary(grouping: files, by: target)
        if let (target, files) = targets.filter({ $1.count > 1 }).min(by: { $0.key < $1.key }) {
            throw fail(
                "\(files[0]) and \(files[1]) would both become \(target); open them into folders of their own.",
                .usage)
        }
        guard let output else { return }
        do {
            try PrivateFile.makeFolder(output)
        } catch {
            throw fail(
                "\(output): the folder cannot be created: \(SystemReason.text(of: error)).",
                .inputOutput)
        }
    }

    private func target(of file: String) -> String {
        let name = URL(fileURLWithPath: file).lastPathComponent
        let plain = name.hasSuffix(".age") ? String(name.dropLast(4)) : name + ".opened"
        let folder =
            output.map { URL(fileURLWithPath: $0) }
            ?? URL(fileURLWithPath: file).deletingLastPathComponent()
        return folder.appendingPathComponent(plain).path
    }

    private func open(_ file: String, _ identities: [AgeIdentity]) throws {
        try SealedFiles.convert(file, to: target(of: file)) { read, write in
            var opener = AgeOpener(identities: identities)
            while let piece = try read() { try write(opener.update(piece)) }
            try write(opener.finish())
        }
    }
}
