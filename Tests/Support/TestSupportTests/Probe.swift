import TestSupport

/// One note on one region of the golden model, hard left and at full level, so that the left signal is the voice.
struct Probe {
  var sample = TinySample.constant()
  var generators: [Golden.Generator: Int] = [:]
  var modulators: [Golden.Modulator] = []
  var options = Golden.Options()
  var key = 60
  var velocity = 127
  var events: [Golden.TimedEvent] = []
  var seconds = 0.2

  init(_ sample: TinySample = .constant(), _ generators: [Golden.Generator: Int] = [:]) {
    self.sample = sample
    self.generators = generators
    options.initialControllers = [7: 127, 10: 64, 11: 127]
  }

  func output() -> Golden.Output {
    var all: [Golden.Generator: Int] = [
      .pan: -500, .sampleModes: sample.loop == nil ? 0 : 1, .volEnvDelay: -32_768, .volEnvAttack: -32_768,
      .volEnvHold: -32_768,
    ]
    all.merge(generators) { $1 }
    let (bank, regions) = TinyBank(sample, all, modulators: modulators).golden()
    let timeline = ([Golden.TimedEvent(0, .noteOn(key: key, velocity: velocity))] + events)
      .sorted { $0.frame < $1.frame }
    return Golden.render(
      bank, regions, events: timeline, frameCount: Int(seconds * options.rate), options)
  }

  func left() -> [Double] { output().left }

  /// The left signal of a `constant` sample over its level, in decibels, at a second.
  func level(at second: Double) -> Double {
    var probe = self
    probe.seconds = second + 1 / options.rate
    return decibels(probe.left()[Int(second * options.rate)] / 0.5)
  }
}

/// Whether two numbers lie within a distance of each other.
func isNear(_ a: Double, _ b: Double, _ distance: Double = 1e-9) -> Bool { abs(a - b) <= distance }
