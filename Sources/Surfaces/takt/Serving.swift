import Foundation
import Logging
import TaktApp
import Timetables
import WebServer

/// Runs a server until it is told to stop, and tells where it listens.
func serve(
    _ timetable: Timetable, _ application: TaktApplication.Options, _ options: ServerOptions
) async throws {
    var application = application
    let logger = options.logger()
    application.webFolder = WebFolder.find(named: options.web)
    if application.webFolder == nil {
        logger.warning("no web app found: serving the API alone; name its folder with --web")
    }
    let host = application.server.host
    let shown = host == "0.0.0.0" || host == "127.0.0.1" ? "localhost" : host
    do {
        try await TaktApplication(timetable, options: application, logger: logger) { port in
            // For people and scripts that wait for it; unbuffered, so that it comes at once.
            FileHandle.standardOutput.write(Data("Takt is at http://\(shown):\(port)/\n".utf8))
        }.run()
    } catch let error as StaticSite.Failure {
        throw fail(error.description, .noInput)
    } catch let error as PortUnavailable {
        throw fail(error.description, .unavailable)
    }
}
