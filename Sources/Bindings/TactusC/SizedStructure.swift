import CTactus

/// The accepted sizes of structures, which cover all versions of the header.
let structureSizes = 8...4_096

/// A structure of tactus.h that begins with its size.
protocol SizedStructure {
  var size: UInt32 { get set }
  /// All members are zero.
  init()
}

extension tactus_settings: SizedStructure {}
extension tactus_report: SizedStructure {}
extension tactus_audio_view: SizedStructure {}
extension tactus_stem: SizedStructure {}
extension tactus_preset: SizedStructure {}
extension tactus_song_info: SizedStructure {}

extension SizedStructure {
  /// Returns the number of bytes of a structure that both the caller's and the library's version have.
  private static func common(_ size: UInt32, _ name: String) throws(CallFailure) -> Int {
    guard structureSizes.contains(Int(size)) else {
      throw .argument("the size of `\(name)` is \(size); set it to sizeof(\(Self.self))")
    }
    return min(Int(size), MemoryLayout<Self>.size)
  }

  /// Returns a caller's structure. Members that the caller does not have keep the value they have in `defaults`.
  static func reading(
    _ pointer: UnsafePointer<Self>?, _ name: String, over defaults: Self
  ) throws(CallFailure) -> Self {
    guard let pointer else { return defaults }
    let raw = UnsafeRawPointer(pointer)
    let count = try common(raw.loadUnaligned(as: UInt32.self), name)
    var value = defaults
    withUnsafeMutableBytes(of: &value) { $0.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: count)) }
    value.size = UInt32(MemoryLayout<Self>.size)
    return value
  }

  /// Copies to the caller the members that the caller's version of the structure has; the caller's size member keeps
  /// its value.
  func write(to pointer: UnsafeMutablePointer<Self>, _ name: String) throws(CallFailure) {
    let raw = UnsafeMutableRawPointer(pointer)
    let size = raw.loadUnaligned(as: UInt32.self)
    try write(to: pointer, size: size, name)
  }

  /// Copies the first `size` bytes of the structure to a caller, and sets its size.
  func write(to pointer: UnsafeMutablePointer<Self>, size: UInt32, _ name: String) throws(CallFailure) {
    let count = try Self.common(size, name)
    var value = self
    value.size = size
    withUnsafeBytes(of: value) { UnsafeMutableRawPointer(pointer).copyMemory(from: $0.baseAddress!, byteCount: count) }
  }
}
