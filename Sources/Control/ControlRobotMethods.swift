/// What the robot's own software tells, and facts that change.
extension ControlMethods {
    private static let place = ControlParameter(
        "place", id, required: true, form: .operand("PLACE"), "the id of a place")

    static let robot: [ControlMethod] = [
        ControlMethod(
            "talking", by: .decision, "Tells that the person begins or ends talking to the robot; it holds 30 s.",
            [ControlParameter("on", .truth, required: true, form: .operand("on|off"), "whether they talk")],
            result: said, example: (#"{"on":true}"#, #"{"said":[],"effects":[]}"#),
            command: .init(
                name: "talking",
                examples: [("companion talking on", "only hazards are spoken while the person talks")])),
        ControlMethod(
            "pose", by: .decision, "Tells where a localiser says the robot is.",
            [
                place,
                ControlParameter("x", metres, required: true, form: .operand("X"), "metres in the place's frame"),
                ControlParameter("y", metres, required: true, form: .operand("Y"), "the same"),
                ControlParameter(
                    "z", metres, form: .option("--z", "METRES"), "the height in the same frame, in metres"),
                ControlParameter(
                    "yaw", .number(-1e6...1e6), form: .option("--yaw", "RADIANS"), "the heading, 0 where it is left out"
                ),
                ControlParameter(
                    "tracking", .word(["normal", "limited", "lost"]), form: .option("--tracking", "WORD"),
                    "how sure the localiser is, normal where it is left out"),
            ],
            result: said, errors: [.refused],
            example: (#"{"place":"home","x":1.5,"y":-2}"#, #"{"said":[],"effects":[]}"#),
            command: .init(
                name: "pose",
                examples: [("companion pose home 1.5 -2 --yaw 0.5", "the robot is there in the place home")])),
        ControlMethod(
            "probeResult", by: .decision,
            "Answers a probe: the place of its list that the robot is in, or null for none of it.",
            [
                ControlParameter("place", .textOrNull, required: true, form: .operand("PLACE|none"), "the id, or null"),
                ControlParameter(
                    "id", .whole(1...999_999_999), form: .option("--id", "N"), "the probe, else the one that is out"),
            ],
            result: said, errors: [.refused], example: (#"{"place":"first-floor"}"#, #"{"said":[],"effects":[]}"#),
            command: .init(
                name: "probe-result",
                examples: [
                    ("companion probe-result first-floor", "the robot is there"),
                    ("companion probe-result none", "it is in none of the places asked about"),
                ])),
        ControlMethod(
            "place", by: .decision, "Tells the place that the robot is in, as if just confirmed.",
            [ControlParameter("id", id, required: true, "the id of a place")],
            result: said, errors: [.refused], example: (#"{"id":"home"}"#, #"{"said":[],"effects":[]}"#)),
        ControlMethod(
            "peer", by: .decision, "Tells the latest position of a paired device.",
            [
                ControlParameter("device", id, required: true, "the device's id"),
                ControlParameter("name", .text(0...1024), required: true, "its name"),
                ControlParameter("place", id, required: true, "the place that it is in"),
                ControlParameter("x", metres, required: true, "metres in the place's frame"),
                ControlParameter("y", metres, required: true, "the same"),
                ControlParameter("z", metres, "the same"),
                ControlParameter("yaw", .number(-1e6...1e6), "its heading in radians"),
            ],
            result: said, errors: [.refused],
            example: (#"{"device":"d1","name":"Sam's phone","place":"home","x":1,"y":2}"#, #"{"said":[],"effects":[]}"#)
        ),
    ]

    static let facts: [ControlMethod] = [
        ControlMethod(
            "connection", by: .decision,
            "Tells whether a connection can be used; it holds until changed or the service stops.",
            [
                place,
                ControlParameter("id", id, required: true, form: .operand("ID"), "the connection"),
                ControlParameter(
                    "availability", .word(["available", "unavailable", "unknown"]), required: true,
                    form: .operand("available|unavailable|unknown"), "whether it can be used"),
            ],
            result: said, errors: [.refused],
            example: (#"{"place":"home","id":"lift","availability":"unavailable"}"#, #"{"said":[],"effects":[]}"#),
            command: .init(
                name: "connection",
                examples: [("companion connection home lift unavailable", "routes avoid it from now on")])),
        ControlMethod(
            "destinations", by: .decision,
            "Tells where one can go to from here: people first, then landmarks, a page at a time.",
            [
                ControlParameter("from", .whole(0...1_000_000), "the landmark to begin with, from 0"),
                ControlParameter("count", .whole(1...100), "how many landmarks, 100 where it is left out"),
            ],
            result: "place, people, landmarks, total (of the landmarks)",
            example: (
                "{}",
                #"{"place":"home","people":[{"device":"d1","name":"Sam's phone","here":true,"live":true,"metres":2.5,"age":0.4,"words":"Sam's phone, 2.5 metres away"}],"landmarks":[{"place":"home","id":"kitchen","name":"Kitchen","kind":"room"}],"total":1}"#
            )),
        ControlMethod(
            "setting", by: .decision,
            "Changes a setting that may change while the service runs, until the configuration is read again.",
            [
                ControlParameter("key", .text(1...64), required: true, "the setting, such as depth.threshold"),
                ControlParameter("value", .plain, required: true, "the value, as in the configuration"),
            ],
            result: "key, value, before", errors: [.refused],
            example: (#"{"key":"depth.threshold","value":1.2}"#, #"{"key":"depth.threshold","value":1.2,"before":1}"#)),
    ]
}
