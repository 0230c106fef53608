import TactusMIDI
import TactusTime

/// The state of a lane's channels after every so many of its messages, and where its system-exclusive messages are: what
/// makes a chase cost the same wherever it is.
///
/// - Thread: any
final class LaneCheckpoints: @unchecked Sendable {  // written in init only, freed in deinit
  /// How many messages lie between two checkpoints: more than what a checkpoint mostly holds.
  static let spacing = 512

  /// The channels of its messages, as they are written.
  let channels: ChannelSet
  /// Whether its checkpoints only hold for channels that nobody else has messages on, see ``Entanglement``.
  let isEntangled: Bool
  private let checkpoints: UnsafeMutableBufferPointer<LaneCheckpoint>
  private let restoring: UnsafeMutableBufferPointer<LaneMessage>
  private let packets: UnsafeMutableBufferPointer<UInt32>
  /// Whether its messages are of several channels: if a lane puts all on one, the last one of them counts.
  private let hasSeveralChannels: Bool

  /// The checkpoints of a lane's messages; none if they are those of several passes.
  init(_ messages: UnsafeBufferPointer<LaneMessage>, areOnce: Bool) {
    packets = Self.copy(messages.indices.filter { messages[$0].message.isSystemExclusive }.map { UInt32($0) })
    var (places, restoring): ([LaneCheckpoint], [LaneMessage]) = ([], [])
    var (channels, entanglement) = (ChannelSet(), Entanglement())
    var channelCount = 0
    for message in messages where !message.message.isSystemExclusive {
      let index = ChaseMemory.index(message.message)
      if !channels.contains(index) { channelCount += 1 }
      channels.insert(index)
    }
    (self.channels, hasSeveralChannels) = (channels, channelCount > 1)
    // a reset also reaches back to earlier passes, which no checkpoint knows
    let hasResets = messages.contains { $0.message.status & 0xF0 == 0xB0 && $0.message.data1 == 121 }
    if areOnce, messages.count >= Self.spacing, !hasResets {
      let state = StampedState()
      for (index, message) in messages.enumerated() {
        state.take(message)
        entanglement.take(message)
        guard (index + 1).isMultiple(of: Self.spacing) else { continue }
        let first = restoring.count
        restoring += state.messages
        places.append(LaneCheckpoint(first: first, end: restoring.count))
      }
    }
    isEntangled = entanglement.isFound
    checkpoints = Self.copy(places)
    self.restoring = Self.copy(restoring)
  }

  deinit {
    checkpoints.deallocate()
    restoring.deallocate()
    packets.deallocate()
  }

  /// Gives a lane its checkpoints and its channels.
  func mark(_ lane: inout Lane) {
    lane.packets = packets.baseAddress.map { UnsafePointer($0) }
    lane.packetCount = packets.count
    lane.channels = placed(lane)
    guard !hasSeveralChannels || lane.channel < 0 && lane.port < 0 else { return }
    lane.checkpoints = checkpoints.baseAddress.map { UnsafePointer($0) }
    (lane.checkpointCount, lane.checkpointSpacing) = (checkpoints.count, Self.spacing)
    lane.restoring = restoring.baseAddress.map { UnsafePointer($0) }
  }

  /// The channels where a lane puts them.
  private func placed(_ lane: Lane) -> ChannelSet {
    guard lane.channel >= 0 || lane.port >= 0 else { return channels }
    var placed = ChannelSet()
    for index in 0..<ChaseMemory.channelCount where channels.contains(index) {
      let (port, channel) = (lane.port >= 0 ? Int(lane.port & 15) : index >> 4, Int(lane.channel & 15))
      placed.insert(port << 4 | (lane.channel >= 0 ? channel : index & 15))
    }
    return placed
  }

  private static func copy<T>(_ elements: [T]) -> UnsafeMutableBufferPointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return memory
  }
}

extension UnsafeMutableBufferPointer<Lane> {
  /// Tells lanes with which others they share channels. What one says between two messages of another may then depend on
  /// messages that a checkpoint leaves out: where it does, there are no checkpoints.
  func markShared(_ tracks: [TrackTimeline]) {
    var (seen, shared) = (ChannelSet(), ChannelSet())
    for lane in self {
      shared.formUnion(seen.intersection(lane.channels))
      seen.formUnion(lane.channels)
    }
    guard !shared.isEmpty else { return }
    var areEntangled = false
    for index in indices where !self[index].channels.intersection(shared).isEmpty {
      self[index].sharesChannel = true
      areEntangled = areEntangled || tracks[index].laneMessages.checkpoints.isEntangled
    }
    guard areEntangled else { return }
    for index in indices where self[index].sharesChannel { self[index].checkpointCount = 0 }
  }
}
