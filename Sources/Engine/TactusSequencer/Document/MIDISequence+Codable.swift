import TactusFiles
import TactusTime

/// A tempo in a document: an object with `at`, `bpm` and `curve`.
private struct DocumentTempo: Codable {
  var entry: TempoMap.Entry

  private static let curves: [(String, TempoCurve)] = [
    ("step", .step), ("linearInBeats", .linearInBeats), ("linearInTime", .linearInTime),
  ]

  init(_ entry: TempoMap.Entry) { self.entry = entry }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    let bpm = try object.decode(Double.self, forKey: "bpm")
    guard Tempo.fits(bpm: bpm) else { throw object.expected("quarter notes per minute, at least 1.4", "bpm") }
    let curve = try object.word("curve", Self.curves, default: .step)
    entry = TempoMap.Entry(tick: try object.ticks("at") ?? 0, tempo: Tempo(bpm: bpm), curve: curve)
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.put(entry.tick, "at", unless: 0)
    try object.encode(entry.tempo.bpm, forKey: "bpm")
    try object.put(entry.curve, "curve", Self.curves, unless: .step)
  }
}

extension Tempo {
  /// Whether a quarter note at this tempo lasts 1…2³²−1 units of 10 ns.
  fileprivate static func fits(bpm: Double) -> Bool { bpm > 0 && bpm <= 6e9 && 6e9 / bpm < 0x1p32 - 0.5 }
}

/// A meter in a document: an object with `at` and `meter`, such as "6/8".
private struct DocumentMeter: Codable {
  var entry: MeterMap.Entry

  init(_ entry: MeterMap.Entry) { self.entry = entry }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    guard let meter = Self.meter(try object.decode(String.self, forKey: "meter")) else {
      throw object.expected("a meter such as \"6/8\"", "meter")
    }
    entry = MeterMap.Entry(tick: try object.ticks("at") ?? 0, meter: meter)
  }

  static func meter(_ text: String) -> Meter? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count == 2, let beats = parts[0], let value = parts[1], value.nonzeroBitCount == 1 else { return nil }
    return Meter(numerator: beats, denominatorPower: UInt8(value.trailingZeroBitCount))
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.put(entry.tick, "at", unless: 0)
    try object.encode(entry.meter.description, forKey: "meter")
  }
}

extension MIDISequence: Codable {
  /// The version that ``encode(to:)`` writes into documents. In version 1, step lengths were fractions of a quarter
  /// note.
  static var documentVersion: Int { 2 }

  /// Decodes an object with `tracks`; all other members are optional. `tempo` is a number of quarter notes per minute
  /// or an array of tempi, `meter` a string such as "3/4" or an array of meters.
  ///
  /// In documents of later versions, unknown members are ignored.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    if try object.value("format", default: "tactus sequence") != "tactus sequence" {
      throw object.expected("\"tactus sequence\": this is another kind of document", "format")
    }
    let version = try object.value("version", default: Self.documentVersion)
    let limit = TimeSettings.divisionLimit
    let ticks = try object.number("ticksPerQuarter", 1...limit, default: SequencerSettings.ticksPerQuarter)
    let form = try SectionForm(ofSequence: object, ticksPerQuarter: ticks, version: version)
    let context = DocumentContext(ticksPerQuarter: ticks, version: version, form: form)
    self = try DocumentContext.$current.withValue(context) { try Self.read(object, ticksPerQuarter: ticks) }
  }

  private static func read(_ object: DocumentReading, ticksPerQuarter: Int) throws -> MIDISequence {
    let tracks = try object.value("tracks", default: [Track]())
    guard tracks.count <= SequencerSettings.documentTrackLimit else {
      throw object.expected("at most \(SequencerSettings.documentTrackLimit) tracks", "tracks")
    }
    let ids = tracks.map(\.id).filter { $0 != 0 }
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

  private static func tempi(_ object: DocumentReading) throws -> [TempoMap.Entry] {
    guard let bpm = try? object.decodeIfPresent(Double.self, forKey: "tempo") else {
      return try object.value("tempo", default: [DocumentTempo]()).map(\.entry)
    }
    guard Tempo.fits(bpm: bpm) else { throw object.expected("quarter notes per minute, at least 1.4", "tempo") }
    return [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: bpm))]
  }

  private static func meters(_ object: DocumentReading) throws -> [MeterMap.Entry] {
    guard let text = try? object.decodeIfPresent(String.self, forKey: "meter") else {
      return try object.value("meter", default: [DocumentMeter]()).map(\.entry)
    }
    guard let meter = DocumentMeter.meter(text) else { throw object.expected("a meter such as \"6/8\"", "meter") }
    return [MeterMap.Entry(tick: 0, meter: meter)]
  }

  /// Encodes the object that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.encode("tactus sequence", forKey: "format")
    try object.encode(Self.documentVersion, forKey: "version")
    try object.put(name, "name", unless: "")
    try object.put(ticksPerQuarter, "ticksPerQuarter", unless: SequencerSettings.ticksPerQuarter)
    if tempi.count == 1, tempi[0].tick == 0, tempi[0].curve == .step {
      try object.encode(tempi[0].tempo.bpm, forKey: "tempo")
    } else if !tempi.isEmpty {
      try object.encode(tempi.map(DocumentTempo.init), forKey: "tempo")
    }
    if meters.count == 1, meters[0].tick == 0 {
      try object.encode(meters[0].meter.description, forKey: "meter")
    } else if !meters.isEmpty {
      try object.encode(meters.map(DocumentMeter.init), forKey: "meter")
    }
    try object.put(seed, "seed", unless: 0)
    try object.put(portNumbers, "portNumbers", unless: [0])
    try object.encode(tracks, forKey: "tracks")
    try object.put(fileEvents, "fileEvents", unless: [])
  }
}
