import Raptor
import TransitModel

extension RaptorRouteBuilder {
    /// Returns the tables of everything that was laid out.
    func columns(_ transfers: RoutingColumns.Transfers) -> RoutingColumns {
        RoutingColumns(
            locations.locations,
            RoutingColumns.Routes(
                rows: Column(copying: routes), locations: Column(copying: routeLocations),
                rules: Column(copying: routeRules)),
            RoutingColumns.Runs(
                times: Column(copying: runTimes), narrow: profiles.narrow, wide: profiles.wide,
                continuations: Column(copying: continuing?.continuations(self) ?? [])),
            transfers)
    }
}
