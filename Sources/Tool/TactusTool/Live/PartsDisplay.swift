import TactusMIDI
import TactusSequencer

/// The state of a song's channels at a position, as its messages set it: programs, volumes and sounding keys.
package struct ChannelStates {
  /// The state of a channel.
  package struct State: Equatable {
    package var program = 0
    /// Controller 7.
    package var volume = 100
    /// The velocities of the sounding keys, 0 for those that are silent.
    package var velocities = [UInt8](repeating: 0, count: 128)

    package init() {}
  }

  private let timeline: EventTimeline
  private var next = 0
  private var frame: Int64 = .min
  private var states: [Int: State] = [:]

  package init(_ timeline: EventTimeline) { self.timeline = timeline }

  /// Moves to a frame, forward from the last one or again from the start.
  package mutating func move(to frame: Int64) {
    if frame < self.frame { (next, states) = (0, [:]) }
    self.frame = frame
    while next < timeline.count, timeline[next].frame <= frame {
      for message in timeline[next].message.midi1 { apply(message) }
      next += 1
    }
  }

  private mutating func apply(_ message: ChannelMessage) {
    guard !message.isSystemExclusive, message.status < 0xF0 else { return }
    let channel = Int(message.port) << 4 | Int(message.channel)
    var state = states[channel] ?? State()
    let (first, second) = (Int(message.data1), message.data2)
    switch message.status & 0xF0 {
    case 0x80: state.velocities[first] = 0
    case 0x90: state.velocities[first] = second
    case 0xB0 where first == 7: state.volume = Int(second)
    case _ where message.endsAllNotes: state.velocities = State().velocities
    case 0xC0: state.program = first
    default: return
    }
    states[channel] = state
  }

  /// Returns the state of a channel.
  package func state(port: UInt8, channel: UInt8) -> State { states[Int(port) << 4 | Int(channel)] ?? State() }
}

/// A line for each part of a song: whether it is heard, its program, its volume, and the keys that sound.
///
///     >  1 Acoustic Grand Piano   100 │        ▅    ▇   ▇           │
///        2 Acoustic Bass        m  90 │  ▆                          │
package struct PartsDisplay {
  private var states: ChannelStates

  package init(_ timeline: EventTimeline) { states = ChannelStates(timeline) }

  /// Returns the lines at a frame of the song.
  package mutating func lines(at frame: Int64, _ controller: PlaybackController) -> [String] {
    states.move(to: frame)
    return controller.parts.indices.map { line($0, controller) }
  }

  /// The lowest key and the number of cells, each for two keys: those of a piano.
  private static var lowest: Int { 21 }
  private static var cells: Int { 44 }

  private func line(_ part: Int, _ controller: PlaybackController) -> String {
    let use = controller.parts[part]
    let state = states.state(port: use.port, channel: use.channel)
    let mark = part == controller.selected ? ">" : " "
    let number = Self.right("\(Int(use.port) * 16 + Int(use.channel) + 1)")
    let full = PlaybackController.name(isDrums: use.channel == 9, program: controller.programs[part] ?? state.program)
    let name = String(full.prefix(20)).padded(to: 20)
    let sound = controller.isHeard(part) ? controller.solo.contains(part) ? "s" : " " : "m"
    let volume = Self.right("\(min(127, (state.volume * (controller.volumes[part] ?? 100) + 50) / 100))")
    return [mark + number, name, sound, volume, "│" + strip(state) + "│"].joined(separator: " ")
  }

  /// A number in three columns.
  private static func right(_ text: String) -> String { String(repeating: " ", count: max(0, 3 - text.count)) + text }

  /// The keyboard, two keys in a cell: the louder the higher.
  private func strip(_ state: ChannelStates.State) -> String {
    let signs: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    var strip = ""
    for cell in 0..<Self.cells {
      let key = Self.lowest + 2 * cell
      let velocity = max(state.velocities[key], state.velocities[key + 1])
      strip.append(signs[(Int(velocity) + 15) / 16])
    }
    return strip
  }
}
