import ArgumentParser
import Tactus
import TactusDevices
import TactusJACK

/// One run of `tactus sequence --live` or `--jack`.
struct LiveSequenceJob {
  private let command: SequenceCommand
  private let sequence: MIDISequence
  /// The tick at which playback ends; nil for endless playback.
  private let end: Tick?
  private let name: String
  /// The song of the MIDI file from which the sequence was read; nil for a document.
  private let original: BounceSource?
  private let keyboard: Keyboard
  private let output: AudioOutput
  private var shortSessions = ShortSessions()
  private var line: StatusLine
  private var report = LoadReport()
  /// The remarks printed so far; each is printed once.
  private var printedRemarks: Set<String> = []

  init(
    _ command: SequenceCommand, _ sequence: MIDISequence, until end: Tick, name: String, original: BounceSource?
  ) {
    (self.command, self.sequence, self.name, self.original) = (command, sequence, name, original)
    let isEndless = sequence.tracks.contains { sequence.isAudible($0) && $0.end == nil }
    self.end = command.length.isAsked || !isEndless ? end : nil
    keyboard = Keyboard(readsAnything: false)
    output = AudioOutput(command.live.output, command.live.jack, output: command.live.midi)
    line = StatusLine(isWanted: !command.options.quiet)
  }

  private var timebase: LiveSequenceOptions.Timebase { command.live.timebase ?? .none }
  private var hasSound: Bool { command.live.hasSound(hasBank: !command.options.bank.isEmpty) }

  mutating func run() throws {
    Interruption.beginAsking()
    defer {
      output.close()
      line.hide()
      keyboard.restore()
    }
    let bank = try hasSound ? bank() : nil
    var (next, location): (Int??, Position) = (.some(nil), Position(tick: 0, isPlaying: true))
    while let rate = next {
      let session = try output.open(sampleRate: rate, ports: ports(rate), insteadOf: bounceCommand)
      if let words = output.remark(session) { report(words) }
      let live = try make(session, bank)
      session.play(live)
      if let session = session as? JACKSession { try provideTimebase(session) }
      do { try session.start() } catch { throw ToolError(nil, "\(error)") }
      if let remark = try output.connect(session) { report(remark) }
      session.waitForCommands()
      if let newRate = session.newSampleRate {
        session.stop()
        next = newRate
      } else {
        begin(session, live, location)
        next = try watch(session, live, &location)
      }
      try AudioOutput.checkRecording(session)
    }
    try conclude()
  }

  private mutating func bank() throws -> SoundBank {
    let options = command.options
    var choice = options.bank.isEmpty ? try BankChoice.found() : try .asked(options.bank, strict: options.strict)
    if options.bank.isEmpty, let original { choice.addBank(of: original) }
    for remark in choice.remarks { report(remark) }
    return choice.soundBank(velocityFilter: options.sound.velocityFilter)
  }

  /// The playback position that a session passes on to the next session.
  private struct Position {
    var tick: Tick
    var isPlaying: Bool
  }

  private mutating func report(_ remark: String) {
    guard !command.options.quiet, printedRemarks.insert(remark).inserted else { return }
    line.report(["tactus: \(remark)"])
  }

  // MARK: Making

  /// The ports of a JACK client; of other sessions, whether they have audio, and the number of MIDI outputs.
  private func ports(_ rate: Int?) throws(ToolError) -> JACKSession.Ports {
    var ports = JACKSession.Ports()
    (ports.hasAudio, ports.hasMIDIInput, ports.hasClock) = (hasSound, false, command.live.midi.clock)
    ports.midiOutputs = try usedPorts(rate ?? 48_000)
    return ports
  }

  private var bounceCommand: String {
    guard command.file != "-" else { return "tactus sequence … -o sequence.wav" }
    let output = "\(OutputFolder.stem(of: command.file)).wav"
    return "tactus sequence \(command.file.quotedForShell) -o \(output.quotedForShell)"
  }

  /// Returns the ports of the played messages as a bit mask, which always includes the first port.
  private func usedPorts(_ sampleRate: Int) throws(ToolError) -> UInt16 {
    // JACK's transport may go anywhere
    let last = timebase == .follow ? sequence.standardEnd : min(end ?? sequence.standardEnd, sequence.standardEnd)
    do {
      let played = try PlayedSequence(sequence, until: last, sampleRate: sampleRate)
      return played.events.reduce(1) { $0 | 1 << UInt16($1.message.port) }
    } catch { throw ToolError(name, "\(error)") }
  }

  private mutating func make(_ session: any AudioSession, _ bank: SoundBank?) throws -> LiveSequence {
    let transport: TransportSource =
      switch timebase {
      case .none: .sequencer
      case .master: .sharedFrames
      case .follow: .sharedBeats
      }
    let live: LiveSequence
    do {
      live = try LiveSequence(
        sequence, sampleRate: session.sampleRate, transport: transport, hasSound: hasSound,
        hasClock: command.live.midi.clock,
        end: end, synth: command.options.sound.synthSettings())
    } catch let error as LiveSequence.Failure { throw ToolError(name, "\(error)") }
    live.sequencer.fill(command.edits.fill)
    if let chain = command.options.chain {
      var remarks: [String] = []
      let effects = try InputFile.chain(named: chain, strict: command.options.strict, remarks: &remarks)
      do { try live.sampler.publish(effects) } catch { throw ToolError(chain, "\(error)") }
    }
    if let bank {
      live.sampler.publish(bank)
      runControlTasks(live.sampler)
    }
    return live
  }

  private func provideTimebase(_ session: JACKSession) throws(ToolError) {
    guard timebase == .master else { return }
    do { try session.provideTimebase(sequence.tempoMap, sequence.meterMap) } catch { throw ToolError(nil, "\(error)") }
  }

  /// Runs the sampler's control tasks, and reports samples that cannot be decoded; the others play.
  private mutating func runControlTasks(_ sampler: Sampler) {
    do { for failure in try sampler.runControlTasks() { report("\(failure)") } } catch { report("\(error)") }
  }

  private func begin(_ session: any AudioSession, _ live: LiveSequence, _ location: Position) {
    switch timebase {
    case .none where location.isPlaying: live.sequencer.play(from: location.tick)
    case .none: live.sequencer.locate(location.tick)
    case .follow: break
    case .master:
      guard let session = session as? JACKSession else { return }
      let clock = FrameClock(map: sequence.tempoMap, sampleRate: session.sampleRate)
      let frame = max(0, clock.frame(atTick: location.tick))
      session.client.locateTransport(UInt32(clamping: frame))
      if location.isPlaying { session.client.startTransport() }
    }
  }

  /// Ends sounding notes, if the connection still exists, and leaves the server.
  private func end(_ session: any AudioSession, _ live: LiveSequence) {
    if session.ending == nil {
      if timebase == .master { (session as? JACKSession)?.client.stopTransport() }
      live.sequencer.stop()
      live.sequencer.bypass(true)
      session.waitForCommands()
    }
    session.stop()
  }

  // MARK: Playing

  /// Plays until the end, until the user quits, or until the server changes its sample rate or stops.
  ///
  /// - Returns: nil if playback is over; otherwise the sample rate for the next session, if it is known.
  private mutating func watch(
    _ session: any AudioSession, _ live: LiveSequence, _ location: inout Position
  ) throws -> Int?? {
    let jack = session as? JACKSession
    defer {
      end(session, live)
      report.add(session)
    }
    var quietPauses = 0
    while true {
      if Interruption.signalNumber != nil { return nil }
      if let ending = session.ending {
        guard output.isAutomatic, shortSessions.allowAnother(after: session) else {
          throw ToolError(nil, session.driver == .file ? ending : "\(ending); start it again")
        }
        report(ending)
        return .some(nil)
      }
      for words in output.takeRemarks() where !command.options.quiet { line.report(["tactus: \(words)"]) }
      let playhead = live.sequencer.report().playhead
      location.tick = max(0, playhead.tick)
      if let rate = session.newSampleRate {
        if timebase == .master, let jack { location.isPlaying = jack.client.transport.isRolling }
        return rate
      }
      for key in keyboard.keys(within: 50) {
        switch key {
        case .character("q"), .escape: return nil
        case .character(" "):
          let isRolling = timebase == .none ? location.isPlaying : jack?.client.transport.isRolling ?? false
          location.isPlaying = !isRolling
          toggle(location.isPlaying, jack, live)
        default: break
        }
      }
      if hasSound { runControlTasks(live.sampler) }
      let isOver = end.map { playhead.tick >= $0 && !playhead.isRolling } ?? false
      quietPauses = isOver && timebase != .follow && live.sampler.synth.voiceCount == 0 ? quietPauses + 1 : 0
      if quietPauses > (hasSound ? 40 : 5) { return nil }
      line.show(text(playhead, session))
    }
  }

  private func toggle(_ isPlaying: Bool, _ jack: JACKSession?, _ live: LiveSequence) {
    switch (timebase, isPlaying) {
    case (.none, true): live.sequencer.play()
    case (.none, false): live.sequencer.stop()
    case (_, true): jack?.client.startTransport()
    case (_, false): jack?.client.stopTransport()
    }
  }

  private func text(_ playhead: Playhead, _ session: any AudioSession) -> String {
    let position = sequence.meterMap.position(atTick: max(0, playhead.tick))
    let load = session.load
    let share = load.busy / max(1e-3, Double(load.frames) / Double(session.sampleRate))
    let sign = playhead.isRolling ? "▶" : "‖"
    let sent = Int(playhead.counters.notes)
    return "\(sign) \(position.bar):\(position.beat)  \(sent.counted("note"))  \((share * 100).fixed(1)) % CPU"
  }

  /// Reports the processor load, even after Ctrl-C, because that is how users usually end an endless sequence.
  private mutating func conclude() throws {
    line.hide()
    keyboard.restore()
    if command.options.json || !command.options.quiet {
      var output = StandardOutput()
      let words = "\(name): \(report.words("played"))".printable
      try output.writeLine(command.options.json ? report.json("live sequence", name).prettyText : words)
      try output.flush()
    }
    if let number = Interruption.signalNumber { throw Interrupted(signalNumber: number, output: nil) }
  }
}
