import Synchronization
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusTime

/// A sequencer that plays on one thread while two others edit its sequence, control its transport and request reports.
///
/// The output is checked as it is produced: offsets ascend inside their cycle, every note-off has its note-on, and at
/// the end no note sounds.
package final class EditingSession: Sendable {
  /// The sequencer.
  package let sequencer: Sequencer
  private let seed: UInt64
  private let cycles: Int
  private let isLeading: Bool
  private let stress = Stress()
  private let isOver = Atomic(false)
  private let published = Atomic(0)
  private let editors = Atomic(2)

  /// The minimum number of versions that are published; it plays until then.
  package static var fewestVersions: Int { 20 }

  /// A session of at least this many cycles, under a host or, if `isLeading`, with its own transport.
  package init(seed: UInt64, cycles: Int, isLeading: Bool) throws {
    sequencer = Sequencer(sampleRate: 48_000)
    (self.seed, self.cycles, self.isLeading) = (seed, cycles, isLeading)
    try sequencer.publish(Self.song())
  }

  /// The number of versions published during playback.
  package var versions: Int { published.load(ordering: .relaxed) }

  /// Plays to the end.
  ///
  /// - Parameters:
  ///   - audio: runs what the audio thread runs: ``realtime(_:)``, or something that counts.
  ///   - sound: is called with each cycle's events, as a part of that.
  package func run(
    audio: @escaping @Sendable (() -> Void) -> Void,
    sound: @escaping @Sendable (RenderCycle, EventList) -> Void = { _, _ in }
  ) {
    together({ [self] in play(audio, sound) }, { [self] in edit(0) }, { [self] in edit(1) })
  }

  // MARK: The audio thread

  private func play(
    _ audio: @escaping (() -> Void) -> Void, _ sound: @escaping (RenderCycle, EventList) -> Void
  ) {
    var player = Player(sequencer)
    defer { player.end() }
    var random = SeededGenerator(seed: seed)
    if isLeading {
      sequencer.useInternalTransport(true)
      sequencer.play()
    }
    var beat = 0.0
    var index = 0
    while index < cycles || versions < Self.fewestVersions {
      index += 1
      let frames = Int.random(in: 1...512, using: &random)
      if Int.random(in: 0..<50, using: &random) == 0 { beat = Double(Int.random(in: -2...30, using: &random)) }
      var context = MusicalContext(tempo: 140, beat: beat)
      context.isMoving = Int.random(in: 0..<40, using: &random) > 0
      if context.isMoving { beat += Double(frames) * 140 / (60 * 48_000) }
      player.play(frames, isLeading ? MusicalContext() : context, audio, sound)
      if let defect = player.notes.defect { stress.fail("seed \(seed), cycle \(index): \(defect)") }
      if index % 8 == 0 || index >= cycles { guard stress.giveWay() else { break } }
    }
    isOver.store(true, ordering: .releasing)
    while editors.load(ordering: .acquiring) > 0 { guard stress.giveWay() else { return } }
    // The last request is performed before the bypass that releases everything.
    player.play(64, MusicalContext(), audio, sound)
    sequencer.bypass(true)
    player.play(64, MusicalContext(), audio, sound)
    if player.notes.count != 0 { stress.fail("seed \(seed): \(player.notes.count) notes hang") }
  }

  // MARK: The editors

  private func edit(_ editor: Int) {
    defer { editors.subtract(1, ordering: .releasing) }
    var random = SeededGenerator(seed: seed &* 2 &+ UInt64(editor) &+ 1)
    var song = Self.song()
    while !isOver.load(ordering: .acquiring) {
      change(&song, &random)
      do { try sequencer.publish(song) } catch { stress.fail("\(error)") }
      published.add(1, ordering: .relaxed)
      ask(&random)
      if editor == 0 { _ = sequencer.report() }
      guard stress.giveWay() else { return }
    }
  }

  private func change(_ song: inout MIDISequence, _ random: inout SeededGenerator) {
    let index = Int.random(in: 0..<song.tracks.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: song.tracks[index].isMuted.toggle()
    case 1: song.tracks[index].transpose = Int.random(in: -12...12, using: &random)
    case 2: song.tracks[index].loopLength = Tick.random(in: 500...90_000, using: &random)
    case 3: song.tracks[index].channel = UInt8.random(in: 0...15, using: &random)
    case 4: if song.tracks.count > 2 { song.tracks.remove(at: index) } else { song = Self.song() }
    case 5: song.tracks[index].isSolo.toggle()
    case 6: song.tracks[index].pattern?.steps.append(Step([UInt8.random(in: 30...90, using: &random)]))
    default: song.tracks[index].content = .clip(Self.clip(&random))
    }
  }

  private func ask(_ random: inout SeededGenerator) {
    switch Int.random(in: 0..<30, using: &random) {
    case 0: sequencer.panic()
    case 1: sequencer.fill(Bool.random(using: &random))
    case 2: sequencer.bypass(Bool.random(using: &random))
    case 3: sequencer.locate(Tick.random(in: -20_000...400_000, using: &random))
    case 4: sequencer.cycle(Bool.random(using: &random) ? nil : 10_000..<30_000)
    case 5: sequencer.stop()
    case 6: sequencer.play(from: 0, countIn: 40_320)
    case 7...9: sequencer.play()
    default: break
    }
  }

  // MARK: The song

  private static func song() -> MIDISequence {
    var random = SeededGenerator(seed: 5)
    let steps = (0..<16).map { (index: Int) -> Step in
      Step([UInt8(36 + index)], probability: 0.8, ratchet: Ratchet(index % 3 + 1))
    }
    let tracks = (0..<6).map { (index: Int) -> Track in
      index % 2 == 0
        ? Track(clip(&random), channel: UInt8(index), isLooped: true) : Track(Pattern(steps), channel: UInt8(index))
    }
    return MIDISequence(tracks, tempo: Tempo(bpm: 140))
  }

  private static func clip(_ random: inout SeededGenerator) -> Clip {
    let notes = (0..<40).map { _ in
      Note(
        onset: Tick.random(in: 0..<60_000, using: &random), duration: Tick.random(in: 1...30_000, using: &random),
        key: UInt8.random(in: 40...80, using: &random))
    }
    let messages = (0..<6).map { _ in
      ClipMessage.controller(
        [1, 7, 64].randomElement(using: &random) ?? 1, UInt8.random(in: 0...127, using: &random),
        at: Tick.random(in: 0..<60_000, using: &random))
    }
    return Clip(notes: NoteList(notes), messages: messages, length: 60_000)
  }
}

/// The audio thread's data: a buffer, the current frame, and the sounding notes.
private struct Player {
  let sequencer: Sequencer
  let buffer: UnsafeMutableBufferPointer<TimedEvent>
  var frame: Int64 = 0
  var notes = SoundingNotes()

  init(_ sequencer: Sequencer) {
    self.sequencer = sequencer
    buffer = .allocate(capacity: sequencer.settings.mostEvents)
  }

  mutating func play(
    _ frames: Int, _ context: MusicalContext, _ audio: (() -> Void) -> Void,
    _ sound: @escaping (RenderCycle, EventList) -> Void
  ) {
    let cycle = RenderCycle(firstFrame: frame, frameCount: frames, context: context)
    let (sequencer, buffer) = (sequencer, buffer)
    var count = 0
    audio {
      count = sequencer.render(cycle, into: buffer)
      sound(cycle, EventList(start: buffer.baseAddress, count: count))
    }
    notes.take(EventList(start: buffer.baseAddress, count: count), frames: frames)
    frame += Int64(frames)
  }

  func end() { buffer.deallocate() }
}

/// The number of sounding notes according to the output.
private struct SoundingNotes {
  private var counts: [UInt32: Int] = [:]
  /// The first fault; nil if there is none.
  private(set) var defect: String?
  /// How many sound.
  var count: Int { counts.values.reduce(0, +) }

  mutating func take(_ events: EventList, frames: Int) {
    var last: Int32 = 0
    for event in events {
      let message = event.message
      if event.offset < last || event.offset >= frames { defect = defect ?? "offset \(event.offset) after \(last)" }
      last = event.offset
      let key = message.word0 & 0x0F0F_7F00
      switch message.kind {
      case .noteOn where message.data2 > 0: counts[key, default: 0] += 1
      case .noteOn, .noteOff:
        counts[key, default: 0] -= 1
        if counts[key, default: 0] < 0 { defect = defect ?? "a note-off without a note-on: \(message)" }
      default: break
      }
    }
  }
}
