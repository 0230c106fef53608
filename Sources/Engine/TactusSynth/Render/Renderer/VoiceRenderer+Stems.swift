import CTactusKernels

// Stems: the same voices, mixed into separate buses. Voice allocation and stealing are the same as in the mix, and the
// audio of each voice is bit-identical.

/// The buses of one stem: a set for each partial mix, followed by those of each insertion effect.
struct StemBuses {
  var mixes: UnsafeMutablePointer<VoiceBuses>
  /// The partial mixes whose buses are in use.
  var used = TactusUsedMixes()
}

extension VoiceRenderer {
  /// Adds each lane of a group to the buses of its stem, in ascending order of the stems.
  ///
  /// Stems may share their send buses. The order of the lanes would make the sums depend on which lanes sound in a
  /// block, and so on where a cycle cuts it.
  mutating func mixStems(_ run: GroupRun, at offset: Int, into stems: UnsafeMutablePointer<StemBuses>) {
    var rest = run.lanes
    while rest != 0 {
      let stem = lowestStem(of: rest, in: run.index)
      let mine = lanes(rest, of: run.index) { $0.bus == stem }
      rest &= ~mine
      stems[Int(stem)].used.mark(run)
      mix(run, lanes: mine, into: stems[Int(stem)].mixes, at: offset)
    }
  }

  /// Returns the lowest index of the stems of some lanes of a group.
  @inline(__always)
  private func lowestStem(of lanes: UInt8, in group: Int) -> Int32 {
    var lowest = Int32.max
    for lane in 0..<8 where lanes & VoiceGroup.bit(lane) != 0 {
      lowest = min(lowest, voices[group &* 8 &+ lane].route.bus)
    }
    return lowest
  }

  /// Returns those of the given lanes of a group whose notes have a route.
  @inline(__always)
  func lanes(_ lanes: UInt8, of group: Int, where isWanted: (NoteRoute) -> Bool) -> UInt8 {
    var mine: UInt8 = 0
    for lane in 0..<8 where lanes & VoiceGroup.bit(lane) != 0 && isWanted(voices[group &* 8 &+ lane].route) {
      mine |= VoiceGroup.bit(lane)
    }
    return mine
  }
}
