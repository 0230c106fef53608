import Tactus

/// A bank of programs whose notes never decay.
///
/// The programs differ in which parameters of a voice move, because the cost of a voice depends on that.
public struct ToneBank: Sendable {
  /// The bank.
  public let bank: SoundBank

  /// The parameter of a voice that moves while it sounds.
  public enum Kind: Int, CaseIterable, Sendable {
    /// No parameter moves; the filter is open.
    case open
    /// No parameter moves; the filter's cutoff is 2 kHz.
    case fixed
    /// The cutoff moves by ±1 octave around 2 kHz, 5 times a second.
    case sweeping
    /// The level moves by ±6 dB; the filter is open.
    case ramping
    /// The pitch moves by ± half a semitone; the filter is open.
    case gliding

    var generators: [SoundFont.Generator] {
      switch self {
      case .open: []
      case .fixed: [.init(.initialFilterFc, 9_557)]
      case .sweeping: [.init(.initialFilterFc, 9_557), .init(.modLfoToFilterFc, 1_200), .init(.freqModLFO, -851)]
      case .ramping: [.init(.modLfoToVolume, 60), .init(.freqModLFO, -851)]
      case .gliding: [.init(.vibLfoToPitch, 50), .init(.freqVibLFO, -851)]
      }
    }
  }

  /// Creates the bank, with one program for each kind.
  ///
  /// Every key plays one of `waves` looped noise samples of one second, so that reading them costs as much as reading
  /// the samples of a real bank.
  public init(waves: Int) throws {
    var builder = SoundFontBuilder(name: "Tones")
    let samples = (0..<waves).map { number in
      builder.add(
        .init(name: "noise \(number)", frames: Self.noise(number), sampleRate: 44_100, loop: 8..<44_092))
    }
    for kind in Kind.allCases {
      let zones = (0..<128).map { key in
        SoundFontBuilder.Zone(
          target: samples[key % waves], keyRange: .init(low: UInt8(key), high: UInt8(key)),
          generators: [.init(.sampleModes, 1), .init(.scaleTuning, 20), .init(.overridingRootKey, 60)] + kind.generators
        )
      }
      let instrument = builder.add(.init(name: "\(kind)", zones: zones))
      builder.add(.init(name: "\(kind)", bank: 0, program: UInt16(kind.rawValue), zones: [.init(target: instrument)]))
      builder.add(.init(name: "\(kind)", bank: 128, program: UInt16(kind.rawValue), zones: [.init(target: instrument)]))
    }
    let font = try SoundFont(FileBytes(copying: builder.write(), name: "tones"))
    bank = SoundBank(font)
  }

  /// Returns one second of noise, which depends only on `number`.
  private static func noise(_ number: Int) -> [Int16] {
    var state = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
    return (0..<44_100).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int16(truncatingIfNeeded: Int64(bitPattern: state) >> 52)
    }
  }

  /// Returns the messages that start `count` voices of a kind, at most 256 · 100, spread over all 256 channels of the
  /// sixteen ports and over keys 14…113.
  public static func notes(_ kind: Kind, count: Int) -> [ChannelMessage] {
    let places = (0..<min(256, max(1, count))).map { (port: UInt8($0 / 16), channel: UInt8($0 % 16)) }
    let programs = places.map {
      ChannelMessage(status: 0xC0 | $0.channel, UInt8(kind.rawValue), port: $0.port)
    }
    let notes = (0..<count).map { index in
      let (position, key) = (places[index % 256], 14 + (index / 256 * 37 + index % 256 * 11) % 100)
      return ChannelMessage(status: 0x90 | position.channel, UInt8(key), 100, port: position.port)
    }
    return programs + notes
  }
}
