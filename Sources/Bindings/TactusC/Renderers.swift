import CTactus
import Tactus

/// A song that is rendered block by block.
final class Renderer {
  static let kind = HandleKind<Renderer>(kind: CTACTUS_RENDERER, name: "renderer")

  /// Reads the frames; nil only while the renderer is being freed.
  private var existingReader: BounceReader?
  private let synth = SynthPool.shared.take()

  var reader: BounceReader {
    guard let existingReader else { preconditionFailure("a renderer has a reader until it is freed") }
    return existingReader
  }

  init(_ rendering: Rendering) throws {
    existingReader = try BounceReader(
      rendering.bouncer, stems: rendering.plan, with: WorkerPool(width: rendering.settings.width), on: synth,
      progress: rendering.settings.report)
  }

  deinit {
    // the reader returns its synthesizer when it is freed, before another rendering may use it
    existingReader = nil
    SynthPool.shared.put(back: synth)
  }
}

@_cdecl("tactus_renderer_new")
package func tactus_renderer_new(
  _ song: OpaquePointer?, _ bank: OpaquePointer?, _ settings: UnsafePointer<tactus_settings>?
) -> OpaquePointer? {
  Renderer.kind.make { try Renderer(Rendering(song, bank, settings)) }
}

@_cdecl("tactus_renderer_channels")
package func tactus_renderer_channels(_ renderer: OpaquePointer?) -> Int32 {
  number { Int32(try Renderer.kind.object(renderer).reader.channelCount) }
}

@_cdecl("tactus_renderer_maximum_frames")
package func tactus_renderer_maximum_frames(_ renderer: OpaquePointer?) -> Int64 {
  number { try Renderer.kind.object(renderer).reader.bouncer.maximumFrames }
}

@_cdecl("tactus_renderer_read")
package func tactus_renderer_read(
  _ renderer: OpaquePointer?, _ channels: UnsafePointer<UnsafeMutablePointer<Float>?>?, _ channelCount: Int32,
  _ frames: Int64
) -> Int64 {
  number {
    let reader = try Renderer.kind.object(renderer).reader
    let channels = try required(channels, "channels")
    guard channelCount == reader.channelCount else {
      throw CallFailure.argument(
        "`channel_count` is \(channelCount); this renderer has \(reader.channelCount) channels")
    }
    guard frames >= 0, let frameCount = Int(exactly: frames) else {
      throw CallFailure.argument("`frames` must be at least 0")
    }
    let pointers = try (0..<reader.channelCount).map { try required(channels[$0], "channels[\($0)]") }
    return pointers.withUnsafeBufferPointer { pointers in
      guard let first = pointers.baseAddress else { return 0 }
      let block = AudioBlock(channels: first, channelCount: pointers.count, frameCount: frameCount)
      return Int64(reader.read(into: block))
    }
  }
}

@_cdecl("tactus_renderer_report")
package func tactus_renderer_report(
  _ renderer: OpaquePointer?, _ report: UnsafeMutablePointer<tactus_report>?
) -> Int32 {
  status {
    guard let finished = try Renderer.kind.object(renderer).reader.report else {
      throw CallFailure.argument("the report exists when all frames have been read: when a call has returned fewer")
    }
    try tactus_report(finished).write(to: required(report, "report"), "report")
  }
}

@_cdecl("tactus_renderer_free")
package func tactus_renderer_free(_ renderer: OpaquePointer?) { Renderer.kind.free(renderer) }
