import Foundation
import TactusBuiltins
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusSynth
import TactusTool
import Testing

/// `tactus play` as a player: the list of songs, and what it shows.
@Suite struct PlayerTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["b.mid", "a.MID", "notes.txt", ".hidden.mid", "c.kar"] { folder.make(name, [0]) }
    return folder
  }

  @Test func foldersAreLists() throws {
    let folder = try folder()
    let list = try SongList([folder["x.mid"], folder.path])
    #expect(list.songs.compactMap { $0?.split(separator: "/").last } == ["x.mid", "a.MID", "b.mid", "c.kar"])
    #expect(list.position == "1/4" && list.hasSeveral)
    #expect(try SongList([]).songs == [nil] && SongList([]).position == nil)
    let empty = try TemporaryFolder()
    let error = #expect(throws: ToolError.self) { try SongList([empty.path]) }
    #expect(error.map { "\($0)".contains("contains no song") } == true)
  }

  @Test func songsFollow() throws {
    var list = try SongList(["a", "b", "c"])
    list.previous()
    #expect(list.current == "a")
    #expect(list.next() && list.current == "b" && list.next() && list.current == "c" && !list.next())
    list.previous()
    #expect(list.current == "b" && list.position == "2/3")
    var round = try SongList(["a", "b"], repeats: true)
    round.previous()
    #expect(round.current == "b" && round.next() && round.current == "a")
  }

  /// A seed gives one order, which contains each song once.
  @Test func shuffledListsHaveAllSongs() throws {
    let names = (0..<20).map { "\($0)" }
    let orders = try (0..<5).map { try SongList(names, seed: UInt64($0)).songs.compactMap { $0 } }
    for order in orders { #expect(Set(order) == Set(names) && order.count == 20) }
    #expect(Set(orders).count == 5)
    #expect(try SongList(names, seed: 3).songs.compactMap { $0 } == orders[3])
  }

  @Test func wrongOptionsAreNamed() throws {
    let wrong: [([String], String)] = [
      (["play", "-", "a.mid"], "only once and alone"), (["play", "-", "--repeat"], "only once and alone"),
      (["play", "--connect", "a", "--device", "b"], "--connect is only for JACK"),
      (["play", "--client", "a", "--audio", "auto"], "--client is only for JACK"),
      (["live", "--midi", "none", "--midi", "a"], "--midi none"), (["play", "--audio", "file"], "--device"),
      (["play", "--seed", "3"], "--shuffle"), (["play", "--repeat", "--stay"], "exclude each other"),
      (["play", "--record", "take.wav"], ".mid or .json"), (["live", "--record", "take"], ".mid or .json"),
      (["live", "--record", "take.mid", "--tempo", "0"], "--tempo"),
    ]
    for (arguments, words) in wrong { try ToolRun(arguments).expectComplaint(words, status: 2) }
  }

  // MARK: Display

  /// Whatever the order of seeks, the state is that of all messages up to the frame.
  @Test func statesAreThoseAtTheFrame() {
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0xC2, 40, 0), at: 0)
    track.append(ChannelMessage(status: 0xB2, 7, 90), at: 0)
    track.append(ChannelMessage(status: 0x92, 60, 100), at: 480)
    track.append(ChannelMessage(status: 0x92, 64, 1), at: 480)
    track.append(ChannelMessage(status: 0x82, 60, 64), at: 960)
    track.append(ChannelMessage(status: 0x92, 64, 0), at: 1_440)
    track.append(ChannelMessage(status: 0xB2, 7, 30), at: 1_440)
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(480), tracks: [track])
    let timeline = SequenceCompiler(sampleRate: 48_000).compile(song)
    var states = ChannelStates(timeline)
    for quarter in [0, 1, 2, 3, 1, 0, 3, 2] {
      states.move(to: Int64(quarter) * 24_000)
      let state = states.state(port: 0, channel: 2)
      #expect(state.program == 40 && state.volume == (quarter == 3 ? 30 : 90), "quarter \(quarter)")
      #expect(state.velocities[60] == (quarter == 1 ? 100 : 0), "quarter \(quarter)")
      #expect(state.velocities[64] == ([1, 2].contains(quarter) ? 1 : 0), "quarter \(quarter)")
    }
  }

  @Test func everyPartHasALine() throws {
    var settings = BounceSettings()
    settings.sampleRate = 8_000
    let bank = SoundBank(try SoundFont(Builtins.bank, strictness: .lenient))
    let player = try SongPlayer(Bouncer(Sample.song, bank: bank, settings: settings, choice: .concatenated))
    var controller = PlaybackController(player, meters: Sample.song.meterMap(.concatenated), loop: nil)
    _ = controller.press(.character("2"))
    _ = controller.press(.character("m"))
    var display = PartsDisplay(player.bouncer.timeline)
    let silent = display.lines(at: -1, controller)
    #expect(silent.count == controller.parts.count && silent.allSatisfy { $0.count == 79 - 1 || $0.count < 79 })
    #expect(silent[1].hasPrefix(">") && silent[1].contains(" m ") && !silent[0].contains(" m "))
    let onset = player.bouncer.timeline.first { $0.message.startsNote }?.frame ?? 0
    let sounding = display.lines(at: onset, controller)
    #expect(sounding != silent && sounding.contains { $0.contains { "▁▂▃▄▅▆▇█".contains($0) } })
  }

  @Test func keysChangeVolumeAndProgramOfAPart() throws {
    var settings = BounceSettings()
    settings.sampleRate = 8_000
    let bank = SoundBank(try SoundFont(Builtins.bank, strictness: .lenient))
    let player = try SongPlayer(Bouncer(Sample.song, bank: bank, settings: settings, choice: .concatenated))
    var controller = PlaybackController(player, meters: Sample.song.meterMap(.concatenated), loop: nil)
    let own = Int(controller.parts[0].program)
    for _ in 0..<30 { _ = controller.press(.character("d")) }
    _ = controller.press(.character("u"))
    _ = controller.press(.character("}"))
    #expect(controller.volumes == [0: 5] && controller.programs == [0: (own + 1) % 128])
    #expect(controller.partWords.contains(" 5 %"))
    let other = controller.hand(to: player, loop: nil)
    #expect(other.volumes == controller.volumes && other.programs == controller.programs)
    _ = controller.press(.character("r"))
    #expect(controller.volumes.isEmpty && controller.programs.isEmpty)
    _ = controller.press(.character("{"))
    #expect(controller.programs == [0: (own + 127) % 128])
  }

  // MARK: Playing

  /// A song that cannot be read is reported, the next one follows, and the exit code tells.
  @Test func aWrongSongDoesNotEndTheList() throws {
    let folder = try TemporaryFolder()
    folder.make("a.mid", try Sample.playableSong.written())
    folder.make("b.mid", Array("no song".utf8))
    let options = ["--audio", "file", "--device", "take.wav", "--bank", "built-in", "--to", "0:00.2", "--no-reverb"]
    let run = try ToolRun(["play", "b.mid", "missing.mid", "a.mid"] + options, in: folder)
    #expect(run.status == 1 && run.output.contains("a.mid: played"), "\(run.output)\(run.errors)")
    for words in ["b.mid", "missing.mid: no such file", "2 songs could not be played"] {
      #expect(run.errors.contains(words), "\(words) in \(run.errors)")
    }
    let none = try ToolRun(["play", "b.mid", "b.mid", "--repeat"] + options, in: folder)
    #expect(none.status == 1 && none.errors.contains("no song could be played"), "\(none.errors)")
  }

  /// A song that does not suit the options is reported too.
  @Test func anUnsuitableSongDoesNotEndTheList() throws {
    let folder = try TemporaryFolder()
    let song = Sample.playableSong
    folder.make("a.mid", try song.written())
    folder.make(
      "b.mid", try MIDIFile(format: .independent, division: song.division, tracks: song.tracks + song.tracks).written())
    let options = ["--audio", "file", "--device", "take.wav", "--bank", "built-in", "--loops", "2", "--no-reverb"]
    let run = try ToolRun(["play", "b.mid", "a.mid"] + options, in: folder)
    #expect(run.status == 1 && run.output.contains("a.mid: played"), "\(run.output)\(run.errors)")
    #expect(run.errors.contains("b.mid: a looped song must be") && run.errors.contains("1 song could not be played"))
    let alone = try ToolRun(["play", "b.mid"] + options, in: folder)
    alone.expectComplaint("a looped song must be", status: 1)
  }

  /// The report of one song is an object on several lines; those of several songs have a line each.
  @Test func reportsOfSongsAreLines() throws {
    let folder = try TemporaryFolder()
    folder.make("a.mid", try Sample.playableSong.written())
    let options = ["--audio", "file", "--device", "t.wav", "--bank", "built-in", "--to", "0:00.2", "--json"]
    let alone = try ToolRun(["play", "a.mid"] + options, in: folder)
    #expect(alone.status == 0 && alone.output.hasPrefix("{\n  \"kind\": \"play\",\n"), "\(alone.output)")
    let lines = try ToolRun(["play", "a.mid", "a.mid"] + options, in: folder).output.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["kind"] as? String == "play" && object?["file"] as? String == "a.mid")
    }
  }

  /// An error of the file says what to do; other outputs and commands are no remedy.
  @Test(arguments: ["live", "play"]) func filesThatCannotBeMade(command: String) throws {
    let folder = try TemporaryFolder()
    let options = ["--bank", "built-in", "--audio", "file", "--device", "none/x.wav"]
    let run = try ToolRun([command] + options, in: folder)
    run.expectComplaint("none/x.wav: its folder does not exist; make it first\n")
  }

  /// A song on standard input is played into an audio file; an existing file of that name is not replaced.
  @Test func standardInputPlaysIntoAFile() throws {
    let folder = try TemporaryFolder()
    folder.make("take.wav", [1, 2, 3])
    let options = ["--audio", "file", "--device", "take.wav", "--bank", "built-in", "--to", "0:00.2", "--no-reverb"]
    let run = try ToolRun(["play", "-"] + options, input: try Sample.playableSong.written(), in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.bytes("take.wav") == [1, 2, 3] && folder.bytes("take-2.wav").count > 1_000)
  }

  @Test func aTakeNeedsAFolder() throws {
    let run = try ToolRun(["live", "--record", "/nowhere/at/all/take.mid", "--audio", "file", "--device", "x.wav"])
    run.expectComplaint("/nowhere/at/all/take.mid", "no folder")
  }
}
