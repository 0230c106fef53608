extension Golden {
  /// A modulator as a bank holds it (SF2.04 §7.4).
  package struct Modulator: Hashable, Sendable {
    package var source: UInt16
    /// A generator's number, or 0x8000 | index of a modulator in the same list whose source is "link".
    package var destination: UInt16
    package var amount: Int
    package var amountSource: UInt16
    /// 0 linear, 2 absolute value; with any other the modulator is ignored.
    package var transform: UInt16

    package init(
      source: UInt16, destination: UInt16, amount: Int, amountSource: UInt16 = 0, transform: UInt16 = 0
    ) {
      self.source = source
      self.destination = destination
      self.amount = amount
      self.amountSource = amountSource
      self.transform = transform
    }

    package init(
      source: UInt16, to destination: Generator, amount: Int, amountSource: UInt16 = 0, transform: UInt16 = 0
    ) {
      self.init(
        source: source, destination: UInt16(destination.rawValue), amount: amount, amountSource: amountSource,
        transform: transform)
    }

    /// The default modulators of SF2.04 §8.4 that apply: all except velocity to cutoff, which no player applies by
    /// default. Corrected misprints: CC7's source and CC10's destination; CC10's amount is 500, so that 0…127 spans the
    /// pan.
    package static let defaults = [
      Modulator(source: 0x0502, to: .attenuation, amount: 960),
      Modulator(source: 0x000D, to: .vibLFOToPitch, amount: 50),
      Modulator(source: 0x0081, to: .vibLFOToPitch, amount: 50),
      Modulator(source: 0x0587, to: .attenuation, amount: 960),
      Modulator(source: 0x028A, to: .pan, amount: 500),
      Modulator(source: 0x058B, to: .attenuation, amount: 960),
      Modulator(source: 0x00DB, to: .reverbSend, amount: 200),
      Modulator(source: 0x00DD, to: .chorusSend, amount: 200),
      // "Initial pitch" is no generator; the sum of fine tune takes it, unclamped (see Controls).
      Modulator(source: 0x020E, to: .fineTune, amount: 12_700, amountSource: 0x0010),
    ]

    /// The tenth default modulator, velocity to cutoff, in the form of 2.04.
    package static let velocityToFilter = Modulator(source: 0x0102, to: .filterCutoff, amount: -2_400)

    /// Whether it is controller 1 alone, to an LFO's pitch depth.
    var isWheelToPitch: Bool {
      source & 0xFF == 0x81 && amountSource == 0 && transform == 0
        && (destination == Generator.vibLFOToPitch.rawValue || destination == Generator.modLFOToPitch.rawValue)
    }

    /// Whether one replaces the other (SF2.04 §9.5.1): all fields except the amount are equal.
    package func isIdentical(to other: Modulator) -> Bool {
      source == other.source && destination == other.destination && amountSource == other.amountSource
        && transform == other.transform
    }
  }

  /// The sums that a list of modulators adds to the generators of a voice.
  struct Modulation {
    /// Sums by destination.
    var sums: [Generator: Double] = [:]
    /// Whether a source of attenuation is at its end (velocity, volume or expression 0), which means silence, not just
    /// −96 dB.
    var isSilent = false

    /// - Parameters:
    ///   - wheelDepth: registered parameter 5 in cents: what modulators from controller 1 give in pitch, 50 as written.
    ///   - value: a source's value after its curve.
    init(_ modulators: [Modulator], wheelDepth: Double, value: (Source) -> Double) {
      for (index, modulator) in modulators.enumerated() where modulator.destination & 0x8000 == 0 {
        guard let target = Generator(rawValue: Int(modulator.destination)), target.isRealTime else { continue }
        var output = Self.output(of: index, in: modulators, value)
        if modulator.isWheelToPitch { output *= wheelDepth / 50 }
        sums[target, default: 0] += output
        if target == .attenuation && output >= 960 { isSilent = true }
      }
    }

    /// transform(source × amount × amount source); 0 if anything about it is undefined.
    ///
    /// A linked modulator's source is the plain sum of what links to it, in those modulators' own units: the text
    /// gives no scale and no curve for it. Without any link to it, it is ignored. Circular links have no effect: a
    /// modulator has one destination, so none in a circle reaches a generator.
    private static func output(of index: Int, in modulators: [Modulator], _ value: (Source) -> Double) -> Double {
      let modulator = modulators[index]
      guard let source = Source(bits: modulator.source), let amountSource = Source(bits: modulator.amountSource),
        !amountSource.isLink, modulator.transform == 0 || modulator.transform == 2
      else { return 0 }
      var input = 1.0
      if source.isLink {
        let link = 0x8000 | UInt16(index)
        input = 0
        for feeder in modulators.indices where modulators[feeder].destination == link && feeder != index {
          input += output(of: feeder, in: modulators, value)
        }
      } else if !source.isNone {
        // "No controller" is the constant 1 whatever its other bits say (SF2.04 §8.2.1).
        input = value(source)
      }
      let factor = amountSource.isNone ? 1 : value(amountSource)
      let product = input * Double(modulator.amount) * factor
      return modulator.transform == 2 ? abs(product) : product
    }
  }
}
