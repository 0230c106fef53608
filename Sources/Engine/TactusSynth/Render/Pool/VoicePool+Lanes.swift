// Lanes for new voices: free lanes, or the lane of a fading voice.

extension VoicePool {
  /// Returns a free lane, preferably in a group whose voices have the same need for a filter, so that few groups run
  /// filters.
  mutating func findLane(filtered: Bool) -> Int {
    var empty = -1
    var other = -1
    for group in 0..<renderer.groupCount where groups[group].active != 0xFF {
      let free = (~groups[group].active).trailingZeroBitCount
      if groups[group].active == 0 {
        if empty < 0 { empty = group &* 8 }
      } else if (groups[group].filteredKinds != 0) == filtered {
        return group &* 8 &+ free
      } else if other < 0 {
        other = group &* 8 &+ free
      }
    }
    if empty >= 0 { return empty }
    if other >= 0 { return other }
    return cutFadingVoice()
  }

  /// Ends the fading voice that has faded furthest, when no lane is free, and returns its lane.
  private mutating func cutFadingVoice() -> Int {
    var best = 0
    var oldest = Double.infinity
    for index in 0..<(renderer.groupCount &* 8) where voices[index].state == .fading {
      let left = voices[index].volume.envelope.end - voices[index].age(at: frame)
      if left < oldest {
        oldest = left
        best = index
      }
    }
    counters.cutVoices &+= 1
    renderer.advanceGroup(best &>> 3, to: frame)
    renderer.updates.free(best, at: frame, .laneReused)
    return best
  }
}
