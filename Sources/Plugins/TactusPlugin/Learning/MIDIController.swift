/// A MIDI controller of a channel that can control a parameter of a plug-in.
///
/// - Thread: any
public struct MIDIController: Hashable, Sendable {
  /// The kinds of controllers.
  public enum Source: Hashable, Sendable {
    /// Controller 0…119 that has a value of its own. One of 1…31 has 14 bits once its low bits (33…63) have come.
    case controller(UInt8)
    /// Channel pressure.
    case channelPressure
    /// Pitch bend, with 14 bits.
    case pitchBend
  }

  /// The kind, and the number of a controller.
  public var source: Source
  /// The channel, 0…15.
  public var channel: UInt8

  /// Creates a controller; nil if it cannot be learned: bank select, data entry, and the numbers of registered and
  /// non-registered parameters have meanings only together, and those from 120 are mode messages.
  ///
  /// - Parameters:
  ///   - source: the kind, and the number of a controller.
  ///   - channel: the channel, 0…15.
  public init?(_ source: Source, channel: UInt8) {
    guard channel < 16 else { return nil }
    if case .controller(let number) = source, !LearnedSource.isLearnable(number) { return nil }
    (self.source, self.channel) = (source, channel)
  }

  /// The number under which the audio thread knows the controller.
  var word: UInt32 {
    switch source {
    case .controller(let number): LearnedSource.controller(number, channel)
    case .channelPressure: LearnedSource.pressure(channel)
    case .pitchBend: LearnedSource.bend(channel)
    }
  }

  init?(word: UInt32) {
    let channel = UInt8(truncatingIfNeeded: word >> 8 & 15)
    switch word >> 12 {
    case 0: self.init(.controller(UInt8(truncatingIfNeeded: word & 127)), channel: channel)
    case 1: self.init(.channelPressure, channel: channel)
    case 2: self.init(.pitchBend, channel: channel)
    default: return nil
    }
  }
}

extension MIDIController: CustomStringConvertible {
  /// The controller for display: "CC 74, channel 1".
  public var description: String {
    switch source {
    case .controller(let number): "CC \(number), channel \(channel + 1)"
    case .channelPressure: "Pressure, channel \(channel + 1)"
    case .pitchBend: "Pitch bend, channel \(channel + 1)"
    }
  }
}
