import CVST3

/// The plug-ins of a library.
package struct VST3Library: @unchecked Sendable {  // the factory is immutable
  package let factory: UnsafeMutablePointer<IPluginFactory3>

  package init(_ factory: UnsafeMutablePointer<IPluginFactory3>) { self.factory = factory }

  var table: IPluginFactory3Vtbl { factory.pointee.vtbl.pointee }

  /// The names of the classes.
  package var names: [String] {
    (0..<table.countClasses(factory)).compactMap { index in
      var info = PClassInfo()
      guard table.getClassInfo(factory, index, &info) == tresult(kResultOk) else { return nil }
      return withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
  }

  /// Creates an object of a class and returns an interface of it.
  func create<ID>(_ name: String, _ interface: ID) -> UnsafeMutableRawPointer? {
    guard let index = names.firstIndex(of: name) else { return nil }
    var info = PClassInfo()
    guard table.getClassInfo(factory, Int32(index), &info) == tresult(kResultOk) else { return nil }
    var object: UnsafeMutableRawPointer?
    let result = withIdentifier(info.cid) { cid in
      withIdentifier(interface) { table.createInstance(factory, cid, $0, &object) }
    }
    return result == tresult(kResultOk) ? object : nil
  }
}

/// Passes an identifier, which Swift imports as a tuple, as C functions expect it.
func withIdentifier<ID, Result>(_ id: ID, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  withUnsafeBytes(of: id) { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
}
