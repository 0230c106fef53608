// The memory of the table.

extension ParameterAddresses {
  /// Allocates the table of a plug-in's parameters.
  /// - Thread: control
  package init(of descriptor: PluginDescriptor) {
    let sorted = descriptor.parameters.enumerated()
      .map { Address(id: $0.element.id, index: Int32($0.offset)) }
      .sorted { $0.id < $1.id }
    let memory = UnsafeMutableBufferPointer<Address>.allocate(capacity: max(1, sorted.count))
    _ = memory.initialize(from: sorted)
    addresses = UnsafeBufferPointer(rebasing: memory[..<sorted.count])
  }

  /// Frees the table.
  /// - Thread: control
  package func deallocate() { addresses.deallocate() }
}
