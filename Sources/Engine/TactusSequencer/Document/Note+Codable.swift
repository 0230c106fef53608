import TactusFiles
import TactusMIDI
import TactusTime

/// A key in a document: 0…127, a note name such as "C4" (60), "F#3" or "Bb-1", or a drum name such as "closed hi-hat".
struct DocumentPitch: Codable {
  var key: UInt8

  init(_ key: UInt8) { self.key = key }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(UInt8.self), number < 128 {
      key = number
    } else if let name = try? container.decode(String.self), let number = Self(name) {
      self = number
    } else {
      let name = try? container.decode(String.self)
      let meant = name.flatMap { Suggestion.nearest(to: $0, among: GeneralMIDI.drumWords) }
      throw decoder.expected(
        "a key 0…127, or its name such as \"C4\", \"F#3\", \"Bb2\" or \"closed hi-hat\""
          + Suggestion.question(meant))
    }
  }

  /// Finds the key with this name; nil for unknown names.
  init?(_ name: String) {
    guard let key = Self.key(named: name) ?? GeneralMIDI.drumKey(named: name) else { return nil }
    self.key = key
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(key)
  }

  private static func key(named name: String) -> UInt8? {
    let letters: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    guard name.count <= 5, let first = name.first, var key = letters[Character(first.uppercased())] else { return nil }
    var rest = name.dropFirst()
    if let sign = rest.first, sign == "#" || sign == "b" {
      key += sign == "#" ? 1 : -1
      rest = rest.dropFirst()
    }
    guard let octave = Int(rest), (-2...10).contains(octave) else { return nil }
    let number = key + 12 * (octave + 1)
    return (0...127).contains(number) ? UInt8(number) : nil
  }
}

extension Note: Codable {
  /// Decodes an object with `at`, `for`, `key` and optional members, or an array of onset, duration, key and velocity.
  public init(from decoder: any Decoder) throws {
    if var list = try? decoder.unkeyedContainer() {
      let onset = try list.decode(DocumentTicks.self).ticks
      let duration = try list.decode(DocumentTicks.self).ticks
      let key = try list.decode(DocumentPitch.self).key
      let velocity = list.isAtEnd ? 100 : try list.decode(DocumentVelocity.self).velocity
      guard list.isAtEnd else { throw decoder.expected("onset, duration, key and velocity, no more") }
      self.init(onset: onset, duration: duration, key: key, velocity: velocity)
    } else {
      let object = try decoder.container(keyedBy: DocumentKey.self)
      let key = try object.decode(DocumentPitch.self, forKey: "key").key
      self.init(onset: try object.ticks("at") ?? 0, duration: try object.ticks("for") ?? 0, key: key)
      velocity = try object.velocity("velocity") ?? 100
      releaseVelocity = try object.number("release", 0...127, default: 64)
      channel = try object.number("channel", 1...16, default: 1) - 1
      port = try object.number("port", 1...16, default: 1) - 1
      guard object.contains("for") else { throw object.expected("how long it lasts, in ticks or beats", "for") }
    }
    guard onset >= 0, duration >= 0 else { throw decoder.expected("an onset and a duration that are not negative") }
  }

  /// Encodes the note in the shortest form that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    if channel == 0, port == 0, releaseVelocity == 64 {
      var list = encoder.unkeyedContainer()
      try list.encode(onset)
      try list.encode(duration)
      try list.encode(key)
      if velocity != 100 { try list.encode(velocity) }
    } else {
      var object = encoder.container(keyedBy: DocumentKey.self)
      try object.put(onset, "at", unless: 0)
      try object.encode(duration, forKey: "for")
      try object.encode(key, forKey: "key")
      try object.put(velocity, "velocity", unless: 100)
      try object.put(releaseVelocity, "release", unless: 64)
      try object.put((channel & 15) + 1, "channel", unless: 1)
      try object.put((port & 15) + 1, "port", unless: 1)
    }
  }
}

extension NoteList: Codable {
  /// Decodes an array of notes in any order.
  public init(from decoder: any Decoder) throws { self.init(try [Note](from: decoder)) }
  /// Encodes an array of notes.
  public func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
}
