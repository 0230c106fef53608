import CVST3
import TactusPlugin

// Saving and loading: the state is the unit's document, unchanged.

extension VST3Instance {
  /// The size limit of a state, in bytes.
  private static var longestState: Int { 256 << 20 }

  func save(_ stream: UnsafeMutablePointer<IBStream>?) -> tresult {
    guard let stream, let write = stream.pointee.vtbl?.pointee.write else { return tresult(kInvalidArgument) }
    applyEdits()
    var document = unit.state()
    let isWhole = document.withUnsafeMutableBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // a stream may write fewer bytes than requested
        var done: Int32 = 0
        let piece = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(Self.longestPiece))
        let result = write(stream, piece.baseAddress, Int32(piece.count), &done)
        guard result == tresult(kResultOk), done > 0, done <= Int32(piece.count) else { return false }
        rest = rest.dropFirst(Int(done))
      }
      return true
    }
    reportChanges()
    return tresult(isWhole ? kResultOk : kInternalError)
  }

  private static var longestPiece: Int { 1 << 20 }

  func load(_ stream: UnsafeMutablePointer<IBStream>?) -> tresult {
    guard let stream else { return tresult(kInvalidArgument) }
    guard let document = read(stream) else { return tresult(kResultFalse) }
    do throws(PluginStateError) { try unit.restore(document) } catch { return tresult(kResultFalse) }
    // the state replaces what the host has changed before
    edits = [:]
    reportChanges(hasNewValues: true)
    return tresult(kResultOk)
  }

  /// Reads all bytes of a stream, which may return fewer than requested at a time; nil if it fails.
  private func read(_ stream: UnsafeMutablePointer<IBStream>) -> [UInt8]? {
    guard let read = stream.pointee.vtbl?.pointee.read else { return nil }
    var document: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var done: Int32 = 0
      let result = piece.withUnsafeMutableBytes { read(stream, $0.baseAddress, Int32($0.count), &done) }
      guard done >= 0, done <= Int32(piece.count) else { return nil }
      // a stream at its end may return an error, or no bytes; one with fewer bytes than requested, an error and bytes
      if done == 0 { return result == tresult(kResultOk) || !document.isEmpty ? document : nil }
      guard document.count + Int(done) <= Self.longestState else { return nil }
      document += piece[..<Int(done)]
    }
  }
}
