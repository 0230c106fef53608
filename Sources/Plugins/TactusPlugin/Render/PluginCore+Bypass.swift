import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender

extension PluginCore {
  /// Switches the plug-in off or on. When it is switched off, all notes end.
  mutating func bypass(_ isOn: Bool, at offset: Int32) {
    guard isOn != isBypassed else { return }
    isBypassed = isOn
    guard isOn else { return }
    activity.clear()
    switch kernel {
    case .sampler(let sampler):
      sampler.endNotes(chain, AudioBlock(channels: channels, channelCount: 0, frameCount: 0))
    case .effects: output.add(chain.pointee.finish(), at: offset)
    case .sequencer(let sequencer):
      // first, end the notes of the sequencer
      output.add(chain.pointee.render(RenderCycle(firstFrame: 0, frameCount: 0), sequencer.finish()), at: offset)
      output.add(chain.pointee.finish(), at: offset)
    }
    // then, those that have passed unchanged or have bypassed the effects
    bypassDelay.finish(&output, at: offset)
    keys.endAll(&output, at: offset)
  }

  /// Adds the output of the effects in a sub-block and the events that bypass them, merged by their offsets. At
  /// equal offsets, the latter come first.
  ///
  /// Effects with a latency may send a note earlier than other events. Before such a note-on, the events that bypass the
  /// effects and that the host has sent until then are sent too, if one of them starts or ends a note of the same key:
  ///
  ///     host          off on           off: of a note that bypasses the effects, which waits for the whole latency
  ///     plug-in              off on    the effects delay the on for less: otherwise the off would end the new note
  ///
  /// - Parameters:
  ///   - latency: that of the effects, in frames.
  ///   - frames: the number of frames in the sub-block, which starts at `offset`.
  mutating func add(
    _ played: EventList, merging unprocessed: EventList, after latency: Int64, frames: Int, at offset: Int32
  ) {
    guard unprocessed.count > 0 || !bypassDelay.isEmpty else { return output.add(played, at: offset) }
    var next = 0
    for event in played {
      add(unprocessed, from: &next, through: Int64(event.offset), at: offset)
      // an event that the host has sent until now is due at this offset at the latest
      let latest = Int64(event.offset) &+ latency
      if event.message.startsNote, waits(event.message.keyIndex, unprocessed, from: next, through: latest, frames) {
        while next < unprocessed.count, Int64(unprocessed[next].offset) <= latest {
          output.add(unprocessed[next].message, at: event.offset &+ offset)
          next &+= 1
        }
        // if there are any, the list has been added as a whole: its memory is used again
        let early = bypassDelay.takeEarly(within: latest &+ 1 &- Int64(frames))
        for other in early { output.add(other.message, at: event.offset &+ offset) }
      }
      output.add(event.message, at: event.offset &+ offset)
    }
    add(unprocessed, from: &next, through: .max, at: offset)
  }

  private mutating func add(_ events: EventList, from next: inout Int, through last: Int64, at offset: Int32) {
    while next < events.count, Int64(events[next].offset) <= last {
      output.add(events[next].message, at: events[next].offset &+ offset)
      next &+= 1
    }
  }

  /// Whether an event that bypasses the effects starts or ends a note of a key: among those of the sub-block from an
  /// index until an offset, and those that wait and are due until then.
  private func waits(
    _ keyIndex: Int, _ events: EventList, from first: Int, through last: Int64, _ frames: Int
  ) -> Bool {
    var index = first
    while index < events.count, Int64(events[index].offset) <= last {
      let message = events[index].message
      if message.startsNote || message.endsNote, message.keyIndex == keyIndex { return true }
      index &+= 1
    }
    return bypassDelay.holdsNote(ofKey: keyIndex, within: last &+ 1 &- Int64(frames))
  }
}
