/// Finds parameters by their ids, in plain memory that the owner provides.
///
/// - Thread: audio
package struct ParameterAddresses {
  /// The id and the index of a parameter.
  package struct Address: BitwiseCopyable {
    let id: UInt32
    let index: Int32
  }

  /// Sorted by id.
  package let addresses: UnsafeBufferPointer<Address>

  /// Returns the index of a parameter; nil if none has this id.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func index(of id: UInt32) -> Int? {
    var low = 0
    var high = addresses.count
    while low < high {
      let middle = (low &+ high) / 2
      if addresses[middle].id < id { low = middle &+ 1 } else { high = middle }
    }
    return low < addresses.count && addresses[low].id == id ? Int(addresses[low].index) : nil
  }

  /// Returns the id of a parameter; nil if there is no such index.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func id(of index: Int) -> UInt32? {
    var position = 0
    while position < addresses.count {
      if Int(addresses[position].index) == index { return addresses[position].id }
      position &+= 1
    }
    return nil
  }
}
