import CTactusShims
import PluginHosting

/// One trial of a plug-in: its random numbers, and the faults found.
package final class VST3Trial {
  package let library: VST3Library
  package let name: String
  package let seed: UInt64
  package var random: TrialRandom
  package private(set) var faults: [String] = []
  /// What has been measured.
  package var figures: [String] = []

  package init(_ library: VST3Library, _ name: String, seed: UInt64) {
    (self.library, self.name, self.seed) = (library, name, seed)
    random = TrialRandom(seed: seed)
  }

  /// Who else looks on.
  package static var watcher: String { ctactus_realtime_is_checked() ? ", under RealtimeSanitizer" : "" }

  package var isSampler: Bool { name == "Tactus Sampler" }
  package var isSequencer: Bool { name == "Tactus Sequencer" }
  package var isArpeggiator: Bool { name == "Tactus Arpeggiator" }
  /// The identifier in documents.
  var identifier: String { name.lowercased().split(separator: " ").joined(separator: ".") }

  package func check(_ isRight: Bool, _ fault: @autoclosure () -> String) {
    if !isRight, faults.count < 20 { faults.append(fault()) }
  }

  /// The plug-in, made and perhaps active; counts as a fault if it cannot be made.
  package func open(_ rate: Double? = 48_000) -> HostedVST3? {
    let plugin = HostedVST3(library, name)
    check(plugin != nil, "cannot be made")
    if let rate, let plugin { check(plugin.activate(rate), "cannot be activated at \(rate)") }
    return plugin
  }

  /// Finishes with a plug-in: its violations are faults of this trial.
  package func close(_ plugin: HostedVST3) {
    for offence in plugin.offences { check(false, offence) }
    if plugin.isActive { plugin.deactivate() }
  }

  func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  func share() -> Double { Double.random(in: 0...1, using: &random) }

  /// A block length: most are small, some are long.
  func blockLength() -> Int { number(1...(chance(60) ? 300 : 8_192)) }

  /// A transport that plays from somewhere.
  func transport() -> HostTransport {
    var transport = HostTransport()
    transport.tempo = Double(number(400...24_000)) / 100
    transport.beat = Double(number(-8...4_000)) / 4
    return transport
  }
}

/// A kind of trial; it is tried with as many seeds as there is time for.
package struct VST3TrialKind: Sendable {
  package let name: String
  package let run: @Sendable (VST3Trial) -> Void

  package static let all: [VST3TrialKind] = [
    .init(name: "interfaces", run: askForInterfaces), .init(name: "order of calls", run: disorderCalls),
    .init(name: "nothing for arguments", run: passNothing), .init(name: "description", run: describe),
    .init(name: "texts of parameters", run: readTexts), .init(name: "partition", run: cutBlocks),
    .init(name: "automation", run: automate), .init(name: "sequencer's frames", run: followSequencer),
    .init(name: "sampler's frames", run: followClicks), .init(name: "controllers", run: mapControllers),
    .init(name: "note expression", run: pressKeys), .init(name: "notes end", run: endNotes),
    .init(name: "state", run: keepState), .init(name: "edits", run: keepEdits),
    .init(name: "programs", run: selectPrograms), .init(name: "hostile blocks", run: surviveBlocks),
    .init(name: "rates", run: changeRates), .init(name: "two instances", run: playTwo),
    .init(name: "MIDI learn", run: learnControllers),
    .init(name: "outputs", run: activateOutputs), .init(name: "expressions", run: expressNotes),
    .init(name: "tuned notes", run: tuneNotes),
    .init(name: "threads", run: playOnThreads),
  ]
}
