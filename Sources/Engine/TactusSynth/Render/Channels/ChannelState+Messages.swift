import TactusDSP
import TactusMIDI

// Receives messages: routes them from ports to parts, and interprets channel messages.

extension ChannelState {
  /// Receives a message: a packet of a system-exclusive message, or a channel message for the parts that receive its
  /// channel.
  mutating func receive(_ message: ChannelMessage) {
    if message.isSystemExclusive { return assemble(message) }
    if message.isInternal { return message.isStemChoice ? chooseStem(message) : hearSetups(message) }
    if message.isMIDI2, receivePerNote(message) { return }
    guard ports[Int(message.port)].isPlain else { return route(message) }
    pass(message, to: Int(message.port) &* 16 &+ Int(message.channel))
  }

  /// Passes a message to each part of the port that receives the message's channel and kind.
  private mutating func route(_ message: ChannelMessage) {
    let messages = message.translatedToMIDI1()
    var index = 0
    while index < messages.endIndex {
      let one = messages.message(index)
      for part in 0..<16 { route(one, to: part) }
      index &+= 1
    }
  }

  private mutating func route(_ message: ChannelMessage, to part: Int) {
    let partIndex = Int(message.port) &* 16 &+ part
    guard parts[partIndex].channel == message.channel else { return }
    // the part ignores this parameter number, so it must also ignore the data entry for it
    if parts[partIndex].missesParameter(message) {
      channels[partIndex].parameter.select(message.data1 < 100 ? .nonRegistered : .registered, msb: 127, lsb: 127)
    }
    guard parts[partIndex].takes(message) else { return }
    let startsNote = message.status & 0xF0 == 0x90 && message.data2 > 0
    pass(
      ChannelMessage(
        status: message.status & 0xF0 | UInt8(truncatingIfNeeded: part), message.data1,
        startsNote ? parts[partIndex].scaledVelocity(message.data2) : message.data2, port: message.port), to: partIndex)
  }

  private mutating func pass(_ message: ChannelMessage, to part: Int) {
    if parts[part].missing >= 0, message.status & 0xF0 == 0x90, message.isMIDI2 || message.data2 > 0 {
      noteMissing(part)
    }
    handle(message)
  }

  // MARK: Channel messages

  /// Applies one message at the current frame; a MIDI 2.0 message is converted to MIDI 1.0 messages.
  private mutating func handle(_ message: ChannelMessage) {
    guard message.isMIDI2 else { return handleMIDI1(message) }
    let messages = message.translatedToMIDI1()
    var index = 0
    while index < messages.endIndex {
      handleMIDI1(messages.message(index))
      index &+= 1
    }
  }

  private mutating func handleMIDI1(_ message: ChannelMessage) {
    let channel = Int(message.port) &* 16 &+ Int(message.channel)
    if channels[channel].zone.isPart, handleInZone(channel, message) { return }
    switch message.status & 0xF0 {
    case 0x80: noteOff(channel, key: message.data1)
    case 0x90:
      if message.data2 > 0 {
        noteOn(channel, key: message.data1, velocity: message.data2)
      } else {
        noteOff(channel, key: message.data1)
      }
    case 0xA0:
      channels[channel].keyPressures[Int(message.data1)] = message.data2
      markDirty(channel)
    case 0xB0: setController(channel, Int(message.data1), message.data2)
    case 0xC0:
      changeProgram(channel, to: message.data1)
    case 0xD0:
      channels[channel].pressure = message.data1
      markDirty(channel)
    case 0xE0:
      channels[channel].pitchBend = Int32(truncatingIfNeeded: message.pitchBend)
      markDirty(channel)
    default: break
    }
  }

  // MARK: Notes

  /// Starts every region of the channel's preset whose ranges contain this key and velocity.
  private mutating func noteOn(_ channel: Int, key: UInt8, velocity: UInt8) {
    if channels[channel].mutes(key) { return }
    if channels[channel].overrides & ChannelOverrides.hasDrumKeys != 0 { parts[channel].setupIsHeard = true }
    if !channels[channel].playsPlainly, !isXGDrums(channel), monoNoteOn(channel, key, velocity) { return }
    channels[channel].portamento.lastKey = Int32(key)
    voices.startNote(channel, preset: channels[channel].preset, key: key, velocity: velocity)
    channels[channel].portamento.sourceKey = -1
  }

  /// Applies a note-off: the key's voices are released, or sustained by a pedal.
  private mutating func noteOff(_ channel: Int, key: UInt8) {
    if channels[channel].isMonophonic, !isXGDrums(channel), monoNoteOff(channel, key) { return }
    voices.releaseKey(channel, key: key)
  }

  /// Marks the parts whose drum setups have been heard, from the message that replaces note-ons in a chase; see
  /// ``ChannelInterpreter/receiveForChase(_:)``.
  private mutating func hearSetups(_ message: ChannelMessage) {
    let first = Int(message.port) &* 16
    for part in 0..<16 where message.word1 &>> UInt32(part) & 1 == 1 { parts[first &+ part].setupIsHeard = true }
  }

  /// Selects the stem of the next notes of each part that receives the message's channel.
  private mutating func chooseStem(_ message: ChannelMessage) {
    let first = Int(message.port) &* 16
    for part in first..<(first &+ 16) where parts[part].channel == message.channel {
      channels[part].route = NoteRoute(stemAndTrack: message.word1, insertion: channels[part].route.insertion)
    }
  }
}
