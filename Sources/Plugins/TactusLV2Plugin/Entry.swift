import CLV2
import TactusLV2

/// Returns the descriptor of the plug-in with an index. Hosts look this symbol up.
@c(lv2_descriptor)
public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? { LV2Plugins.descriptor(index) }

/// Returns the descriptor of the window with an index, which hosts look up in the same library.
@c(lv2ui_descriptor)
public func lv2uiDescriptor(_ index: UInt32) -> UnsafePointer<LV2UI_Descriptor>? { LV2Plugins.windowDescriptor(index) }
