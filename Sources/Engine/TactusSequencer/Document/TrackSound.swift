import TactusFiles
import TactusMIDI

/// The sound settings of a track in a document: `bank`, `program`, `volume`, `pan`, `reverb` and `chorus`.
struct TrackSound {
  /// The messages that set the sound at the start of the clip or pattern, in the order that a synthesizer requires.
  private(set) var messages: [ClipMessage] = []

  init(_ object: DocumentObject) throws(DocumentProblem) {
    if let bank = try Self.bank(object) {
      put(0, bank.coarse)
      if let fine = bank.fine { put(32, fine) }
    }
    if let program = try Self.program(object) { messages.append(.program(program, at: 0)) }
    put(7, try object.number("volume", 0...127))
    put(10, try Self.pan(object))
    put(91, try object.number("reverb", 0...127))
    put(93, try object.number("chorus", 0...127))
  }

  private mutating func put(_ controller: UInt8, _ value: UInt8?) {
    if let value { messages.append(.controller(controller, value, at: 0)) }
  }

  /// Reads a bank: its MSB 0…127, or an array of MSB and LSB.
  private static func bank(_ object: DocumentObject) throws(DocumentProblem) -> (coarse: UInt8, fine: UInt8?)? {
    guard object.contains("bank") else { return nil }
    if let number = try? object.read(UInt8.self, "bank"), number < 128 { return (number, nil) }
    guard let numbers = try? object.read([UInt8].self, "bank"), numbers.count == 2,
      numbers.allSatisfy({ $0 < 128 })
    else { throw object.expected("a whole number 0…127, or two of them: [coarse, fine]", "bank") }
    return (numbers[0], numbers[1])
  }

  /// Reads a program: a number 0…127, or a General MIDI name.
  private static func program(_ object: DocumentObject) throws(DocumentProblem) -> UInt8? {
    guard let name = try? object.readIfPresent(String.self, "program") else {
      return try object.number("program", 0...127)
    }
    if let program = GeneralMIDI.program(named: name) { return program }
    let meant = Suggestion.nearest(to: name, among: GeneralMIDI.programWords)
    throw object.expected(
      "a program 0…127, or its General MIDI name such as \"Marimba\""
        + Suggestion.question(meant), "program")
  }

  /// Reads a pan position, −64…63 with 0 as the center, or a word; returns the controller value.
  private static func pan(_ object: DocumentObject) throws(DocumentProblem) -> UInt8? {
    guard object.contains("pan") else { return nil }
    if let word = try? object.read(String.self, "pan"), let value = panWords[word] { return value }
    guard let number = try? object.read(Int.self, "pan"), (-64...63).contains(number) else {
      throw object.expected("a whole number -64…63, or \"left\", \"centre\" or \"right\"", "pan")
    }
    return UInt8(number + 64)
  }

  private static let panWords: [String: UInt8] = ["left": 0, "centre": 64, "center": 64, "right": 127]
}
