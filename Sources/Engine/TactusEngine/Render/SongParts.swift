import TactusMIDI
import TactusProcessors

/// Applies a user's volumes and programs of parts to the messages of a song.
///
/// Volumes scale the song's channel volume (controller 7); programs replace its program changes, but not its bank
/// selects. Parts that the user has not changed receive the song's messages as they are.
/// - Thread: audio
struct SongParts {
  private var settings = PartChoices()
  /// The last volume of each part in the song.
  private var volumes = PartBytes(repeating: 100)
  /// The last program of each part in the song.
  private var programs = PartBytes(repeating: 0)
  /// The bank of this program: that of the bank selects before the program change. Later ones do not affect it.
  private var programBanks = PartBanks()
  /// The last bank selects of each part in the song.
  private var selectedBanks = PartBanks()
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
    (programBanks, selectedBanks) = (PartBanks(), PartBanks())
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

  /// Notes the volume, bank or program that a message of the song sets, or the reset of a port.
  mutating func note(_ message: ChannelMessage) {
    if resets.take(message) { reset(port: Int(message.port)) }
    guard message.isForChannel else { return }
    let part = SongNotes.channel(of: message)
    let list = message.translatedToMIDI1()
    for index in 0..<list.endIndex { note(simple: list.message(index), of: part) }
  }

  /// Notes what a message of MIDI 1.0 sets.
  private mutating func note(simple message: ChannelMessage, of part: Int) {
    switch (message.status & 0xF0, message.data1) {
    case (0xB0, 0): selectedBanks.coarse[part] = message.data2
    case (0xB0, 7): volumes[part] = message.data2
    case (0xB0, 32): selectedBanks.fine[part] = message.data2
    case (0xC0, let program):
      programs[part] = program
      programBanks.coarse[part] = selectedBanks.coarse[part]
      programBanks.fine[part] = selectedBanks.fine[part]
    default: break
    }
  }

  private mutating func reset(port: Int) {
    let first = (port & 15) &<< 4
    for part in first..<first &+ 16 {
      (volumes[part], programs[part]) = (100, 0)
      programBanks.forget(part)
      selectedBanks.forget(part)
    }
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

  /// Sends the chosen program, or the song's program in its bank. The song's next program change then takes the bank
  /// that the song has selected last.
  private func sendProgram(_ part: Int, _ receiver: SongReceiver) {
    let chosen = settings.programs[part]
    guard chosen == PartChoices.songProgram else { return receiver.receive(message(0xC0, part, chosen, 0)) }
    sendBank(0, programBanks.coarse[part], present: selectedBanks.coarse[part], part, receiver)
    sendBank(32, programBanks.fine[part], present: selectedBanks.fine[part], part, receiver)
    receiver.receive(message(0xC0, part, programs[part], 0))
    if programBanks.coarse[part] != selectedBanks.coarse[part] {
      receiver.receive(message(0xB0, part, 0, selectedBanks.coarse[part]))
    }
    if programBanks.fine[part] != selectedBanks.fine[part] {
      receiver.receive(message(0xB0, part, 32, selectedBanks.fine[part]))
    }
  }

  /// Sends a bank select of the song's program. If the song has selected a bank only after the program, the default is
  /// sent; not to the drum channel, whose default depends on the sound system.
  private func sendBank(
    _ controller: UInt8, _ value: UInt8, present selected: UInt8, _ part: Int, _ receiver: SongReceiver
  ) {
    if value != PartBanks.unset {
      receiver.receive(message(0xB0, part, controller, value))
    } else if selected != PartBanks.unset, part & 15 != 9 {
      receiver.receive(message(0xB0, part, controller, 0))
    }
  }

  private func message(_ status: UInt8, _ part: Int, _ data1: UInt8, _ data2: UInt8) -> ChannelMessage {
    ChannelMessage(
      status: status | UInt8(truncatingIfNeeded: part & 15), data1, data2, port: UInt8(truncatingIfNeeded: part &>> 4))
  }
}

/// The bank selects of 256 parts.
///
/// - Thread: audio
private struct PartBanks: BitwiseCopyable {
  /// The values of controllers 0 and 32; ``unset`` if none was sent.
  var coarse = PartBytes(repeating: PartBanks.unset)
  var fine = PartBytes(repeating: PartBanks.unset)

  static var unset: UInt8 { 255 }

  mutating func forget(_ part: Int) { (coarse[part], fine[part]) = (Self.unset, Self.unset) }
}
