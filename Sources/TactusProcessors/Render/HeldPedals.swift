import TactusMIDI

/// On which channels pedals have been pressed, for each channel that they came from: so they are let go there, too, when
/// the channels have been mapped otherwise since.
///
/// Pedals are the controllers 64, 66 and 69: sustain, sostenuto and hold 2.
struct HeldPedals {
  /// A bit for each channel of each port.
  struct Lines: BitwiseCopyable {
    var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    var isEmpty: Bool { bits.0 | bits.1 | bits.2 | bits.3 == 0 }

    func word(_ line: Int) -> UInt64 {
      switch line &>> 6 {
      case 0: bits.0
      case 1: bits.1
      case 2: bits.2
      default: bits.3
      }
    }

    func contains(_ line: Int) -> Bool { word(line) &>> UInt64(line & 63) & 1 == 1 }

    mutating func insert(_ line: Int) {
      let bit: UInt64 = 1 &<< UInt64(line & 63)
      switch line &>> 6 {
      case 0: bits.0 |= bit
      case 1: bits.1 |= bit
      case 2: bits.2 |= bit
      default: bits.3 |= bit
      }
    }

    mutating func remove(_ line: Int) {
      let bit: UInt64 = ~(1 &<< UInt64(line & 63))
      switch line &>> 6 {
      case 0: bits.0 &= bit
      case 1: bits.1 &= bit
      case 2: bits.2 &= bit
      default: bits.3 &= bit
      }
    }
  }

  /// Three pedals of 256 channels.
  static var count: Int { 3 &* 256 }
  private let lines: UnsafeMutablePointer<Lines>
  /// How many pedals are pressed somewhere.
  private var pressed = 0

  /// Over memory of ``count`` empty entries.
  init(lines: UnsafeMutablePointer<Lines>) { self.lines = lines }

  var isEmpty: Bool { pressed == 0 }

  /// The place of a message's pedal; nil if it is none.
  func place(_ message: ChannelMessage) -> Int? {
    guard message.isForChannel, message.status & 0xF0 == 0xB0 else { return nil }
    switch message.data1 {
    case 64: return message.line
    case 66: return message.line &+ 256
    case 69: return message.line &+ 512
    default: return nil
    }
  }

  /// A pedal has been sent on a channel.
  mutating func sent(_ message: ChannelMessage, from place: Int) {
    let wasEmpty = lines[place].isEmpty
    if message.value32 >= 1 &<< 31 {
      lines[place].insert(message.line)
      if wasEmpty { pressed &+= 1 }
    } else {
      lines[place].remove(message.line)
      if !wasEmpty, lines[place].isEmpty { pressed &-= 1 }
    }
  }

  /// Lets a pedal go wherever it is still pressed.
  mutating func letGo(_ message: ChannelMessage, from place: Int, at offset: Int32, _ output: inout EventWriter) {
    guard message.value32 < 1 &<< 31, !lines[place].isEmpty else { return }
    for line in 0..<256 where lines[place].contains(line) {
      let port = UInt8(truncatingIfNeeded: line &>> 4)
      output.write(message.with(port: port).with(channel: UInt8(truncatingIfNeeded: line & 15)), at: offset)
    }
    lines[place] = Lines()
    pressed &-= 1
  }

  /// Forgets all.
  mutating func reset() {
    guard pressed > 0 else { return }
    for index in 0..<Self.count { lines[index] = Lines() }
    pressed = 0
  }
}
