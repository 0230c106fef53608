import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// Controls playback with keys. It keeps the state of playback, and sends it to the player.
package struct PlaybackController {
  /// The action that a key requires of the caller.
  package enum Outcome: Equatable {
    case none, quit, help, next, previous
  }

  private let player: SongPlayer
  private let meters: MeterMap
  private let marked: Range<Int64>
  /// The parts with notes, in the order of their first notes.
  package let parts: [ProgramUse]
  package private(set) var isPlaying = true
  package private(set) var percent = 100
  package private(set) var isLooping = false
  private var loopStart: Int64?
  private var loopEnd: Int64?
  package private(set) var selected = 0
  package private(set) var muted: Set<Int> = []
  package private(set) var solo: Set<Int> = []
  /// The volumes that were chosen for parts, in percent of the song's.
  package private(set) var volumes: [Int: Int] = [:]
  /// The programs that were chosen for parts.
  package private(set) var programs: [Int: Int] = [:]

  /// - Parameters:
  ///   - meters: the song's meters.
  ///   - loop: the frames of the song's loop; nil for none.
  package init(_ player: SongPlayer, meters: MeterMap, loop: Range<Int64>?) {
    (self.player, self.meters) = (player, meters)
    marked = loop ?? player.frames
    var seen: Set<SongPlayer.Part> = []
    parts = player.bouncer.timeline.programs.filter { seen.insert(Self.part($0)).inserted }
  }

  private static func part(_ use: ProgramUse) -> SongPlayer.Part {
    SongPlayer.Part(port: use.port, channel: use.channel)
  }

  /// Performs the action of a key.
  package mutating func press(_ key: Key) -> Outcome {
    switch key {
    case .character(" "), .character("p"): pause()
    case .left: seek(by: -5)
    case .right: seek(by: 5)
    case .character(","): seek(byBars: -1)
    case .character("."): seek(byBars: 1)
    case .home: player.seek(toFrame: player.frames.lowerBound)
    case .character("+"), .character("="): set(percent: percent + 5)
    case .character("-"): set(percent: percent - 5)
    case .character("t"): set(percent: 100)
    case .character("l"): loop(!isLooping)
    case .character("["): setLoop(start: player.location.frame)
    case .character("]"): setLoop(end: player.location.frame)
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .character(let digit) where digit.isASCII && digit.isWholeNumber:
      select(((digit.wholeNumberValue ?? 1) + 9) % 10)
    case .character("m"): toggle(\.muted)
    case .character("s"): toggle(\.solo)
    case .character("a"): hearAll()
    case .character("u"): changeVolume(by: 5)
    case .character("d"): changeVolume(by: -5)
    case .character("{"): changeProgram(by: -1)
    case .character("}"): changeProgram(by: 1)
    case .character("r"): restorePart()
    case .character("q"), .character("\u{4}"), .escape: return .quit
    case .character("?"), .character("h"): return .help
    case .character("n"): return .next
    case .character("b"): return back()
    default: break
    }
    return .none
  }

  // MARK: Transport

  private mutating func pause() {
    isPlaying.toggle()
    if isPlaying { player.play() } else { player.pause() }
  }

  private var rate: Double { Double(player.bouncer.settings.sampleRate) }

  private func seek(by seconds: Double) { player.seek(toFrame: player.location.frame + Int64(seconds * rate)) }

  private func seek(byBars bars: Int) {
    let clock = player.bouncer.timeline.clock
    let tick = clock.tick(atFrame: player.location.frame)
    let bar = meters.position(atTick: tick).bar
    // going back seeks to the start of the current bar or, in the first half second of a bar, to the previous bar
    let start = clock.frame(atTick: meters.tick(ofBar: bar))
    let isLate = player.location.frame - start > Int64(rate / 2)
    let target = bars < 0 && isLate ? bar : bar + bars
    player.seek(toFrame: clock.frame(atTick: meters.tick(ofBar: max(1, target))))
  }

  /// Returns to the start of the song or, in its first three seconds, to the previous song.
  private func back() -> Outcome {
    let start = player.frames.lowerBound
    guard Double(player.location.frame - start) > 3 * rate else { return .previous }
    player.seek(toFrame: start)
    return .none
  }

  private mutating func set(percent wanted: Int) {
    percent = min(max(25, wanted), 400)
    player.set(speed: Double(percent) / 100)
  }

  // MARK: Loop

  private mutating func loop(_ isOn: Bool) {
    let start = loopStart ?? marked.lowerBound
    let end = loopEnd ?? marked.upperBound
    isLooping = player.loop(isOn && start < end ? start..<end : nil)
  }

  private mutating func setLoop(start frame: Int64) {
    loopStart = frame
    if let end = loopEnd, end <= frame { loopEnd = nil }
    if isLooping { loop(true) }
  }

  private mutating func setLoop(end frame: Int64) {
    loopEnd = frame
    if let start = loopStart, start >= frame { loopStart = nil }
    loop(true)
  }

  // MARK: Parts

  private mutating func select(_ part: Int) {
    guard !parts.isEmpty else { return }
    selected = min(max(0, part), parts.count - 1)
  }

  private mutating func toggle(_ set: WritableKeyPath<PlaybackController, Set<Int>>) {
    guard parts.indices.contains(selected) else { return }
    if self[keyPath: set].remove(selected) == nil { self[keyPath: set].insert(selected) }
    apply()
  }

  private mutating func hearAll() {
    (muted, solo) = ([], [])
    apply()
  }

  private func apply() {
    let silent = parts.indices.filter { !isHeard($0) }
    player.mute(Set(silent.map { Self.part(parts[$0]) }))
  }

  private mutating func changeVolume(by percent: Int) {
    guard parts.indices.contains(selected) else { return }
    let volume = min(max(0, (volumes[selected] ?? 100) + percent), 200)
    volumes[selected] = volume == 100 ? nil : volume
    player.set(volume: volume, of: Self.part(parts[selected]))
  }

  private mutating func changeProgram(by step: Int) {
    guard parts.indices.contains(selected) else { return }
    let program = ((programs[selected] ?? Int(parts[selected].program)) + step + 128) % 128
    programs[selected] = program
    player.set(program: program, of: Self.part(parts[selected]))
  }

  private mutating func restorePart() {
    guard parts.indices.contains(selected) else { return }
    (volumes[selected], programs[selected]) = (nil, nil)
    applyChoices(selected)
  }

  /// Passes the chosen volume and program of a part to the player.
  private func applyChoices(_ part: Int) {
    player.set(volume: volumes[part] ?? 100, of: Self.part(parts[part]))
    player.set(program: programs[part], of: Self.part(parts[part]))
  }

  /// Whether a part is audible.
  package func isHeard(_ part: Int) -> Bool { !muted.contains(part) && (solo.isEmpty || solo.contains(part)) }

  /// The name of a part: its General MIDI program or drum kit.
  package static func name(isDrums: Bool, program: Int) -> String {
    isDrums ? GeneralMIDI.kitName(program) : GeneralMIDI.programName(program)
  }

  /// The selected part: "2/5 Standard Kit, muted (1 silent)".
  package var partWords: String {
    guard parts.indices.contains(selected) else { return "" }
    let use = parts[selected]
    let name =
      Self.name(isDrums: use.channel == 9, program: programs[selected] ?? Int(use.program))
      + (volumes[selected].map { " \($0) %" } ?? "")
    let state = solo.contains(selected) ? ", solo" : muted.contains(selected) ? ", muted" : ""
    let others = parts.indices.count { !isHeard($0) }
    return "\(selected + 1)/\(parts.count) \(name)\(state)" + (others > 0 ? " (\(others) silent)" : "")
  }

  /// Returns a controller with the same state for another player of the song, possibly at another rate.
  package func hand(to player: SongPlayer, loop: Range<Int64>?) -> PlaybackController {
    var controller = PlaybackController(player, meters: meters, loop: loop)
    (controller.isPlaying, controller.percent, controller.selected) = (isPlaying, percent, selected)
    (controller.muted, controller.solo) = (muted, solo)
    let scale = Double(player.bouncer.settings.sampleRate) / rate
    controller.loopStart = loopStart.map { Int64(Double($0) * scale) }
    controller.loopEnd = loopEnd.map { Int64(Double($0) * scale) }
    if isLooping { controller.loop(true) }
    controller.set(percent: percent)
    (controller.volumes, controller.programs) = (volumes, programs)
    for part in Set(volumes.keys).union(programs.keys) { controller.applyChoices(part) }
    controller.apply()
    return controller
  }

  /// The help text for the keys.
  package static let help = [
    "space  pause               left, right  5 seconds back, forward     , .  1 bar back, forward",
    "+ -    faster, slower      t  original tempo                        home  start",
    "l      loop                [ ]  loop start, loop end",
    "1…9 0  select a part (or up, down)    m  mute it    s  solo it    a  unmute all",
    "u d    part louder, softer    { }  its program: previous, next    r  original volume, program",
    "n      next song           b  start of the song, previous song",
    "q      quit                ?  show the keys",
  ]
}
