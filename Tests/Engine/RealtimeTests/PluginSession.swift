import Synchronization
import TactusMIDI
import TactusPlugin
import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSynth
import TestSupport

/// A plug-in that plays under load on one thread while another sets its parameters, loads states, presets and chains,
/// and runs its main-thread tasks.
final class PluginSession: Sendable {
  private let unit: PluginUnit
  private let seed: UInt64
  private let cycles: Int
  private let isOver = Atomic(false)
  private let edits = Atomic(0)
  private let sent = Atomic(0)
  private let stress = Stress()

  static let fewestEdits = 40
  /// The number of edits after which the session ends without ``fewestSent``.
  private static let mostEdits = 4_000
  /// The number of sent events up to which the session goes on: the other thread may leave a setting that plays few notes
  /// for as long as the machine is busy.
  private let fewestSent: Int

  init(_ descriptor: PluginDescriptor, seed: UInt64, cycles: Int, fewestSent: Int = 0) {
    (self.seed, self.cycles, self.fewestSent) = (seed, cycles, fewestSent)
    unit = PluginUnit(descriptor, banks: SineBanks())
    unit.activate(sampleRate: 48_000, maximumFrameCount: 256)
  }

  var editCount: Int { edits.load(ordering: .relaxed) }
  var sentCount: Int { sent.load(ordering: .relaxed) }

  /// Plays to the end.
  func run(audio: @escaping @Sendable (() -> Void) -> Void) {
    together({ [self] in play(audio) }, { [self] in edit() })
  }

  private func play(_ audio: (() -> Void) -> Void) {
    let width = max(2, unit.descriptor.audioOutputs)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 256 * width)
    let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: width)
    for channel in 0..<width { channels[channel] = memory + 256 * channel }
    defer {
      memory.deallocate()
      channels.deallocate()
      isOver.store(true, ordering: .releasing)
    }
    var random = SeededGenerator(seed: seed)
    var (frame, cycle) = (Int64(0), 0)
    while cycle < cycles || editCount < Self.fewestEdits || sentCount < fewestSent && editCount < Self.mostEdits {
      guard stress.giveWay() else { return }
      let frames = Int.random(in: 0...256, using: &random)
      let (key, index) = (UInt8.random(in: 40...80, using: &random), Int.random(in: 0..<60, using: &random))
      let value = Double.random(in: -10...100, using: &random)
      let context = MusicalContext(tempo: 140, beat: Double(frame) * 140 / (60 * 48_000))
      audio {
        let core = unit.core
        core.pointee.begin(RenderCycle(firstFrame: frame, frameCount: frames, context: context))
        core.pointee.receive(ChannelMessage(status: cycle & 1 == 0 ? 0x90 : 0x80, key, 90), at: frames / 2)
        core.pointee.change(parameter: index, to: value, at: frames / 3)
        core.pointee.render(
          into: AudioBlock(
            channels: channels, channelCount: unit.descriptor.audioOutputs, frameCount: frames))
        while let event = core.pointee.nextOutput() {
          if event.count == 3, event.bytes[1] & 7 == 0 { core.pointee.refuseOutput() }
          sent.wrappingAdd(1, ordering: .relaxed)
        }
        while core.pointee.nextChange() != nil {}
        if core.pointee.needsMainThread() { sent.wrappingAdd(0, ordering: .relaxed) }
        if cycle % 500 == 499 { core.pointee.reset() }
      }
      frame += Int64(frames)
      cycle += 1
    }
  }

  private func edit() {
    var random = SeededGenerator(seed: seed &+ 1)
    var saved = [unit.state()]
    while !isOver.load(ordering: .acquiring) {
      guard stress.giveWay() else { return }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: unit.loadPreset(.random(in: unit.descriptor.presets.indices, using: &random))
      case 1: try? unit.restore(saved.randomElement(using: &random) ?? [])
      case 2: saved = [saved[0], unit.state()]
      case 3:
        let order = Arpeggiator.Order.allCases.randomElement(using: &random) ?? .up
        try? unit.publish(ProcessorChain([.arpeggiator(Arpeggiator(order: order)), .transpose(Transpose(1))]))
      default:
        let index = Int.random(in: unit.descriptor.parameters.indices, using: &random)
        unit.setParameter(index, to: .random(in: -10...100, using: &random))
      }
      unit.runMainThreadTasks()
      edits.wrappingAdd(1, ordering: .relaxed)
    }
  }
}

/// A bank that needs no generation, in place of the built-in one.
private struct SineBanks: PluginBanks {
  let builtIn = SoundBank.sines(programs: [0])

  func bank(atPath path: String) throws(PluginStateError) -> PluginBank { throw .missingBank(path) }
}
