/// Gives each note at least the length of the setting `synth.min-note-length`, so that percussion of length zero sounds:
/// earlier note-offs wait.
final class ShortNotes: ClockFollower {
  private struct NoteOff {
    let due: Int64
    let channel: Int
    let key: UInt8
  }

  private unowned let synth: FluidSynth
  private let milliseconds: Int
  /// The frame of the last note-on of each key of each channel.
  private var starts: [Int64]
  private var waiting: [NoteOff] = []

  init(_ synth: FluidSynth, milliseconds: Int, channels: Int) {
    (self.synth, self.milliseconds) = (synth, milliseconds)
    starts = Array(repeating: .min / 2, count: channels * 128)
  }

  /// Records a note-on that is about to be sent. If a note-off of the key is still waiting, sends it first.
  func begin(_ channel: Int, _ key: UInt8) {
    if let index = waiting.firstIndex(where: { $0.channel == channel && $0.key == key }) {
      send(waiting.remove(at: index))
    }
    starts[channel * 128 + Int(key)] = synth.frame
  }

  /// Whether a note-off of a key waits.
  func isWaiting(_ channel: Int, _ key: UInt8) -> Bool {
    waiting.contains { $0.channel == channel && $0.key == key }
  }

  /// Sends a note-off now or when the note is long enough.
  func end(_ channel: Int, _ key: UInt8) {
    let due = starts[channel * 128 + Int(key)] + Int64(synth.sampleRate * milliseconds / 1_000)
    let noteOff = NoteOff(due: due, channel: channel, key: key)
    if due <= synth.frame { send(noteOff) } else { waiting.append(noteOff) }
  }

  func send(dueAt frame: Int64) -> Int64 {
    guard !waiting.isEmpty else { return .max }
    while let index = waiting.firstIndex(where: { $0.due <= frame }) { send(waiting.remove(at: index)) }
    return waiting.reduce(.max) { min($0, $1.due) }
  }

  private func send(_ noteOff: NoteOff) { synth.send(0x80, noteOff.channel, noteOff.key, 0) }
}
