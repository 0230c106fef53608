import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusSynth

/// Assigns every note of a timeline to a stem.
struct StemScan {
  private let bouncer: Bouncer
  private let split: StemSplit
  /// The track of each note of the song, in order. Without a chain of MIDI effects, the timeline has the same notes in
  /// the same order.
  private var tracks: [Int] = []
  private var nextNote = 0
  /// The names of the bank's presets.
  private lazy var presetNames = Dictionary(
    uniqueKeysWithValues: bouncer.bank.presets.map { (PartProgram(bank: $0.bank, program: $0.program), $0.name) })
  /// What the channels play, exactly as the synthesizer follows the song.
  private let channels: ChannelInterpreter<NoVoices>
  /// The names of the stems that have notes.
  private(set) var names: [Int: String] = [:]
  /// For each channel, the track that gives it its name: the only track that plays it, if this track plays no other
  /// channel; otherwise −1.
  private var channelTracks: [Int: Int] = [:]

  init(_ bouncer: Bouncer, _ split: StemSplit) {
    self.bouncer = bouncer
    self.split = split
    channels = ChannelInterpreter(
      bank: bouncer.bank, bankSelect: bouncer.settings.synth.bankSelect, voices: NoVoices())
    var trackChannels: [Int: Int] = [:]
    for element in MergedEvents(bouncer.song, choice: bouncer.choice) {
      guard let message = element.event?.channelMessage, message.startsNote else { continue }
      tracks.append(element.track)
      let (track, channel) = (element.track, message.channelIndex)
      channelTracks[channel] = channelTracks[channel, default: track] == track ? track : -1
      trackChannels[track] = trackChannels[track, default: channel] == channel ? channel : -1
    }
    channelTracks = channelTracks.mapValues { trackChannels[$0] == -1 ? -1 : $0 }
  }

  /// Returns the index of the track that plays a note of the timeline; nil if MIDI effects may have generated the note.
  func track(ofNote index: Int) -> Int? {
    bouncer.settings.chain == nil && tracks.indices.contains(index) ? tracks[index] : nil
  }

  /// Returns the stem number of a note-on; nil for other messages. Must be called for every message in order.
  mutating func number(of message: ChannelMessage) -> Int? {
    channels.receive(message)
    guard message.startsNote else { return nil }
    defer { nextNote += 1 }
    let sound = channels.sound(port: Int(message.port), channel: Int(message.channel))
    let number = stemNumber(message.channelIndex, sound)
    if names[number] == nil {
      let name = name(of: number, message.channelIndex, sound)
      names[number] = name
    }
    return number
  }

  private func stemNumber(_ channelIndex: Int, _ sound: ChannelSound) -> Int {
    switch split {
    case .channels: return channelIndex + 1
    case .tracks: return (nextNote < tracks.count ? tracks[nextNote] : 0) + 1
    case .programs: return sound.selected.bank << 7 + sound.selected.program + 1
    case .groups: return sound.isDrums ? 17 : sound.selected.program / 8 + 1
    }
  }

  private mutating func name(of number: Int, _ channelIndex: Int, _ sound: ChannelSound) -> String {
    switch split {
    case .channels:
      return trackName(channelTracks[channelIndex] ?? -1) ?? presetName(sound) ?? "Channel \(number)"
    case .tracks: return trackName(number - 1) ?? "Track \(number)"
    case .programs: return presetName(sound) ?? "Program \(number)"
    case .groups: return Self.groups[number - 1]
    }
  }

  private func trackName(_ index: Int) -> String? {
    guard bouncer.song.tracks.indices.contains(index), let name = bouncer.song.tracks[index].name else { return nil }
    return name.contains { !$0.isWhitespace } ? name : nil
  }

  /// Returns the name of the preset that plays; nil if none does.
  private mutating func presetName(_ sound: ChannelSound) -> String? { sound.played.flatMap { presetNames[$0] } }

  /// General MIDI's groups of eight programs, and the drums.
  private static let groups = [
    "Pianos", "Chromatic Percussion", "Organs", "Guitars", "Basses", "Strings", "Ensembles", "Brass", "Reeds", "Pipes",
    "Synth Leads", "Synth Pads", "Synth Effects", "World", "Percussion", "Sound Effects", "Drums",
  ]
}
