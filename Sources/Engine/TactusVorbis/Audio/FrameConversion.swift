/// Converts frames to 16 bits, full scale being ±1: rounded half to even, clipped at full scale, silence for NaN.
enum FrameConversion {
  /// A number whose least significant mantissa bit is worth 1: adding a value to it leaves the value, rounded to an
  /// integer, in the lower bits.
  private static let rounding: Float = 0x1.8p23

  static func convert(_ source: UnsafePointer<Float>, _ count: Int, to target: UnsafeMutablePointer<Int16>) {
    var index = 0
    while index + 4 <= count {
      var frames = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<Float>.self) * 32_768
      frames.replace(with: 0, where: frames .!= frames)
      frames.replace(with: -32_768, where: frames .< -32_768)
      frames.replace(with: 32_767, where: frames .> 32_767)
      let bits = unsafeBitCast(frames + rounding, to: SIMD4<UInt32>.self)
      let result = SIMD4<Int16>(truncatingIfNeeded: bits)
      UnsafeMutableRawPointer(target + index).storeBytes(of: result, as: SIMD4<Int16>.self)
      index += 4
    }
    while index < count {
      let frame = source[index] * 32_768
      let clipped = frame == frame ? max(-32_768, min(32_767, frame)) : 0
      target[index] = Int16(truncatingIfNeeded: (clipped + rounding).bitPattern)
      index += 1
    }
  }
}
