// Answers queries with ULTRA's algorithms: ultra raptor|trip-based TIMETABLE QUERIES ANSWERS
//
// TIMETABLE, as Benchmarks/routing-peers writes it, has whitespace between its integers: the numbers of stops, footpaths and trips; each
// footpath as two stops and seconds; each trip as its number of calls, then for each call the stop and the seconds of its arrival and
// departure. QUERIES has a query a line: two stops and seconds. Writes the Pareto-optimal numbers of trips and arrivals of each query to
// ANSWERS and prints the seconds of preprocessing. Then, for each line on the standard input, answers all queries with their journeys and
// prints the mean processor time of one in seconds.

#include <omp.h>

#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

// The order matters: some of ULTRA's headers rely on others that were included before.
#include "DataStructures/Intermediate/Data.h"
#include "DataStructures/RAPTOR/Data.h"
#include "DataStructures/TripBased/Data.h"

// What is searched in parallel is not called; ULTRA's own functions would need libnuma.
static int numberOfCores() { return 1; }
static void pinThreadToCoreId(int) {}

#include "Algorithms/TripBased/Preprocessing/StopEventGraphBuilder.h"
#include "Algorithms/TripBased/Query/TransitiveQuery.h"

#include "Algorithms/RAPTOR/RAPTOR.h"

struct Query {
    int from, to, departure;
};

static double processorSeconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static RAPTOR::Data timetable(const char* path) {
    std::ifstream in(path);
    Intermediate::Data data;
    int stops, walks, trips;
    in >> stops >> walks >> trips;
    data.stops.resize(stops);
    data.transferGraph.addVertices(stops);
    for (int number = 0; number < walks; number++) {
        int from, to, seconds;
        in >> from >> to >> seconds;
        data.transferGraph.addEdge(Vertex(from), Vertex(to)).set(TravelTime, seconds);
    }
    data.transferGraph.packEdges();
    for (int number = 0; number < trips; number++) {
        int calls;
        in >> calls;
        Intermediate::Trip trip;
        for (int call = 0; call < calls; call++) {
            int stop, arrival, departure;
            in >> stop >> arrival >> departure;
            trip.stopEvents.emplace_back(StopId(stop), arrival, departure);
        }
        data.trips.emplace_back(trip);
    }
    if (!in) {
        std::cerr << path << " is not a timetable." << std::endl;
        exit(1);
    }
    RAPTOR::Data raptor = RAPTOR::Data::FromIntermediate(data);
    // Changing vehicles at a stop takes no time.
    raptor.useImplicitDepartureBufferTimes();
    return raptor;
}

template<typename ALGORITHM>
static void answer(ALGORITHM& algorithm, const std::vector<Query>& queries, const char* path) {
    std::ofstream out(path);
    for (size_t number = 0; number < queries.size(); number++) {
        const Query& query = queries[number];
        algorithm.run(StopId(query.from), query.departure, StopId(query.to));
        int best = INFTY;
        for (const RAPTOR::ArrivalLabel& label : algorithm.getArrivals()) {
            if (label.arrivalTime >= best) continue;
            best = label.arrivalTime;
            out << number << "," << label.numberOfTrips << "," << label.arrivalTime << "\n";
        }
    }
    out.close();
    if (!out) exit(1);
    std::string line;
    while (std::getline(std::cin, line)) {
        const double start = processorSeconds();
        size_t legs = 0;
        for (const Query& query : queries) {
            algorithm.run(StopId(query.from), query.departure, StopId(query.to));
            for (const RAPTOR::Journey& journey : algorithm.getJourneys()) legs += journey.size();
        }
        std::cerr << "mean " << (processorSeconds() - start) / queries.size() << " legs " << legs << std::endl;
    }
}

int main(int count, char** words) {
    if (count != 5) {
        std::cerr << "ultra raptor|trip-based TIMETABLE QUERIES ANSWERS" << std::endl;
        return 2;
    }
    const RAPTOR::Data raptor = timetable(words[2]);
    std::vector<Query> queries;
    std::ifstream in(words[3]);
    for (Query query; in >> query.from >> query.to >> query.departure;) queries.push_back(query);
    const double start = processorSeconds();
    if (std::string(words[1]) == "raptor") {
        RAPTOR::RAPTOR<true> algorithm(raptor);
        std::cerr << "ready " << processorSeconds() - start << std::endl;
        answer(algorithm, queries, words[4]);
    } else {
        TripBased::Data data(raptor);
        TripBased::ComputeStopEventGraph(data);
        TripBased::TransitiveQuery<> algorithm(data);
        std::cerr << "ready " << processorSeconds() - start << std::endl;
        answer(algorithm, queries, words[4]);
    }
}
