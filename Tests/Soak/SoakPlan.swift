import Evidence

/// Which fault comes in which simulated minute, from a seed.
struct SoakPlan {
    private var chance: SplitMix
    private var bag: [SoakFault] = []
    private let framesEvery: Int
    private var framesAt: Int

    /// A plan in which every fault comes once before any comes again, and one minute in `framesEvery` has whole frames.
    init(seed: UInt64, framesEvery: Int) {
        chance = SplitMix(seed: seed)
        self.framesEvery = framesEvery
        framesAt = chance.below(framesEvery)
    }

    /// The minute of a number, from 0; numbers must be asked for in order.
    mutating func minute(_ number: Int) -> SoakMinute {
        if bag.isEmpty { bag = SoakFault.allCases.shuffled(using: &chance) }
        if number > 0, number.isMultiple(of: framesEvery) { framesAt = number + chance.below(framesEvery) }
        let fault = bag.removeLast()
        // A fault that frames cannot show lets the next minute have them.
        if number == framesAt, !fault.canBeFrames { framesAt += 1 }
        return SoakMinute(
            number: number, fault: fault, begin: 5 + 3 * chance.unit(), approach: 46 + 4 * chance.unit(),
            isFrames: number == framesAt)
    }
}
