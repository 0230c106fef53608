import TactusFiles
import TactusTime

/// A tempo in a document: an object with `at`, `bpm` and `curve`.
private struct DocumentTempo: DocumentValue {
  var entry: TempoMap.Entry

  private static let curves: [(String, TempoCurve)] = [
    ("step", .step), ("linearInBeats", .linearInBeats), ("linearInTime", .linearInTime),
  ]

  init(_ entry: TempoMap.Entry) { self.entry = entry }

  init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    let bpm = try object.read(Double.self, "bpm")
    guard Tempo.fits(bpm: bpm) else { throw object.expected("quarter notes per minute, at least 1.4", "bpm") }
    let curve = try object.word("curve", Self.curves, default: .step)
    entry = TempoMap.Entry(tick: try object.ticks("at") ?? 0, tempo: Tempo(bpm: bpm), curve: curve)
  }

  var json: JSON {
    var object = DocumentWriter()
    object.put(entry.tick, "at", unless: 0)
    object.put(entry.tempo.bpm, "bpm")
    object.put(entry.curve, "curve", Self.curves, unless: .step)
    return object.json
  }
}

extension Tempo {
  /// Whether a quarter note at this tempo lasts 1…2³²−1 units of 10 ns.
  fileprivate static func fits(bpm: Double) -> Bool { bpm > 0 && bpm <= 6e9 && 6e9 / bpm < 0x1p32 - 0.5 }
}

/// A meter in a document: an object with `at` and `meter`, such as "6/8".
private struct DocumentMeter: DocumentValue {
  var entry: MeterMap.Entry

  init(_ entry: MeterMap.Entry) { self.entry = entry }

  init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    guard let meter = Self.meter(try object.read(String.self, "meter")) else {
      throw object.expected("a meter such as \"6/8\"", "meter")
    }
    entry = MeterMap.Entry(tick: try object.ticks("at") ?? 0, meter: meter)
  }

  static func meter(_ text: String) -> Meter? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count == 2, let beats = parts[0], let value = parts[1], value.nonzeroBitCount == 1 else { return nil }
    return Meter(numerator: beats, denominatorPower: UInt8(value.trailingZeroBitCount))
  }

  var json: JSON {
    var object = DocumentWriter()
    object.put(entry.tick, "at", unless: 0)
    object.put(entry.meter.description, "meter")
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
      return try object.value("tempo", default: [DocumentTempo]()).map { $0.entry }
    }
    guard Tempo.fits(bpm: bpm) else { throw object.expected("quarter notes per minute, at least 1.4", "tempo") }
    return [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: bpm))]
  }

  private static func meters(_ object: DocumentObject) throws(DocumentProblem) -> [MeterMap.Entry] {
    guard let text = try? object.readIfPresent(String.self, "meter") else {
      return try object.value("meter", default: [DocumentMeter]()).map { $0.entry }
    }
    guard let meter = DocumentMeter.meter(text) else { throw object.expected("a meter such as \"6/8\"", "meter") }
    return [MeterMap.Entry(tick: 0, meter: meter)]
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put("tactus sequence", "format")
    object.put(Self.documentVersion, "version")
    object.put(name, "name", unless: "")
    object.put(ticksPerQuarter, "ticksPerQuarter", unless: SequencerSettings.ticksPerQuarter)
    if tempi.count == 1, tempi[0].tick == 0, tempi[0].curve == .step {
      object.put(tempi[0].tempo.bpm, "tempo")
    } else if !tempi.isEmpty {
      object.put(tempi.map(DocumentTempo.init), "tempo")
    }
    if meters.count == 1, meters[0].tick == 0 {
      object.put(meters[0].meter.description, "meter")
    } else if !meters.isEmpty {
      object.put(meters.map(DocumentMeter.init), "meter")
    }
    object.put(seed, "seed", unless: 0)
    object.put(portNumbers, "portNumbers", unless: [0])
    object.put(tracks, "tracks")
    object.put(fileEvents, "fileEvents", unless: [])
    return object.json
  }
}
