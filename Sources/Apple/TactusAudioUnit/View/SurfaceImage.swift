#if canImport(CoreAudioKit) && !canImport(UIKit)
  import CoreAudioKit
  import TactusWindow

  extension Surface {
    /// A copy of the pixels as an image; nil if there is no memory for it.
    var image: CGImage? {
      let count = width * height
      let copy = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
      copy.initialize(from: pixels, count: count)
      let provider = CGDataProvider(dataInfo: nil, data: copy, size: 4 * count) { _, data, _ in
        UnsafeMutableRawPointer(mutating: data).deallocate()
      }
      guard let provider, let space = CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
      let order: CGBitmapInfo = 1.littleEndian == 1 ? .byteOrder32Little : .byteOrder32Big
      return CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width, space: space,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue | order.rawValue),
        provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    }
  }
#endif
