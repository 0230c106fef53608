import TactusBuiltins
import TactusEngine
import TactusFiles
import TactusSequencer
import TactusSynth
import TactusTool
import Testing

/// Live playback, as far as possible without a server: messages, the meaning of keys, and their effects.
@Suite struct LiveTests {
  /// A server that nobody has started.
  private let nobody = ["JACK_DEFAULT_SERVER": "tactus-test-nobody-starts-this", "JACK_NO_AUDIO_RESERVATION": "1"]

  @Test func withoutALibraryTheLineSaysWhatToDo() throws {
    let folder = try TemporaryFolder()
    folder.make("song.mid", try Sample.playableSong.written())
    let absent = ["TACTUS_LIBJACK": "/nowhere/libjack.so"]
    let play = try ToolRun(
      ["play", "song.mid", "--bank", "built-in", "--audio", "jack"], in: folder, environment: absent)
    play.expectComplaint("no JACK library", "install jackd2", "`tactus bounce song.mid -o song.wav --bank built-in`")
    try ToolRun(["play", "--audio", "jack"], environment: absent).expectComplaint("`tactus bounce`")
    folder.make("it's one.mid", try Sample.playableSong.written())
    try ToolRun(["play", "it's one.mid", "--audio", "jack"], in: folder, environment: absent)
      .expectComplaint("`tactus bounce 'it'\\''s one.mid' -o 'it'\\''s one.wav'`")
    try ToolRun(["play", "--wait", "--audio", "jack"], environment: absent).expectComplaint("no JACK library")
    try ToolRun(["live", "--audio", "jack"], environment: absent).expectComplaint("no JACK library")
    folder.make("beat.json", Array(#"{"tracks": [{"pattern": {"steps": "x.x."}}]}"#.utf8))
    try ToolRun(["sequence", "beat.json", "--jack"], in: folder, environment: absent)
      .expectComplaint("no JACK library", "`tactus sequence beat.json -o beat.wav`")
  }

  @Test func withoutAServerTheLineSaysWhatToStart() throws {
    let folder = try TemporaryFolder()
    folder.make("tiny.sf2", try Sample.bankBytes)
    for command in [["play"], ["live", "--bank", "tiny.sf2"]] {
      let run = try ToolRun(command + ["--audio", "jack"], in: folder, environment: nobody)
      if run.errors.contains("no JACK library") { continue }  // nothing to try it with
      run.expectComplaint("no JACK server", "jackd -d alsa", "tactus bounce")
    }
  }

  /// No sound system answers: one line names each of them with its reason.
  @Test func withoutASoundSystemTheLineNamesAll() throws {
    let folder = try TemporaryFolder()
    folder.make("tiny.sf2", try Sample.bankBytes)
    for command in [["play"], ["live", "--bank", "tiny.sf2"]] {
      let run = try ToolRun(command, in: folder, environment: silence(in: folder))
      run.expectComplaint("no sound system is available", "JACK", "PipeWire", "PulseAudio", "ALSA", "`tactus bounce")
    }
  }

  /// The systems and ports are listed whether they answer or not.
  @Test func devicesAreListed() throws {
    let folder = try TemporaryFolder()
    let run = try ToolRun(["devices"], in: folder, environment: silence(in: folder))
    #expect(run.status == 0)
    for words in ["JACK: not available", "PipeWire: not available", "PulseAudio: not available", "ALSA", "MIDI"] {
      #expect(run.output.contains(words), "\(words) in \(run.output)")
    }
    let object = try ToolRun(["devices", "--json"], in: folder, environment: silence(in: folder))
    #expect(object.status == 0 && object.output.contains(#""system": "pipewire""#))
  }

  /// An environment in which no sound system answers, whatever the machine has.
  private func silence(in folder: TemporaryFolder) -> [String: String] {
    nobody.merging([
      "XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "tactus-test-nobody-starts-this",
      "PULSE_SERVER": "unix:\(folder.path)/nothing", "PULSE_CLIENTCONFIG": "/dev/null",
      "ALSA_CONFIG_PATH": "/dev/null", "TACTUS_LIBJACK": "/nowhere/libjack.so", "HOME": folder.path,
    ]) { $1 }
  }

  @Test func whatMakesNoSenseIsAUsageError() throws {
    let folder = try TemporaryFolder()
    folder.make("beat.json", Array(#"{"tracks": [{"pattern": {"steps": "x.x."}}]}"#.utf8))
    let wrong: [([String], String)] = [
      (["play", "--rate", "44100"], "the audio output sets the sample rate"),
      (["play", "--lead-in", "1"], "only for files"),
      (["play", "--connect", "a", "--no-connect"], "exclude each other"),
      (["play", "--audio", "oss"], "--audio"), (["play", "--period", "9000"], "--period 9000"),
      (["play", "--period", "x"], "--period 'x': expected a whole number of frames, such as 512"),
      (["live", "--periods", "1"], "--periods 1"), (["live", "--audio", "jack", "--midi", "a"], "use --connect"),
      (["play", "--audio", "alsa", "--connect", "a"], "--connect is only for JACK"),
      (["live", "--program", "17:3"], "17:3"), (["live", "--program", "1:200"], "1:200"),
      (["live", "--polyphony", "0"], "--polyphony 0"),
      (["sequence", "beat.json", "--jack", "-o", "x.wav"], "leave out -o"),
      (["sequence", "beat.json", "--jack", "--depth", "16"], "--depth"),
      (["sequence", "beat.json", "--jack", "--no-reverb"], "only for sound"),
      (["sequence", "beat.json", "--jack", "--timebase", "follow", "--bars", "3"], "--bars"),
      (["live", "--max-length", "3"], "--max-length: an instrument plays until you stop it"),
      (["sequence", "beat.json", "--live", "--max-length", "3"], "--max-length: only for files"),
      (["sequence", "beat.json", "--timebase", "master"], "only with --live or --jack"),
      (["sequence", "beat.json", "--clock"], "only with --live or --jack"),
      (["sequence", "beat.json", "--midi-out", "a"], "--midi-out: only with --live"),
      (["sequence", "beat.json", "--live", "--clock"], "--midi-out"),
      (["sequence", "beat.json", "--live", "--timebase", "master"], "only with --jack"),
      (["sequence", "beat.json", "--jack", "--audio", "alsa"], "exclude each other"),
      (["sequence", "beat.json", "--live", "--midi-out", "a", "--no-reverb"], "only for sound"),
      (["play", "--clock"], "--midi-out"), (["play", "--audio", "none"], "--midi-out"),
      (["live", "--audio", "none"], "audio output"),
      (["play", "--midi-out", "a", "--gain", "-6", "--no-reverb"], "--no-reverb, --gain: only for sound"),
      (["play", "--midi-out", "a", "--reverb-level", "-6"], "--reverb-level: only for sound"),
      (["live", "--reverb-level", "25"], "--reverb-level 25.0 is outside -96 to 24"),
      (["play", "--mono"], "--mono: only for files; leave it out"),
      (["play", "--midi-out", "a", "--audio", "none", "--bank", "x.sf2"], "--bank: only for sound"),
    ]
    for (arguments, words) in wrong {
      try ToolRun(arguments, in: folder, environment: nobody).expectComplaint(words, status: 2)
    }
    try ToolRun("play", "nothing.mid").expectComplaint("nothing.mid", "no such file")
  }

  // MARK: Keys

  @Test func keysComeInPieces() {
    var reader = KeyReader()
    #expect(reader.read(Array("a \u{1B}[D".utf8)) == [.character("a"), .character(" "), .left])
    #expect(reader.read([0x1B]) == [] && reader.read([0x5B]) == [] && reader.read([0x43]) == [.right])
    #expect(reader.read([0x1B]) == [] && reader.pause() == [.escape] && reader.pause() == [])
    #expect(
      reader.read(Array("\u{1B}OA\u{1B}[B\u{1B}[1~\u{1B}[F\u{1B}[1;5C".utf8)) == [.up, .down, .home, .end, .right])
    #expect(reader.read([0xC3]) == [] && reader.read([0xA4]) == [.character("ä")])
    #expect(reader.read([0x1B, 0x71]) == [.escape, .character("q")])
  }

  /// Any bytes are keys or are ignored, and do not accumulate.
  @Test func anyBytesAreRead() {
    var generator = SystemRandomNumberGenerator()
    var reader = KeyReader()
    for _ in 0..<2_000 {
      _ = reader.read((0..<Int.random(in: 0...9)).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
    _ = reader.read([UInt8](repeating: 0x1B, count: 40) + Array("[0000000000000000000000".utf8))
    _ = reader.pause()
    #expect(reader.read(Array("q".utf8)) == [.character("q")])
  }

  @Test func keysControlPlayback() throws {
    var settings = BounceSettings()
    settings.sampleRate = 8_000
    let song = Sample.song
    let bank = SoundBank(try SoundFont(Builtins.bank, strictness: .lenient))
    let player = try SongPlayer(Bouncer(song, bank: bank, settings: settings, choice: .concatenated))
    var controller = PlaybackController(player, meters: song.meterMap(.concatenated), loop: nil)
    #expect(controller.parts.count == 2 && controller.isHeard(0) && controller.isHeard(1))
    func press(_ keys: Key...) -> [PlaybackController.Outcome] { keys.map { controller.press($0) } }
    #expect(press(.character("2"), .character("m")) == [.none, .none])
    #expect(
      controller.selected == 1 && controller.isHeard(0) && !controller.isHeard(1)
        && controller.partWords.contains("muted"))
    _ = press(.up, .character("s"))
    #expect(controller.selected == 0 && controller.isHeard(0) && !controller.isHeard(1))
    _ = press(.character("a"))
    #expect(controller.isHeard(0) && controller.isHeard(1))
    _ = press(.character("+"), .character("+"))
    #expect(controller.percent == 110 && abs(player.speed - 1.1) < 1e-5)
    for _ in 0..<100 { _ = press(.character("-")) }
    #expect(controller.percent == 25 && player.speed == 0.25)
    _ = press(.character("t"), .character(" "))
    #expect(controller.percent == 100 && !controller.isPlaying)
    _ = press(.right)
    #expect(player.location.frame == min(40_000, player.frames.upperBound))
    _ = press(.home, .character("."))
    let clock = player.bouncer.timeline.clock
    #expect(player.location.frame == clock.frame(atTick: song.meterMap(.concatenated).tick(ofBar: 2)))
    _ = press(.character(","))
    #expect(player.location.frame == 0)
    #expect(press(.character("?"), .character("q"), .escape, .character("~")) == [.help, .quit, .quit, .none])
    _ = press(.character("l"))
    #expect(controller.isLooping)
  }

  /// A server with another rate gets another player; the settings stay.
  @Test func thePlaybackControllerContinuesAtAnotherRate() throws {
    let song = Sample.song
    let bank = SoundBank(try SoundFont(Builtins.bank, strictness: .lenient))
    let players = try [8_000, 16_000].map { rate in
      var settings = BounceSettings()
      settings.sampleRate = rate
      return try SongPlayer(Bouncer(song, bank: bank, settings: settings, choice: .concatenated))
    }
    var controller = PlaybackController(players[0], meters: song.meterMap(.concatenated), loop: nil)
    for key in [.character("m"), .character("+"), .character("l"), .character(" ")] as [Key] {
      _ = controller.press(key)
    }
    let next = controller.hand(to: players[1], loop: nil)
    #expect(!next.isHeard(0) && next.percent == 105 && next.isLooping && !next.isPlaying)
    #expect(abs(players[1].speed - 1.05) < 1e-5)
    #expect(players[1].frames.upperBound > players[0].frames.upperBound)
  }
}
