import CCLAP
import PluginHosting
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The data that an audio thread and the thread that starts it share.
private final class AudioThread: @unchecked Sendable {  // the plug-in is handed over by the thread's start and end
  let plugin: HostedPlugin
  let trial: Trial
  let isEnding = Atomic<Bool>(false)

  init(_ plugin: HostedPlugin, _ trial: Trial) { (self.plugin, self.trial) = (plugin, trial) }

  func run() {
    let transport = HostTransport()
    var key = 0
    while !isEnding.load(ordering: .acquiring) {
      let frame = plugin.frame
      plugin.process(
        64 + frame % 191, transport.after(frame, rate: plugin.rate),
        [
          (0, .noteOn(key: 40 + key % 40)), (30, .noteOff(key: 40 + key % 40)),
          (31, .parameter(260, Double(key % 200))),
        ])
      key += 1
      if plugin.heard.count > 100_000 { plugin.heard.removeAll() }
    }
  }
}

extension TrialKind {
  /// While an audio thread plays, the main thread queries, saves, loads and performs requests.
  @Sendable static func playOnThreads(_ trial: Trial) {
    guard let plugin = trial.open() else { return }
    plugin.answersCallbacks = false
    let parameters = plugin.parameters
    let audio = AudioThread(plugin, trial)
    guard let thread = HostThread({ audio.run() }) else { return trial.check(false, "no thread") }
    var states: [[UInt8]] = []
    for round in 0..<40 {
      if let state = plugin.save(most: 500) { states.append(state) }
      trial.check(plugin.load(states[trial.number(0...states.count - 1)], most: 700), "does not take its own state")
      for parameter in parameters.prefix(20) {
        let value = plugin.value(of: parameter.id) ?? .nan
        trial.check(parameter.range.contains(value), "\(parameter.name) is \(value)")
        _ = plugin.text(of: parameter.id, value)
      }
      if round % 8 == 3, trial.chance(50) {
        _ = plugin.loadPreset(key: trial.isSampler ? "Best" : trial.isSequencer ? "Polymeter" : "Random bar")
      }
      plugin.answer()
      usleep(2_000)
    }
    audio.isEnding.store(true, ordering: .releasing)
    thread.join()
    trial.figures.append("\(plugin.frame) frames, \(states.count) states")
    plugin.answersCallbacks = true
    calm(plugin, parameters)
    trial.close(plugin)
  }
}
