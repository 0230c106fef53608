import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime

/// An event as heard, for tests: the frame counted from the stage's first.
struct Heard: Hashable, CustomStringConvertible {
  var frame: Int64
  var message: ChannelMessage

  var description: String { "\(frame): \(message)" }
}

/// A sequencer and a buffer, driven cycle by cycle.
final class SequencerStage {
  let sequencer: Sequencer
  let sampleRate: Int
  private(set) var frame: Int64 = 0
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>

  init(sampleRate: Int = 48_000, settings: SequencerSettings = SequencerSettings(), room: Int = 8_192) {
    sequencer = Sequencer(sampleRate: sampleRate, settings: settings)
    self.sampleRate = sampleRate
    buffer = .allocate(capacity: room)
  }

  deinit { buffer.deallocate() }

  /// Plays one cycle.
  @discardableResult
  func cycle(_ frames: Int, _ context: MusicalContext = MusicalContext(), input: [TimedEvent] = []) -> [Heard] {
    let count = input.withUnsafeBufferPointer {
      sequencer.render(
        RenderCycle(firstFrame: frame, frameCount: frames, context: context), input: $0, into: buffer)
    }
    let heard = buffer.prefix(count).map { event in
      precondition(event.offset >= 0 && event.offset < frames, "an offset outside its cycle")
      return Heard(frame: frame + Int64(event.offset), message: event.message)
    }
    precondition(zip(heard, heard.dropFirst()).allSatisfy { $0.frame <= $1.frame }, "offsets out of order")
    frame += Int64(frames)
    return heard
  }

  /// Plays the last cycle.
  func finish() -> [Heard] {
    let count = sequencer.finish(into: buffer)
    return buffer.prefix(count).map { Heard(frame: frame + Int64($0.offset), message: $0.message) }
  }

  /// Plays with a steady host: beats from `beat` on, in cycles of these lengths.
  func steady(_ lengths: [Int], tempo: Double = 120, beat: Double = 0, noise: (Int) -> Double = { _ in 0 }) -> [Heard] {
    var heard: [Heard] = []
    var frames = 0
    for (index, length) in lengths.enumerated() {
      let position = beat + Double(frames) * tempo / (60 * Double(sampleRate)) + noise(index)
      heard += cycle(length, MusicalContext(tempo: tempo, beat: position))
      frames += length
    }
    return heard
  }

  /// Plays without a host.
  func free(_ lengths: [Int]) -> [Heard] { lengths.flatMap { cycle($0) } }
}

extension SequenceTimeline {
  /// A timeline of tracks at 960 ticks a quarter, 120 bpm unless said otherwise.
  static func of(
    _ tracks: [(TrackTimeline, CompiledTrack)], sampleRate: Int = 48_000, tempi: [TempoMap.Entry] = [], seed: UInt64 = 0
  ) -> SequenceTimeline {
    let map = TempoMap(timeBase: .ticksPerQuarter(960), entries: tempi)
    return SequenceTimeline(
      tracks.map { (timeline: $0.0, settings: $0.1) }, clock: FrameClock(map: map, sampleRate: sampleRate), seed: seed)
  }
}

extension CompiledTrack {
  /// A compiled track without notes.
  static func of(_ id: UInt32, loop: Tick = 0, _ change: (inout CompiledTrack) -> Void = { _ in }) -> CompiledTrack {
    var track = CompiledTrack()
    (track.id, track.loopLength) = (id, loop)
    change(&track)
    return track
  }
}

extension CompiledNote {
  /// A note on channel 1 with velocity 100.
  static func of(_ key: UInt8, _ tick: Tick, _ duration: Tick) -> CompiledNote {
    CompiledNote(tick: tick, duration: duration, message: ChannelMessage(status: 0x90, key, 100))
  }
}

extension [Heard] {
  /// The frames of note-ons of a key; of all keys.
  func ons(_ key: UInt8? = nil) -> [Int64] {
    filter { $0.message.kind == .noteOn && (key == nil || $0.message.data1 == key) }.map(\.frame)
  }

  /// The frames of note-offs of a key; of all keys.
  func offs(_ key: UInt8? = nil) -> [Int64] {
    filter { $0.message.kind == .noteOff && (key == nil || $0.message.data1 == key) }.map(\.frame)
  }
}
