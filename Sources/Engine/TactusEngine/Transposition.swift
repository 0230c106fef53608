import TactusMIDI
import TactusSequencer
import TactusSynth

/// Moves the notes of a song by semitones, except those of drum channels.
///
/// Channels without voices follow the song as the synthesizer does. A channel is thus a drum channel as long as drums
/// play on it: at first channel 10, and others if messages of GS, XG or General MIDI 2 say so. If several parts receive
/// a channel, the first one decides. Notes that would leave the keys 0…127 move back by octaves, so no note is lost.
///
/// Whatever is for a key follows its note: note-offs, key pressure, the per-note messages of MIDI 2.0. A note-off moves
/// as far as its note-on, even if the channel has begun or ceased to play drums in between.
struct Transposition {
  private let semitones: Int
  private let channels: ChannelInterpreter<NoVoices>
  /// The key that plays each key that is down, by port, channel and key; nil for keys that are not down.
  private var played = [UInt8?](repeating: nil, count: ChannelMessage.keyIndexCount)
  /// The key of the song that has started the note of each key that sounds; nil for none.
  private var owners = [UInt8?](repeating: nil, count: ChannelMessage.keyIndexCount)
  private(set) var events: [TimelineEvent] = []

  /// - Parameter settings: the settings of the synthesizer that plays the song.
  init(of timeline: EventTimeline, by semitones: Int, _ settings: SynthSettings) {
    self.semitones = semitones
    channels = ChannelInterpreter(settings: settings, voices: NoVoices())
    events.reserveCapacity(timeline.count)
    for event in timeline { add(event) }
  }

  private mutating func add(_ event: TimelineEvent) {
    let message = event.message
    channels.receive(message)
    guard message.isForKey else {
      events.append(TimelineEvent(frame: event.frame, message: moved(source: message)))
      return
    }
    let former = played[message.keyIndex]
    let key = message.startsNote ? target(of: message, message.data1) : former ?? target(of: message, message.data1)
    let output = message.firstKeyIndex + Int(key)
    if message.startsNote {
      // otherwise, nothing would end the former note
      if let former, former != key { end(former, before: event, if: { $0 == message.data1 }) }
      // a note of another key that plays this key: its note-off must not end the new note
      end(key, before: event, if: { $0 != message.data1 })
      (played[message.keyIndex], owners[output]) = (key, message.data1)
    } else {
      let isOwn = owners[output] ?? message.data1 == message.data1
      if message.endsNote {
        played[message.keyIndex] = nil
        if isOwn { owners[output] = nil }
      }
      guard isOwn else { return }
    }
    events.append(TimelineEvent(frame: event.frame, message: Self.moved(message, to: key)))
  }

  /// Ends the note that plays a key, if the key of the song that has started it fulfils a condition.
  private mutating func end(_ key: UInt8, before noteOn: TimelineEvent, if isWanted: (UInt8) -> Bool) {
    let output = noteOn.message.firstKeyIndex + Int(key)
    guard let owner = owners[output], isWanted(owner) else { return }
    owners[output] = nil
    events.append(TimelineEvent(frame: noteOn.frame, message: noteOn.message.noteOff.with(key: key)))
  }

  /// Returns the key that plays a key of a message's channel from now on.
  private func target(of message: ChannelMessage, _ key: UInt8) -> UInt8 {
    guard !channels.sound(port: Int(message.port), channel: Int(message.channel)).isDrums else { return key }
    var moved = Int(key) + semitones
    while moved < 0 { moved += 12 }
    while moved > 127 { moved -= 12 }
    return UInt8(moved)
  }

  /// Returns a message with another key. A registered per-note controller of MIDI 2.0 that sets the pitch, with 25 bits
  /// below a semitone, moves as far.
  private static func moved(_ message: ChannelMessage, to key: UInt8) -> ChannelMessage {
    let moved = message.with(key: key)
    guard message.isMIDI2, message.status & 0xF0 == 0x00, message.word0 & 0xFF == 3 else { return moved }
    let pitch = Int64(message.word1) + (Int64(key) - Int64(message.data1)) << 25
    return ChannelMessage(word0: moved.word0, word1: UInt32(clamping: pitch))
  }

  /// Returns a message that is not for a key; controller 84, whose value is the source key of portamento, with the
  /// moved key.
  private func moved(source message: ChannelMessage) -> ChannelMessage {
    guard message.isForChannel, message.status & 0xF0 == 0xB0, message.data1 == 84 else { return message }
    if message.isMIDI2 {
      let key = target(of: message, UInt8(message.word1 >> 25))
      return ChannelMessage(word0: message.word0, word1: UInt32(key) << 25)
    }
    return ChannelMessage(word0: message.word0 & ~0x7F | UInt32(target(of: message, message.data2)), word1: 0)
  }
}

extension EventTimeline {
  /// Returns the timeline with the notes of all channels but drums moved by semitones; see ``Transposition``.
  ///
  /// - Parameter settings: the settings of the synthesizer that plays the song.
  func transposed(by semitones: Int, _ settings: SynthSettings) -> EventTimeline {
    semitones == 0 ? self : replacing(Transposition(of: self, by: semitones, settings).events)
  }
}
