// swift-tools-version: 6.1
import PackageDescription

/// A core module: portable, without dependencies and without Foundation.
func core(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: language)
}

/// The tests of one module; `TestSupport` holds what several of them share.
func tests(of module: String, _ more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: module + "Tests", dependencies: [.byName(name: module), "TestSupport"] + more, swiftSettings: language)
}

/// Set by Scripts/fuzz: the modules count which of their edges an input reaches, and the fuzzer is built.
let isFuzzed = Context.environment["TACTUS_FUZZING"] != nil

/// Release builds compile whole modules, and there the compiler proves of every audio-thread entry point, through all
/// it calls, that it neither allocates nor locks (`REALTIME_PROOF` switches the attributes on). With `TACTUS_STRICT` a
/// warning is an error.
let language: [SwiftSetting] =
  [.swiftLanguageMode(.v6), .define("REALTIME_PROOF", .when(configuration: .release))]
  + (Context.environment["TACTUS_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])])
  + (isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer"])] : [])

/// Set by the checks with sanitizers, which need some of the tests only: which they are, and the library that
/// RealtimeSanitizer is (Swift's own driver does not link it). See Scripts/check-threads, Scripts/check-realtime-sanitizer.
let sanitizedTests = Context.environment["TACTUS_SANITIZED_TESTS"]?.split(separator: " ").map(String.init)
let realtimeSanitizer = Context.environment["TACTUS_REALTIME_SANITIZER"]
let realtimeSanitizerLinking: [LinkerSetting] =
  realtimeSanitizer.map { library in
    [
      .unsafeFlags(
        ["--whole-archive", library, "--no-whole-archive", "--export-dynamic"].flatMap { ["-Xlinker", $0] }),
      .linkedLibrary("dl"), .linkedLibrary("pthread"), .linkedLibrary("m"), .linkedLibrary("rt"),
    ]
  } ?? []

/// Set by Scripts/package-plugins: the list of symbols that a library of plug-ins shows. It then holds Swift's standard
/// library. Only linking differs, so that what has been compiled for other products serves.
let pluginLinking: [LinkerSetting] =
  Context.environment["TACTUS_PLUGIN_SYMBOLS"].map { symbols in
    [
      .unsafeFlags(
        ["-static-stdlib"] + ["-z", "nodelete", "--version-script=" + symbols].flatMap { ["-Xlinker", $0] })
    ]
  } ?? []

let package = Package(
  name: "tactus",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Tactus", targets: ["Tactus"]),
    .library(name: "TactusPictures", targets: ["TactusPictures"]),
    .library(name: "TactusCLAP", type: .dynamic, targets: ["TactusCLAP", "CCLAPEntry"]),
    .library(name: "TactusJACK", targets: ["TactusJACK"]),
    .executable(name: "tactus", targets: ["TactusProgram"]),
    .executable(name: "tactus-plugin-files", targets: ["TactusPluginFiles"]),
    .library(name: "TactusLV2Plugin", type: .dynamic, targets: ["TactusLV2Plugin"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // C: declarations and leaf functions
    .target(
      name: "CTactusShims", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]),
    .target(
      name: "CTactusKernels",
      exclude: [
        "versions.inc",
        // from points to buses
        "voices.inc", "filter.inc", "glide.inc", "groups.inc", "levels.inc", "mix.inc", "read.inc", "read_avx2.inc",
        "read_avx512.inc", "sinc.inc", "turn.inc",
        // the effects
        "effects.inc", "chorus.inc", "frames.inc", "poles.inc", "reverb.inc", "tap.inc", "tap_avx512.inc",
        // from the mix to bytes
        "output.inc",
      ]),
    .target(name: "CCLAP"),
    .target(name: "CCLAPEntry", dependencies: ["CCLAP"], linkerSettings: pluginLinking),
    .target(name: "CJACK", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CSndfile", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CLV2"),
    // L0
    core("TactusTime"),
    core("TactusMIDI"),
    core("TactusRealtime", ["CTactusShims"]),
    // L1
    core("TactusRender", ["TactusTime", "TactusMIDI", "TactusRealtime", "CTactusShims"]),
    core("TactusFiles", ["TactusTime", "TactusMIDI", "TactusRealtime", "CTactusKernels"]),
    core("TactusDSP", ["TactusRealtime", "CTactusKernels", "CTactusShims"]),
    // L2
    core("TactusSequencer", ["TactusRender", "TactusRealtime", "TactusFiles", "CTactusShims"]),
    core("TactusProcessors", ["TactusRender", "TactusRealtime", "TactusFiles", "TactusDSP", "CTactusShims"]),
    core("TactusSynth", ["TactusRender", "TactusFiles", "TactusDSP", "CTactusKernels", "CTactusShims"]),
    core("TactusBuiltins", ["TactusFiles", "TactusDSP"]),
    // L3
    core("TactusEngine", ["TactusSequencer", "TactusProcessors", "TactusSynth", "CTactusKernels"]),
    // L4
    core("TactusConformance", ["TactusEngine"]),
    core("TactusSimulation", ["TactusSequencer", "TactusProcessors"]),
    core("TactusLV2Atoms", ["TactusRender", "CLV2", "CTactusShims"]),
    // L5
    core("TactusFileAccess", ["TactusFiles", "TactusEngine"]),
    core("TactusThreads", ["TactusEngine", "CTactusShims"]),
    core("TactusPictures", ["TactusSequencer", "TactusSynth", "TactusSimulation"]),
    core("TactusCodecs", ["TactusFiles", "CSndfile"]),
    .target(
      name: "TactusEmbeddedArpeggiator", dependencies: ["TactusProcessors", "TactusLV2Atoms", "CLV2"],
      exclude: ["Bundle"], swiftSettings: language),
    core("TactusJACK", ["TactusEngine", "CJACK"]),
    core("Tactus", ["TactusEngine", "TactusBuiltins", "TactusFileAccess", "TactusThreads", "TactusCodecs"]),
    core(
      "TactusPlugin",
      ["TactusEngine", "TactusBuiltins", "TactusFileAccess", "TactusCodecs", "TactusProcessors", "TactusSequencer"]),
    // L7
    core("TactusCLAP", ["TactusPlugin", "CCLAP"]),
    core("TactusLV2", ["TactusPlugin", "TactusLV2Atoms", "TactusRender", "TactusRealtime", "CLV2", "CTactusShims"]),
    // L8
    .target(
      name: "TactusLV2Plugin", dependencies: ["TactusLV2", "CLV2"], swiftSettings: language,
      linkerSettings: pluginLinking),
    .executableTarget(
      name: "TactusPluginFiles", dependencies: ["TactusLV2", "TactusPlugin", "TactusFileAccess"],
      swiftSettings: language),
    .target(
      name: "TactusTool",
      dependencies: [
        "Tactus", "TactusConformance", "TactusJACK", "TactusPictures", "TactusSimulation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: language),
    .executableTarget(name: "TactusProgram", dependencies: ["TactusTool"], swiftSettings: language),
    // tests
    .target(
      name: "TestSupport",
      dependencies: ["TactusMIDI", "TactusFiles", "TactusEngine", "TactusDSP", "TactusFileAccess", "CTactusShims"],
      path: "Tests/TestSupport",
      swiftSettings: language,
      linkerSettings: realtimeSanitizerLinking),
    .target(
      name: "CLAPHosting", dependencies: ["CCLAP", "CTactusShims", "TactusFiles", "TactusRender"],
      path: "Tests/CLAPHosting", swiftSettings: language),
    .executableTarget(
      name: "clap-probe", dependencies: ["CLAPHosting", "CCLAP", "CTactusShims"], path: "Tests/CLAPProbe",
      swiftSettings: language,
      linkerSettings: realtimeSanitizerLinking),
    .target(
      name: "CAllocationCounter", path: "Tests/CAllocationCounter",
      cSettings: realtimeSanitizer == nil ? [] : [.define("SANITIZED")]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "TactusMIDI", "TactusFiles", "TactusEngine", "TactusSequencer", "TactusProcessors", "TactusSynth",
        "TactusPlugin", "TactusLV2Atoms", "CLV2", "TactusTool",
      ],
      path: "Tests/FuzzTargets", swiftSettings: language),
    tests(of: "FuzzTargets"),
    tests(of: "TactusTime"),
    tests(of: "TactusMIDI"),
    tests(of: "TactusRealtime", ["TactusThreads"]),
    tests(of: "TactusRender"),
    tests(of: "TactusFiles", ["CTactusKernels"]),
    tests(of: "TactusDSP", ["CTactusKernels"]),
    tests(of: "TactusSequencer"),
    tests(of: "TactusProcessors"),
    tests(of: "TactusSynth", ["CTactusKernels"]),
    tests(of: "TactusBuiltins", ["TactusEngine"]),
    tests(of: "TactusEngine", ["TactusBuiltins", "TactusThreads", "Tactus", "CAllocationCounter"]),
    tests(of: "TactusConformance", ["TactusThreads", "TactusTool"]),
    tests(of: "TactusSimulation"),
    tests(of: "TactusLV2Atoms"),
    tests(of: "TactusLV2", ["TactusPlugin", "TactusRealtime", "CLV2", "CTactusShims"]),
    tests(of: "TactusFileAccess"),
    tests(of: "TactusThreads"),
    tests(of: "TactusPictures", ["TactusSynth"]),
    tests(of: "TactusCodecs", ["TactusEngine", "TactusSynth", "TactusThreads"]),
    tests(of: "TactusPlugin"),
    tests(of: "TactusCLAP", ["CLAPHosting", "CCLAP"]),
    tests(of: "TactusJACK", ["TactusBuiltins", "CJACK"]),
    .executableTarget(
      name: "jack-probe", dependencies: ["TactusJACK", "CJACK", "TactusFiles"], path: "Tests/JACKProbe",
      swiftSettings: language),
    tests(of: "TactusTool", ["FuzzTargets"]),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: language),
    // shares no assumption with the sequencer's other tests: only its public interface
    .testTarget(
      name: "SequencerOracleTests", dependencies: ["TactusSequencer", "TactusProcessors", "TestSupport"],
      swiftSettings: language),
    .testTarget(
      name: "RealtimeTests", dependencies: ["TactusSequencer", "TactusEngine", "TactusPlugin", "TestSupport"],
      swiftSettings: language),
  ]
)

// Apple's frameworks: where they do not exist, hand-written stand-ins of the same names take their place, so that the
// adapters are compiled and driven there too. No product has them; on Apple's systems they do not exist.
#if canImport(Darwin)
  let appleFrameworks: [Target.Dependency] = []
  package.products.append(.library(name: "TactusAudioUnit", targets: ["TactusAudioUnit"]))
  package.products += [
    .library(name: "TactusCoreMIDI", targets: ["TactusCoreMIDI"]),
    .library(name: "TactusAVFAudio", targets: ["TactusAVFAudio"]),
  ]
#else
  let appleFrameworks: [Target.Dependency] = ["CoreAudioTypes", "CoreMIDI", "AudioToolbox", "AVFAudio"]

  /// A stand-in, for tests only.
  func standIn(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/AppleStandIns/" + name, swiftSettings: language)
  }

  package.targets += [
    .target(name: "CAppleStandIns", path: "Tests/AppleStandIns/CAppleStandIns"),
    standIn("CoreAudioTypes", ["CAppleStandIns"]),
    standIn("CoreMIDI", ["CoreAudioTypes"]),
    standIn("AudioToolbox", ["CoreMIDI"]),
    standIn("AVFAudio", ["AudioToolbox"]),
    .testTarget(name: "AppleStandInsTests", dependencies: ["AVFAudio"], swiftSettings: language),
  ]
#endif

// What needs Apple's frameworks; products on Apple's systems only.
package.targets += [
  core("TactusCoreAudio", ["TactusRender", "TactusRealtime"] + appleFrameworks),
  core("TactusCoreMIDI", ["TactusCoreAudio"] + appleFrameworks),
  core("TactusAVFAudio", ["TactusCoreAudio", "TactusEngine"] + appleFrameworks),
  tests(of: "TactusCoreAudio", ["CAllocationCounter"] + appleFrameworks),
  tests(of: "TactusCoreMIDI", appleFrameworks),
  tests(of: "TactusAVFAudio", ["TactusBuiltins", "CAllocationCounter"] + appleFrameworks),
  .target(name: "CTactusHostCalls"),
  .target(
    name: "TactusAudioUnit", dependencies: ["TactusPlugin", "CTactusHostCalls"] + appleFrameworks,
    swiftSettings: language),
  tests(of: "TactusAudioUnit", ["CAllocationCounter"] + appleFrameworks),
]

if isFuzzed {
  package.targets += [
    .target(name: "CFuzzer", path: "Fuzzing/CFuzzer"),
    .executableTarget(
      name: "tactus-fuzzer", dependencies: ["FuzzTargets", "CFuzzer"], path: "Fuzzing/Fuzzer", swiftSettings: language,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ]
}

if let sanitizedTests { package.targets.removeAll { $0.type == .test && !sanitizedTests.contains($0.name) } }

/// What Embedded Swift builds: the core of the arpeggiator, and the plug-in over it. The modules are the same, without
/// the files that need what it does not have. See Scripts/check-embedded.
if Context.environment["TACTUS_EMBEDDED"] != nil {
  let effects = [
    "BlockGate", "Chorus+Rendering", "ChorusCore", "ChorusCore+Block", "ChorusCore+Change", "DelayBank",
    "KernelNumbers", "Reverb+Rendering", "ReverbCore", "ReverbCore+Block", "ReverbCore+Change",
  ]
  let excluded = [
    "TactusDSP": ["Chorus.swift", "Reverb.swift"] + effects.map { "Render/\($0).swift" },
    "CTactusShims": [], "CLV2": [], "TactusTime": [], "TactusRender": [], "TactusLV2Atoms": [],
    "TactusEmbeddedArpeggiator": ["Bundle"],
    "TactusMIDI": ["Names", "DeviceResponder.swift", "IdentityReply.swift"],
    "TactusRealtime": ["Guarded.swift", "SharedProducer.swift", "SnapshotExchange.swift"],
    "TactusProcessors": [
      "Chain", "Chords", "Functions", "Memory", "Render/ChainProcessor+Render.swift",
      "Render/ChainRenderer.swift",
    ],
  ]
  package.targets.removeAll { excluded[$0.name] == nil }
  for target in package.targets where target.name.hasPrefix("Tactus") {
    target.exclude = excluded[target.name] ?? []
    target.dependencies.removeAll { if case .byNameItem(let name, _) = $0 { excluded[name] == nil } else { false } }
    target.swiftSettings = language + [.enableExperimentalFeature("Embedded")]
  }
  package.dependencies = []
  package.products = [
    .library(name: "TactusEmbeddedArpeggiator", type: .dynamic, targets: ["TactusEmbeddedArpeggiator"])
  ]
}
