import CLV2
import TactusLV2

/// Returns the descriptor of the plug-in with an index. This is the only symbol of the library that hosts look up.
@c(lv2_descriptor)
public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? { LV2Plugins.descriptor(index) }
