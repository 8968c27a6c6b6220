import APISchema
import ArgumentParser
import DiaryEndpoints
import Foundation

/// `takt admin study`: manages studies of travel diaries.
struct AdminStudyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "study",
        abstract: "Create, list and end studies of travel diaries.",
        discussion: "Prints the server's answers as JSON.",
        subcommands: [
            Create.self, List.self, Code.self, Researcher.self, Delete.self,
        ])

    private struct NewStudy: Encodable {
        let id: String
        let name: String
        let mode: String
        let recipient: String?
        let consent: Consent
        let retentionDays: Int

        struct Consent: Encodable {
            let version: Int
            let text: String
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Found a study.",
            discussion: """
                Prints the enrolment code for participants and the token for researchers; both are told \
                this once.
                """)

        @Argument(help: "The study's id: lower-case letters, digits and hyphens.")
        var id: String

        @Option(help: "The study's displayed name.")
        var name: String

        @Option(
            name: [.long, .customShort("r")],
            help: "The public key that diaries are sealed to; without one they are personal.")
        var recipient: String?

        @Option(help: "The file with the text that participants agree to.")
        var consent: String

        @Option(help: "The consent's version.")
        var consentVersion = 1

        @Option(help: "The number of days for which the server keeps records.")
        var retentionDays = 365

        @OptionGroup var access: AdminAccess

        func run() async throws {
            let text = String(decoding: try DiaryFiles.data(consent), as: UTF8.self)
            let study = NewStudy(
                id: id, name: name, mode: recipient == nil ? "personal" : "study",
                recipient: recipient, consent: .init(version: consentVersion, text: text),
                retentionDays: retentionDays)
            try AdminStudyCommand.show(
                try await access.ask(
                    "POST", APIPaths.studies, body: try JSONEncoder().encode(study)))
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List all studies, and the number of sealed objects that wait.")

        @OptionGroup var access: AdminAccess

        func run() async throws {
            try AdminStudyCommand.show(try await access.ask("GET", APIPaths.studies))
        }
    }

    struct Code: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "code",
            abstract: "Create a new enrolment code, which replaces the previous one.")

        @Argument(help: "The study's id.") var id: String
        @OptionGroup var access: AdminAccess

        func run() async throws {
            try AdminStudyCommand.show(
                try await access.ask("POST", try AdminStudyCommand.path(id) + "/code"))
        }
    }

    struct Researcher: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "researcher",
            abstract: "Create a new token for researchers, which replaces the previous one.")

        @Argument(help: "The study's id.") var id: String
        @OptionGroup var access: AdminAccess

        func run() async throws {
            try AdminStudyCommand.show(
                try await access.ask("POST", try AdminStudyCommand.path(id) + "/researcher"))
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "End a study and delete its data on the server.",
            discussion: "Objects in the bucket stay there, because this server can only put.")

        @Argument(help: "The study's id.") var id: String
        @OptionGroup var access: AdminAccess

        func run() async throws {
            _ = try await access.ask("DELETE", try AdminStudyCommand.path(id))
        }
    }

    /// Returns the path of a study.
    ///
    /// - Throws: An exit code, after a printed sentence, if the id is invalid; it would lead to
    ///   another path.
    static func path(_ id: String) throws -> String {
        guard !id.isEmpty,
            id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { throw fail("'\(id.prefix(60))' is not the id of a study.", .usage) }
        return "\(APIPaths.studies)/\(id)"
    }

    static func show(_ answer: Data) throws {
        print(String(decoding: answer, as: UTF8.self))
    }
}
