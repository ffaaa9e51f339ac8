import Speech
import Testing

struct VoiceFaultTests {
    private static let alsa =
        "ALSA lib confmisc.c:855:(parse_card) cannot find card '0'\nALSA lib conf.c:5180:(_snd_config_evaluate) function"

    @Test(arguments: [
        alsa, "pa_context_connect() failed: Connection refused", "aplay: main:831: audio open error: No such file",
        "cannot open audio device",
    ])
    func `a player that finds nothing to play on is told in plain words, and in its own for the journal`(
        errors: String
    ) {
        let fault = VoiceFault("ended at once", errors: errors)
        let first = errors.split(separator: "\n").first ?? ""
        #expect(fault.words == "found no sound device")
        #expect(fault.full == "ended at once: \(first)")
    }

    @Test(arguments: [
        "ALSA lib pcm.c:8545:(snd_pcm_recover) underrun occurred", "no such voice: xx", "connection refused",
    ])
    func `any other complaint is passed on as it is`(errors: String) {
        let fault = VoiceFault("ended with status 1", errors: errors)
        #expect(fault.words == "ended with status 1: \(errors)" && fault.full == fault.words)
    }

    @Test func `a hook that says nothing is told by how it ended`() {
        let fault = VoiceFault("ended with status 1", errors: "\n")
        #expect(fault.words == "ended with status 1" && fault.full == fault.words)
    }

    @Test func `a long line ends with a whole word and a mark`() {
        let fault = VoiceFault("failed", errors: String(repeating: "word ", count: 100))
        #expect(fault.words.hasSuffix("word…") && fault.words.count <= 170)
    }
}
