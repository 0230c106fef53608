import Synchronization
import TactusDSP
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSynth

/// A sampler that plays under load on one thread while another swaps its banks, presets, effects and settings.
///
/// The first part is not affected by these changes and is panned hard right; the others are panned hard left. The right
/// channel must therefore equal, bit for bit, the first part alone.
package final class SamplerSession: Sendable {
  private let cycles: Int
  private let seed: UInt64
  private let sampler: Sampler
  private let alone: LiveSynth
  private let banks: [SoundBank]
  private let isOver = Atomic(false)
  private let swaps = Atomic(0)
  private let stress = Stress()

  /// The minimum number of swaps; it plays until then.
  package static var fewestSwaps: Int { 50 }
  private static let frames = 128

  /// A session of at least this many cycles.
  package init(seed: UInt64, cycles: Int) throws {
    (self.seed, self.cycles) = (seed, cycles)
    var settings = SynthSettings.dry
    settings.polyphony = 1_024
    sampler = try Sampler(settings: settings)
    alone = LiveSynth(settings: settings)
    banks = try [0, 7].map { try Self.bank(shifted: $0) }
    sampler.publish(banks[0])
    alone.publish(banks[0])
  }

  /// How many banks have been swapped.
  package var swapCount: Int { swaps.load(ordering: .relaxed) }

  /// Program 0 is the same in all banks, the others differ.
  private static func bank(shifted semitones: Int16) throws -> SoundBank {
    try .made { bank in
      let wave = bank.add(.sine(amplitude: 20_000))
      for program in 0..<8 as Range<UInt16> {
        let tuning = program == 0 ? 0 : semitones + Int16(program)
        let generators: [SoundFont.Generator] = [.init(.sampleModes, 1), .init(.coarseTune, tuning)]
        bank.addPreset(program: program, [.init(target: wave, generators: generators)])
      }
    }
  }

  /// Plays to the end.
  ///
  /// - Parameter audio: runs the audio thread's code: ``realtime(_:)``, or a function that counts.
  package func run(audio: @escaping @Sendable (() -> Void) -> Void) {
    together({ [self] in play(audio) }, { [self] in edit() })
  }

  private func play(_ audio: (() -> Void) -> Void) {
    defer { isOver.store(true, ordering: .releasing) }
    var random = SeededGenerator(seed: seed)
    let (here, there) = (SoundRoom(frames: Self.frames), SoundRoom(frames: Self.frames))
    var (cycle, keys): (Int, [UInt8]) = (0, [])
    while cycle < cycles || swaps.load(ordering: .relaxed) < Self.fewestSwaps {
      if cycle >= cycles, !stress.giveWay() { return }
      let own = first(cycle)
      let events = own + others(&random, &keys)
      let context = RenderCycle(firstFrame: Int64(cycle * Self.frames), frameCount: Self.frames)
      events.withUnsafeBufferPointer { events in audio { sampler.render(context, events: events, into: here.block) } }
      own.withUnsafeBufferPointer { alone.render(context, events: $0, into: there.block) }
      guard here.isSameRight(as: there) else { return stress.fail("the first part differs in cycle \(cycle)") }
      cycle += 1
    }
  }

  /// The first part: one note after the other.
  private func first(_ cycle: Int) -> [TimedEvent] {
    func event(_ offset: Int32, _ message: ChannelMessage) -> TimedEvent {
      TimedEvent(offset: offset, message: message)
    }
    if cycle == 0 {
      return [event(0, .controller(10, 127))] + (1..<9).map { event(0, .controller(10, 0, channel: $0)) }
    }
    switch cycle % 16 {
    case 1: return [event(17, .noteOn(UInt8(48 + cycle / 16 % 24), 100))]
    case 14: return [event(99, .noteOff(UInt8(48 + cycle / 16 % 24)))]
    default: return []
    }
  }

  private func others(_ random: inout SeededGenerator, _ keys: inout [UInt8]) -> [TimedEvent] {
    (0..<4).map { index in
      let isOn = keys.count < 100 && (keys.isEmpty || Bool.random(using: &random))
      let note = isOn ? UInt8.random(in: 0...127, using: &random) : keys.removeFirst()
      if isOn { keys.append(note) }
      let (channel, key) = (1 + note % 8, 30 + note / 8 * 4)
      return TimedEvent(
        offset: Int32(100 + index), message: isOn ? .noteOn(key, channel: channel) : .noteOff(key, channel: channel))
    }
  }

  // MARK: The other thread

  private func edit() {
    var random = SeededGenerator(seed: seed &+ 1)
    while !isOver.load(ordering: .acquiring) {
      if sampler.synth.reclaim() < 3 {
        let number = swaps.wrappingAdd(1, ordering: .relaxed).newValue
        sampler.publish(banks[number % 2])
      }
      let part = Int.random(in: 1...8, using: &random)
      sampler.set(PartProgram(program: .random(in: 0..<8, using: &random)), of: part)
      sampler.synth.send(.program(.random(in: 0..<8, using: &random), channel: UInt8(part)))
      var transpose = Transpose(.random(in: -12...12, using: &random))
      transpose.exemptChannels = [0]
      try? sampler.publish(ProcessorChain(Bool.random(using: &random) ? [.transpose(transpose)] : []))
      var controls = sampler.controls
      controls.polyphony = Bool.random(using: &random) ? 1_024 : 900
      controls.reverb = .random(in: 0...2, using: &random)
      sampler.set(controls)
      _ = sampler.state
      if !stress.giveWay() { return }
    }
  }
}

/// The memory of a block with two channels, at fixed addresses.
package final class SoundRoom {
  private let samples: UnsafeMutablePointer<Float>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let frames: Int

  package init(frames: Int) {
    self.frames = frames
    samples = .allocate(capacity: 2 * frames)
    samples.initialize(repeating: 0, count: 2 * frames)
    channels = .allocate(capacity: 2)
    channels.initialize(to: samples)
    (channels + 1).initialize(to: samples + frames)
  }

  deinit {
    samples.deallocate()
    channels.deallocate()
  }

  package var block: AudioBlock {
    AudioBlock(channels: UnsafePointer(channels), channelCount: 2, frameCount: frames)
  }

  /// Whether both channels have the same samples as those of another block.
  package func isSame(as other: SoundRoom) -> Bool {
    (0..<2 * frames).allSatisfy { samples[$0] == other.samples[$0] }
  }

  func isSameRight(as other: SoundRoom) -> Bool {
    (0..<frames).allSatisfy { channels[1][$0] == other.channels[1][$0] }
  }
}
