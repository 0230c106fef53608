import Synchronization
import TactusMIDI
import TactusRealtime

/// What a plug-in plays at the moment, for its window; the control side of ``ActivityWords``.
///
/// - Thread: control, any number of threads
package final class PluginActivity: @unchecked Sendable {  // the words are atomic, a lock guards the keyboard
  let words: ActivityWords
  private let queue = RingQueue<ChannelMessage>(capacity: 256)
  /// The number of notes that the keyboard holds: there must be room for the note-off of each.
  private let heldCount = Guarded(0)

  init() {
    let memory = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: ActivityWords.count)
    for index in 0..<ActivityWords.count { (memory + index).initialize(to: Atomic(0)) }
    words = ActivityWords(words: memory, played: queue.consumer)
  }

  deinit { words.words.deinitialize(count: ActivityWords.count).deallocate() }

  /// Begins recording for a window; ends with ``endWatching()``.
  package func beginWatching() {
    let isFirst = words.words[ActivityWords.watchers].wrappingAdd(1, ordering: .relaxed).oldValue == 0
    if isFirst { words.clear() }
  }

  /// Ends recording for a window.
  package func endWatching() { words.words[ActivityWords.watchers].wrappingSubtract(1, ordering: .relaxed) }

  /// Starts a note at the next cycle.
  ///
  /// - Returns: false if there is no room; then there must be no ``endNote(_:channel:)``.
  package func startNote(_ key: UInt8, channel: UInt8, velocity: UInt8 = 100) -> Bool {
    heldCount.withLock { count in
      guard queue.producer.room > count + 1 else { return false }
      queue.producer.push(ChannelMessage(status: 0x90 | channel & 15, key & 127, min(max(1, velocity), 127)))
      count += 1
      return true
    }
  }

  /// Ends a note at the next cycle.
  package func endNote(_ key: UInt8, channel: UInt8) {
    heldCount.withLock { count in
      queue.producer.push(ChannelMessage(status: 0x80 | channel & 15, key & 127, 64))
      count = max(0, count - 1)
    }
  }

  /// Returns what plays, and begins a new measurement of peaks.
  package func read() -> ActivitySnapshot {
    func bits(_ first: Int) -> [UInt64] { (0..<32).map { words.words[first + $0].load(ordering: .relaxed) } }
    func peak(_ word: Int) -> Float {
      Float(bitPattern: UInt32(truncatingIfNeeded: words.words[word].exchange(0, ordering: .relaxed)))
    }
    return ActivitySnapshot(
      sounding: bits(ActivityWords.sounding), held: bits(ActivityWords.held),
      levels: (0..<16).map { peak(ActivityWords.levels + $0) },
      outputs: (0..<2).map { peak(ActivityWords.outputs + $0) },
      beat: Double(bitPattern: words.words[ActivityWords.beat].load(ordering: .relaxed)),
      isMoving: words.words[ActivityWords.isMoving].load(ordering: .relaxed) != 0)
  }
}

/// What a plug-in plays at one time.
package struct ActivitySnapshot: Equatable, Sendable {
  /// The keys that sound after the MIDI effects: two words of 64 keys for each channel.
  package var sounding = [UInt64](repeating: 0, count: 32)
  /// The keys that are held before the MIDI effects.
  package var held = [UInt64](repeating: 0, count: 32)
  /// The peak of each part since the last reading, 1 at full scale.
  package var levels = [Float](repeating: 0, count: 16)
  /// The peaks of the two output channels.
  package var outputs: [Float] = [0, 0]
  /// The position of the transport in quarter notes.
  package var beat = 0.0
  package var isMoving = false

  package init() {}

  init(
    sounding: [UInt64], held: [UInt64], levels: [Float], outputs: [Float], beat: Double, isMoving: Bool
  ) {
    (self.sounding, self.held, self.levels, self.outputs) = (sounding, held, levels, outputs)
    (self.beat, self.isMoving) = (beat.isFinite ? beat : 0, isMoving)
  }

  /// Whether a key of a channel sounds.
  package func sounds(_ key: Int, channel: Int) -> Bool { Self.has(sounding, key, channel) }
  /// Whether a key of a channel is held.
  package func isHeld(_ key: Int, channel: Int) -> Bool { Self.has(held, key, channel) }
  /// Whether any key of a channel sounds.
  package func sounds(channel: Int) -> Bool { sounding[channel * 2] | sounding[channel * 2 + 1] != 0 }

  private static func has(_ words: [UInt64], _ key: Int, _ channel: Int) -> Bool {
    words[channel * 2 + key >> 6] >> UInt64(key & 63) & 1 == 1
  }
}
