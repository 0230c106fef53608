import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusSequencer
import TactusTime

/// The sounding pitches of a song, as segments of time in which nothing changes.
package struct SoundingPitches {
  /// A range of ticks with the same keys; the next segment follows at once or after silence.
  package struct Segment: Equatable {
    package let ticks: Range<Tick>
    package let pitches: HeldPitches
  }

  package private(set) var segments: [Segment] = []
  /// The number of channels, on all ports, on which each key sounds.
  private var counts = [Int32](repeating: 0, count: 128)
  /// The number of note-ons that no note-off has ended yet, by port, channel and key.
  private var down = [UInt16](repeating: 0, count: 256 * 128)
  /// Whether only the pedal holds each key, by port, channel and key.
  private var pedalled = [Bool](repeating: false, count: 256 * 128)
  private var pedals = [Bool](repeating: false, count: 256)
  /// The channels on which a song has started notes or pressed pedals.
  private var used: Set<Int> = []
  private let countsSustained: Bool

  /// - Parameters:
  ///   - channels: the channels that count, 0…15, on every port.
  ///   - countsSustained: whether keys held by the sustain pedal count.
  package init(_ song: MIDIFile, channels: Set<UInt8>, countsSustained: Bool) {
    self.countsSustained = countsSustained
    var tick: Tick = 0
    for element in MergedEvents(song, choice: .concatenated) {
      guard let message = element.event?.channelMessage else {
        if element.event == nil {
          report(from: &tick, to: element.tick)
          if song.format == .independent { endSong() }
        }
        continue
      }
      for message in message.midi1 where channels.contains(message.channel) {
        report(from: &tick, to: element.tick)
        take(message)
      }
    }
  }

  /// The duration of each pitch class in ticks.
  package var weights: [Double] {
    var weights = [Double](repeating: 0, count: 12)
    for segment in segments {
      for pitch in 0..<12 where segment.pitches.pitchClasses >> UInt16(pitch) & 1 == 1 {
        weights[pitch] += Double(segment.ticks.upperBound - segment.ticks.lowerBound)
      }
    }
    return weights
  }

  private mutating func report(from start: inout Tick, to end: Tick) {
    guard end > start else { return }
    let pitches = HeldPitches(keys: (UInt8(0)..<128).filter { counts[Int($0)] > 0 })
    if pitches.lowestKey != nil {
      if let last = segments.last, last.ticks.upperBound == start, last.pitches == pitches {
        segments[segments.count - 1] = Segment(ticks: last.ticks.lowerBound..<end, pitches: pitches)
      } else {
        segments.append(Segment(ticks: start..<end, pitches: pitches))
      }
    }
    start = end
  }

  private mutating func take(_ message: ChannelMessage) {
    let channel = Int(message.port) * 16 + Int(message.channel)
    let key = channel * 128 + Int(message.data1)
    used.insert(channel)
    switch message.kind {
    case .noteOn where message.data2 > 0:
      down[key] &+= 1
      if down[key] == 1, !pedalled[key] { counts[key % 128] += 1 }
      pedalled[key] = false
    case .noteOn, .noteOff:
      guard down[key] > 0 else { return }
      down[key] -= 1
      if down[key] == 0 { lift(key, channel) }
    case .controller: take(controller: message.data1, message.data2, channel)
    default: break
    }
  }

  /// Releases a key. It continues to sound if the pedal holds it and sustained keys count.
  private mutating func lift(_ key: Int, _ channel: Int) {
    if countsSustained, pedals[channel] { pedalled[key] = true } else { counts[key % 128] -= 1 }
  }

  private mutating func take(controller: UInt8, _ value: UInt8, _ channel: Int) {
    let keys = channel * 128..<channel * 128 + 128
    switch controller {
    case 64:
      pedals[channel] = value >= 64
      if !pedals[channel] { release(keys) }
    case 121:
      pedals[channel] = false
      release(keys)
    case 120, 123...127:
      for key in keys where down[key] > 0 {
        down[key] = 0
        lift(key, channel)
      }
      if controller == 120 { release(keys) }
    default: break
    }
  }

  /// Ends the notes of a song that another one follows, and lifts its pedals.
  private mutating func endSong() {
    for channel in used {
      for controller in [121, 120] as [UInt8] { take(controller: controller, 0, channel) }
    }
    used = []
  }

  private mutating func release(_ keys: Range<Int>) {
    for key in keys where pedalled[key] {
      pedalled[key] = false
      counts[key % 128] -= 1
    }
  }
}
