import CLV2

private let uri: StaticString = "urn:tactus:lv2:arpeggiator-embedded"

private func instance(_ handle: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<ArpeggiatorInstance>? {
  handle.map { $0.assumingMemoryBound(to: ArpeggiatorInstance.self) }
}

/// The LV2 descriptor of the plug-in, created once and never freed, because hosts keep it.
nonisolated(unsafe) private let descriptor: UnsafePointer<LV2_Descriptor> = {
  let descriptor = UnsafeMutablePointer<LV2_Descriptor>.allocate(capacity: 1)
  descriptor.initialize(
    to: LV2_Descriptor(
      URI: UnsafeRawPointer(uri.utf8Start).assumingMemoryBound(to: CChar.self),
      instantiate: { _, sampleRate, _, features in
        guard let new = ArpeggiatorInstance(sampleRate: sampleRate, features: features) else { return nil }
        let pointer = UnsafeMutablePointer<ArpeggiatorInstance>.allocate(capacity: 1)
        pointer.initialize(to: new)
        return UnsafeMutableRawPointer(pointer)
      },
      connect_port: { handle, port, pointer in instance(handle)?.pointee.connect(Int(port), to: pointer) },
      activate: { handle in instance(handle)?.pointee.unit.reset() },
      run: { handle, frameCount in instance(handle)?.pointee.unit.run(frameCount: Int(frameCount)) },
      deactivate: { _ in },
      cleanup: { handle in
        guard let pointer = instance(handle) else { return }
        pointer.pointee.free()
        pointer.deinitialize(count: 1)
        pointer.deallocate()
      },
      extension_data: { _ in nil }))
  return UnsafePointer(descriptor)
}()

/// Returns the plug-in with an index; there is only one, with index 0.
/// - Thread: any
@c(lv2_descriptor) public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? {
  index == 0 ? descriptor : nil
}
