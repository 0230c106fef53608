import CTactusKernels
import TactusDSP

// A lane's filter on its way. Its coefficients move in straight lines, which follow the curve of a cutoff for a short piece
// only: where pitch and level go straight on to the next corner, a filter has turns of its own.

/// Where a lane's filter is going, as set when the lane was aimed.
struct FilterWay {
  /// Where it is at its next turn.
  var here = FilterTone()
  /// Where it arrives, in frames of the voice's life, and its cutoff there, in absolute cents.
  var end = 0.0
  var endCutoff = 0.0
}

extension VoiceUpdates {
  /// Sets a lane's filter and sends it on its way; `aim`, in frames of the voice's life, is where all of the lane is aimed.
  mutating func aimFilter(_ index: Int, at now: Int64, aim: Double, moves: Bool) {
    let voice = voices + index
    filterDues[index] = .max
    guard voice.pointee.tone.runsFilter else { return stopRunning(index, at: now) }
    voice.pointee.lane.filter.here = modulation.filterTone(voice, at: voice.pointee.age(at: now))
    guard moves else {
      return write(LaneFilter(voice.pointee.lane.filter.here, isInPath: voice.pointee.tone.isFiltered), index, at: now)
    }
    voice.pointee.lane.filter.end = aim
    voice.pointee.lane.filter.endCutoff = modulation.filterCutoff(voice, at: aim)
    followFilter(index, at: now)
  }

  /// Lets a lane's filter take all turns that it has before a frame; between two turns of its voice.
  @inline(__always)
  mutating func followFilters(_ index: Int, before end: Int64) {
    while filterDues[index] < end { followFilter(index, at: filterDues[index]) }
  }

  /// Sends a lane's filter along the next piece of its way.
  private mutating func followFilter(_ index: Int, at now: Int64) {
    let voice = voices + index
    let here = voice.pointee.lane.filter.here
    let age = voice.pointee.age(at: now)
    var end = voice.pointee.lane.filter.end
    filterDues[index] = .max
    if let piece = Self.piece(end - age, here.cutoff, voice.pointee.lane.filter.endCutoff) {
      let turn = voice.pointee.nextStop(after: now, every: piece)
      let place = voice.pointee.age(at: turn)
      if place < end {
        end = place
        filterDues[index] = turn
      }
    }
    let there = modulation.filterTone(voice, at: end)
    let isInPath = voice.pointee.tone.isFiltered
    write(LaneFilter(here, to: there, frames: end - age, isInPath: isInPath), index, at: now)
    voice.pointee.lane.filter.here = there
  }

  /// How many frames lie between a filter's turns, if it goes so far that a straight line of its coefficients would leave
  /// its curve: 60 cents are followed within 0.02 %; pieces are two frames long at least.
  @inline(__always)
  private static func piece(_ frames: Double, _ from: Double, _ to: Double) -> Int64? {
    let way = (to - from).magnitude
    guard way > SynthLimits.filterLine else { return nil }
    let longest = frames * SynthLimits.filterLine / way
    var piece = SynthLimits.resyncFrames / 2
    while piece > 2, Double(piece) > longest { piece /= 2 }
    return piece
  }

  // MARK: Into the lane

  /// Takes a lane's filter out of the path, where it was in it.
  private mutating func stopRunning(_ index: Int, at now: Int64) {
    let lane = index & 7
    let group = groups + index &>> 3
    if group.pointee.filtered & VoiceGroup.bit(lane) != 0 { set(LaneFilter(), index, at: now) }
    group.pointee.setFilter(lane, runs: false, moves: false)
  }

  private mutating func write(_ filter: LaneFilter, _ index: Int, at now: Int64) {
    set(filter, index, at: now)
    groups[index &>> 3].setFilter(index & 7, runs: true, moves: filter.moves)
  }

  /// Sets a lane's filter, or lets it be set when the kernel comes to that frame of the row.
  @inline(__always)
  private mutating func set(_ filter: LaneFilter, _ index: Int, at now: Int64) {
    if now == row.frame || row.slot < 0 {
      groups[index &>> 3].set(filter, index & 7)
    } else {
      put(filter, index & 7, at: now)
      groups[index &>> 3].setInPath(index & 7, filter.isInPath)
    }
  }

  /// Lets the filter of a lane that has ended inside a row stand still for the rest of it.
  mutating func stopFilter(_ index: Int, at now: Int64) {
    let lane = index & 7
    if groups[index &>> 3].sweeping & VoiceGroup.bit(lane) != 0 { put(LaneFilter(), lane, at: now) }
  }

  /// Notes a change for the kernel.
  private mutating func put(_ filter: LaneFilter, _ lane: Int, at now: Int64) {
    let offset = Int(truncatingIfNeeded: now &- row.frame)
    add(filter.change(at: offset, lane: row.slot == 1 ? 8 &+ lane : lane))
  }

  /// Notes a change of a filter for the kernel, with those of the rows that are being filled.
  @inline(__always)
  mutating func add(_ change: TactusFilterChange) {
    if row.slot < 2 {
      rows.changes[changeCount] = change
      changeCount &+= 1
    } else if row.slot == 2 {
      rows.loneChanges[loneChangeCount] = change
      loneChangeCount &+= 1
    } else {
      let index = row.slot &- RowPlace.firstHeld
      rows.heldChanges[index &* LaneRows.heldChangesPerGroup &+ heldRows[index].changeCount] = change
      heldRows[index].changeCount &+= 1
    }
  }
}

extension LaneFilter {
  /// A filter that stands.
  @inline(__always)
  init(_ tone: FilterTone, isInPath: Bool) {
    b = Float(tone.coefficients.b)
    c = Float(tone.coefficients.c)
    h = Float(tone.coefficients.h)
    gain = Float(tone.gain)
    self.isInPath = isInPath
  }

  /// A filter on a straight way of its coefficients.
  @inline(__always)
  init(_ tone: FilterTone, to other: FilterTone, frames: Double, isInPath: Bool) {
    self.init(tone, isInPath: isInPath)
    guard other.cutoff != tone.cutoff || other.damping != tone.damping else { return }
    let (from, to, part) = (tone.coefficients, other.coefficients, 1 / frames)
    bStep = Float((to.b - from.b) * part)
    cStep = Float((to.c - from.c) * part)
    hStep = Float((to.h - from.h) * part)
    gainStep = Float((other.gain - tone.gain) * part)
  }
}
