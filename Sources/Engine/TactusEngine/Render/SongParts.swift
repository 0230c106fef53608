import TactusMIDI
import TactusProcessors

/// Applies a user's volumes and programs of parts to the messages of a song.
///
/// Volumes scale the song's channel volume (controller 7); programs replace its program changes. Parts that the user has
/// not changed receive the song's messages as they are.
/// - Thread: audio
struct SongParts {
  private var settings = PartChoices()
  /// The last volume of each part in the song.
  private var volumes = PartBytes(repeating: 100)
  /// The last program of each part in the song.
  private var programs = PartBytes(repeating: 0)
  /// Finds the song's resets. One is enough for all ports, because the packets of a message are not interleaved with
  /// those of another.
  private var resets = SystemResetDetector()

  /// Takes new settings, and sends what has changed.
  mutating func set(_ new: PartChoices, to receiver: SongReceiver) {
    guard new.changes != settings.changes else { return }
    let old = settings
    settings = new
    for part in 0..<SongNotes.channels {
      if new.volumes[part] != old.volumes[part] { sendVolume(part, receiver) }
      if new.programs[part] != old.programs[part] { sendProgram(part, receiver) }
    }
  }

  /// Forgets the song's volumes and programs, because another position follows.
  mutating func forget() {
    volumes = PartBytes(repeating: 100)
    programs = PartBytes(repeating: 0)
    resets = SystemResetDetector()
  }

  /// Sends the settings again, after the channels have been reset.
  func restore(to receiver: SongReceiver) {
    guard settings.changes != 0 else { return }
    for part in 0..<SongNotes.channels {
      if settings.volumes[part] != 100 { sendVolume(part, receiver) }
      if settings.programs[part] != PartChoices.songProgram { sendProgram(part, receiver) }
    }
  }

  /// Notes the volume or program that a message of the song sets, or the reset of a port.
  mutating func note(_ message: ChannelMessage) {
    if resets.take(message) { reset(port: Int(message.port)) }
    let part = SongNotes.channel(of: message)
    switch message.status & 0xF0 {
    case 0xB0 where message.isForChannel && message.data1 == 7:
      volumes[part] = message.translatedToMIDI1().message(0).data2
    case 0xC0 where message.isForChannel:
      let simple = message.translatedToMIDI1()
      programs[part] = simple.message(max(0, simple.endIndex &- 1)).data1
    default: break
    }
  }

  private mutating func reset(port: Int) {
    let first = (port & 15) &<< 4
    for part in first..<first &+ 16 { (volumes[part], programs[part]) = (100, 0) }
  }

  /// Whether channels may have been reset after a message, so that ``restore(to:)`` is needed: after a system message,
  /// and after the last packet of a system-exclusive message, which other messages must not interrupt.
  static func mayReset(_ message: ChannelMessage) -> Bool {
    guard message.isSystemExclusive else { return message.isSystem }
    switch message.packetForm {
    case .whole, .end: return true
    default: return false
    }
  }

  /// Sends a message of the song.
  mutating func send(_ message: ChannelMessage, to receiver: SongReceiver) {
    note(message)
    let part = SongNotes.channel(of: message)
    switch message.status & 0xF0 {
    case 0xB0 where message.isForChannel && message.data1 == 7:
      settings.volumes[part] == 100 ? receiver.receive(message) : sendVolume(part, receiver)
    case 0xC0 where message.isForChannel:
      if settings.programs[part] == PartChoices.songProgram { receiver.receive(message) }
    default: receiver.receive(message)
    }
  }

  private func sendVolume(_ part: Int, _ receiver: SongReceiver) {
    let value = min(127, (Int(volumes[part]) &* Int(settings.volumes[part]) &+ 50) / 100)
    receiver.receive(message(0xB0, part, 7, UInt8(truncatingIfNeeded: value)))
  }

  private func sendProgram(_ part: Int, _ receiver: SongReceiver) {
    let chosen = settings.programs[part]
    receiver.receive(message(0xC0, part, chosen == PartChoices.songProgram ? programs[part] : chosen, 0))
  }

  private func message(_ status: UInt8, _ part: Int, _ data1: UInt8, _ data2: UInt8) -> ChannelMessage {
    ChannelMessage(
      status: status | UInt8(truncatingIfNeeded: part & 15), data1, data2, port: UInt8(truncatingIfNeeded: part &>> 4))
  }
}
