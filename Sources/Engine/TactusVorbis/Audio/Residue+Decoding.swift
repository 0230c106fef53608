extension Residue {
  /// Adds the values of a packet to spectra that are zero; if the packet ends early, the remaining values stay zero.
  ///
  /// - Parameters:
  ///   - spectra: the spectra of `count` values; for `Layout.interleaved`, the single one of all channels
  ///   - classes: room for a class per value of each spectrum
  func decode(
    _ bits: inout PacketBits, _ codebooks: UnsafePointer<Codebook>,
    into spectra: UnsafePointer<UnsafeMutablePointer<Float>>, spectrumCount: Int, count: Int,
    classes: UnsafeMutablePointer<UInt8>
  ) {
    let (first, last) = (min(begin, count), min(end, count))
    guard first < last else { return }
    let partitionCount = (last - first) / partitionSize
    let perWord = codebooks[classBook].dimensions
    for pass in 0..<passCount {
      var start = 0
      while start < partitionCount {
        let range = start..<start + min(perWord, partitionCount - start)
        if pass == 0 {
          for spectrum in 0..<spectrumCount {
            guard readClasses(&bits, codebooks[classBook], range, into: classes + spectrum * count) else { return }
          }
        }
        for partition in range {
          for spectrum in 0..<spectrumCount {
            let book = Int(books[8 * Int(classes[spectrum * count + partition]) + pass])
            guard book >= 0 else { continue }
            let target = spectra[spectrum] + first + partition * partitionSize
            guard add(codebooks[book], &bits, to: target) else { return }
          }
        }
        start = range.upperBound
      }
    }
  }

  /// Reads the classes of some partitions, which are encoded as the digits of one number, in base `classCount`; returns
  /// false if the packet has ended.
  private func readClasses(
    _ bits: inout PacketBits, _ codebook: Codebook, _ range: Range<Int>, into classes: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    var number = codebook.decodeEntry(&bits)
    guard number >= 0, number < classEntries else { return false }
    // Skip the digits for partitions beyond the last one. A damaged stream can have 65,534 of them in each packet.
    var extra = codebook.dimensions - range.count
    while extra > 0, number > 0 {
      number /= classCount
      extra -= 1
    }
    for partition in range.reversed() {
      classes[partition] = UInt8(number % classCount)
      number /= classCount
    }
    return true
  }

  /// Adds the vectors of a partition; returns false if the packet has ended.
  private func add(_ codebook: Codebook, _ bits: inout PacketBits, to target: UnsafeMutablePointer<Float>) -> Bool {
    guard let vectors = codebook.vectors else { return false }
    let size = codebook.dimensions
    if layout == .spread { return addSpread(codebook, vectors, &bits, to: target) }
    guard partitionSize % size == 0 else { return addCut(codebook, vectors, &bits, to: target) }
    switch size {
    case 1: return addAll(codebook, vectors, &bits, target) { $0[0] += $1[0] }
    case 2: return addAll(codebook, vectors, &bits, target) { Self.add($0, $1, SIMD2<Float>.self) }
    case 4: return addAll(codebook, vectors, &bits, target) { Self.add($0, $1, SIMD4<Float>.self) }
    case 8: return addAll(codebook, vectors, &bits, target) { Self.add($0, $1, SIMD8<Float>.self) }
    default:
      return addAll(codebook, vectors, &bits, target) {
        for index in 0..<size { $0[index] += $1[index] }
      }
    }
  }

  /// Adds vectors with components that are neighbors and fill the partition.
  @inline(__always) private func addAll(
    _ codebook: Codebook, _ vectors: UnsafePointer<Float>, _ bits: inout PacketBits,
    _ target: UnsafeMutablePointer<Float>, _ add: (UnsafeMutablePointer<Float>, UnsafePointer<Float>) -> Void
  ) -> Bool {
    let size = codebook.dimensions
    var local = bits
    defer { bits = local }
    var index = 0
    while index < partitionSize {
      let rank = codebook.decodeRank(&local)
      guard rank >= 0 else { return false }
      add(target + index, vectors + rank &* size)
      index &+= size
    }
    return true
  }

  @inline(__always) private static func add<Vector: SIMD<Float>>(
    _ target: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>, _ type: Vector.Type
  ) where Vector: BitwiseCopyable {
    let sum =
      UnsafeRawPointer(target).loadUnaligned(as: Vector.self) + UnsafeRawPointer(source).loadUnaligned(as: Vector.self)
    UnsafeMutableRawPointer(target).storeBytes(of: sum, as: Vector.self)
  }

  /// Adds vectors, the last of which does not fit into the partition and is truncated.
  private func addCut(
    _ codebook: Codebook, _ vectors: UnsafePointer<Float>, _ bits: inout PacketBits,
    to target: UnsafeMutablePointer<Float>
  ) -> Bool {
    var index = 0
    while index < partitionSize {
      let rank = codebook.decodeRank(&bits)
      guard rank >= 0 else { return false }
      for component in 0..<min(codebook.dimensions, partitionSize - index) {
        target[index + component] += vectors[rank * codebook.dimensions + component]
      }
      index += codebook.dimensions
    }
    return true
  }

  /// Adds vectors whose components are spread over the partition.
  private func addSpread(
    _ codebook: Codebook, _ vectors: UnsafePointer<Float>, _ bits: inout PacketBits,
    to target: UnsafeMutablePointer<Float>
  ) -> Bool {
    let step = partitionSize / codebook.dimensions
    for index in 0..<step {
      let rank = codebook.decodeRank(&bits)
      guard rank >= 0 else { return false }
      for component in 0..<codebook.dimensions {
        target[index + component * step] += vectors[rank * codebook.dimensions + component]
      }
    }
    return true
  }
}
