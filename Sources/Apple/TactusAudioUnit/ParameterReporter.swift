#if canImport(AudioToolbox)
  import AudioToolbox
  import Synchronization
  import TactusPlugin

  /// Tells hosts and views of parameters that a plug-in has moved by itself.
  ///
  /// The tree calls its implementor back for each value it is given, also for those that come from there; what is being
  /// told is known by its word here, and not set again.
  ///
  /// - Thread: control, one thread at a time tells
  final class ParameterReporter: @unchecked Sendable {  // the tree is set once, before there is anything to tell
    /// Whom to tell. Trees may be used from any thread.
    weak var tree: AUParameterTree?
    /// The address and the bits of the value that is being told; all ones for none.
    private let reported = Atomic<UInt64>(.max)

    /// Tells a value.
    func report(_ address: UInt32, _ value: AUValue) {
      guard let parameter = tree?.parameter(withAddress: UInt64(address)) else { return }
      reported.store(Self.word(UInt64(address), value), ordering: .relaxed)
      parameter.value = value
      reported.store(.max, ordering: .relaxed)
    }

    /// Whether this is what is being told.
    func isReporting(_ address: AUParameterAddress, _ value: AUValue) -> Bool {
      reported.load(ordering: .relaxed) == Self.word(address, value)
    }

    private static func word(_ address: UInt64, _ value: AUValue) -> UInt64 {
      address << 32 | UInt64(value.bitPattern)
    }
  }
#endif
