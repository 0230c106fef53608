import CTactusShims
import PluginHosting

/// One trial of a plug-in: its random numbers, and the faults found.
package final class Trial {
  package let factory: Factory
  package let id: String
  package let seed: UInt64
  package var random: TrialRandom
  package private(set) var faults: [String] = []
  /// What has been measured.
  package var figures: [String] = []

  package init(_ factory: Factory, _ id: String, seed: UInt64) {
    (self.factory, self.id, self.seed) = (factory, id, seed)
    random = TrialRandom(seed: seed)
  }

  /// Who else looks on.
  package static var watcher: String { ctactus_realtime_is_checked() ? ", under RealtimeSanitizer" : "" }

  package var isSampler: Bool { id == "tactus.sampler" }
  package var isSequencer: Bool { id == "tactus.sequencer" }
  package var isArpeggiator: Bool { id == "tactus.arpeggiator" }

  package func check(_ isRight: Bool, _ fault: @autoclosure () -> String) {
    if !isRight, faults.count < 20 { faults.append(fault()) }
  }

  /// The plug-in, made and perhaps active; counts as a fault if it cannot be made.
  package func open(_ rate: Double? = 48_000, hasExtensions: Bool = true) -> HostedPlugin? {
    let plugin = HostedPlugin(factory, id, hasExtensions: hasExtensions)
    check(plugin != nil, "cannot be made")
    if let rate, let plugin { check(plugin.activate(rate), "cannot be activated at \(rate)") }
    return plugin
  }

  /// Finishes with a plug-in: its violations are faults of this trial.
  package func close(_ plugin: HostedPlugin) {
    for offence in plugin.offences { check(false, offence) }
    if plugin.isActive { plugin.deactivate() }
  }

  func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  /// A block length: most are small, some are long.
  func blockLength() -> Int { number(1...(chance(60) ? 300 : 8_192)) }
}

/// A kind of trial; it is tried with as many seeds as there is time for.
package struct TrialKind: Sendable {
  package let name: String
  package let run: @Sendable (Trial) -> Void

  package static let all: [TrialKind] = [
    .init(name: "description", run: describe), .init(name: "texts of parameters", run: readTexts),
    .init(name: "controls", run: describeControls),
    .init(name: "partition", run: cutBlocks), .init(name: "sequencer's frames", run: followSequencer),
    .init(name: "transport's jumps", run: followJumps),
    .init(name: "arpeggiator's frames", run: followArpeggiator), .init(name: "sampler's frames", run: followClicks),
    .init(name: "notes end", run: endNotes), .init(name: "note numbers", run: numberNotes),
    .init(name: "state", run: keepState), .init(name: "hostile blocks", run: surviveBlocks),
    .init(name: "rates", run: changeRates), .init(name: "two instances", run: playTwo),
    .init(name: "presets", run: loadPresets), .init(name: "bank presets", run: loadBankPresets),
    .init(name: "MIDI learn", run: learnControllers),
    .init(name: "threads", run: playOnThreads),
    .init(name: "outputs", run: chooseOutputs), .init(name: "note expressions", run: expressNotes),
    .init(name: "names of keys", run: nameKeys), .init(name: "tuning", run: tuneNotes),
    .init(name: "sleep", run: sleep),
  ]
}
