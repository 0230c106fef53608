import CVST3
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
  let plugin: HostedVST3
  let changed: UInt32
  let isEnding = Atomic<Bool>(false)

  init(_ plugin: HostedVST3, changed: UInt32) { (self.plugin, self.changed) = (plugin, changed) }

  func run() {
    let transport = HostTransport()
    var cycle = 0
    while !isEnding.load(ordering: .acquiring) {
      let frame = plugin.frame
      plugin.process(
        64 + frame % 191, transport.after(frame, rate: plugin.rate),
        [
          (0, .noteOn(key: 40 + cycle % 40, number: cycle)), (30, .noteOff(key: 40 + cycle % 40, number: cycle)),
          (31, .parameter(changed, Double(cycle % 200) / 199)), (32, .controller(1, Double(cycle % 128) / 127)),
        ])
      cycle += 1
    }
  }
}

extension VST3TrialKind {
  /// While an audio thread plays, the main thread changes parameters, queries, saves and loads.
  @Sendable static func playOnThreads(_ trial: VST3Trial) {
    guard let plugin = trial.open() else { return }
    let parameters = plugin.parameters
    guard let changed = parameters.last(where: { $0.isAutomatable && $0.steps == 0 }) else {
      return trial.check(false, "no parameter")
    }
    let audio = AudioThread(plugin, changed: changed.id)
    guard let thread = HostThread({ audio.run() }) else { return trial.check(false, "no thread") }
    var states: [[UInt8]] = []
    for round in 0..<40 {
      if let state = plugin.save(most: 500) { states.append(state) }
      trial.check(plugin.load(states[trial.number(0...states.count - 1)], most: 700), "does not take its own state")
      for parameter in parameters.prefix(20) {
        let value = plugin.value(of: parameter.id)
        trial.check((0...1).contains(value), "\(parameter.title) is \(value)")
        _ = plugin.text(of: parameter.id, value)
        if !parameter.isBypass, trial.chance(30) { plugin.set(parameter.id, to: trial.share()) }
      }
      if round % 8 == 3, let program = plugin.allParameters.first(where: \.isProgram) {
        plugin.set(program.id, to: trial.share())
      }
      usleep(2_000)
    }
    audio.isEnding.store(true, ordering: .releasing)
    thread.join()
    trial.figures.append("\(plugin.frame) frames, \(states.count) states")
    calm(plugin, parameters)
    trial.check(soundingPlaces(plugin.heard).isEmpty, "notes that never end")
    trial.close(plugin)
  }
}
