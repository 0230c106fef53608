import TactusDSP

// A replica takes over the state of another. The two cores have memory of their own, so pointers stay as they are, and
// what they point to is copied. Scratch buffers and buses are not copied: between two chunks, they hold nothing.

extension SynthCore {
  /// Takes over the state of another core with the same settings, between two chunks of either core.
  ///
  /// - Thread: control, while no thread renders with either core
  mutating func take(_ other: SynthCore) {
    state.take(other.state)
    voices.pointee.take(other.voices.pointee)
  }
}

extension ChannelState {
  fileprivate mutating func take(_ other: ChannelState) {
    for index in 0..<SynthLimits.channels { channels[index].take(other.channels[index]) }
    parts.update(from: other.parts, count: SynthLimits.channels)
    let portCount = SynthLimits.channels / 16
    ports.update(from: other.ports, count: portCount)
    for port in 0..<portCount where ports[port].exclusive.count > 0 {
      let first = port * SynthLimits.exclusiveBytes
      (exclusiveBytes + first).update(from: other.exclusiveBytes + first, count: ports[port].exclusive.count)
    }
    tunings.take(other.tunings)
    expressions.take(other.expressions)
    missing.update(from: other.missing, count: other.missingCount)
    missingCount = other.missingCount
    presets = other.presets
    master = other.master
    delay = other.delay
    unitTuning = other.unitTuning
    counters = other.counters
  }
}

extension Channel {
  fileprivate mutating func take(_ other: Channel) {
    let own = self
    self = other
    controllers = own.controllers
    controllers.update(from: other.controllers, count: 128)
    keyPressures = own.keyPressures
    keyPressures.update(from: other.keyPressures, count: 128)
    drumKeys = own.drumKeys
    if overrides & ChannelOverrides.hasDrumKeys != 0 { drumKeys.update(from: other.drumKeys, count: 128) }
    held.keys = own.held.keys
    held.keys.update(from: other.held.keys, count: held.count)
    tuning.octave = own.tuning.octave
    tuning.octave.update(from: other.tuning.octave, count: 12)
    shape = own.shape
    shape.take(other.shape, changes: (own.overrides | overrides) & ChannelOverrides.changesGenerators != 0)
  }
}

extension ChannelShape {
  /// - Parameter changes: whether one of the channels changes generators, or has changed them.
  fileprivate mutating func take(_ other: ChannelShape, changes: Bool) {
    (fixes, equalizer) = (other.fixes, other.equalizer)
    sound.pointee = other.sound.pointee
    guard changes else { return }
    added.update(from: other.added, count: Gen.count)
    fixed.update(from: other.fixed, count: Gen.count)
  }
}

extension TuningPrograms {
  fileprivate func take(_ other: TuningPrograms) {
    count = other.count
    addresses.update(from: other.addresses, count: count)
    cents.update(from: other.cents, count: count * 128)
  }
}

extension NoteExpressions {
  fileprivate func take(_ other: NoteExpressions) {
    count = other.count
    entries.update(from: other.entries, count: count)
  }
}

extension VoicePool {
  fileprivate mutating func take(_ other: VoicePool) {
    renderer.take(other.renderer)
    (bank, bankNumber, polyphony) = (other.bank, other.bankNumber, other.polyphony)
    (frame, noteCount) = (other.frame, other.noteCount)
    hasPendingModulation = other.hasPendingModulation
    counters = other.counters
  }
}

extension VoiceRenderer {
  fileprivate mutating func take(_ other: VoiceRenderer) {
    let groups = max(groupEnd, other.groupEnd)
    updates.take(other.updates, groups: groups)
    groupFrames.update(from: other.groupFrames, count: groups)
    laneFrames.update(from: other.laneFrames, count: groups * 8)
    groupEnd = other.groupEnd
    busFrame = other.busFrame
  }
}

extension VoiceUpdates {
  /// - Parameters:
  ///   - other: the updates to copy.
  ///   - count: the number of groups that are in use in one of the cores.
  fileprivate mutating func take(_ other: VoiceUpdates, groups count: Int) {
    table.take(other.table, lanes: count * 8)
    groups.update(from: other.groups, count: count)
    levels.update(from: other.levels, count: count * 8)
    curves.update(from: other.curves, count: count)
    nextUpdates.update(from: other.nextUpdates, count: count * 8)
    updateLimits.update(from: other.updateLimits, count: count * 8)
    groupUpdateLimits.update(from: other.groupUpdateLimits, count: count)
    nextFilterUpdates.update(from: other.nextFilterUpdates, count: count * 8)
    partialBlocks.update(from: other.partialBlocks, count: count)
    for voice in 0..<count * 8 where voices[voice].state != .free {
      readers[voice].take(other.readers[voice], loopWindow: loopWindows + voice * UnrolledLoopWindow.points)
      if groups[voice / 8].equalized & VoiceGroup.bit(voice & 7) != 0 { equalizers[voice] = other.equalizers[voice] }
    }
  }
}

extension VoiceTable {
  fileprivate mutating func take(_ other: VoiceTable, lanes: Int) {
    voices.update(from: other.voices, count: lanes)
    scores.update(from: other.scores, count: lanes)
    channelLists.take(other.channelLists, count: SynthLimits.channels, lanes: lanes)
    keyLists.take(other.keyLists, count: SynthLimits.keyLists, lanes: lanes)
    soundingVoices = other.soundingVoices
  }
}

extension VoiceLists {
  fileprivate func take(_ other: VoiceLists, count: Int, lanes: Int) {
    heads.update(from: other.heads, count: count)
    links.update(from: other.links, count: lanes)
  }
}
