import TactusDSP

// Mono mode and the legato pedal.
//
// The key struck last sounds; at its note-off, the previous held key sounds again. With the legato pedal (or a key set
// by controller 84) the sounding voices move to the new key without a new attack, if the bank has the same zones for
// both keys.

extension ChannelState {
  /// Applies a note-on in mono mode, with the legato pedal or with portamento. Returns whether sounding voices have
  /// moved to the new key.
  mutating func monoNoteOn(_ channel: Int, _ key: UInt8, _ velocity: UInt8) -> Bool {
    let state = channels + channel
    let named = state.pointee.portamento.namedKey
    state.pointee.portamento.namedKey = -1
    state.pointee.portamento.sourceKey =
      named >= 0 ? named : state.pointee.glides ? state.pointee.portamento.lastKey : -1
    state.pointee.portamento.lastKey = Int32(key)
    if !state.pointee.isMonophonic {
      return named >= 0 && named != Int32(key) && joins(channel, from: UInt8(truncatingIfNeeded: named), to: key)
    }
    let top = state.pointee.held.top
    state.pointee.held.push(key, velocity: velocity)
    let isLegato = named >= 0 || state.pointee.playsLegato
    if let top, top.key != key, isLegato, joins(channel, from: top.key, to: key) { return true }
    voices.fadeDisplaced(channel, by: top?.key)
    return false
  }

  /// Applies a note-off in mono mode or with the legato pedal. Returns whether the sounding voices have moved to the
  /// previous held key.
  mutating func monoNoteOff(_ channel: Int, _ key: UInt8) -> Bool {
    let state = channels + channel
    let wasOnTop = state.pointee.held.top?.key == key
    state.pointee.held.remove(key)
    guard wasOnTop, let below = state.pointee.held.top, !voices.holds(channel, key: below.key) else { return false }
    state.pointee.portamento.sourceKey = state.pointee.glides ? Int32(key) : -1
    state.pointee.portamento.lastKey = Int32(below.key)
    let isLegato = state.pointee.playsLegato
    if !isLegato || !joins(channel, from: key, to: below.key) {
      voices.fadeDisplaced(channel, by: key)
      voices.startNote(channel, preset: state.pointee.preset, key: below.key, velocity: below.velocity)
    }
    state.pointee.portamento.sourceKey = -1
    return true
  }

  /// Collects the keys that are down when the legato pedal is pressed; when the pedal is released, the collection is
  /// cleared.
  mutating func gatherHeldKeys(_ channel: Int) {
    let state = channels + channel
    state.pointee.held.count = 0
    guard state.pointee.isMonophonic else { return }
    var last: UInt64 = 0
    while let next = voices.nextHeldKey(channel, after: &last) {
      state.pointee.held.push(next.key, velocity: next.velocity)
    }
  }

  /// Moves the voices of one key to another if both have the same zones, and returns whether they have moved.
  private mutating func joins(_ channel: Int, from old: UInt8, to new: UInt8) -> Bool {
    guard voices.moveNote(channel, preset: channels[channel].preset, from: old, to: new) else { return false }
    channels[channel].portamento.sourceKey = -1
    return true
  }
}
