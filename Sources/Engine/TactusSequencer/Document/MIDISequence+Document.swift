import TactusFiles
import TactusTime

extension TempoMap.Entry: DocumentValue {
  private static let curves: [(String, TempoCurve)] = [
    ("step", .step), ("linearInBeats", .linearInBeats), ("linearInTime", .linearInTime),
  ]

  /// Reads an object with `at`, `bpm` and `curve`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    let bpm = try object.read(Double.self, "bpm")
    guard Tempo.fits(bpm: bpm) else { throw object.expected("quarter notes per minute, at least 1.4", "bpm") }
    let curve = try object.word("curve", Self.curves, default: .step)
    self.init(tick: try object.ticks("at") ?? 0, tempo: Tempo(bpm: bpm), curve: curve)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(TimeSettings.clamp(tick: tick), "at", unless: 0)
    object.put(tempo.bpm, "bpm")
    object.put(curve, "curve", Self.curves, unless: .step)
    return object.json
  }
}

extension Tempo {
  /// Whether a quarter note at this tempo lasts 1…2³²−1 units of 10 ns.
  package static func fits(bpm: Double) -> Bool { bpm > 0 && bpm <= 6e9 && 6e9 / bpm < 0x1p32 - 0.5 }
}

extension Meter: DocumentValue {
  /// Reads a string such as "6/8".
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let text = (try? String(from: node)) ?? ""
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let beats = numbers[0], let value = numbers[1], let meter = Meter(beats, value) else {
      throw node.expected("a meter such as \"6/8\"")
    }
    self = meter
  }

  /// The string that ``init(from:)`` reads.
  package var json: JSON { description.json }
}

extension MeterMap.Entry: DocumentValue {
  /// Reads an object with `at` and `meter`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    let meter = try object.read(Meter.self, "meter")
    self.init(tick: try object.ticks("at") ?? 0, meter: meter)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(TimeSettings.clamp(tick: tick), "at", unless: 0)
    object.put(meter, "meter")
    return object.json
  }
}

extension MIDISequence: DocumentValue {
  /// The version that ``document()`` writes into documents. In version 1, step lengths were fractions of a quarter
  /// note.
  static var documentVersion: Int { 2 }

  /// Reads an object with `tracks`; all other members are optional. `tempo` is a number of quarter notes per minute
  /// or an array of tempi, `meter` a string such as "3/4" or an array of meters.
  ///
  /// In documents of later versions, unknown members are ignored.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    if try object.value("format", default: "tactus sequence") != "tactus sequence" {
      throw object.expected("\"tactus sequence\": this is another kind of document", "format")
    }
    let version = try object.value("version", default: Self.documentVersion)
    let limit = TimeSettings.divisionLimit
    let ticks = try object.number("ticksPerQuarter", 1...limit, default: SequencerSettings.ticksPerQuarter)
    let form = try SectionForm(ofSequence: object, ticksPerQuarter: ticks, version: version)
    let context = SequenceContext(ticksPerQuarter: ticks, version: version, form: form)
    self = try Self.read(object.with(context), ticksPerQuarter: ticks)
  }

  private static func read(_ object: DocumentObject, ticksPerQuarter: Int) throws(DocumentProblem) -> MIDISequence {
    let tracks = try object.value("tracks", default: [Track]())
    guard tracks.count <= SequencerSettings.documentTrackLimit else {
      throw object.expected("at most \(SequencerSettings.documentTrackLimit) tracks", "tracks")
    }
    let ids = tracks.map { $0.id }.filter { $0 != 0 }
    guard Set(ids).count == ids.count else { throw object.expected("tracks whose \"id\"s differ", "tracks") }
    let limit = SequencerSettings.documentStrokeLimit
    guard tracks.reduce(0, { $0 + ($1.pattern?.strokeCount ?? 0) }) <= limit else {
      throw object.expected("patterns with at most \(limit) strokes in all", "tracks")
    }
    var sequence = MIDISequence(
      tracks, name: try object.value("name", default: ""), ticksPerQuarter: ticksPerQuarter,
      seed: try object.value("seed", default: 0))
    sequence.tempi = try tempi(object)
    sequence.meters = try meters(object)
    sequence.fileEvents = try object.value("fileEvents", default: [])
    sequence.portNumbers = try object.value("portNumbers", default: [0])
    return sequence
  }

  private static func tempi(_ object: DocumentObject) throws(DocumentProblem) -> [TempoMap.Entry] {
    guard let bpm = try? object.readIfPresent(Double.self, "tempo") else {
      return try object.value("tempo", default: [])
    }
    guard Tempo.fits(bpm: bpm) else { throw object.expected("quarter notes per minute, at least 1.4", "tempo") }
    return [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: bpm))]
  }

  private static func meters(_ object: DocumentObject) throws(DocumentProblem) -> [MeterMap.Entry] {
    guard (try? object.readIfPresent(String.self, "meter")) != nil else {
      return try object.value("meter", default: [])
    }
    return [MeterMap.Entry(tick: 0, meter: try object.read(Meter.self, "meter"))]
  }

  /// The object that ``init(from:)`` reads. Numbers out of range are written as they are played, and entries without a
  /// tempo are left out, because a ``TempoMap`` ignores them.
  package var json: JSON {
    let tempi = tempi.filter { $0.tempo.tensOfNanoseconds > 0 }
    let ticksPerQuarter = min(max(1, ticksPerQuarter), TimeSettings.divisionLimit)
    var object = DocumentWriter()
    object.put("tactus sequence", "format")
    object.put(Self.documentVersion, "version")
    object.put(name, "name", unless: "")
    object.put(ticksPerQuarter, "ticksPerQuarter", unless: SequencerSettings.ticksPerQuarter)
    if tempi.count == 1, tempi[0].tick == 0, tempi[0].curve == .step {
      object.put(tempi[0].tempo.bpm, "tempo")
    } else if !tempi.isEmpty {
      object.put(tempi, "tempo")
    }
    if meters.count == 1, meters[0].tick == 0 {
      object.put(meters[0].meter.description, "meter")
    } else if !meters.isEmpty {
      object.put(meters, "meter")
    }
    object.put(seed, "seed", unless: 0)
    object.put(portNumbers, "portNumbers", unless: [0])
    object.put(tracks, "tracks")
    object.put(fileEvents, "fileEvents", unless: [])
    return object.json
  }
}
