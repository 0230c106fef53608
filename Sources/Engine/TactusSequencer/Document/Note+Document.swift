import TactusFiles
import TactusMIDI
import TactusTime

/// A key in a document: 0…127, a note name such as "C4" (60), "F#3" or "Bb-1", or a drum name such as "closed hi-hat".
struct DocumentPitch: DocumentValue {
  var key: UInt8

  init(_ key: UInt8) { self.key = key }

  init(from node: DocumentNode) throws(DocumentProblem) {
    if let number = try? UInt8(from: node), number < 128 {
      key = number
    } else if let name = try? String(from: node), let number = Self(name) {
      self = number
    } else {
      let name = try? String(from: node)
      let meant = name.flatMap { Suggestion.nearest(to: $0, among: GeneralMIDI.drumWords) }
      throw node.expected(
        "a key 0…127, or its name such as \"C4\", \"F#3\", \"Bb2\" or \"closed hi-hat\""
          + Suggestion.question(meant))
    }
  }

  /// Finds the key with this name; nil for unknown names.
  init?(_ name: String) {
    guard let key = Self.key(named: name) ?? GeneralMIDI.drumKey(named: name) else { return nil }
    self.key = key
  }

  var json: JSON { key.json }

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

extension Note: DocumentValue {
  /// Reads an object with `at`, `for`, `key` and optional members, or an array of onset, duration, key and velocity.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    if var list = try? node.list() {
      let onset = try list.next(DocumentTicks.self).ticks
      let duration = try list.next(DocumentTicks.self).ticks
      let key = try list.next(DocumentPitch.self).key
      let velocity = list.isAtEnd ? 100 : try list.next(DocumentVelocity.self).velocity
      guard list.isAtEnd else { throw node.expected("onset, duration, key and velocity, no more") }
      self.init(onset: onset, duration: duration, key: key, velocity: velocity)
    } else {
      let object = try node.object()
      let key = try object.read(DocumentPitch.self, "key").key
      self.init(onset: try object.ticks("at") ?? 0, duration: try object.ticks("for") ?? 0, key: key)
      velocity = try object.velocity("velocity") ?? 100
      releaseVelocity = try object.number("release", 0...127, default: 64)
      channel = try object.number("channel", 1...16, default: 1) - 1
      port = try object.number("port", 1...16, default: 1) - 1
      guard object.contains("for") else { throw object.expected("how long it lasts, in ticks or beats", "for") }
    }
    guard onset >= 0, duration >= 0 else { throw node.expected("an onset and a duration that are not negative") }
  }

  /// The note in the shortest form that ``init(from:)`` reads; numbers out of range are written as they are played.
  package var json: JSON {
    let onset = min(max(0, onset), TimeSettings.tickLimit)
    let duration = min(max(0, duration), TimeSettings.tickLimit)
    let (key, velocity) = (key & 127, DocumentVelocity.clamp(velocity))
    let releaseVelocity = min(releaseVelocity, 127)
    let (channel, port) = (channel & 15, port & 15)
    if channel == 0, port == 0, releaseVelocity == 64 {
      return .array([onset.json, duration.json, key.json] + (velocity != 100 ? [velocity.json] : []))
    }
    var object = DocumentWriter()
    object.put(onset, "at", unless: 0)
    object.put(duration, "for")
    object.put(key, "key")
    object.put(velocity, "velocity", unless: 100)
    object.put(releaseVelocity, "release", unless: 64)
    object.put(channel + 1, "channel", unless: 1)
    object.put(port + 1, "port", unless: 1)
    return object.json
  }
}

extension NoteList: DocumentValue {
  /// Reads an array of notes in any order.
  package init(from node: DocumentNode) throws(DocumentProblem) { self.init(try [Note](from: node)) }
  /// An array of notes.
  package var json: JSON { .array(map { $0.json }) }
}
