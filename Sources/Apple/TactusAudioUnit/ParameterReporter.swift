#if canImport(AudioToolbox)
  import AudioToolbox
  import Synchronization
  import TactusPlugin

  /// Reports to hosts and views the parameters that a plug-in has moved by itself.
  ///
  /// The parameter tree calls its implementor for each new value, including values that come from the implementor. The
  /// value that is being reported is therefore marked, so that it is not set again.
  ///
  /// - Thread: control; only one thread at a time may report
  final class ParameterReporter: @unchecked Sendable {  // the tree is set once, before anything is reported
    /// The tree to report to. Trees may be used from any thread.
    weak var tree: AUParameterTree?
    /// The address and the bits of the value that is being reported; all ones for none.
    private let reported = Atomic<UInt64>(.max)

    /// Reports a value.
    func report(_ address: UInt32, _ value: AUValue) {
      guard let parameter = tree?.parameter(withAddress: UInt64(address)) else { return }
      reported.store(Self.word(UInt64(address), value), ordering: .relaxed)
      parameter.value = value
      reported.store(.max, ordering: .relaxed)
    }

    /// Whether this value is being reported.
    func isReporting(_ address: AUParameterAddress, _ value: AUValue) -> Bool {
      reported.load(ordering: .relaxed) == Self.word(address, value)
    }

    private static func word(_ address: UInt64, _ value: AUValue) -> UInt64 {
      address << 32 | UInt64(value.bitPattern)
    }
  }
#endif
