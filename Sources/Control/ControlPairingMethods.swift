/// What the owner asks of pairing with phones.
extension ControlMethods {
    private static let digits = ControlParameter(
        "digits", .text(3...3), "only the request that shows these three digits, whichever waits where it is left out")
    private static let device = ControlParameter("device", name, required: true, "a paired device, by id or name")
    private static let answer =
        "text (what happened, for a person), openSeconds, closedSeconds, request, asked, devices, near, port, announcedName, hasDiscovery, refusals"
    private static let shown = #"{"text":"Pairing is open for two minutes.","openSeconds":120}"#

    static let pairing: [ControlMethod] = [
        row("pair.open", "Opens pairing for two minutes, so that a phone can ask.", []),
        row("pair.close", "Closes pairing; a request that waits may still be answered.", []),
        row("pair.allow", "Allows the phone that asks.", [digits], (#"{"digits":"417"}"#, shown)),
        row("pair.refuse", "Refuses the phone that asks; the third refusal closes pairing for five minutes.", [digits]),
        row(
            "pair.ask", "Asks a phone that is near, whose owner then allows.",
            [ControlParameter("phone", name, required: true, "its name, as pair.status lists it")],
            (#"{"phone":"Sam's iPhone"}"#, shown)),
        row(
            "pair.remove", "Ends a device's connection and erases its secret and its sighting.", [device],
            (#"{"device":"Sam's iPhone"}"#, shown)),
        row(
            "pair.rename", "Gives a paired device another name.",
            [device, ControlParameter("name", name, required: true, "the name")],
            (#"{"device":"Sam's iPhone","name":"Sam"}"#, shown)),
        row("pair.status", "Tells whether pairing is open, who asks, and who is paired.", []),
    ]

    private static func row(
        _ name: String, _ sentence: String, _ parameters: [ControlParameter],
        _ example: (parameters: String, result: String) = ("{}", shown)
    ) -> ControlMethod {
        ControlMethod(
            name, by: .pairing, sentence, parameters, result: answer, errors: [.refused, .noState], example: example)
    }
}
