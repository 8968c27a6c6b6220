import ServiceLifecycle

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// Configures a service that is named by its type in logs, and whose failure ends the group.
    ///
    /// The library would name it by its description and keep that. The description of a struct is
    /// all of its content: those of a network's services had tens of megabytes.
    init(
        _ service: any Service,
        onSuccess success: ServiceGroupConfiguration.ServiceConfiguration.TerminationBehavior
    ) {
        self.init(
            service: service, successTerminationBehavior: success,
            failureTerminationBehavior: .cancelGroup, serviceName: "\(type(of: service))")
    }
}
