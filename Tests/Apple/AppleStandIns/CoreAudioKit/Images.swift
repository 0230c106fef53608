// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Foundation

public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// Memory that belongs to an image.
public final class CGDataProvider {
  let bytes: UnsafeRawBufferPointer
  private let info: UnsafeMutableRawPointer?
  private let release: CGDataProviderReleaseDataCallback

  public init?(
    dataInfo: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: @escaping CGDataProviderReleaseDataCallback
  ) {
    guard size > 0 else { return nil }
    (bytes, info, release) = (UnsafeRawBufferPointer(start: data, count: size), dataInfo, releaseData)
  }

  deinit { if let start = bytes.baseAddress { release(info, start, bytes.count) } }
}

public final class CGColorSpace {
  public static let sRGB = "kCGColorSpaceSRGB"
  public let name: String
  public init?(name: String) { self.name = name }
}

public enum CGImageAlphaInfo: UInt32, Sendable {
  case none = 0, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}

public struct CGBitmapInfo: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

public enum CGColorRenderingIntent: Int32, Sendable { case defaultIntent = 0 }

public final class CGImage {
  public let width, height, bytesPerRow: Int
  public let bitmapInfo: CGBitmapInfo
  private let provider: CGDataProvider

  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard width > 0, height > 0, bitsPerComponent == 8, bitsPerPixel == 32, bytesPerRow >= 4 * width,
      provider.bytes.count >= height * bytesPerRow
    else { return nil }
    (self.width, self.height, self.bytesPerRow) = (width, height, bytesPerRow)
    (self.bitmapInfo, self.provider) = (bitmapInfo, provider)
  }

  /// A pixel as the system would show it, 0xRRGGBB.
  public func color(_ x: Int, _ y: Int) -> UInt32 {
    let word = provider.bytes.loadUnaligned(fromByteOffset: y * bytesPerRow + 4 * x, as: UInt32.self)
    let value = bitmapInfo.contains(.byteOrder32Little) ? UInt32(littleEndian: word) : UInt32(bigEndian: word)
    return value & 0xFFFFFF
  }
}

@MainActor public final class CALayer: NSObject {
  public var contents: Any?
  public var contentsScale: CGFloat = 1
}
