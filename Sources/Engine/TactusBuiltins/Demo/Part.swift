import TactusFiles
import TactusMIDI
import TactusSequencer

/// One part of the demo: a channel with its program and its events.
struct Part {
  /// The ticks per sixteenth, with 480 per quarter note.
  static let sixteenth = 120
  static let bar = 16 * sixteenth

  let name: String
  let channel: UInt8
  private var events: [(tick: Int, order: Int, message: ChannelMessage)] = []
  private let setup: (program: Int, controllers: [(Int, Int)])
  private var noise: Noise
  /// The maximum random delay of a note, in ticks. The notes of a chord start half this value apart.
  var looseness = 4
  /// The maximum random deviation of the velocities.
  private var velocitySpread = 5

  /// Creates a part that takes the channel over at a bar; until then, another part may have it.
  init(
    _ name: String, channel: Int, program: Int, volume: Int, pan: Int = 64, reverb: Int = 40, chorus: Int = 0,
    from bar: Int = 1
  ) {
    setup = (program, [(7, volume), (10, pan), (91, reverb), (93, chorus), (11, 127)])
    self.name = name
    self.channel = UInt8(channel - 1)
    noise = Noise(seed: channel)
    takeChannel(at: bar)
  }

  /// Selects the part's program and sets its controllers at a bar, after which the part has the channel.
  mutating func takeChannel(at bar: Int) {
    let start = (bar - 1) * Self.bar
    add(start, 0, 0xC0, setup.program, 0)
    for (controller, value) in setup.controllers { add(start, 1, 0xB0, controller, value) }
  }

  private mutating func add(_ tick: Int, _ order: Int, _ status: UInt8, _ first: Int, _ second: Int) {
    let (a, b) = (UInt8(max(0, min(127, first))), UInt8(max(0, min(127, second))))
    events.append((max(0, tick), order, ChannelMessage(status: status | channel, a, b)))
  }

  /// Adds a note; `at` and `length` are in ticks.
  mutating func note(_ key: Int, at tick: Int, length: Int, velocity: Int) {
    let late = Int(noise.within(0...1) * Double(looseness))
    let loud = velocity + Int(noise.next() * Double(velocitySpread))
    add(tick + late, 3, 0x90, key, max(1, loud))
    add(tick + late + max(20, length), 2, 0x80, key, 64)
  }

  /// Adds notes exactly as they are.
  mutating func play(_ notes: [Note]) {
    for note in notes {
      add(Int(note.onset), 3, 0x90, Int(note.key), Int(note.velocity))
      add(Int(note.end), 2, 0x80, Int(note.key), 64)
    }
  }

  /// Adds a line starting at a bar (the first is 1); `legato` is the fraction of its notated length for which each note
  /// sounds.
  mutating func play(
    _ text: String, bar: Int, velocity: Int, transpose: Int = 0, legato: Double = 0.94
  ) {
    for note in Line(text).notes {
      let start = (bar - 1) * Self.bar + note.start * Self.sixteenth
      let length = Int(Double(note.length * Self.sixteenth) * legato)
      for (index, key) in note.keys.enumerated() {
        self.note(
          key + transpose, at: start + index * looseness / 2, length: length, velocity: velocity + note.stress)
      }
    }
  }

  /// Adds chords in a rhythm of sixteen characters: `x` plays, `X` plays louder, `-` holds, `.` rests.
  ///
  /// Each string holds the chord of one bar, or two chords separated by a slash, one for each half of the bar.
  mutating func comp(_ chords: [String], _ rhythm: String, bar: Int, velocity: Int, transpose: Int = 0) {
    let signs = Array(rhythm)
    precondition(signs.count == 16, "a rhythm of the demo has \(signs.count) sixteenths: \(rhythm)")
    for (offset, chord) in chords.enumerated() {
      let halves = chord.split(separator: "/").map { Line.keys(String($0)) }
      for (position, sign) in signs.enumerated() where sign == "x" || sign == "X" {
        let held = signs[(position + 1)...].prefix { $0 == "-" }.count + 1
        let start = (bar - 1 + offset) * Self.bar + position * Self.sixteenth
        for (index, key) in halves[position >= 8 ? halves.count - 1 : 0].enumerated() {
          note(
            key + transpose, at: start + index * looseness / 2, length: held * Self.sixteenth - 20,
            velocity: velocity + (sign == "X" ? 16 : 0))
        }
      }
    }
  }

  /// Adds drum strokes on one key, with one pattern per bar: `X` is loud, `x` normal, `g` a ghost note.
  mutating func strike(_ key: Int, _ patterns: [String], bar: Int, velocity: Int) {
    for (offset, pattern) in patterns.enumerated() {
      precondition(pattern.count == 16, "a pattern of the demo has \(pattern.count) sixteenths: \(pattern)")
      for (position, sign) in pattern.enumerated() where sign != "." {
        let loud = sign == "X" ? 18 : sign == "g" ? -44 : 0
        note(
          key, at: (bar - 1 + offset) * Self.bar + position * Self.sixteenth, length: Self.sixteenth / 2,
          velocity: velocity + loud)
      }
    }
  }

  /// Adds a roll with rising velocity: one stroke every `every` ticks between two positions in bars.
  mutating func roll(_ key: Int, from: Double, to: Double, every: Int, velocities: ClosedRange<Int>) {
    let (start, end) = (Self.tick(from), Self.tick(to))
    for tick in stride(from: start, to: end, by: every) {
      let rise = (velocities.upperBound - velocities.lowerBound) * (tick - start) / (end - start)
      note(key, at: tick, length: every - 10, velocity: velocities.lowerBound + rise)
    }
  }

  /// Converts a position in bars to ticks: 1 is the start, 2.5 the middle of the second bar.
  static func tick(_ position: Double) -> Int { Int((position - 1) * Double(bar) + 0.5) }

  /// Moves a controller linearly between two positions in bars, in steps of an eighth of a beat.
  mutating func ramp(_ controller: Int, _ from: Int, _ to: Int, _ start: Double, _ end: Double) {
    let (first, last) = (Self.tick(start), Self.tick(end))
    var value = -1
    for tick in stride(from: first, through: last, by: 60) {
      let next = last > first ? from + (to - from) * (tick - first) / (last - first) : to
      if next != value { add(tick, 1, 0xB0, controller, next) }
      value = next
    }
  }

  /// Selects another program at a position in bars.
  mutating func select(_ program: Int, at position: Double) { add(Self.tick(position), 0, 0xC0, program, 0) }

  mutating func set(_ controller: Int, _ value: Int, at position: Double) {
    add(Self.tick(position), 1, 0xB0, controller, value)
  }

  /// Presses the sustain pedal in each of the given bars, and releases it just before the next bar.
  mutating func pedal(_ bars: ClosedRange<Int>) {
    for bar in bars {
      add((bar - 1) * Self.bar + 20, 1, 0xB0, 64, 127)
      add(bar * Self.bar - 40, 1, 0xB0, 64, 0)
    }
  }

  /// Slides the pitch between two values in cents, over a number of sixteenths.
  mutating func bend(_ from: Int, _ to: Int, at position: Double, over sixteenths: Int) {
    let start = Self.tick(position)
    let steps = max(1, sixteenths * 4)
    for step in 0...steps {
      let cents = from + (to - from) * step / steps
      let pitchBend = max(0, min(16383, 8192 + cents * 8192 / 200))
      add(start + step * Self.sixteenth / 4, 1, 0xE0, pitchBend & 127, pitchBend >> 7)
    }
  }

  /// Returns the track: its name and all events in order of time.
  ///
  /// At the same tick, controllers come first, then note-offs, then note-ons. A note ends at the latest when the next one
  /// on its key starts, since many synthesizers would end that one with the note-off.
  func track(endingAt end: Int) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    track.append(name, as: .trackName, at: 0)
    let sorted = events.enumerated().sorted { a, b in
      (a.element.tick, a.element.order, a.offset) < (b.element.tick, b.element.order, b.offset)
    }
    var notes = Array(repeating: 0, count: 128)
    for (_, event) in sorted {
      let (key, tick) = (Int(event.message.data1), Int64(event.tick))
      if event.message.startsNote {
        if notes[key] > 0 { track.append(ChannelMessage(status: 0x80 | channel, event.message.data1, 64), at: tick) }
        notes[key] += 1
      } else if event.message.endsNote {
        notes[key] -= 1
        if notes[key] > 0 { continue }  // a later note on the key still sounds
      }
      track.append(event.message, at: tick)
    }
    track.endTick = Int64(end)
    return track
  }
}
