import Foundation

/// Whether two byte sequences are equal. `elementsEqual` takes seconds for a bank in unoptimized code.
public func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
  guard one.count == other.count, let first = one.baseAddress, let second = other.baseAddress else {
    return one.isEmpty && other.isEmpty
  }
  return memcmp(first, second, one.count) == 0
}

/// The same for an array.
public func areEqual(_ one: [UInt8], _ other: UnsafeRawBufferPointer) -> Bool {
  one.withUnsafeBytes { areEqual($0, other) }
}
