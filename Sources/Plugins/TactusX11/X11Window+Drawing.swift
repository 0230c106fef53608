import CX11
import TactusWindow

// The window's pixels.

extension X11Window {
  /// Copies pixels from the surface to the window.
  func present(_ areas: [PixelRect]) {
    let surface = window.surface
    var image = XImage()
    (image.width, image.height) = (Int32(surface.width), Int32(surface.height))
    image.format = Int32(ZPixmap)
    image.data = UnsafeMutableRawPointer(surface.pixels).assumingMemoryBound(to: CChar.self)
    let order = 1.littleEndian == 1 ? LSBFirst : MSBFirst
    (image.byte_order, image.bitmap_bit_order) = (Int32(order), Int32(order))
    (image.bitmap_unit, image.bitmap_pad, image.bits_per_pixel) = (32, 32, 32)
    (image.depth, image.bytes_per_line) = (depth, Int32(4 * surface.width))
    (image.red_mask, image.green_mask, image.blue_mask) = (0xFF0000, 0xFF00, 0xFF)
    guard x.pointee.XInitImage?(&image) ?? 0 != 0 else { return }
    for area in areas {
      let area = area.intersection(surface.bounds)
      guard !area.isEmpty else { continue }
      _ = x.pointee.XPutImage?(
        display, handle, context, &image, Int32(area.x), Int32(area.y), Int32(area.x), Int32(area.y),
        UInt32(area.width),
        UInt32(area.height))
    }
    _ = x.pointee.XFlush?(display)
  }
}
