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
            commandName: "create", abstract: "Create a study.",
            discussion: """
                Prints the enrolment code for participants and the token for researchers; both are \
                shown only once.
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

        @OptionGroup var study: NamedStudy

        func run() async throws {
            try AdminStudyCommand.show(try await study.ask("POST", "/code"))
        }
    }

    struct Researcher: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "researcher",
            abstract: "Create a new token for researchers, which replaces the previous one.")

        @OptionGroup var study: NamedStudy

        func run() async throws {
            try AdminStudyCommand.show(try await study.ask("POST", "/researcher"))
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "End a study and delete its data on the server.",
            discussion: "Objects in the bucket stay there, because this server can only put.")

        @OptionGroup var study: NamedStudy

        @Flag(help: "Delete it even if sealed diaries, which would be lost, wait for the bucket.")
        var force = false

        private struct Studies: Decodable {
            let waitingUploads: Int
            let studies: [Entry]

            struct Entry: Decodable {
                let study: Named

                struct Named: Decodable {
                    let id: String
                    let mode: String
                }
            }
        }

        func run() async throws {
            let all = try JSONDecoder().decode(
                Studies.self, from: try await study.access.ask("GET", APIPaths.studies))
            let isSealed = all.studies.contains {
                $0.study.id == study.id && $0.study.mode == "study"
            }
            guard force || !isSealed || all.waitingUploads == 0 else {
                throw fail(
                    "\(all.waitingUploads) sealed diaries wait for the bucket and would be lost; delete "
                        + "the study when they are there, or with --force.", .unavailable)
            }
            _ = try await study.ask("DELETE")
        }
    }

    /// A study on a server.
    struct NamedStudy: ParsableArguments {
        @Argument(help: "The study's id.") var id: String
        @OptionGroup var access: AdminAccess

        /// Sends a request about the study, or a `part` of it such as `/code`.
        ///
        /// - Throws: An exit code, after a printed sentence, if the id is invalid, as it would lead
        ///   to another path, or as ``AdminAccess/ask(_:_:body:)`` does.
        func ask(_ method: String, _ part: String = "") async throws -> Data {
            guard !id.isEmpty,
                id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
            else { throw fail("'\(id.prefix(60))' is not the id of a study.", .usage) }
            return try await access.ask(method, "\(APIPaths.studies)/\(id)\(part)")
        }
    }

    private static func show(_ answer: Data) throws {
        print(String(decoding: answer, as: UTF8.self))
    }
}
