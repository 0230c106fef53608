import TactusMIDI
import TactusTime

/// The state of a compiled track's channels after every ``spacing`` messages, and the positions of its system-exclusive
/// messages. With these checkpoints, a chase takes the same time at every position.
///
/// - Thread: any
final class ChaseCheckpoints: @unchecked Sendable {  // written in init only, freed in deinit
  /// The number of messages between two checkpoints. A checkpoint typically contains fewer messages.
  static let spacing = 512

  /// The channels of the messages, before the channel and port that the track sets are applied.
  let channels: ChannelSet
  /// Whether the effect of a message depends on messages of earlier ticks; see ``StateDependence``. The checkpoints are
  /// then used only if the track has no loop and no other track has messages on these channels. Tracks with too few
  /// messages for checkpoints have this property too, because the tracks that share their channels need it.
  ///
  /// Without checkpoints, a chase reads all messages before its tick; in a loop, those of three passes.
  let needsOwnChannels: Bool
  private let checkpoints: UnsafeMutableBufferPointer<ChaseCheckpoint>
  private let restoring: UnsafeMutableBufferPointer<CompiledMessage>
  private let packets: UnsafeMutableBufferPointer<UInt32>
  /// Whether the messages use several channels. If so, a track that sets its channel or port gets no checkpoints.
  private let hasSeveralChannels: Bool

  /// Creates the checkpoints of a track's messages. If `areOnce` is false, the messages are those of several passes,
  /// and no checkpoints are created.
  init(_ messages: UnsafeBufferPointer<CompiledMessage>, areOnce: Bool) {
    packets = Self.copy(messages.indices.filter { messages[$0].message.isSystemExclusive }.map { UInt32($0) })
    var (found, restoring): ([ChaseCheckpoint], [CompiledMessage]) = ([], [])
    var (channels, dependence) = (ChannelSet(), StateDependence())
    var channelCount = 0
    for message in messages where !message.message.isSystemExclusive {
      let index = ChaseMemory.index(message.message)
      if !channels.contains(index) { channelCount += 1 }
      channels.insert(index)
      dependence.take(message)
    }
    (self.channels, hasSeveralChannels) = (channels, channelCount > 1)
    // a reset also affects the state of earlier passes, which checkpoints do not contain
    let hasResets = messages.contains { $0.message.status & 0xF0 == 0xB0 && $0.message.data1 == 121 }
    if areOnce, messages.count >= Self.spacing, !hasResets {
      let state = StampedState()
      for (index, message) in messages.enumerated() {
        state.take(message)
        guard (index + 1).isMultiple(of: Self.spacing) else { continue }
        let first = restoring.count
        restoring += state.messages
        found.append(ChaseCheckpoint(first: first, end: restoring.count))
      }
    }
    needsOwnChannels = dependence.isFound
    checkpoints = Self.copy(found)
    self.restoring = Self.copy(restoring)
  }

  deinit {
    checkpoints.deallocate()
    restoring.deallocate()
    packets.deallocate()
  }

  /// Sets the checkpoints and channels of a track.
  func mark(_ track: inout CompiledTrack) {
    track.packets = packets.baseAddress.map { UnsafePointer($0) }
    track.packetCount = packets.count
    track.channels = placed(track)
    guard !hasSeveralChannels || track.channel < 0 && track.port < 0 else { return }
    // the first messages of a pass may depend on the last ones of the pass before
    guard !needsOwnChannels || track.loopLength == 0 else { return }
    track.checkpoints = checkpoints.baseAddress.map { UnsafePointer($0) }
    (track.checkpointCount, track.checkpointSpacing) = (checkpoints.count, Self.spacing)
    track.restoring = restoring.baseAddress.map { UnsafePointer($0) }
  }

  /// Returns the channels to which a track sends its messages.
  private func placed(_ track: CompiledTrack) -> ChannelSet {
    guard track.channel >= 0 || track.port >= 0 else { return channels }
    var placed = ChannelSet()
    for index in 0..<ChaseMemory.channelCount where channels.contains(index) {
      let (port, channel) = (track.port >= 0 ? Int(track.port & 15) : index >> 4, Int(track.channel & 15))
      placed.insert(port << 4 | (track.channel >= 0 ? channel : index & 15))
    }
    return placed
  }

  private static func copy<T>(_ elements: [T]) -> UnsafeMutableBufferPointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return memory
  }
}

extension UnsafeMutableBufferPointer<CompiledTrack> {
  /// Marks the tracks that share channels. The state of a shared channel may depend on messages of another track, which
  /// a checkpoint does not contain; if this is possible, tracks with shared channels get no checkpoints.
  func markShared(_ timelines: [TrackTimeline]) {
    var (seen, shared) = (ChannelSet(), ChannelSet())
    for track in self {
      shared.formUnion(seen.intersection(track.channels))
      seen.formUnion(track.channels)
    }
    guard !shared.isEmpty() else { return }
    var needOwnChannels = false
    for index in indices where !self[index].channels.intersection(shared).isEmpty() {
      self[index].sharesChannel = true
      needOwnChannels = needOwnChannels || timelines[index].compiledMessages.checkpoints.needsOwnChannels
    }
    guard needOwnChannels else { return }
    for index in indices where self[index].sharesChannel { self[index].checkpointCount = 0 }
  }
}
