import TactusMIDI
import TactusRender

/// What pressure becomes.
enum PressurePlace: BitwiseCopyable {
  case controller(UInt8)
  case channel
  case keys
}

/// ``PressureMap`` at work.
struct PressureStage: FunctionStage {
  var isBypassed: Bool
  let takesKeys: Bool
  let target: PressurePlace
  let takesHighest: Bool
  /// A bit for each channel that is meant.
  let channels: UInt16
  let shape: ValueShape
  let keepsSource: Bool
  /// How often each key is held.
  let counts: UnsafeMutablePointer<UInt8>
  /// Its pressure, 32 bits.
  let pressures: UnsafeMutablePointer<UInt32>

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    for event in input { take(event.message, at: event.offset, &output) }
  }

  private func take(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    guard message.isForChannel else {
      output.write(message, at: offset)
      return
    }
    let kind = message.status & 0xF0
    let isSource = kind == (takesKeys ? 0xA0 : 0xD0)
    guard isSource, !isBypassed, channels &>> UInt16(message.channel) & 1 == 1 else {
      output.write(message, at: offset)
      follow(message, at: offset, &output)
      return
    }
    if keepsSource { output.write(message, at: offset) }
    if takesKeys {
      pressures[message.place] = message.value32
      let value = takesHighest ? highest(message) : message.value32
      send(value, message, at: offset, &output)
    } else {
      send(message.value32, message, at: offset, &output)
    }
  }

  /// Remembers which keys are held. A key that is let go presses no longer.
  private func follow(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let place = message.place
    if message.startsNote {
      if counts[place] < 255 { counts[place] &+= 1 }
    } else if message.endsNote {
      if counts[place] > 0 { counts[place] &-= 1 }
      if counts[place] == 0 { letGo(message, at: offset, &output) }
    } else if message.endsAllNotes {
      let first = place & ~127
      for key in first..<first &+ 128 { counts[key] = 0 }
      for key in first..<first &+ 128 where pressures[key] > 0 {
        letGo(message.with(key: UInt8(truncatingIfNeeded: key & 127)), at: offset, &output)
      }
    }
  }

  private func letGo(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let was = pressures[message.place]
    pressures[message.place] = 0
    guard was > 0, takesKeys, takesHighest, !isBypassed, channels &>> UInt16(message.channel) & 1 == 1 else { return }
    if case .keys = target { return }
    let left = highest(message)
    if left < was { send(left, message, at: offset, &output) }
  }

  /// The highest pressure of the keys of a message's channel that are held.
  private func highest(_ message: ChannelMessage) -> UInt32 {
    let first = message.place & ~127
    var highest: UInt32 = 0
    for key in first..<first &+ 128 where pressures[key] > highest { highest = pressures[key] }
    return highest
  }

  private func send(_ value: UInt32, _ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let value = shape.value(value)
    switch target {
    case .controller(let number): output.write(message.sibling(0xB0, number, value: value), at: offset)
    case .channel: output.write(message.sibling(0xD0, 0, value: value), at: offset)
    case .keys:
      let first = message.place & ~127
      for key in 0..<128 where counts[first &+ key] > 0 {
        output.write(message.sibling(0xA0, UInt8(truncatingIfNeeded: key), value: value), at: offset)
      }
    }
  }

  func release(_ output: inout EventWriter) {}

  func reset() {
    for place in 0..<ChannelMessage.placeCount { (counts[place], pressures[place]) = (0, 0) }
  }

  func isIdle() -> Bool { true }
}
