import TactusMIDI
import TactusTime

// Values without documents of their own, for any coder.

extension Tempo: Codable {
  /// Reads a number of quarter notes per minute; 0 for no tempo.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let bpm = try container.decode(Double.self)
    guard bpm == 0 || Tempo.fits(bpm: bpm) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected quarter notes per minute, at least 1.4, or 0; found \(bpm)")
    }
    self.init(bpm: bpm)
  }

  /// Writes the number of quarter notes per minute, from which the same tempo is read; 0 for no tempo.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bpm)
  }
}

extension SampleRate: Codable {
  /// Reads a number of frames per second.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let hertz = try container.decode(Double.self)
    guard (1...1_048_576).contains(hertz) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected frames per second, 1…1,048,576; found \(hertz)")
    }
    self.init(hertz)
  }

  /// Writes the number of frames per second, from which the same fraction is read.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hertz)
  }
}

extension ChannelMessage: Codable {
  /// Reads the two words of the packet.
  public init(from decoder: any Decoder) throws {
    var words = try decoder.unkeyedContainer()
    self.init(word0: try words.decode(UInt32.self), word1: try words.decode(UInt32.self))
  }

  /// Writes the two words of the packet, as ``MIDISequence/document()`` does for messages without a form of their own.
  public func encode(to encoder: any Encoder) throws {
    var words = encoder.unkeyedContainer()
    try words.encode(word0)
    try words.encode(word1)
  }
}
