import ArgumentParser
import Tactus
import TactusDevices

/// What the songs of `tactus play` share: the keyboard, the display and the audio output.
final class PlayStage {
  let command: PlayCommand
  let keyboard: Keyboard
  let output: AudioOutput
  /// What the receivers of the MIDI outputs have been sent by the songs so far.
  var receivers = ReceiverSettings()
  /// The outputs of the last song's message ports; nil before the first song with MIDI outputs.
  private var routes: MIDIRoutes?
  var line: StatusLine
  private var list: SongList
  /// The remarks printed so far that are printed once.
  private var printedRemarks: Set<String> = []
  /// The error of the first take that could not be written; nil if there is none.
  var takeFailure: ToolError?

  init(_ command: PlayCommand) throws {
    self.command = command
    let seed = command.options.shuffle ? command.options.seed ?? UInt64.random(in: 0...0xFFFF_FFFF) : nil
    list = try SongList(command.songs, seed: seed, repeats: command.options.repeatList)
    line = StatusLine(isWanted: !command.options.quiet)
    keyboard = Keyboard(readsAnything: command.options.keys && !command.songs.contains("-"))
    output = AudioOutput(command.audio, command.jack, input: command.midi, output: command.midiOutput)
    if let seed, command.options.seed == nil { remark("shuffled; --seed \(seed) repeats this order") }
  }

  /// Whether several reports may be printed, one for each song.
  var hasSeveralReports: Bool { list.hasSeveral || command.options.repeatList }

  /// Plays the songs. In a list, a song that cannot be played is reported, and the next one follows.
  ///
  /// - Throws: an error if a song cannot be played, or if a take could not be written.
  func run() throws {
    Interruption.beginAsking()
    defer {
      output.close()
      line.hide()
      keyboard.restore()
    }
    do { try playSongs() } catch {
      // a take that is lost matters more than the signal
      if error is Interrupted { try checkTake() }
      throw error
    }
    try checkTake()
  }

  /// Throws the error of the first take that could not be written.
  private func checkTake() throws {
    guard let takeFailure else { return }
    if !command.options.quiet, printedRemarks.contains("\(takeFailure)") { throw ReportedFailure() }
    throw takeFailure
  }

  private func playSongs() throws {
    var (failures, failuresInARow) = (0, 0)
    while true {
      if let number = Interruption.signalNumber { throw Interrupted(signalNumber: number, output: nil) }
      var outcome = PlayJob.Outcome.next
      do {
        var job = try PlayJob(list.current, self)
        outcome = try job.run()
        failuresInARow = 0
      } catch let error as OutputError { throw error.error } catch {
        guard list.hasSeveral, let words = complaint(error) else { throw error }
        line.hide()
        StandardError.writeLine(Style.standardError.failure("tactus:") + " " + words.printable)
        (failures, failuresInARow) = (failures + 1, failuresInARow + 1)
        if failuresInARow >= list.songs.count { throw ToolError(nil, "no song could be played") }
      }
      switch outcome {
      case .quit: return
      case .previous: list.previous()
      case .next:
        if list.next() { continue }
        if failures > 0 { throw ToolError(nil, "\(failures.counted("song")) could not be played") }
        return
      }
    }
  }

  /// Prepares for a song with other message ports: what the outputs have been sent belongs to the ports that now reach
  /// them.
  ///
  /// - Parameter ports: the message ports of the song, one bit each.
  func route(_ ports: UInt16) {
    let count = command.midiOutput.outputs.count
    guard count > 0 else { return }
    let next = MIDIRoutes(ports: ports, outputs: count)
    if let routes, routes != next { receivers = receivers.moved { next.sources(ofPort: $0, in: routes) } }
    routes = next
  }

  /// Returns the message for an error that concerns only one song: its file cannot be played, or the options do not suit
  /// it. Returns nil for other errors.
  private func complaint(_ error: any Error) -> String? {
    switch error {
    case let error as ToolError: "\(error)"
    case let error as ValidationError: (list.current.map { $0 + ": " } ?? "") + error.message
    default: nil
    }
  }

  // MARK: Display

  /// Shows the state of playback and, if there is room, of its parts.
  func show(_ status: String, _ name: String, _ parts: () -> [String]) {
    let first = list.position.map { "\($0) \(name)  \(status)" } ?? status
    line.show([first] + (command.options.display == .line ? [] : parts()))
  }

  /// Prints a remark above the status line.
  func remark(_ words: String) {
    guard !command.options.quiet else { return }
    line.hide()
    StandardError.remark(words)
  }

  /// Prints a remark unless it has been printed before.
  func remarkOnce(_ words: String) { if printedRemarks.insert(words).inserted { remark(words) } }
}
