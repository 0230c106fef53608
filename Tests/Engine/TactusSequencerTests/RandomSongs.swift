import TactusFiles
import TactusMIDI
import TestSupport

/// Random songs: notes at odd ticks, tempi and system-exclusive messages in any track, chords on one tick.
extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }

  mutating func message(ports: Int64 = 2, keys: Int64 = 4) -> ChannelMessage {
    let channel = UInt8(number(0...2))
    let (key, value) = (UInt8(number(0...(keys - 1))), UInt8(number(0...127)))
    let port = UInt8(number(0...(ports - 1)))
    let kinds: [UInt8] = [0x80, 0x80, 0x90, 0x90, 0x90, 0xB0, 0xC0, 0xE0]
    let status = kinds[Int(number(0...7))]
    let isSilent = status == 0x90 && number(0...3) == 0
    return ChannelMessage(
      status: status | channel, status == 0xB0 ? 32 * (key & 1) : key, isSilent ? 0 : value, port: port)
  }

  mutating func track(events: Int64) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    var tick: Int64 = 0
    for _ in 0..<number(0...events) {
      tick += number(0...2) == 0 ? number(0...200) : 0
      switch number(0...19) {
      case 0: track.appendMeta(0x51, [UInt8(number(1...12)), UInt8(number(0...255)), 7], at: tick)
      case 1: track.appendSysEx([0x7E, 0x7F, 9, 1, 0xF7], at: tick)
      case 2: track.appendMeta(6, Array("A".utf8), at: tick)
      default: track.append(message(), at: tick)
      }
    }
    track.endTick = tick + number(0...2) * 100
    return track
  }

  mutating func song(_ format: MIDIFile.Format = .simultaneous, tracks: Int64 = 6, events: Int64 = 60) -> MIDIFile {
    let count = format == .single ? 1 : number(0...tracks)
    return MIDIFile(
      format: format, division: .ticksPerQuarter(Int(number(96...960))),
      tracks: (0..<count).map { _ in track(events: events) })
  }
}
