import Console
import Perception
import Readings
import Testing

@Suite struct DepthTapTests {
    private func frame(at milliseconds: Int, _ sample: UInt16 = 1000) -> DepthFrame {
        DepthFrame(
            width: 4, height: 3, samples: [UInt16](repeating: sample, count: 12),
            arrival: .start + .milliseconds(milliseconds))
    }

    @Test func `Where nobody looks nothing is watched, and a frame leaves nothing behind`() {
        let tap = DepthTap()
        #expect(!tap.isWatched(at: .start))
        tap.offer(frame(at: 0), rules: DepthRules(), reading: .clear)
        #expect(!tap.isWatched(at: .start + .seconds(100)))
    }

    @Test func `Every answer is protected, and one that refuses ends its connection`() {
        for answer in [ConsoleAnswer(type: "text/css", bytes: []), .refusal(403, "No.")] {
            let fields = Dictionary(uniqueKeysWithValues: answer.fields.map { ($0.name, $0.value) })
            #expect(fields["Cache-Control"] == "no-store" && fields["X-Content-Type-Options"] == "nosniff")
            #expect(fields["Content-Security-Policy"]?.contains("frame-ancestors 'none'") ?? false)
            #expect(fields["Content-Security-Policy"]?.contains("unsafe") == false)
            #expect((fields["Connection"] == "close") == (answer.status == 403))
        }
    }

    @Test func `The first door leads to a robot only where there is one, and else says why`() {
        let here = PageDoors.doors(hasCamera: true, standsIn: false)
        #expect(here.map(\.title) == ["Set up this robot", "Open a place someone sent", "Look around"])
        let without = PageDoors.doors(hasCamera: false, standsIn: false)
        #expect(without[0].title == "See how it works" && without[0].detail.contains("No depth camera"))
        let standIn = PageDoors.doors(hasCamera: true, standsIn: true)
        #expect(standIn[0].title == "See how it works" && standIn[0].detail.contains("stand-ins"))
        for door in here + without + standIn {
            #expect([door.title, door.detail, door.effect].allSatisfy { !$0.isEmpty } && door.effect.hasSuffix("."))
        }
    }
}
