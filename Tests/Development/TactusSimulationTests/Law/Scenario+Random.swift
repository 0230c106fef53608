import TactusSequencer
import TactusSimulation
import TactusTime

extension Scenario {
  /// A small random scenario that may contain everything; the same for the same seed.
  init(seed: UInt64) {
    var maker = ScenarioMaker(seed: seed)
    self = maker.scenario()
    while !isFair { self = maker.scenario() }
  }

  /// One looped track of notes with a steady host whose reported beats are as exact as floating-point numbers allow:
  /// the case for which the published method is designed.
  init(plainSeed seed: UInt64) {
    var maker = ScenarioMaker(seed: seed)
    self = maker.plainScenario()
  }
}

/// Makes random scenarios.
struct ScenarioMaker {
  private var random: HostRandom
  private let seed: UInt64
  private var rate = 48_000
  private var division = 960
  private var tempo: Int64 = 120_000_000_000
  /// The number of frames that remain to be played; fewer if loops are short.
  private var frames = 0
  private var areFramesDecided = false
  /// Whether the host reports its transport state; if not, it reports an invalid tempo when it stops.
  private var knowsTransport = true

  init(seed: UInt64) {
    self.seed = seed
    random = HostRandom(seed: seed)
  }

  mutating func scenario() -> Scenario {
    areFramesDecided = false
    choose()
    let rounding = random.pick(
      [.exact, .exact, .exact, .noise(1e-9), .noise(1e-7), .noise(1e-6), .single] as [HostReport.Rounding])
    let changes = random.pick([.truly, .truly, .truly, .always, .never] as [HostReport.Changes])
    knowsTransport = !random.once(in: 6)
    var tracks = self.tracks()
    areFramesDecided = true
    var parts: [Scenario.Part] = []
    let count = Int.random(in: 1...5, using: &random)
    for index in 0..<count {
      var part = Scenario.Part(host: scene(isFirst: index == 0, count, rounding, changes))
      if index == 0 { part.tracks = tracks }
      if index > 0, random.once(in: 3) {
        edit(&tracks)
        part.tracks = tracks
      }
      parts.append(part)
    }
    ramp(&parts, rounding)
    parts.append(.init(host: stop(cycles: 2)))
    return Scenario(sampleRate: rate, division: division, hostSeed: seed, parts: parts)
  }

  mutating func plainScenario() -> Scenario {
    rate = random.pick([44_100, 48_000])
    division = 960
    tempo = Int64.random(in: 600...2000, using: &random) * 100_000_000
    let notes = (0..<8).map { index in
      Scenario.Note(number: index + 1, tick: Tick(index) * 120, duration: random.pick([60, 110]), key: 40 + index)
    }
    let length = random.pick([64, 128, 256, 441, 480, 512, 1_000, 1_024])
    let loopFrames = 60e9 * Double(rate) / Double(tempo)
    let cycles = Array(repeating: length, count: Int(loopFrames * 16) / length)
    let track = Scenario.Track(number: 0, notes: notes, loop: 960)
    let play = HostScene(
      at: .init(beat: 0), cycles: cycles, tempo: tempo, report: HostReport(rounding: .computed))
    return Scenario(
      sampleRate: rate, division: division,
      parts: [.init(host: play, tracks: [track]), .init(host: stop(cycles: 2))])
  }

  private mutating func choose() {
    rate = random.pick([8_000, 44_100, 48_000, 48_000, 96_000, 192_000])
    division = random.pick([1, 4, 24, 96, 480, 960, 960, 20_160, 20_160])
    tempo =
      random.once(in: 2)
      ? Int64.random(in: 20...300, using: &random) * 1_000_000_000
      : Int64.random(in: 20_000_000_000...999_000_000_000, using: &random)
    frames = random.length(upTo: 60_000)
  }

  private var framesPerTick: Double { 60e9 * Double(rate) / Double(tempo) / Double(division) }

  // MARK: Tracks

  private mutating func tracks() -> [Scenario.Track] {
    let count = random.pick([1, 1, 2, 3])
    return (0..<count).map { track($0) }
  }

  private mutating func track(_ number: Int) -> Scenario.Track {
    var track = Scenario.Track(number: number, notes: [])
    if !random.once(in: 5) { track.loop = max(1, Tick(Double(random.length(upTo: 20_000)) / framesPerTick)) }
    let most = track.loop > 0 ? track.loop : max(1, Tick(Double(frames) / framesPerTick))
    let keys = random.pick([1, 2, 30])
    for index in 0..<Int.random(in: 1...6, using: &random) { track.notes.append(note(index + 1, most, keys)) }
    if random.once(in: 6) { track.start = Tick.random(in: -most...most, using: &random) }
    if random.once(in: 6) { track.passLimit = random.pick([1, 2, 3, 7]) }
    limit(&track)
    track.loopEnd = random.pick([.cut, .cut, .ringOver, .wrap])
    track.overlap = random.pick([.retrigger, .retrigger, .layer])
    track.beforeStart = random.pick([.silent, .silent, .wrap])
    track.isAudible = !random.once(in: 10)
    if random.once(in: 4) { track.transpose = Int.random(in: -12...12, using: &random) }
    return track
  }

  /// Limits the scenario to a few hundred events: with fewer frames or, if the frames are already fixed, a longer loop.
  private mutating func limit(_ track: inout Scenario.Track) {
    guard track.loop > 0 else { return }
    let passes = 200 / max(1, track.notes.count)
    if !areFramesDecided { frames = min(frames, max(1, Int(Double(track.loop) * framesPerTick) * passes)) }
    track.loop = max(track.loop, Tick(Double(frames) / framesPerTick) / Tick(passes))
  }

  private mutating func note(_ number: Int, _ most: Tick, _ keys: Int) -> Scenario.Note {
    let last = random.once(in: 20) ? most + most / 2 : most - 1
    var note = Scenario.Note(
      number: number, tick: random.once(in: 4) ? 0 : Tick.random(in: 0...last, using: &random),
      duration: max(1, Tick.random(in: 0...(random.once(in: 3) ? 3 * most : most), using: &random)),
      key: 60 + Int.random(in: 0..<keys, using: &random))
    if random.once(in: 8) { (note.duration, note.key) = (0, 16 + number % 16) }
    if random.once(in: 6) { note.chance = random.pick([.never, .first, .notFirst, .ratio(1, 2), .ratio(2, 3)]) }
    if note.isController { note.chance = .always }
    return note
  }

  /// An edit during playback.
  private mutating func edit(_ tracks: inout [Scenario.Track]) {
    guard !tracks.isEmpty else { return tracks.append(track(0)) }
    let index = Int.random(in: tracks.indices, using: &random)
    let most = max(1, tracks[index].loop > 0 ? tracks[index].loop : Tick(Double(frames) / framesPerTick))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: tracks[index].isAudible.toggle()
    case 1: tracks.remove(at: index)
    case 2: tracks[index].transpose += random.pick([-1, 1, 12])
    case 3 where !tracks[index].notes.isEmpty:
      tracks[index].notes.remove(at: Int.random(in: tracks[index].notes.indices, using: &random))
    case 4 where !tracks[index].notes.isEmpty:
      let position = Int.random(in: tracks[index].notes.indices, using: &random)
      tracks[index].notes[position].tick = Tick.random(in: 0..<most, using: &random)
    case 5 where tracks[index].loop > 0:
      tracks[index].loop = max(1, random.pick([most / 2, most + 1, 2 * most]))
      limit(&tracks[index])
    case 6:
      let number = (tracks.map(\.number).max() ?? 0) + 1
      if number < 15 { tracks.append(track(number)) }
    default: tracks[index].notes.append(note(60 + Int.random(in: 0..<60, using: &random), most, 3))
    }
    // one number, one note
    for track in tracks.indices {
      var seen: Set<Int> = []
      tracks[track].notes.removeAll { !seen.insert($0.number).inserted }
    }
  }

  // MARK: The host

  private mutating func cycles(_ frames: Int) -> [Int] {
    var (lengths, left) = ([Int](), frames)
    let style = Int.random(in: 0..<4, using: &random)
    let usual = random.pick([1, 7, 32, 64, 100, 128, 441, 480, 512, 1_000, 1_024, 2_048, 8_192])
    while left > 0, lengths.count < 40 {
      let length = style == 0 ? usual : style == 1 ? random.length(upTo: 8_192) : random.length(upTo: usual)
      lengths.append(min(length, left))
      left -= length
      if random.once(in: 30) { lengths.append(0) }
    }
    return lengths
  }

  private mutating func scene(
    isFirst: Bool, _ count: Int, _ rounding: HostReport.Rounding, _ changes: HostReport.Changes
  ) -> HostScene {
    if !isFirst, random.once(in: 6) { return stop(cycles: Int.random(in: 1...3, using: &random)) }
    var scene = HostScene(cycles: cycles(max(1, frames / count)), tempo: tempo)
    scene.report = HostReport(rounding: rounding, changes: knowsTransport ? changes : .never)
    scene.report.hasTransport = knowsTransport
    if !isFirst, random.once(in: 8) { scene.report.hasTempo = false }
    let jumps = isFirst || random.once(in: 3)
    if jumps { scene.position = position(rounding) }
    if scene.report.hasTempo, random.once(in: 5) {
      tempo = Int64.random(in: 20_000_000_000...999_000_000_000, using: &random)
      scene.tempo = tempo
    }
    if jumps, changes == .truly, knowsTransport, rounding != .single, random.once(in: 3) { addRegion(&scene) }
    if random.once(in: 8) { scene.sampleTime = random.pick([0, 1 << 40, -5_000]) }
    return scene
  }

  private mutating func position(_ rounding: HostReport.Rounding) -> HostScene.Position {
    var beats: ClosedRange<Tick> = -2...16
    if random.once(in: 5) { beats = rounding == .single ? 1_000...4_000 : 172_000...173_000 }
    if random.once(in: 2) { return .init(beat: Int(Tick.random(in: beats, using: &random))) }
    let fine = Tick(BeatGrid.finestDivision)
    return .init(
      tick: Tick.random(in: beats.lowerBound * fine...beats.upperBound * fine, using: &random), division: Int(fine))
  }

  /// The host repeats a region around its start position, at least one frame long.
  private mutating func addRegion(_ scene: inout HostScene) {
    guard let position = scene.position else { return }
    let fine = Tick(BeatGrid.finestDivision)
    let framesPerFine = 60e9 * Double(rate) / Double(scene.tempo) / Double(fine)
    let least = Int(max(1.0, Double(scene.frameCount) / 40))
    let room = Tick((Double(least + random.length(upTo: max(1, scene.frameCount))) / framesPerFine).rounded(.up)) + 1
    let unit = fine / Tick(division)  // borders on ticks, or half-way between
    let length = (room + unit - 1) / unit * unit
    var start =
      position.tick * (fine / Tick(position.division)) - Tick.random(in: -length...(length - 1), using: &random)
    start -= start % unit - (random.once(in: 3) ? unit / 2 : 0)
    scene.region =
      HostScene.Position(
        tick: start, division: Int(fine))..<HostScene.Position(
        tick: start + length, division: Int(fine))
  }

  /// The tempo changes linearly from scene to scene.
  private mutating func ramp(_ parts: inout [Scenario.Part], _ rounding: HostReport.Rounding) {
    guard rounding == .exact, random.once(in: 3), parts.allSatisfy(\.host.report.hasTempo) else { return }
    let hasSlope = random.once(in: 3)
    for index in parts.indices where parts[index].host.isMoving {
      if index > 0, parts[index].host.position == nil, parts[index - 1].host.isMoving {
        let before = parts[index - 1].host
        parts[index].host.tempo = before.tempo + before.slope * Int64(before.frameCount)
      }
      parts[index].host.region = nil
      parts[index].host.report.hasSlope = hasSlope
      let other = Double(parts[index].host.tempo) * Double.random(in: 0.7...1.4, using: &random)
      let length = Double(max(parts[index].host.frameCount, 1 << 14, random.length(upTo: 400_000)))
      parts[index].host.slope = Int64((other - Double(parts[index].host.tempo)) / length)
    }
  }

  private mutating func stop(cycles count: Int) -> HostScene {
    var scene = HostScene(cycles: (0..<count).map { _ in random.length(upTo: 600) }, tempo: tempo)
    scene.isMoving = false
    scene.report.hasTransport = knowsTransport
    if !knowsTransport || random.once(in: 4) { scene.report.wrongTempo = random.pick([0, -120, .nan, .infinity]) }
    return scene
  }
}
