import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Stems by programs and groups follow what the synthesizer plays, by whichever messages a song selects it.
@Suite struct StemSoundTests {
  private static let bank: SoundBank? = try? SoundBank.made { bank in
    let wave = bank.add(.sine(amplitude: 12_000))
    let presets: [(String, UInt16, UInt16)] = [
      ("Piano", 0, 0), ("Violin", 0, 40), ("Flute", 0, 73), ("Soft Flute", 3, 73), ("Kit", 128, 0),
      ("Jazz Kit", 128, 32),
    ]
    for (name, number, program) in presets {
      let zones = [SoundFontBuilder.Zone(target: wave, generators: [.init(.sampleModes, 1)])]
      let instrument = bank.add(SoundFontBuilder.Instrument(name: name, zones: zones))
      bank.add(
        SoundFontBuilder.Preset(name: name, bank: number, program: program, zones: [.init(target: instrument)]))
    }
  }

  private func stems(_ split: StemSplit, _ messages: [ChannelMessage]) throws -> [String] {
    var track = MIDIFile.Track()
    for message in messages { track.append(message, at: 0) }
    for message in messages where message.startsNote {
      track.append(.noteOff(60, channel: message.channel), at: 4_800)
    }
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    let bouncer = try Bouncer(song, bank: #require(Self.bank))
    return try bouncer.stems(by: split).stems.map { "\($0.number) \($0.name) \($0.noteCount)" }
  }

  /// A melodic note on channel 1 and a note on channel 11.
  private func notes(after messages: [ChannelMessage]) -> [ChannelMessage] {
    messages + [.noteOn(60, channel: 0), .noteOn(60, channel: 10)]
  }

  @Test func drumPartsByGS() throws {
    let messages = notes(after: Exclusive.gs(0x40, 0x1A, 0x15, 2).packets)
    #expect(try stems(.groups, messages) == ["1 Pianos 1", "17 Drums 1"])
    #expect(try stems(.programs, messages) == ["1 Piano 1", "16385 Kit 1"])
    #expect(try stems(.channels, messages) == ["1 Piano 1", "11 Kit 1"])
  }

  @Test func drumPartsByXG() throws {
    let select: [ChannelMessage] = [.controller(0, 127, channel: 10), .program(32, channel: 10)]
    let messages = notes(after: Exclusive.xgOn.packets + select)
    #expect(try stems(.groups, messages) == ["1 Pianos 1", "17 Drums 1"])
    #expect(try stems(.programs, messages) == ["1 Piano 1", "16417 Jazz Kit 1"])
  }

  @Test func variationsByTheLowByte() throws {
    let select: [ChannelMessage] = [
      .program(73, channel: 0), .controller(32, 3, channel: 10), .program(73, channel: 10),
    ]
    #expect(
      try stems(.programs, notes(after: Exclusive.xgOn.packets + select)) == ["74 Flute 1", "458 Soft Flute 1"])
    #expect(try stems(.groups, notes(after: Exclusive.xgOn.packets + select)) == ["10 Pipes 2"])
  }

  @Test func melodicChannelTen() throws {
    let messages = Exclusive.gs(0x40, 0x10, 0x15, 0).packets + [.program(40, channel: 9), .noteOn(60, channel: 9)]
    #expect(try stems(.groups, messages) == ["6 Strings 1"])
  }

  @Test func programsOfMIDI2() throws {
    let programs: [ChannelMessage] = [
      ChannelMessage(word0: 0x40C0_0000, word1: 40 << 24), ChannelMessage(word0: 0x40CA_0001, word1: 73 << 24 | 3 << 8),
    ]
    #expect(try stems(.groups, notes(after: programs)) == ["6 Strings 1", "10 Pipes 1"])
    #expect(try stems(.programs, notes(after: programs)) == ["41 Violin 1", "458 Soft Flute 1"])
    #expect(try stems(.channels, notes(after: programs)) == ["1 Violin 1", "11 Soft Flute 1"])
  }

  /// Returns the names of the stems of a song whose named tracks have a note on each of these channels.
  private func names(_ tracks: [[UInt8]], _ split: StemSplit = .channels) throws -> [String] {
    var song = MIDIFile(division: .ticksPerQuarter(24_000))
    for (index, channels) in tracks.enumerated() {
      var track = MIDIFile.Track()
      track.append("Track \(index) by name", as: .trackName, at: 0)
      for channel in channels {
        track.append(.program(channel == 10 ? 40 : 0, channel: channel), at: 0)
        track.append(.noteOn(60, channel: channel), at: 0)
      }
      for channel in channels { track.append(.noteOff(60, channel: channel), at: 4_800) }
      song.tracks.append(track)
    }
    return try Bouncer(song, bank: #require(Self.bank)).stems(by: split).stems.map(\.name)
  }

  /// A track gives its name to a channel's stem only if it plays no other channel.
  @Test func channelsOfNamedTracks() throws {
    #expect(try names([[0], [9], [10]]) == ["Track 0 by name", "Track 1 by name", "Track 2 by name"])
    #expect(try names([[0, 9, 10]]) == ["Piano", "Kit", "Violin"])
    #expect(try names([[0, 10], [9]]) == ["Piano", "Track 1 by name", "Violin"])
    #expect(try names([[0, 10], [10]]) == ["Piano", "Violin"])
    #expect(try names([[0, 10], [9]], .tracks) == ["Track 0 by name", "Track 1 by name"])
  }

  /// Without a preset that plays, a channel of a track with several channels has its number.
  @Test func channelsWithoutPresets() throws {
    var track = MIDIFile.Track()
    track.append("All", as: .trackName, at: 0)
    for channel in [0, 9] as [UInt8] { track.append(.noteOn(60, channel: channel), at: 0) }
    for channel in [0, 9] as [UInt8] { track.append(.noteOff(60, channel: channel), at: 4_800) }
    let song = MIDIFile(division: .ticksPerQuarter(24_000), tracks: [track])
    let plan = try Bouncer(song, bank: SoundBank([])).stems(by: .channels)
    #expect(plan.stems.map(\.name) == ["Channel 1", "Channel 10"])
  }

  /// An embedded bank raises the numbers of its melodic presets, but not those of its kits. With the offset 0, its
  /// preset of another bank also plays where the selected bank is missing.
  @Test(arguments: [0, 1]) func embeddedBanks(offset: Int) throws {
    func font(_ presets: [(String, UInt16, UInt16)]) throws -> SoundFont {
      try .made { bank in
        let wave = bank.add(.sine())
        for (name, number, program) in presets {
          let instrument = bank.add(SoundFontBuilder.Instrument(name: name, zones: [.init(target: wave)]))
          bank.add(.init(name: name, bank: number, program: program, zones: [.init(target: instrument)]))
        }
      }
    }
    let main = try font([("Main", 0, 5), ("Main Kit", 128, 0), ("Low Kit", 127, 0)])
    let own = try font([("Own", 2, 5), ("Own Kit", 128, 0)])
    let layer = SoundBank.Layer(own, bankOffset: offset, movesDrums: false, replacesPrograms: offset == 0)
    var track = MIDIFile.Track()
    track.append(.program(5, channel: 0), at: 0)
    track.append(.controller(0, UInt8(2 + offset), channel: 1), at: 0)
    track.append(.program(5, channel: 1), at: 0)
    for channel in [0, 1, 9] as [UInt8] { track.append(.noteOn(60, channel: channel), at: 0) }
    for channel in [0, 1, 9] as [UInt8] { track.append(.noteOff(60, channel: channel), at: 4_800) }
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    let plan = try Bouncer(song, bank: SoundBank([.init(main), layer])).stems(by: .channels)
    #expect(plan.stems.map(\.name) == [offset == 0 ? "Own" : "Main", "Own", "Own Kit"])
  }

  /// The stem has the number of the selected preset and the name of the one that replaces it.
  @Test func missingPresets() throws {
    let messages = notes(after: [.program(100, channel: 0), .controller(0, 9, channel: 10), .program(40, channel: 10)])
    #expect(try stems(.programs, messages) == ["101 Piano 1", "1193 Violin 1"])
  }
}
