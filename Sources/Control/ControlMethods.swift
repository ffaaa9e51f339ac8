/// Every method of the control socket.
package enum ControlMethods {
    /// The rows, in the order in which they are shown.
    package static let all: [ControlMethod] = door + guidance + robot + facts + stores + pairing + recording

    /// The row of a name; nil where there is no such method.
    package static func method(_ name: String) -> ControlMethod? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static let said = "said (texts, as they are or will be spoken), effects (as in the event log)"
    static let id = ControlParameter.Kind.text(1...256)
    static let name = ControlParameter.Kind.text(1...256)
    static let metres = ControlParameter.Kind.number(-1e12...1e12)

    private static let door: [ControlMethod] = [
        ControlMethod(
            "version", by: .door, "Tells which program this is, and which form of this protocol.",
            result: "name, version, protocol, pid",
            example: ("{}", #"{"name":"companion","version":"0.1.0","protocol":1,"pid":812}"#)),
        ControlMethod(
            "methods", by: .door, "Tells this table, a page of it at a time.",
            [
                ControlParameter("from", .whole(0...10_000), "the row to begin with, from 0"),
                ControlParameter("count", .whole(1...16), "how many rows, 8 where it is left out"),
            ],
            result: "methods, total",
            example: (#"{"from":0,"count":1}"#, #"{"methods":[{"name":"version"}],"total":32}"#)),
        ControlMethod(
            "subscribe", by: .door,
            "Streams effects from now on as notifications \"effect\"; \"lost\" tells how many were not taken in time.",
            [
                ControlParameter(
                    "types", .texts(among: ControlEffects.types, most: 32),
                    "the types of effects, all where it is left out")
            ],
            result: "types", example: (#"{"types":["say","route"]}"#, #"{"types":["say","route"]}"#)),
        ControlMethod(
            "unsubscribe", by: .door, "Ends the stream of effects.", result: "types, which is empty",
            example: ("{}", #"{"types":[]}"#)),
        ControlMethod(
            "upload", by: .door,
            "Adds a text to what this connection has sent before; places.import takes it, and it is forgotten then.",
            [ControlParameter("text", .text(0...65_536), required: true, "the next part of the file")],
            result: "bytes, of all parts so far", errors: [.refused],
            example: (#"{"text":"{\"format\":\"companion.place\","}"#, #"{"bytes":29}"#)),
    ]

    private static let guidance: [ControlMethod] = [
        ControlMethod(
            "go", by: .decision, "Begins a route to a landmark, a person or a position, or tells why there is none.",
            [
                ControlParameter(
                    "to", .text(1...512), form: .operand("DEST"),
                    "a landmark by its id, name or alias, else a person by name"),
                ControlParameter(
                    "device", id, form: .option("--device", "ID|NAME"), "a paired device, to go to its owner"),
                ControlParameter(
                    "x", metres, form: .option("--x", "METRES"), "a position in the current place, with y"),
                ControlParameter("y", metres, form: .option("--y", "METRES"), "a position, with x"),
                ControlParameter(
                    "from", .text(1...512), form: .option("--from", "LANDMARK"), "the landmark to start from"),
                ControlParameter("stepFree", .truth, form: .toggle("--step-free"), "only ways without steps"),
            ],
            result: "route (as the effect of that name, or only its failure), " + said,
            example: (
                #"{"to":"kitchen"}"#,
                #"{"route":{"legs":[{"place":"home","landmarks":["door","kitchen"],"connections":["hall"]}],"cost":4,"beforeYouGo":[]},"said":["Go to Kitchen, 4 metres."],"effects":[]}"#
            ),
            command: .init(
                name: "go",
                examples: [
                    ("companion go", "where one can go to, people first"), ("companion go kitchen", "begins the route"),
                    ("companion go Ria", "to whoever carries the paired phone of that name"),
                ])),
        simple("stop", "Ends the route.", "Guidance has ended.", "ends the route"),
        simple(
            "confirm", "Says that the present landmark is reached, or yes to a question.",
            "Walk along the corridor, 20 metres.", "the landmark is reached"),
        simple("back", "Goes back to the step before.", "Go through the glass door.", "the step before"),
        simple(
            "next", "Tells what comes after the present step, or says no to a question.", "After this: go to Lobby.",
            "what comes next"),
        simple("repeat", "Says the last guidance again.", "Go through the glass door.", "the last guidance again"),
        simple(
            "where", "Tells where the robot is, what is ahead and what does not work.", "We are in Lobby.",
            "where we are"),
        simple("silence", "Stops what is being said and drops what waits; hazards go on.", "", "quiet now"),
        ControlMethod(
            "say", by: .decision, "Has a text spoken, in its turn.",
            [
                ControlParameter("text", .text(1...500), required: true, form: .rest("TEXT…"), "the words"),
                ControlParameter(
                    "priority", .word(["reply", "info", "trust"]), form: .option("--priority", "WORD"),
                    "reply where it is left out"),
            ],
            result: said, example: (#"{"text":"The taxi is here."}"#, #"{"said":["The taxi is here."],"effects":[]}"#),
            command: .init(name: "say", examples: [("companion say The taxi is here.", "spoken in its turn")])),
        ControlMethod(
            "console", by: .decision, "Tells the address of the page for bench and review, with its token.",
            result: "address", errors: [.refused],
            example: ("{}", #"{"address":"http://127.0.0.1:8437/9f86d081884c7d65/"}"#)),
        ControlMethod(
            "status", by: .decision,
            "Tells how the service and each of its parts is, and what to do about what is wrong.",
            result: "summary, problems, and a member for each part; see the README",
            example: ("{}", #"{"summary":"All is well.","problems":[]}"#),
            command: .init(
                name: "status", examples: [("companion status", "what works, what does not, and what to do about it")])),
    ]

    private static func simple(
        _ name: String, _ sentence: String, _ answer: String, _ shows: String
    ) -> ControlMethod {
        let texts = answer.isEmpty ? "" : "\"\(answer)\""
        return ControlMethod(
            name, by: .decision, sentence, result: said,
            example: ("{}", "{\"said\":[\(texts)],\"effects\":[]}"),
            command: .init(name: name, examples: [("companion \(name)", shows)]))
    }
}
