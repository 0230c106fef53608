import CTactusKernels
import TactusRealtime
import TactusRender

// The outputs of a `LiveSynth` by part: a chunk is rendered into the buses of the outputs, as with stems, but the sends
// of all voices share their buses, and the effects exist once.
//
//     mixes of each output ─► sum ─► gain ─► the output's two channels
//     sends of all outputs ─► sum ─► effects ─► gain ─► the main output

/// The outputs of a synthesizer, the main output first.
///
/// - Thread: audio
struct PartOutputs {
  /// The buses of each output. All share the send buses of the core's partial mixes.
  let stems: UnsafeMutablePointer<StemBuses>
  /// The number of outputs.
  let count: Int
  /// Memory for the sum of an output that is not connected.
  let spare: VoiceBuses
  /// The routes of notes to the outputs, which the voice pool reads.
  let routes: UnsafeMutablePointer<OutputRoutes>

  /// Renders a cycle chunk by chunk, like `SynthCore.render`, into two channels for each output.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func render(
    _ core: UnsafeMutablePointer<SynthCore>, _ frames: Int, _ events: EventList,
    _ output: UnsafeMutablePointer<OutputState>, into block: AudioBlock
  ) {
    var done = 0
    var index = 0
    while done < frames {
      let rest = EventList(start: events.baseAddress.map { $0 + index }, count: events.count &- index)
      let count = core.pointee.chunkLength(frames &- done, rest, at: done)
      index &+= core.pointee.renderVoices(count, events: rest, base: done)
      var chunk = core.pointee.takeChunk(count)
      finish(&chunk, output, into: block, at: done)
      done &+= count
    }
    for channel in min(block.channelCount, 2 &* count)..<max(block.channelCount, 2 &* count)
    where channel < block.channelCount {
      block[channel].update(repeating: 0, count: frames)
    }
  }

  /// Sums the outputs of a chunk, and adds the effects to the main output.
  private mutating func finish(
    _ chunk: inout RenderedChunk, _ output: UnsafeMutablePointer<OutputState>, into block: AudioBlock, at offset: Int
  ) {
    if block.channelCount > 1 { (chunk.mix.left, chunk.mix.right) = (block[0] + offset, block[1] + offset) }
    let used = sumMain(chunk)
    output.pointee.follow(&chunk.master, at: chunk.first)
    output.pointee.takeInsertions(stems[0].mixes, used, chunk.count)
    for index in 1..<count {
      let used = stems[index].used.dry
      stems[index].used.dry = 0
      if routes.pointee.isConnected(index), 2 &* index &+ 1 < block.channelCount {
        let (left, right) = (block[2 &* index] + offset, block[2 &* index &+ 1] + offset)
        sum(index, used, to: left, right, chunk.count)
      } else if used != 0 {
        sum(index, used, to: spare.left, spare.right, chunk.count)
        for frame in 0..<chunk.count {
          chunk.mix.left[frame] += spare.left[frame]
          chunk.mix.right[frame] += spare.right[frame]
        }
      }
    }
    let mix = DryBuses(left: chunk.mix.left, right: chunk.mix.right)
    let routes = routes
    let feedsDelay = output.pointee.addInsertions(
      to: chunk.mix, chunk.count, from: chunk.first, feedsDelay: used.delay != 0
    ) { part in
      let index = part < 0 ? 0 : routes.pointee.output(of: part, key: 0, isDrums: false)
      guard index > 0, 2 &* index &+ 1 < block.channelCount else { return mix }
      return DryBuses(left: block[2 &* index] + offset, right: block[2 &* index &+ 1] + offset)
    }
    output.pointee.add(to: chunk.mix, chunk.count, from: chunk.first, feedsDelay: feedsDelay)
    output.pointee.gain.apply(to: chunk.mix.left, chunk.mix.right, chunk.count, from: chunk.first)
    for index in 1..<count where routes.pointee.isConnected(index) && 2 &* index &+ 1 < block.channelCount {
      output.pointee.gain.apply(
        to: block[2 &* index] + offset, block[2 &* index &+ 1] + offset, chunk.count, from: chunk.first)
    }
    if block.channelCount == 1 { write(chunk.mix, chunk.count, to: block, at: offset) }
  }

  /// Sums what belongs to the main output, and the sends of all outputs. Returns which partial mixes were in use.
  private mutating func sumMain(_ chunk: RenderedChunk) -> TactusUsedMixes {
    var used = TactusUsedMixes(dry: stems[0].used.dry, reverb: 0, chorus: 0, delay: 0, inserted: 0)
    stems[0].used.dry = 0
    for index in 0..<count {
      used.addSends(of: stems[index].used)
      stems[index].used.clearSends()
    }
    withUnsafePointer(to: chunk.mix) { mix in
      ctactus_sum_mixes(
        stems[0].mixes, Int32(SynthLimits.partialMixes), used, mix, Int32(truncatingIfNeeded: chunk.count))
    }
    return used
  }

  /// Sums the partial mixes of an output, and clears them.
  private func sum(
    _ index: Int, _ used: UInt32, to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    ctactus_sum_stereo(
      stems[index].mixes, Int32(SynthLimits.partialMixes), used, left, right, Int32(truncatingIfNeeded: count))
  }
}
