import TactusMIDI

/// The state of a lane's channels after every so many of its messages, and where its system-exclusive messages are: what
/// makes a chase cost the same wherever it is.
///
/// - Thread: any
final class LaneCheckpoints: @unchecked Sendable {  // written in init only, freed in deinit
  /// How many messages lie between two checkpoints: more than what a checkpoint mostly holds.
  static let spacing = 512

  private let checkpoints: UnsafeMutableBufferPointer<LaneCheckpoint>
  private let restoring: UnsafeMutableBufferPointer<ChannelMessage>
  private let packets: UnsafeMutableBufferPointer<UInt32>
  /// Whether its messages are of several channels: if a lane puts all on one, the last one of them counts.
  private let hasSeveralChannels: Bool

  /// The checkpoints of a lane's messages.
  init(_ messages: UnsafeBufferPointer<LaneMessage>) {
    packets = Self.copy(messages.indices.filter { messages[$0].message.isSystemExclusive }.map { UInt32($0) })
    var (places, restoring): ([LaneCheckpoint], [ChannelMessage]) = ([], [])
    let first = messages.first { !$0.message.isSystemExclusive }.map { ChaseMemory.index($0.message) }
    hasSeveralChannels = messages.contains { !$0.message.isSystemExclusive && ChaseMemory.index($0.message) != first }
    // a reset also reaches back to earlier passes, which no checkpoint knows
    let hasResets = messages.contains { $0.message.status & 0xF0 == 0xB0 && $0.message.data1 == 121 }
    if messages.count >= Self.spacing, !hasResets {
      let memory = ChaseMemory.allocate()
      defer { memory.deallocate() }
      for (index, message) in messages.enumerated() {
        memory.take(message.message)
        guard (index + 1).isMultiple(of: Self.spacing) else { continue }
        let first = restoring.count
        for channel in 0..<ChaseMemory.channelCount {
          memory.restore(channel, resets: false) { restoring.append($0) }
        }
        places.append(LaneCheckpoint(first: first, end: restoring.count))
      }
    }
    checkpoints = Self.copy(places)
    self.restoring = Self.copy(restoring)
  }

  deinit {
    checkpoints.deallocate()
    restoring.deallocate()
    packets.deallocate()
  }

  /// Gives a lane its checkpoints.
  func mark(_ lane: inout Lane) {
    lane.packets = packets.baseAddress.map { UnsafePointer($0) }
    lane.packetCount = packets.count
    guard !hasSeveralChannels || lane.channel < 0 && lane.port < 0 else { return }
    lane.checkpoints = checkpoints.baseAddress.map { UnsafePointer($0) }
    (lane.checkpointCount, lane.checkpointSpacing) = (checkpoints.count, Self.spacing)
    lane.restoring = restoring.baseAddress.map { UnsafePointer($0) }
  }

  private static func copy<T>(_ elements: [T]) -> UnsafeMutableBufferPointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return memory
  }
}
