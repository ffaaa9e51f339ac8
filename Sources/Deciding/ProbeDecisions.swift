import Announcing
import Readings
import Wayfinding

/// The one probe that may be out: asking it, the person's questions that go with it, and judging the answer.
struct ProbeDecisions {
    /// How long an answer may take before it is said that it takes long, and how long an edge waits for one.
    static let patience = Duration.seconds(10)

    /// The probe that is out.
    private(set) var outstanding: Probe?
    /// Whether the person answers probes.
    var isAskedOfPerson = false
    private var nextId = 1
    private var askedWhy: Probe.Why?
    private var askedAt: Instant?
    private var firstAskedAt: Instant?
    private var longTold = false
    private var questionIndex: Int?
    private let words = Words()

    /// Asks; a probe that is out is superseded.
    ///
    /// What is asked again for the same reason goes on being awaited since the first time.
    mutating func ask(_ places: [String], _ why: Probe.Why, names: PlaceNames, into decisions: inout Decisions) {
        guard !places.isEmpty else { return withdraw() }
        let goesOn = isSameQuestion(places)
        if askedWhy != why { (firstAskedAt, longTold) = (nil, false) }
        askedWhy = why
        outstanding = Probe(id: nextId, places: places, why: why)
        nextId += 1
        askedAt = decisions.time
        if firstAskedAt == nil { firstAskedAt = decisions.time }
        decisions.add(.probe(id: nextId - 1, places: places, why: why.rawValue))
        guard isAskedOfPerson else { return questionIndex = nil }
        guard !goesOn else { return }
        questionIndex = 0
        sayQuestion(names, into: &decisions)
    }

    /// Whether the person is asked already: the list begins alike, and is the same where they are farther along it.
    private func isSameQuestion(_ places: [String]) -> Bool {
        guard let questionIndex, let old = outstanding?.places else { return false }
        return questionIndex == 0 ? old.first == places.first : old == places
    }

    /// What comes now is another reason to ask: how long it takes counts from then.
    mutating func beginAnew() { (firstAskedAt, longTold) = (nil, false) }

    /// Nothing is asked any more for this reason.
    mutating func withdraw(_ why: Probe.Why) { if askedWhy == why { withdraw() } }

    /// Nothing is asked any more.
    mutating func withdraw() {
        outstanding = nil
        questionIndex = nil
        askedWhy = nil
        (firstAskedAt, longTold) = (nil, false)
    }

    /// What an answer says: nothing where it is late, of another probe, or outside the list.
    enum Answer: Equatable {
        case ignored
        case place(String, Probe.Why)
        case none(Probe.Why)
    }

    /// Judges an answer to the probe of a number, or to the one that is out.
    mutating func answer(_ place: String?, id: Int?) -> Answer {
        guard let probe = outstanding, id == nil || id == probe.id else { return .ignored }
        guard let place else {
            outstanding = nil
            questionIndex = nil
            if probe.why == .edge { withdraw() }
            return .none(probe.why)
        }
        guard probe.places.contains(place) else { return .ignored }
        withdraw()
        return .place(place, probe.why)
    }

    /// Whether the person is being asked, so that confirm and next answer.
    var isAsking: Bool { questionIndex != nil }

    /// When the question that is out was put to the person; nil where none is.
    var questionAskedAt: Instant? { isAsking ? askedAt : nil }

    /// The person says yes to the place that is asked about.
    mutating func confirm() -> Answer {
        guard let questionIndex, let probe = outstanding, questionIndex < probe.places.count else { return .ignored }
        return answer(probe.places[questionIndex], id: nil)
    }

    /// The person says no: the next place is asked about, or the list is through.
    mutating func next(names: PlaceNames, into decisions: inout Decisions) -> Answer {
        guard let index = questionIndex, let probe = outstanding else { return .ignored }
        guard index + 1 < probe.places.count else { return answer(nil, id: nil) }
        questionIndex = index + 1
        askedAt = decisions.time
        sayQuestion(names, into: &decisions)
        return .ignored
    }

    private func sayQuestion(_ names: PlaceNames, into decisions: inout Decisions) {
        if let text = question(names) { decisions.say(.question, text) }
    }

    private func question(_ names: PlaceNames) -> String? {
        guard let questionIndex, let probe = outstanding, questionIndex < probe.places.count else { return nil }
        return names.question(probe.places[questionIndex])
    }

    /// When something is to be said, or given up, because no answer came.
    var nextDeadline: Instant? {
        guard let outstanding else { return longDeadline }
        return outstanding.why == .edge ? askedAt.map { $0 + Self.patience } : longDeadline
    }

    private var longDeadline: Instant? { longTold ? nil : firstAskedAt.map { $0 + Self.patience } }

    /// Lets time pass; true where an edge has waited long enough for its answer.
    mutating func advance(into decisions: inout Decisions) -> Bool {
        guard let due = nextDeadline, due <= decisions.time else { return false }
        if outstanding?.why == .edge {
            withdraw()
            return true
        }
        longTold = true
        decisions.say(.stillLooking, words.text(.stillLooking))
        return false
    }

    func judge(_ announcement: Announcement, names: PlaceNames) -> Judgement {
        switch announcement.kind {
        case .question: announcement.text == question(names) ? .holds : .overtaken
        case .stillLooking: firstAskedAt != nil ? .holds : .overtaken
        default: .holds
        }
    }
}
