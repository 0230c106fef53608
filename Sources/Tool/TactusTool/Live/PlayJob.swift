import Tactus
import TactusDevices
import TactusJACK

/// The playing of one song by `tactus play`.
struct PlayJob {
  private let command: PlayCommand
  private let song: String?
  private let source: PlaySource
  private let stage: PlayStage
  private var report = LoadReport()
  private var controller: PlaybackController?
  private var take: TakeFile?
  /// Whether a session has played.
  private var hasPlayed = false
  private var shortSessions = ShortSessions()
  private var missingPresets: [MissingPreset] = []

  /// The time in milliseconds for which the job waits for keys before it redraws the status line.
  private static var pause: Int32 { 50 }
  /// The number of such waits after the player has become silent, during which the last rendered audio is heard.
  private static var lastPauses: Int { 10 }

  /// - Parameter song: the path; nil for the demo song.
  init(_ song: String?, _ stage: PlayStage) throws {
    (command, self.song, self.stage) = (stage.command, song, stage)
    source = try PlaySource(song, stage.command.options, demo: Demo(stage.command.demo))
  }

  /// What shall follow.
  enum Outcome {
    /// The song has ended, or the next one was asked for.
    case next
    case previous
    case quit
  }

  /// The reason why a session has ended.
  private enum End {
    case done(Outcome)
    /// The server has shut down or changed its sample rate. `seconds` is the playback position at that time.
    case moved(seconds: Double, rate: Int?)
  }

  /// Plays the song.
  mutating func run() throws -> Outcome {
    for remark in source.remarks { stage.remark(remark) }
    defer {
      if let words = take?.summary { stage.remark(words) }
      stage.takeFailure = stage.takeFailure ?? take?.failure
    }
    var (position, rate): (Double?, Int?) = (nil, nil)
    while true {
      guard let session = try open(rate) else { return .quit }
      let (bouncer, loop) = try source.bouncer(command.options, sampleRate: session.sampleRate)
      let player = try SongPlayer(
        bouncer, hasSound: command.hasSound, sendsMIDI: command.sendsMIDI, hasClock: command.midiOutput.clock,
        receivers: stage.receivers)
      for failure in player.unreadableSamples.prefix(1) { stage.remark("\(failure)") }
      var controller =
        self.controller?.hand(to: player, loop: loop) ?? PlaybackController(player, meters: source.meters, loop: loop)
      if let position { player.seek(toFrame: Int64((position * Double(session.sampleRate)).rounded())) }
      session.play(player)
      try record(session, bouncer)
      do { try start(session) } catch {
        // the server may have shut down since the session was opened
        session.stop()
        guard command.options.wait || stage.output.isAutomatic, session.ending != nil else { throw error }
        try checkInterruption()
        continue
      }
      // PipeWire reports its sample rate in its first cycle
      if let sessionRate = session.newSampleRate {
        session.stop()
        rate = sessionRate
        try checkInterruption()
        continue
      }
      if controller.isPlaying { player.play() }
      let end: End
      do { end = try watch(session, player, &controller) } catch {
        if error is Interrupted {
          try checkRecording(session)
          // after the server has shut down, the process thread may still render
          if session.ending == nil { missingPresets = player.missingPresets }
          try conclude()
        }
        throw error
      }
      try checkRecording(session)
      self.controller = controller
      // after the server has shut down, the process thread may still render
      if session.ending == nil {
        missingPresets = player.missingPresets
      } else {
        stage.receivers = ReceiverSettings()
      }
      switch end {
      case .done(let outcome):
        try conclude()
        return outcome
      case .moved(let seconds, let newRate): (position, rate) = (seconds, newRate)
      }
    }
  }

  // MARK: Sessions

  /// Opens a session. With --wait, waits for a server; returns nil if the user quits meanwhile.
  private mutating func open(_ rate: Int?) throws -> (any AudioSession)? {
    let bounce = PlaySource.bounceCommand(song, command.options)
    var ports = JACKSession.Ports()
    (ports.hasAudio, ports.hasClock) = (command.hasSound, command.midiOutput.clock)
    if command.sendsMIDI {
      ports.midiOutputs = try source.ports(command.options)
      stage.route(ports.midiOutputs)
    }
    var (isWorthWaiting, isWaiting) = (false, false)
    while true {
      do {
        let session = try stage.output.open(
          sampleRate: rate, ports: ports, insteadOf: bounce, isWorthWaiting: &isWorthWaiting)
        if let words = stage.output.remark(session) { stage.remarkOnce(words) }
        return session
      } catch {
        // a device that has played may come back
        guard command.options.wait, isWorthWaiting || hasPlayed else { throw OutputError(error: error) }
      }
      let words = "waiting for \(stage.output.isAutomatic ? "a sound system" : "a server")"
      if !isWaiting, !Terminal.showsProgress { stage.remark(words) }
      isWaiting = true
      stage.line.show(words)
      try checkInterruption()
      if stage.keyboard.keys(within: 500).contains(where: { $0 == .character("q") || $0 == .escape }) {
        return nil
      }
    }
  }

  private mutating func start(_ session: any AudioSession) throws(OutputError) {
    do { try session.start() } catch { throw OutputError(error: ToolError(nil, "\(error)")) }
    do {
      if let remark = try stage.output.connect(session) { stage.remarkOnce(remark) }
    } catch {
      session.stop()
      throw OutputError(error: error)
    }
    session.waitForCommands()
    hasPlayed = true
  }

  /// Plays until the end, until the user quits, or until the server shuts down or changes its sample rate.
  private mutating func watch(_ session: any AudioSession, _ player: SongPlayer, _ controller: inout PlaybackController)
    throws -> End
  {
    var quietPauses = 0
    var parts = PartsDisplay(player.bouncer.timeline)
    let songClock = player.bouncer.timeline.clock
    defer {
      releaseOutput(session, player)
      session.stop()
      report.add(session)
      collectTake(songClock)
      finishTake(songClock.tick(atFrame: player.location.frame))
    }
    var hardware = stage.output.hardware(of: session)
    while true {
      try checkInterruption()
      let position = player.location
      let seconds = Double(position.frame) / Double(session.sampleRate)
      if let ending = session.ending {
        stage.line.hide()
        if session.driver == .file { throw OutputError(error: ToolError(nil, ending)) }
        guard command.options.wait || stage.output.isAutomatic, shortSessions.allowAnother(after: session) else {
          let advice = session.driver == .jack ? "start it again" : "start or connect it again"
          throw OutputError(
            error: ToolError(
              nil, "\(ending), at \(seconds.asClock); \(advice) (with --wait, playback then continues)"))
        }
        stage.remark("\(ending), at \(seconds.asClock)")
        return .moved(seconds: seconds, rate: nil)
      }
      if let rate = session.newSampleRate { return .moved(seconds: seconds, rate: rate) }
      for words in stage.output.takeRemarks() + (hardware?.connectNew() ?? []) { stage.remark(words) }
      collectTake(songClock)
      for key in stage.keyboard.keys(within: Self.pause) {
        switch controller.press(key) {
        case .quit: return .done(.quit)
        case .next: return .done(.next)
        case .previous: return .done(.previous)
        case .help: stage.line.report(PlaybackController.help)
        case .none: break
        }
      }
      quietPauses =
        position.isAtEnd && position.isQuiet && controller.isPlaying && !command.options.stay ? quietPauses + 1 : 0
      // a server reports its latency only after a while
      let lastPauses = Self.lastPauses + Int(session.bufferedSeconds * 1_000) / Int(Self.pause)
      if quietPauses > lastPauses { return .done(.next) }
      let load = session.load
      let share = load.busy / max(1e-3, Double(load.frames) / Double(session.sampleRate))
      let status = PlaybackStatus.text(controller, position, player, source.meters, share: share)
      stage.show(status, source.name) { parts.lines(at: position.frame, controller) }
    }
  }

  /// Throws if the recording of a session that has stopped could not be completed.
  private func checkRecording(_ session: any AudioSession) throws(OutputError) {
    do { try AudioOutput.checkRecording(session) } catch { throw OutputError(error: error) }
  }

  /// Releases the keys and pedals of MIDI outputs, and stops their clock.
  private func releaseOutput(_ session: any AudioSession, _ player: SongPlayer) {
    guard command.sendsMIDI, session.ending == nil else { return }
    player.pause()
    session.waitForCommands()
  }

  // MARK: Takes

  /// Records what is played along to a file in the song's bars, if that is wanted.
  private mutating func record(_ session: any AudioSession, _ bouncer: Bouncer) throws(ToolError) {
    guard let path = command.take.record else { return }
    if take == nil {
      let map = bouncer.timeline.clock.map
      var sequence = MIDISequence(ticksPerQuarter: map.timeBase.nominalTicksPerQuarter)
      (sequence.tempi, sequence.meters) = (source.tempi, source.meters.entries)
      take = try TakeFile(path, sequence)
    }
    if let take { session.record(into: take.recorder) }
  }

  /// Passes what was played on to the take. A failure is reported, and the song continues.
  private func collectTake(_ clock: FrameClock) {
    do throws(ToolError) { try take?.collect { clock.tick(atFrame: $0) } } catch { stage.remarkOnce("\(error)") }
  }

  /// Writes the rest of the take; keys that are held until now end now.
  private func finishTake(_ tick: Tick) {
    do throws(ToolError) { try take?.write(heldUntil: tick) } catch { stage.remarkOnce("\(error)") }
  }

  private func checkInterruption() throws {
    guard let number = Interruption.signalNumber else { return }
    throw Interrupted(signalNumber: number, output: nil)
  }

  // MARK: Reporting

  private mutating func conclude() throws {
    stage.line.hide()
    guard command.options.json || !command.options.quiet else { return }
    if !command.options.json { for preset in missingPresets { stage.remark(preset.sentence) } }
    var output = StandardOutput()
    if command.options.json {
      let object = report.json("play", source.name)
      try output.writeLine(stage.hasSeveralReports ? object.text : object.prettyText)
    } else {
      let bank = command.hasSound ? ", bank \(source.banks.words)" : ""
      try output.writeLine("\(source.name): \(report.words("played"))\(bank)".printable)
    }
    try output.flush()
  }
}
