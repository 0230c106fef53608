import CTactusShims
import TactusFiles
import TactusRealtime

/// The built-in bank in memory: a whole SoundFont file, whose samples are generated when they are first needed.
///
/// - Thread: any number of control threads
final class GeneratedBank: SampleGenerator {
  /// The file. The data of a sample is zero until it has been generated.
  let file: FileBytes
  private let samples: [Sample]

  /// Creates the layout of the bank without generating any samples.
  init() {
    let maker = BankMaker(name: "Tactus", table: SampleTable.facts)
    maker.addAll()
    let outline: SoundFontBuilder.Outline
    do { outline = try maker.bank.outline() } catch { preconditionFailure("the built-in bank is unsound: \(error)") }
    let memory = Self.memory(for: outline)
    file = FileBytes(UnsafeRawBufferPointer(memory), name: Builtins.bankName) {
      ctactus_free_zeros(UnsafeMutableRawPointer(mutating: $0.baseAddress))
    }
    samples = zip(maker.recipes, outline.positions).map { recipe, position in
      Sample(recipe, UnsafeMutableRawBufferPointer(rebasing: memory[position..<position + 2 * recipe.facts.frames]))
    }
  }

  /// Generates the samples that are still missing.
  func generateAll() {
    for sample in samples { sample.generate() }
  }

  func generate(sample index: Int) { samples[index].generate() }

  /// Returns the memory of the complete file, in which all sample data is zero.
  private static func memory(for outline: SoundFontBuilder.Outline) -> UnsafeMutableRawBufferPointer {
    let tail = outline.head.count + outline.blankBytes
    let count = tail + outline.tail.count
    guard let base = ctactus_allocate_zeros(count) else {
      preconditionFailure("there is no memory for the built-in bank (\(count) bytes)")
    }
    let memory = UnsafeMutableRawBufferPointer(start: base, count: count)
    memory.copyBytes(from: outline.head)
    UnsafeMutableRawBufferPointer(rebasing: memory[tail...]).copyBytes(from: outline.tail)
    return memory
  }

  /// A sample and its memory in the file.
  private final class Sample: @unchecked Sendable {  // the memory is written once, under the lock
    private let recipe: SampleRecipe
    private let memory: UnsafeMutableRawBufferPointer
    private let isGenerated = Guarded(false)

    init(_ recipe: SampleRecipe, _ memory: UnsafeMutableRawBufferPointer) {
      (self.recipe, self.memory) = (recipe, memory)
    }

    func generate() {
      isGenerated.withLock { isGenerated in
        guard !isGenerated else { return }
        let frames = recipe.frames()
        precondition(frames.count == recipe.facts.frames, "\(recipe.set): the table of samples is out of date")
        let written = memory.bindMemory(to: Int16.self)
        frames.withUnsafeBufferPointer { frames in
          var index = 0
          while index < frames.count {
            written[index] = frames[index].littleEndian
            index += 1
          }
        }
        isGenerated = true
      }
    }
  }
}
