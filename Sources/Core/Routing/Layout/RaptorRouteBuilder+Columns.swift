import Raptor
import TransitModel

extension RaptorRouteBuilder {
    /// Returns the tables of everything that was laid out.
    func columns(changes: TransferBuilder) -> RoutingColumns {
        var changes = changes
        changes.build(locations)
        return RoutingColumns(
            locations.locations,
            RoutingColumns.Routes(
                rows: Column(copying: routes), locations: Column(copying: routeLocations),
                rules: Column(copying: routeRules)),
            RoutingColumns.Runs(
                times: Column(copying: runTimes), narrow: profiles.narrow, wide: profiles.wide,
                continuations: Column(copying: continuing?.continuations(self) ?? [])),
            RoutingColumns.Transfers(
                offsets: Column(copying: changes.offsets), walks: Column(copying: changes.walks),
                isStated: Column(copying: changes.isStated),
                leastSeconds: Column(copying: changes.leastSeconds)))
    }
}
