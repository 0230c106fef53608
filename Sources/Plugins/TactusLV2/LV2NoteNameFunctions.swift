import CLV2
import TactusPlugin

// The interface of names, http://ardour.org/lv2/midnam. Texts belong to the host until it gives them back.

@c(tactus_lv2_midnam)
func describeNamesOfLV2(_ handle: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>? {
  LV2Plugins.instance(handle).flatMap { instance in
    guard instance.unit.descriptor.kind == .instrument else { return nil }
    return copy(LV2NoteNames(unit: instance.unit, model: instance.modelName).document)
  }
}

@c(tactus_lv2_midnam_model)
func modelOfLV2(_ handle: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>? {
  LV2Plugins.instance(handle).flatMap { instance in
    instance.unit.descriptor.kind == .instrument ? copy(instance.modelName) : nil
  }
}

@c(tactus_lv2_midnam_free)
func freeTextOfLV2(_ text: UnsafeMutablePointer<CChar>?) { text?.deallocate() }

private func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
  let bytes = text.utf8CString
  let memory = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
  _ = memory.initialize(from: bytes)
  return memory.baseAddress
}

extension LV2Instance {
  /// The name of the model in the document of names: hosts require one for each instance.
  var modelName: String { "\(unit.descriptor.name):\(token)" }
}
