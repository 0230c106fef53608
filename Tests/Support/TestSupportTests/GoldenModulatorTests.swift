import TestSupport
import Testing

@Suite struct GoldenModulatorTests {
  private func bits(controller: Int, _ curve: Golden.Curve, negative: Bool = false, bipolar: Bool = false) -> UInt16 {
    UInt16(controller | 0x80 | (negative ? 0x100 : 0) | (bipolar ? 0x200 : 0) | curve.rawValue << 10)
  }

  private func shape(_ bits: UInt16, _ value: Int) -> Double? {
    Golden.Source(bits: bits)?.shape(Double(value), .seven, .exactMaximum)
  }

  @Test func endsAndMiddles() {
    for curve in [Golden.Curve.linear, .concave, .convex, .switch] {
      #expect(shape(bits(controller: 1, curve), 0) == 0 && shape(bits(controller: 1, curve), 127) == 1)
      #expect(shape(bits(controller: 1, curve, negative: true), 0) == 1)
      #expect(shape(bits(controller: 1, curve, negative: true), 127) == 0)
      #expect(shape(bits(controller: 1, curve, bipolar: true), 0) == -1)
      #expect(shape(bits(controller: 1, curve, bipolar: true), 127) == 1)
      #expect(shape(bits(controller: 1, curve, negative: true, bipolar: true), 0) == 1)
      #expect(shape(bits(controller: 1, curve, negative: true, bipolar: true), 127) == -1)
      guard curve != .switch else { continue }
      #expect(shape(bits(controller: 1, curve, bipolar: true), 64) == 0)
      #expect(shape(bits(controller: 1, curve, negative: true, bipolar: true), 64) == 0)
    }
    #expect(shape(bits(controller: 1, .switch), 63) == 0 && shape(bits(controller: 1, .switch), 64) == 1)
    #expect(shape(bits(controller: 1, .switch, bipolar: true), 63) == -1)
    #expect(shape(bits(controller: 1, .switch, negative: true), 63) == 1)
    #expect(shape(bits(controller: 1, .switch, negative: true), 64) == 0)
  }

  @Test func curvesAreMonotonic() {
    for curve in [Golden.Curve.linear, .concave, .convex] {
      for bipolar in [false, true] {
        let source = bits(controller: 1, curve, bipolar: bipolar)
        let values = (0...127).compactMap { shape(source, $0) }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
      }
    }
  }

  @Test(arguments: [0, 6, 32, 33, 38, 63, 98, 99, 100, 101, 120, 127])
  func illegalControllersAreNoSources(controller: Int) {
    #expect(Golden.Source(bits: bits(controller: controller, .linear)) == nil)
  }

  @Test func undefinedSourcesAreNone() {
    #expect(Golden.Source(bits: 0x1000) == nil)  // curve 4
    #expect(Golden.Source(bits: 0x0001) == nil)
    #expect(Golden.Source(bits: 0x0581) != nil)
  }

  /// Attenuation of a constant in decibels under the given modulators; the defaults add nothing at full velocity.
  private func attenuation(_ modulators: [Golden.Modulator], controllers: [Int: Int] = [:]) -> Double {
    var probe = Probe()
    probe.modulators = modulators
    probe.options.initialControllers.merge(controllers) { $1 }
    probe.seconds = 0.01
    return -probe.level(at: 0.005)
  }

  @Test func amountSourceAndTransform() {
    let cc2 = bits(controller: 2, .linear, bipolar: true)
    let cc3 = bits(controller: 3, .linear)
    let m = Golden.Modulator(source: cc2, to: .attenuation, amount: 400, amountSource: cc3)
    #expect(isNear(attenuation([m], controllers: [2: 127, 3: 127]), 40))
    #expect(isNear(attenuation([m], controllers: [2: 127, 3: 0]), 0))
    #expect(isNear(attenuation([m], controllers: [2: 32, 3: 127]), 0))  // −20 dB, clamped
    var absolute = m
    absolute.transform = 2
    #expect(isNear(attenuation([absolute], controllers: [2: 32, 3: 127]), 20))
    absolute.transform = 1
    #expect(isNear(attenuation([absolute], controllers: [2: 32, 3: 127]), 0))
  }

  @Test func linksAddUpAtTheirTarget() {
    let cc2 = bits(controller: 2, .linear)
    let target = Golden.Modulator(source: 0x007F, to: .attenuation, amount: 10)
    let feeder = Golden.Modulator(source: cc2, destination: 0x8000, amount: 20)
    #expect(isNear(attenuation([target, feeder], controllers: [2: 127]), 20))
    #expect(isNear(attenuation([target, feeder, feeder], controllers: [2: 127]), 40))
    #expect(isNear(attenuation([target], controllers: [2: 127]), 0))
    // A chain of three, through the absolute value.
    let chain = [
      target, Golden.Modulator(source: 0x007F, destination: 0x8000, amount: -2, transform: 2),
      Golden.Modulator(source: cc2, destination: 0x8001, amount: 5),
    ]
    #expect(isNear(attenuation(chain, controllers: [2: 127]), 10))
  }

  @Test func badLinksAreIgnored() {
    let cc2 = bits(controller: 2, .linear)
    let circle = [
      Golden.Modulator(source: 0x007F, destination: 0x8001, amount: 10),
      Golden.Modulator(source: 0x007F, destination: 0x8000, amount: 10),
      Golden.Modulator(source: 0x007F, destination: 0x8002, amount: 10),
    ]
    #expect(isNear(attenuation(circle), 0))
    let dangling = [Golden.Modulator(source: cc2, destination: 0x8009, amount: 10)]
    #expect(isNear(attenuation(dangling, controllers: [2: 127]), 0))
    // The target's source is not "link": it keeps its own.
    let deaf = [
      Golden.Modulator(source: 0, to: .attenuation, amount: 50),
      Golden.Modulator(source: cc2, destination: 0x8000, amount: 20),
    ]
    #expect(isNear(attenuation(deaf, controllers: [2: 127]), 5))
    let amountLink = [Golden.Modulator(source: 0, to: .attenuation, amount: 50, amountSource: 0x007F)]
    #expect(isNear(attenuation(amountLink), 0))
  }

  @Test func keyAndVelocitySourcesFollowTheSubstitution() {
    var probe = Probe(.constant(), [.velocity: 64, .key: 100, .scaleTuning: 0])
    #expect(isNear(probe.level(at: 0.01), -11.91, 0.006))
    probe.generators[.velocity] = nil
    probe.modulators = [Golden.Modulator(source: 0x0003, to: .attenuation, amount: 127)]
    #expect(isNear(probe.level(at: 0.01), -10))
  }

  @Test func keyPressureIsThePlayedKeys() {
    var probe = Probe(.constant(), [.key: 100, .scaleTuning: 0])
    probe.modulators = [Golden.Modulator(source: 0x000A, to: .attenuation, amount: 127)]
    probe.events = [.init(10, .keyPressure(key: 60, value: 100)), .init(10, .keyPressure(key: 100, value: 30))]
    #expect(isNear(probe.level(at: 0.01), -10))
  }

  @Test func envelopeTimesFollowTheirController() {
    // Decay of 1 s, halved at 0.25 s: −24 dB there, then twice as steep.
    var probe = Probe(.constant(), [.volEnvHold: -32_768, .volEnvDecay: 0, .volEnvSustain: 960])
    probe.modulators = [Golden.Modulator(source: bits(controller: 2, .linear), to: .volEnvDecay, amount: -1_200)]
    probe.events = [.init(12_000, .controller(2, value: 127))]
    #expect(isNear(probe.level(at: 0.25), -24) && isNear(probe.level(at: 0.375), -48))
  }
}
