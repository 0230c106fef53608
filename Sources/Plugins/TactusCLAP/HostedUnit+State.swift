import CCLAP
import TactusPlugin

// Saving and loading: the state is the unit's document, unchanged.

extension HostedUnit {
  /// The size limit of a state, in bytes.
  private static var longestState: Int { 256 << 20 }

  func save(_ stream: UnsafePointer<clap_ostream>?) -> Bool {
    expectMainThread("save")
    guard let stream, let write = stream.pointee.write else { return false }
    let isWhole = unit.state().withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // a stream may write fewer bytes than requested
        let count = write(stream, UnsafeRawBufferPointer(rebasing: rest).baseAddress, UInt64(rest.count))
        guard count > 0, count <= Int64(rest.count) else { return false }
        rest = rest.dropFirst(Int(count))
      }
      return true
    }
    if isWhole { reportChanges() }
    return isWhole
  }

  func load(_ stream: UnsafePointer<clap_istream>?) -> Bool {
    expectMainThread("load")
    guard let stream, let document = read(stream) else {
      log("the state cannot be read from the host", CLAP_LOG_ERROR)
      return false
    }
    do throws(PluginStateError) {
      try unit.restore(document)
    } catch {
      log("\(error)", CLAP_LOG_ERROR)
      return false
    }
    reportNewValues()
    return true
  }

  /// Reads all bytes of a stream, which may return fewer than requested at a time; nil if it fails.
  private func read(_ stream: UnsafePointer<clap_istream>) -> [UInt8]? {
    guard let read = stream.pointee.read else { return nil }
    var document: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { read(stream, $0.baseAddress, UInt64($0.count)) }
      guard count >= 0, count <= Int64(piece.count) else { return nil }
      if count == 0 { return document }
      guard document.count + Int(count) <= Self.longestState else { return nil }
      document += piece[..<Int(count)]
    }
  }

  /// Requests a rescan of the parameters, all of which may have changed.
  func reportNewValues() {
    rescanParameters()
    applyWantedOutputs()
    reportChanges()
  }
}
