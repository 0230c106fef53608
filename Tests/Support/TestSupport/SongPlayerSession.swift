import Synchronization
import TactusEngine
import TactusMIDI
import TactusRender
import TactusSynth

/// A song that plays on one thread while another seeks, loops, mutes, pauses and changes its speed.
///
/// The output is finite, and playback continues at the last seek.
package final class SongPlayerSession: Sendable {
  private let cycles: Int
  private let player: SongPlayer
  private let isOver = Atomic(false)
  private let changes = Atomic(0)
  private let stress = Stress()

  /// The minimum number of changes; it plays until then.
  package static var fewestChanges: Int { 200 }
  private static let frames = 128

  /// A session of at least this many cycles.
  package init(seed: UInt64, cycles: Int) throws {
    self.cycles = cycles
    var random = SeededGenerator(seed: seed)
    var settings = BounceSettings()
    settings.synth.polyphony = 64
    let song = random.score(length: 60_000, density: 10, isWild: true).song
    player = try SongPlayer(Bouncer(song, bank: SoundBank(random.font(isWild: true)), settings: settings))
  }

  /// The number of changes made.
  package var changeCount: Int { changes.load(ordering: .relaxed) }

  /// Plays to the end.
  ///
  /// - Parameter audio: runs what the audio thread runs.
  /// - Returns: whether all output is finite, and the last seek was performed.
  package func run(audio: @escaping @Sendable (() -> Void) -> Void) -> Bool {
    together({ [self] in play(audio) }, { [self] in edit() })
    player.loop(nil)
    player.pause()
    player.seek(toFrame: 12_345)
    let isWell = render(audio, SoundRoom(frames: Self.frames), 0)
    return isWell && player.location.frame == 12_345
  }

  private func play(_ audio: (() -> Void) -> Void) {
    defer { isOver.store(true, ordering: .releasing) }
    let room = SoundRoom(frames: Self.frames)
    var cycle = 0
    while cycle < cycles || changes.load(ordering: .relaxed) < Self.fewestChanges {
      if cycle >= cycles, !stress.giveWay() { return }
      guard render(audio, room, cycle) else { return stress.fail("cycle \(cycle) is not finite") }
      cycle += 1
    }
  }

  private func render(_ audio: (() -> Void) -> Void, _ room: SoundRoom, _ cycle: Int) -> Bool {
    let events = [TimedEvent(offset: Int32(cycle % Self.frames), message: .noteOn(UInt8(40 + cycle % 40)))]
    let context = RenderCycle(firstFrame: Int64(cycle * Self.frames), frameCount: Self.frames)
    events.withUnsafeBufferPointer { events in audio { player.render(context, events: events, into: room.block) } }
    return (0..<Self.frames).allSatisfy { room.block[0][$0].isFinite && room.block[1][$0].isFinite }
  }

  private func edit() {
    var random = SeededGenerator(seed: 7)
    player.play()
    while !isOver.load(ordering: .acquiring) {
      let frame = Int64.random(in: 0..<70_000, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: player.seek(toFrame: frame)
      case 2: player.loop(random.oneIn(3) ? nil : frame..<frame + Int64.random(in: 1..<9_000, using: &random))
      case 3: player.set(speed: Double.random(in: 0.2...5, using: &random))
      case 4: player.mute(Set((0..<3).map { _ in .init(channel: random.pick([0, 1, 9])) }))
      default: if random.oneIn(2) { player.pause() } else { player.play() }
      }
      _ = player.location
      changes.wrappingAdd(1, ordering: .relaxed)
      guard stress.giveWay() else { return }
    }
  }
}
