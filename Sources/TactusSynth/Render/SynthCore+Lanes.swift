import CTactusKernels
import TactusDSP

// Aiming lanes: pitch, filter, swell and gains from where they are to where they will be at the next corner.

/// A tone's quantities at one moment.
struct TonePoint {
  var cents = 0.0
  /// log2 of tan(π · cutoff / rate).
  var warp = 0.0
  var damping = 0.0
  var filterGain = 1.0
  var centibels = 0.0
}

extension SynthCore {
  /// Sets the lane's quantities and aims them at where they will be at the next corner, or where they are set back on
  /// their curves.
  mutating func aimLane(_ index: Int, at now: Int64) {
    let voice = voices + index
    var (aim, moves) = aim(voice, from: now)
    let age = voice.pointee.age(at: now)
    let here = point(voice, at: now, ahead: 0)
    var there = moves ? point(voice, at: now, ahead: aim - age) : here
    if voice.pointee.tone.runsFilter, let nearer = Self.nearer(aim - age, here.warp, there.warp, now: now) {
      aim = min(aim, Double(nearer &- voice.pointee.start))
      there = point(voice, at: now, ahead: aim - age)
    }
    let frames = aim - age
    let hasTurned = writePitch(index, here.cents, there.cents, frames)
    writeFilter(index, here, there, frames, at: now)
    writeSwell(voice, here.centibels, there.centibels, frames)
    if !voice.pointee.gainsAreSet { writeGains(index, at: now) }
    let arrival = Self.firstFrame(from: aim, start: voice.pointee.start)
    voice.pointee.refresh = arrival
    // At a speed that has not changed the sample ends when it was going to.
    if hasTurned || voice.pointee.sampleEnd == .max {
      voice.pointee.sampleEnd = endOfSample(index, at: now, aim: arrival)
    }
  }

  /// The tone at a frame, or some frames ahead of it.
  @inline(__always)
  private func point(_ voice: UnsafeMutablePointer<Voice>, at now: Int64, ahead: Double) -> TonePoint {
    let age = voice.pointee.age(at: now) + ahead
    guard now < voice.pointee.standingEnd else { return point(voice, &voice.pointee.to, age) }
    var standing = standing(voice, at: now, ahead: ahead)
    return point(voice, &standing, age)
  }

  private func point(
    _ voice: UnsafeMutablePointer<Voice>, _ standing: UnsafePointer<StandingTone>, _ age: Double
  ) -> TonePoint {
    let motion = motion(voice, standing, at: age)
    var point = TonePoint(
      cents: standing.pointee.cents + motion.cents, damping: standing.pointee.damping,
      filterGain: standing.pointee.filterGain, centibels: motion.centibels)
    if voice.pointee.tone.runsFilter { point.warp = warped(standing.pointee.cutoff + motion.cutoff) }
    return point
  }

  /// The frame at which a filter is set back on its curve, if it goes so far that a straight line of its coefficients
  /// would leave it: an octave's 20th part is followed within 0.02 %; pieces are two frames long at least.
  @inline(__always)
  private static func nearer(_ frames: Double, _ from: Double, _ to: Double, now: Int64) -> Int64? {
    let way = (to - from).magnitude
    guard way > SynthLimits.filterLine else { return nil }
    let longest = frames * SynthLimits.filterLine / way
    var piece = SynthLimits.resyncFrames / 2
    while piece > 2, Double(piece) > longest { piece /= 2 }
    return (now / piece &+ 1) &* piece
  }

  /// Gives whether the lane's speed is not what it was, or changes.
  private func writePitch(_ index: Int, _ from: Double, _ to: Double, _ frames: Double) -> Bool {
    let (lowest, highest) = (voices[index].lowestCents, voices[index].highestCents)
    let cents = max(lowest, min(highest, from))
    let change = max(lowest, min(highest, to)) - cents
    let reader = readers + index
    if change == 0 {
      let hasTurned = cents != voices[index].shownCents || reader.pointee.isGliding
      if cents != voices[index].shownCents {
        voices[index].shownCents = cents
        voices[index].increment = ExactMath.integer(speed(cents: cents, voices + index) + 0.5)
      }
      reader.pointee.increment = voices[index].increment
      reader.pointee.isGliding = false
      return hasTurned
    }
    reader.pointee.speed = speed(cents: cents, voices + index)
    reader.pointee.speedFactor = ExactMath.exp2NearZero(change / frames * (1.0 / 1200))
    reader.pointee.isGliding = true
    voices[index].glide = change
    return true
  }

  /// Sets a lane's filter, or lets it be set when the kernel comes to that frame of the row.
  private mutating func writeFilter(
    _ index: Int, _ here: TonePoint, _ there: TonePoint, _ frames: Double, at now: Int64
  ) {
    let lane = index & 7
    let group = groups + index &>> 3
    let runs = voices[index].tone.runsFilter
    var filter = LaneFilter()
    filter.isInPath = voices[index].tone.isFiltered
    if runs { setCoefficients(&filter, here, there, frames) }
    if runs || group.pointee.filtered & VoiceGroup.bit(lane) != 0 {
      if now == row.frame || row.slot < 0 { group.pointee.set(filter, lane) } else { put(filter, lane, at: now) }
    }
    group.pointee.setFilter(lane, runs: runs, moves: runs && filter.moves)
  }

  @inline(__always)
  private func setCoefficients(_ filter: inout LaneFilter, _ here: TonePoint, _ there: TonePoint, _ frames: Double) {
    let from = FilterCoefficients(warp: here.warp, damping: here.damping)
    filter.b = Float(from.b)
    filter.c = Float(from.c)
    filter.h = Float(from.h)
    filter.gain = Float(here.filterGain * 0.5)
    guard there.warp != here.warp || there.damping != here.damping else { return }
    let to = FilterCoefficients(warp: there.warp, damping: there.damping)
    let part = 1 / frames
    filter.bStep = Float((to.b - from.b) * part)
    filter.cStep = Float((to.c - from.c) * part)
    filter.hStep = Float((to.h - from.h) * part)
    filter.gainStep = Float((there.filterGain - here.filterGain) * 0.5 * part)
  }

  /// Lets the filter of a lane that has ended inside a row stand still for the rest of it.
  mutating func stopFilter(_ index: Int, at now: Int64) {
    let lane = index & 7
    if groups[index &>> 3].sweeping & VoiceGroup.bit(lane) != 0 { put(LaneFilter(), lane, at: now) }
  }

  /// Notes a change for the kernel.
  private mutating func put(_ filter: LaneFilter, _ lane: Int, at now: Int64) {
    let offset = Int(truncatingIfNeeded: now &- row.frame)
    if row.slot < 2 {
      rows.changes[changeCount] = filter.change(at: offset, lane: row.slot &* 8 &+ lane)
      changeCount &+= 1
    } else {
      rows.loneChanges[loneChangeCount] = filter.change(at: offset, lane: lane)
      loneChangeCount &+= 1
    }
  }

  private func writeSwell(_ voice: UnsafeMutablePointer<Voice>, _ from: Double, _ to: Double, _ frames: Double) {
    voice.pointee.swell = LaneSwell()
    guard voice.pointee.tone.movesVolume else { return }
    // Octaves of amplitude are 60.2 centibels.
    voice.pointee.swell.octaves = from * 0.0166096404744368117
    if to != from { voice.pointee.swell.fall = (to - from) / frames * 0.0166096404744368117 }
  }

  /// Lets the gains go in a straight line from where they were when something moved them to where they will be.
  private func writeGains(_ index: Int, at now: Int64) {
    let voice = voices + index
    let hasArrived = now >= voice.pointee.standingEnd
    let from = hasArrived ? Gains(voice.pointee.to) : Gains(voice.pointee.from)
    let to = Gains(voice.pointee.to)
    let frames = Double(voice.pointee.standingEnd &- voice.pointee.standingStart)
    groups[index &>> 3].setGains(from, to, part: hasArrived ? 0 : 1 / frames, index & 7)
    voice.pointee.gainsAreSet = hasArrived
  }
}

/// What of a tone goes where.
struct Gains: Equatable {
  let left: Double
  let right: Double
  let reverb: Double
  let chorus: Double

  @inline(__always)
  init(_ tone: StandingTone) { (left, right, reverb, chorus) = (tone.left, tone.right, tone.reverb, tone.chorus) }
}

extension VoiceGroup {
  /// Sets a lane's gains, and a part of the way to others as its steps.
  @inline(__always)
  fileprivate mutating func setGains(_ from: Gains, _ to: Gains, part: Double, _ lane: Int) {
    left[lane] = Float(from.left)
    leftStep[lane] = Float((to.left - from.left) * part)
    right[lane] = Float(from.right)
    rightStep[lane] = Float((to.right - from.right) * part)
    reverb[lane] = Float(from.reverb)
    reverbStep[lane] = Float((to.reverb - from.reverb) * part)
    chorus[lane] = Float(from.chorus)
    chorusStep[lane] = Float((to.chorus - from.chorus) * part)
    ramping = from != to ? ramping | Self.bit(lane) : ramping & ~Self.bit(lane)
    if from.reverb != 0 || to.reverb != 0 { feedsReverb = true }
    if from.chorus != 0 || to.chorus != 0 { feedsChorus = true }
  }
}

/// The coefficients of the low-pass as the kernel takes them; see `filter.inc`.
struct FilterCoefficients {
  let b: Double
  let c: Double
  let h: Double

  /// - Parameters:
  ///   - warp: log2 of g = tan(π · cutoff / rate).
  ///   - damping: 1/Q.
  @inline(__always)
  init(warp: Double, damping: Double) {
    let g = Double(ExactMath.exp2Single(warp))
    let both = g * (g + damping)
    let a = 1 / (1 + both)
    b = 2 * g * a
    c = g * b
    h = damping < 0.05 ? Self.compensated(b, c, loss: b * damping) ?? 2 * both * a : 2 * both * a
  }

  /// What a sharp resonance loses in a frame, 1 − ((1 − h)(1 − c) + b²), is so little that the rounding of b and c to 32
  /// bits would show: h makes up for it.
  private static func compensated(_ b: Double, _ c: Double, loss: Double) -> Double? {
    let (b, rest) = (Double(Float(b)), 1 - Double(Float(c)))
    guard rest.magnitude > 0.004 else { return nil }
    return 1 - (1 - loss - b * b) / rest
  }
}
