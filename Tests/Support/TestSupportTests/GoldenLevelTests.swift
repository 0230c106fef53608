import TestSupport
import Testing

@Suite struct GoldenLevelTests {
  @Test(arguments: [(64, -11.91), (100, -4.15), (111, -2.34), (1, -84.15), (127, 0)])
  func velocityVolumeAndExpression(value: Int, expected: Double) {
    var velocity = Probe()
    velocity.velocity = value
    #expect(isNear(velocity.level(at: 0.01), expected, 0.006))
    for controller in [7, 11] {
      var probe = Probe()
      probe.options.initialControllers[controller] = value
      #expect(isNear(probe.level(at: 0.01), expected, 0.006))
    }
  }

  @Test func controllerZeroIsSilence() {
    for controller in [7, 11] {
      var probe = Probe()
      probe.options.initialControllers[controller] = 0
      #expect(probe.left().allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: [(100, -4.0), (50, -2), (1_440, -57.6), (2_000, -57.6), (-100, 0)])
  func generatorAttenuationCountsFourTenths(centibels: Int, expected: Double) {
    #expect(isNear(Probe(.constant(), [.attenuation: centibels]).level(at: 0.01), expected))
  }

  @Test func modulatedAttenuationCountsInFullAndNeverAmplifies() {
    var probe = Probe()
    // "No controller" as source: the constant 1, whatever its direction.
    probe.modulators = [Golden.Modulator(source: 0x0100, to: .attenuation, amount: 100)]
    #expect(isNear(probe.level(at: 0.01), -10))
    probe.modulators[0].amount = -100
    #expect(isNear(probe.level(at: 0.01), 0))
    probe.generators[.attenuation] = 500
    #expect(isNear(probe.level(at: 0.01), -10))
  }

  @Test func panIsConstantPower() {
    for pan in stride(from: -500, through: 500, by: 125) {
      let out = Probe(.constant(), [.pan: pan]).output()
      let (l, r) = (out.left[100] / 0.5, out.right[100] / 0.5)
      #expect(isNear(l * l + r * r, 1))
    }
    let centre = Probe(.constant(), [.pan: 0]).output()
    #expect(isNear(decibels(centre.left[100] / 0.5), -3.0103, 1e-4))
    #expect(centre.left[100] == centre.right[100] || isNear(centre.left[100], centre.right[100]))
  }

  @Test(arguments: [(0, 0.0), (64, 0.5), (127, 1)])
  func panControllerReachesBothEndsAndTheMiddle(value: Int, expected: Double) {
    var probe = Probe(.constant(), [.pan: 0])
    probe.options.initialControllers[10] = value
    let out = probe.output()
    let (left, right) = Golden.panGains(expected * 1_000 - 500)
    #expect(isNear(out.left[100], 0.5 * left) && isNear(out.right[100], 0.5 * right))
  }

  @Test func sends() {
    var probe = Probe(.constant(), [.reverbSend: 300, .chorusSend: 100])
    probe.options.initialControllers[91] = 127
    let out = probe.output()
    #expect(isNear(out.left[100], 0.5))  // the dry signal is not reduced
    #expect(isNear(out.reverbLeft[100] / out.left[100], 0.5) && isNear(out.chorusLeft[100] / out.left[100], 0.1))
    probe.generators = [:]
    probe.options.top = .printed
    let printed = probe.output()
    #expect(isNear(printed.reverbLeft[100] / printed.left[100], 0.198, 5e-4))
  }

  @Test func controllerReachesAGridPointOnAStraightLine() {
    var probe = Probe()
    probe.events = [.init(100, .controller(7, value: 64))]
    let ramp = probe.left()
    let goal = 0.5 * (64.0 / 127) * (64.0 / 127)
    #expect(isNear(ramp[99], 0.5) && isNear(ramp[100], 0.5) && isNear(ramp[192], goal) && isNear(ramp[5_000], goal))
    #expect(isNear(ramp[146], (0.5 + goal) / 2))
    probe.events = [.init(128, .controller(7, value: 64))]
    #expect(isNear(probe.left()[160], (0.5 + goal) / 2) && isNear(probe.left()[192], goal))
    probe.options.smoothing = .none
    #expect(isNear(probe.left()[127], 0.5) && isNear(probe.left()[128], goal))
  }
}
