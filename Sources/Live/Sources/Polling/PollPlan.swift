/// What a source that polls an address is created from.
package struct PollPlan: Sendable {
    /// The source's id in logs and on screens.
    package var id: String
    /// The id of its entry in the configuration, under which its answers are recorded.
    package var sourceID: String
    package var request: AnswerPoll.Request
    /// The pause between two rounds; nil leaves it to the source's kind.
    package var pause: Duration?
    /// Fetches the answers: from the network, or from a recording.
    package var answers: any AnswerFetching

    /// A plan for a source with one address, which has the id of its entry.
    package init(id: String, request: AnswerPoll.Request, answers: any AnswerFetching) {
        self.id = id
        sourceID = id
        self.request = request
        self.answers = answers
    }

    /// The poll of the address.
    package var poll: AnswerPoll { AnswerPoll(request, source: sourceID, answers: answers) }
}
