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
}
