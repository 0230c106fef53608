import TactusFiles
import TactusMIDI
import TactusTime

/// The region of a song that its file marks for repetition.
///
/// | marks | begin | end | from |
/// |---|---|---|---|
/// | `markers` | marker "loopStart" | marker "loopEnd" | Final Fantasy and many after it |
/// | `globalControllers` | controller 118 | controller 119 | EMIDI, all tracks |
/// | `controllers` | controller 116 | controller 117 | XMI and EMIDI, one track |
/// | `rpgMaker` | controller 111 | end of the song | RPG Maker |
/// | `touhou` | controller 2 = 0 | controller 4 = 0 | Touhou; both once in the file |
///
/// Markers are compared without regard to case, and "loopStart=2" counts as "loopStart". If loops are nested, the
/// outermost applies. A loop without an end ends with the song. Marks in an invalid order are ignored. Controller 111
/// has another meaning in files with other EMIDI controllers (110, 112…116 or 118), and is then ignored.
/// - Thread: any
public struct SongLoop: Hashable, Sendable {
  /// The first tick of the loop.
  public var start: Tick
  /// The first tick after the loop; greater than `start`.
  public var end: Tick
  /// The convention by which the file marks its loop.
  public var marks: Marks

  /// The kinds of loop marks.
  public enum Marks: String, Hashable, Sendable {
    case markers, globalControllers, controllers, rpgMaker, touhou
    /// None: the loop is the whole song.
    case none
  }

  /// Creates a loop.
  public init(start: Tick, end: Tick, marks: Marks = .none) {
    (self.start, self.end, self.marks) = (start, end, marks)
  }
}

extension MIDIFile {
  /// The loop that the file marks; nil if it marks none, or if its tracks are independent songs.
  /// - Thread: control
  public var markedLoop: SongLoop? {
    guard format != .independent || tracks.count == 1 else { return nil }
    let marks = LoopMarkList(self)
    return marks.loop(endTick: endTick)
  }

  /// The whole song as a loop; nil if its length is 0.
  package var wholeLoop: SongLoop? { endTick > 0 ? SongLoop(start: 0, end: endTick) : nil }
}

/// All possible loop marks in a file.
private struct LoopMarkList {
  /// The tick of the first start mark of each kind.
  private var starts: [SongLoop.Marks: Tick] = [:]
  /// The tick of the last end mark of each kind.
  private var ends: [SongLoop.Marks: Tick] = [:]
  private var counts = (two: 0, four: 0)
  private var usesEMIDI = false

  init(_ file: MIDIFile) {
    for track in file.tracks {
      for event in track.events {
        if let message = event.channelMessage {
          guard message.status & 0xF0 == 0xB0 else { continue }
          for message in message.midi1 { add(message, at: event.tick) }
        } else if event.isMeta(0x06) || event.isMeta(0x01) || event.isMeta(0x07) {
          add(track.payload(of: event), at: event.tick)
        }
      }
    }
  }

  private mutating func add(_ message: ChannelMessage, at tick: Tick) {
    switch message.data1 {
    case 2 where message.data2 == 0:
      counts.two += 1
      begin(.touhou, at: tick)
    case 4 where message.data2 == 0:
      counts.four += 1
      end(.touhou, at: tick)
    case 110, 112...115: usesEMIDI = true
    case 111: begin(.rpgMaker, at: tick)
    case 116:
      begin(.controllers, at: tick)
      usesEMIDI = true
    case 117: end(.controllers, at: tick)
    case 118:
      begin(.globalControllers, at: tick)
      usesEMIDI = true
    case 119: end(.globalControllers, at: tick)
    default: break
    }
  }

  private mutating func add(_ text: MIDIFile.Payload, at tick: Tick) {
    guard (7...32).contains(text.count) else { return }
    let word = text.filter { $0 > 0x20 && $0 != UInt8(ascii: "_") }.map { (65...90).contains($0) ? $0 | 32 : $0 }
    if word.starts(with: "loopstart".utf8), word.count == 9 || word[9] == UInt8(ascii: "=") {
      begin(.markers, at: tick)
    } else if word.elementsEqual("loopend".utf8) {
      end(.markers, at: tick)
    }
  }

  private mutating func begin(_ marks: SongLoop.Marks, at tick: Tick) {
    starts[marks] = min(starts[marks] ?? tick, tick)
  }

  private mutating func end(_ marks: SongLoop.Marks, at tick: Tick) { ends[marks] = max(ends[marks] ?? tick, tick) }

  func loop(endTick: Tick) -> SongLoop? {
    for marks: SongLoop.Marks in [.markers, .globalControllers, .controllers, .rpgMaker, .touhou] {
      if marks == .rpgMaker, usesEMIDI { continue }
      if marks == .touhou, counts.two != 1 || counts.four != 1 { continue }
      guard let start = starts[marks] else { continue }
      let end = min(ends[marks] ?? endTick, endTick)
      if end > start { return SongLoop(start: start, end: end, marks: marks) }
    }
    return nil
  }
}
