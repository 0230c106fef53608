// swift-tools-version: 6.1
import PackageDescription

/// The targets of a folder of `Sources/` or `Tests/`: each lies in a folder of its own name, if it names no other.
func folder(_ folder: String, _ targets: [Target]) -> [Target] {
  for target in targets { target.path = folder + "/" + (target.path ?? target.name) }
  return targets
}

/// A module in Swift.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], linking: [LinkerSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: language, linkerSettings: linking)
}

/// A program.
func program(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, linking: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, swiftSettings: language, linkerSettings: linking)
}

/// A library's declarations in C; the library itself is opened at run time.
func opened(_ library: String) -> Target {
  .target(name: library, dependencies: ["CTactusSymbols"], linkerSettings: opening)
}

/// The tests of one module; `TestSupport` holds what several of them share.
func tests(of module: String, _ more: [Target.Dependency] = []) -> Target {
  tests(module + "Tests", [.byName(name: module), "TestSupport"] + more)
}

/// Tests of more than one module.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: language)
}

/// Set by Scripts/fuzz: the modules count which of their edges an input reaches, and the fuzzer is built.
let isFuzzed = Context.environment["TACTUS_FUZZING"] != nil

/// Set by the checks: warnings are errors, and some modules have other compiler options, which shorten the checks.
let isStrict = Context.environment["TACTUS_STRICT"] != nil

/// Release builds compile whole modules, and there the compiler proves of every audio-thread entry point, through all
/// it calls, that it neither allocates nor locks (`REALTIME_PROOF` switches the attributes on). With
/// `TACTUS_WHOLE_MODULES`, debug builds compile whole modules too, which takes less time from scratch; the compiler then
/// sees more, and accepts calls on the audio thread that it refuses otherwise.
let language: [SwiftSetting] =
  [.swiftLanguageMode(.v6)]
  + (isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer"])] : [.define("REALTIME_PROOF", .when(configuration: .release))])
  + (isStrict ? [.unsafeFlags(["-warnings-as-errors"])] : [])
  + (Context.environment["TACTUS_WHOLE_MODULES"] == nil
    ? [] : [.unsafeFlags(["-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug))])

/// Set by Scripts/check-threads and Scripts/check-realtime-sanitizer: the test targets that they build, and the path of
/// RealtimeSanitizer's library, which Swift's driver does not link by itself.
let sanitizedTests = Context.environment["TACTUS_SANITIZED_TESTS"]?.split(separator: " ").map(String.init)
let realtimeSanitizer = Context.environment["TACTUS_REALTIME_SANITIZER"]

/// The checks compile the sequencer, the synthesizer and the other modules that calculate with optimization, but with all
/// assertions, in the debug build. The tests then take half the time, and tests that need optimized code run in the same
/// build, so that the checks do not build the tests for release too.
let optimizedInChecks: [SwiftSetting] = [
  .unsafeFlags(
    ["-O", "-assert-config", "Debug", "-whole-module-optimization", "-num-threads", "2"],
    .when(configuration: .debug))
]

/// The same for the kernels in C. ThreadSanitizer gets them without vectorized loops, because it does not see accesses
/// of more than 16 bytes.
let optimizedKernels: [CSetting] =
  isStrict ? [.unsafeFlags([sanitizedTests == nil ? "-O2" : "-O1"], .when(configuration: .debug))] : []

/// ThreadSanitizer checks unoptimized Swift code. Only these modules are optimized, in which threads share nothing:
/// otherwise, the generation of the built-in bank and the search for peaks would take minutes.
let optimizedUnderSanitizer: Set = ["TactusVorbis", "TactusBuiltins", "TactusDSP"]

/// Tests that calculate much themselves, or that count allocations, of which other code has some of its own.
let optimizedTests: Set = [
  "TestSupport", "TactusTimeTests", "TactusRealtimeTests", "TactusRenderTests", "TactusFilesTests", "TactusDSPTests",
  "TactusSequencerTests", "TactusProcessorsTests", "TactusSynthTests", "TactusVorbisTests", "TactusEngineTests",
  "SequencerOracleTests", "TactusSimulationTests", "TactusCoreAudioTests", "TactusAVFAudioTests",
  "TactusAudioUnitTests",
]

/// The fuzzer searches as fast if the modules above the engine are not optimized; they then compile in half the time.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let realtimeSanitizerLinking: [LinkerSetting] =
  realtimeSanitizer.map { library in
    [
      .unsafeFlags(
        ["--whole-archive", library, "--no-whole-archive", "--export-dynamic"].flatMap { ["-Xlinker", $0] }),
      .linkedLibrary("dl"), .linkedLibrary("pthread"), .linkedLibrary("m"), .linkedLibrary("rt"),
    ]
  } ?? []

/// Set by Scripts/package-plugins and Scripts/make-library: the list of symbols that a library exports. It then contains
/// Swift's standard library, without the names of Unicode's characters, and equal functions become one. Only linking
/// differs, so that the modules of other builds can be used.
let pluginLinking: [LinkerSetting] =
  Context.environment["TACTUS_PLUGIN_SYMBOLS"].map { symbols in
    [
      .unsafeFlags(
        ["-static-stdlib", "-use-ld=lld"]
          + [
            "-z", "nodelete", "--gc-sections", "--icf=all", "--wrap=_swift_stdlib_getScalarName",
            "--version-script=" + symbols,
          ].flatMap { ["-Xlinker", $0] })
    ]
  } ?? []

/// The same for a library that programs link by a name of its own.
func pluginLinking(soname: String) -> [LinkerSetting] {
  pluginLinking.isEmpty
    ? [] : pluginLinking + [.unsafeFlags(["-Xlinker", "-soname=" + soname, "-Xlinker", "--gc-sections"])]
}

/// Opening libraries at run time.
let opening: [LinkerSetting] = [.linkedLibrary("dl", .when(platforms: [.linux]))]

/// Set by Scripts/make-wheel: the object that takes Foundation's place in the wheel's library.
let wheelLinking: [LinkerSetting] =
  Context.environment["TACTUS_WHEEL_FOUNDATION"].map { object in
    // without the index of the unwind tables, because Scripts/make-wheel removes these tables
    [.unsafeFlags([object, "-Xlinker", "--no-eh-frame-hdr"])]
  } ?? []

// Apple's frameworks: where they do not exist, hand-written stand-ins of the same names take their place, so that the
// adapters are compiled and driven there too. No product has them; on Apple's systems they do not exist.
#if canImport(Darwin)
  let appleFrameworks: [Target.Dependency] = []
  let appleViews: [Target.Dependency] = []
  let appleProducts = ["TactusAudioUnit", "TactusCoreMIDI", "TactusAVFAudio"]
  let appleDrivers: [Target.Dependency] = ["TactusCoreMIDI", "TactusAVFAudio"]
  let appleStandIns: [Target] = []
#else
  let appleFrameworks: [Target.Dependency] = ["CoreAudioTypes", "CoreMIDI", "AudioToolbox", "AVFAudio"]
  let appleViews: [Target.Dependency] = ["CoreAudioKit"]
  let appleProducts: [String] = []
  let appleDrivers: [Target.Dependency] = []
  let appleStandIns =
    folder(
      "Tests/Apple/AppleStandIns",
      [
        .target(name: "CAppleStandIns"),
        module("CoreAudioTypes", ["CAppleStandIns"]),
        module("CoreMIDI", ["CoreAudioTypes"]),
        module("AudioToolbox", ["CoreMIDI"]),
        module("AVFAudio", ["AudioToolbox"]),
        module("CoreAudioKit", ["AudioToolbox"]),
      ]) + folder("Tests/Apple", [tests("AppleStandInsTests", ["AVFAudio"])])
#endif

// What the package is made of, folder by folder. A module depends only on what lies below it: the layers are those of
// Documentation/Architecture.md, and Scripts/check-layering sees to them.

// declarations and leaf functions
let c = folder(
  "Sources/C",
  [
    .target(name: "CTactusShims", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]),
    .target(
      name: "CTactusKernels",
      exclude: [
        "versions.inc",
        // from points to buses
        "voices.inc", "filter.inc", "glide.inc", "groups.inc", "levels.inc", "mix.inc", "read.inc", "read_avx2.inc",
        "read_avx512.inc", "sinc.inc", "transpose.inc",
        // the effects
        "effects.inc", "chorus.inc", "frames.inc", "poles.inc", "reverb.inc", "tap.inc", "tap_avx512.inc",
        // from the mix to bytes
        "output.inc",
      ], cSettings: optimizedKernels),
    .target(name: "CTactusHostCalls"),
    .target(name: "CTactus"),
    .target(name: "CFluidSynth"),
    .target(name: "CCLAP"),
    .target(name: "CLV2"),
    .target(name: "CVST3"),
    .target(name: "CTactusClock"),
    opened("CX11"),
    .target(name: "CTactusSymbols", linkerSettings: opening),
  ] + ["CJACK", "CPipeWire", "CPulse", "CALSA", "CSndfile"].map(opened))

// core modules: portable, without dependencies and without Foundation
let core = folder(
  "Sources/Core",
  [
    module("TactusTime"),
    module("TactusMIDI"),
    module("TactusRealtime", ["CTactusShims"]),
    module("TactusRender", ["TactusTime", "TactusMIDI", "TactusRealtime", "CTactusShims"]),
    module("TactusFiles", ["TactusTime", "TactusMIDI", "TactusRealtime", "CTactusKernels"]),
    module("TactusDSP", ["CTactusKernels", "CTactusShims"]),
  ])

// core modules too
let engine = folder(
  "Sources/Engine",
  [
    module("TactusSequencer", ["TactusRender", "TactusRealtime", "TactusFiles"]),
    module("TactusProcessors", ["TactusRender", "TactusRealtime", "TactusFiles", "TactusDSP", "CTactusShims"]),
    module("TactusSynth", ["TactusRender", "TactusFiles", "TactusDSP", "CTactusKernels", "CTactusShims"]),
    module("TactusVorbis", ["TactusFiles", "TactusDSP"]),
    module("TactusBuiltins", ["TactusSequencer", "TactusRealtime", "TactusFiles", "TactusDSP", "CTactusShims"]),
    module("TactusEngine", ["TactusSequencer", "TactusProcessors", "TactusSynth", "CTactusKernels", "CTactusShims"]),
  ])

// what needs an operating system
let system = folder(
  "Sources/System",
  [
    module("TactusFileAccess", ["TactusFiles"]),
    module("TactusThreads", ["TactusEngine", "CTactusShims"]),
    module("TactusCodecs", ["TactusVorbis", "TactusFiles", "CSndfile"]),
    module("TactusPictures", ["TactusSequencer", "TactusSynth"]),
    module("TactusDevices", ["TactusEngine", "CPipeWire", "CPulse", "CALSA", "CTactusClock"]),
    module("TactusJACK", ["TactusDevices", "TactusEngine", "CJACK"]),
  ])

// all of it for one who writes a program
let library = folder(
  "Sources/Library",
  [
    module(
      "Tactus",
      ["TactusEngine", "TactusVorbis", "TactusBuiltins", "TactusFileAccess", "TactusThreads", "TactusCodecs"])
  ])

let plugins = folder(
  "Sources/Plugins",
  [
    module(
      "TactusPlugin",
      ["TactusEngine", "TactusBuiltins", "TactusFileAccess", "TactusCodecs", "TactusProcessors", "TactusSequencer"]),
    module("TactusWindow", ["TactusPlugin", "TactusPictures", "TactusProcessors", "TactusSequencer"]),
    module("TactusX11", ["TactusWindow", "TactusPlugin", "TactusPictures", "TactusRealtime", "CX11"]),
    module("TactusCLAP", ["TactusPlugin", "TactusWindow", "TactusX11", "CCLAP"]),
    .target(name: "CCLAPEntry", dependencies: ["CCLAP"], linkerSettings: pluginLinking),
    module("TactusVST3", ["TactusPlugin", "TactusWindow", "TactusX11", "CVST3"]),
    module("TactusVST3Plugin", ["TactusVST3", "CVST3"], linking: pluginLinking),
    module("TactusLV2Atoms", ["TactusRender", "CLV2"]),
    module(
      "TactusLV2",
      [
        "TactusPlugin", "TactusWindow", "TactusX11", "TactusLV2Atoms", "TactusRender", "TactusRealtime", "CLV2",
        "CTactusShims",
      ]),
    module("TactusLV2Plugin", ["TactusLV2", "CLV2"], linking: pluginLinking),
    // by itself in Embedded Swift: Embedded/Package.swift
    module("TactusEmbeddedArpeggiator", ["TactusProcessors", "TactusLV2Atoms", "CLV2"], exclude: ["Bundle"]),
    program("TactusPluginFiles", ["TactusLV2", "TactusVST3", "TactusPlugin", "TactusFileAccess"]),
  ])

// the engine for other languages
let bindings = folder(
  "Sources/Bindings",
  [
    // libtactus: Scripts/make-library
    module("TactusC", ["Tactus", "CTactus"], exclude: ["Install"], linking: pluginLinking(soname: "libtactus.so.0")),
    // libfluidsynth.so.3: Scripts/make-fluidsynth
    module(
      "TactusFluidSynth", ["Tactus", "TactusDevices", "TactusJACK", "CFluidSynth", "CJACK"],
      exclude: ["Install"],
      linking: pluginLinking(soname: "libfluidsynth.so.3")),
    // the engine in WebAssembly: Scripts/make-web
    module("TactusWeb", ["TactusEngine", "TactusVorbis", "TactusBuiltins", "TactusPictures"]),
    // libtactus with the program in it: Scripts/make-wheel
    module("TactusPython", ["TactusC", "TactusTool"], exclude: ["Foundation"], linking: wheelLinking),
  ])

// what needs Apple's frameworks
let apple = folder(
  "Sources/Apple",
  [
    module("TactusCoreAudio", ["TactusRender", "TactusRealtime"] + appleFrameworks),
    module("TactusCoreMIDI", ["TactusCoreAudio", "TactusRender", "TactusDevices"] + appleFrameworks),
    module("TactusAVFAudio", ["TactusCoreAudio", "TactusEngine", "TactusDevices"] + appleFrameworks),
    module("TactusAudioUnit", ["TactusPlugin", "TactusWindow", "CTactusHostCalls"] + appleFrameworks + appleViews),
  ])

// what proves and measures the others; no library needs it
let development = folder(
  "Sources/Development",
  [
    module("TactusConformance", ["TactusEngine"]),
    module("TactusSimulation", ["TactusSequencer", "TactusProcessors"]),
  ])

let tool = folder(
  "Sources/Tool",
  [
    module(
      "TactusTool",
      [
        "Tactus", "TactusConformance", "TactusDevices", "TactusJACK", "TactusPictures", "TactusSimulation",
        "CTactusShims",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + appleDrivers),
    program("TactusProgram", ["TactusTool"]),
    // serves the studio
    module(
      "TactusStudio",
      [
        "TactusTool", .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    program("TactusStudioProgram", ["TactusStudio", "TactusTool"]),
  ])

let coreTests = folder(
  "Tests/Core",
  [
    tests(of: "TactusTime"),
    tests(of: "TactusMIDI"),
    tests(of: "TactusRealtime", ["TactusThreads"]),
    tests(of: "TactusRender"),
    tests(of: "TactusFiles", ["CTactusKernels"]),
    tests(of: "TactusDSP", ["CTactusKernels"]),
  ])

let engineTests = folder(
  "Tests/Engine",
  [
    tests(of: "TactusSequencer", ["Tactus"]),
    tests(of: "TactusProcessors"),
    tests(of: "TactusSynth", ["CTactusKernels"]),
    tests(of: "TactusVorbis", ["TactusRealtime", "TactusFiles", "TactusDSP", "TactusCodecs"]),
    tests(of: "TactusBuiltins", ["TactusEngine"]),
    tests(of: "TactusEngine", ["TactusBuiltins", "TactusThreads", "Tactus", "CAllocationCounter"]),
    // shares no assumption with the sequencer's other tests: only its public interface
    tests("SequencerOracleTests", ["TactusSequencer", "TactusProcessors", "TestSupport"]),
    tests("RealtimeTests", ["TactusSequencer", "TactusEngine", "TactusPlugin", "TestSupport"]),
  ])

let systemTests = folder(
  "Tests/System",
  [
    tests(of: "TactusFileAccess"),
    tests(of: "TactusThreads", ["TactusSynth"]),
    tests(of: "TactusCodecs", ["TactusEngine", "TactusSynth", "TactusThreads"]),
    tests(of: "TactusPictures", ["TactusSynth"]),
    tests(of: "TactusDevices", ["TactusEngine", "ALSASimulation", "CALSA", "CPipeWire", "CPulse"]),
    module("ALSASimulation", ["TactusDevices", "TactusRealtime", "CALSA"]),
    tests(of: "TactusJACK", ["TactusBuiltins", "CJACK"]),
    program("jack-probe", ["TactusJACK", "CJACK", "TactusFiles"], path: "JACKProbe"),
  ])

let pluginTests = folder(
  "Tests/Plugins",
  [
    tests(of: "TactusPlugin"),
    tests(of: "TactusWindow", ["TactusPictures", "TactusPlugin", "TactusSequencer"]),
    tests(of: "TactusCLAP", ["CLAPHosting", "TactusPlugin", "CCLAP"]),
    module("PluginHosting", ["TactusFiles", "TactusRender"]),
    module("CLAPHosting", ["CCLAP", "CTactusShims", "PluginHosting"]),
    program(
      "clap-probe", ["CLAPHosting", "PluginHosting", "CCLAP", "CTactusShims"], path: "CLAPProbe",
      linking: realtimeSanitizerLinking),
    tests(of: "TactusVST3", ["VST3Hosting", "TactusPlugin", "CVST3"]),
    module("VST3Hosting", ["CVST3", "CTactusShims", "PluginHosting"]),
    program(
      "vst3-probe", ["VST3Hosting", "PluginHosting", "CVST3", "CTactusShims"], path: "VST3Probe",
      linking: realtimeSanitizerLinking),
    .executableTarget(
      name: "window-probe", dependencies: ["CX11", "CCLAP", "CLV2", "CVST3"], path: "WindowProbe"),
    tests(of: "TactusLV2Atoms"),
    tests(of: "TactusLV2", ["TactusPlugin", "TactusRealtime", "CLV2", "CTactusShims"]),
  ])

let bindingTests = folder(
  "Tests/Bindings",
  [
    tests(of: "TactusC", ["CTactus", "Tactus"]),
    tests(of: "TactusFluidSynth", ["Tactus", "TactusDevices", "ALSASimulation", "CFluidSynth"]),
  ])

let appleTests = folder(
  "Tests/Apple",
  [
    tests(of: "TactusCoreAudio", ["CAllocationCounter"] + appleFrameworks),
    tests(of: "TactusCoreMIDI", appleFrameworks),
    tests(of: "TactusAVFAudio", ["TactusBuiltins", "CAllocationCounter"] + appleFrameworks),
    tests(of: "TactusAudioUnit", ["CAllocationCounter"] + appleFrameworks),
  ])

let developmentTests = folder(
  "Tests/Development",
  [
    tests(of: "TactusConformance", ["TactusThreads", "TactusTool"]),
    tests(of: "TactusSimulation"),
  ])

let toolTests = folder("Tests/Tool", [tests(of: "TactusTool", ["FuzzTargets"]), tests(of: "TactusStudio")])

// the laws of everything that reads foreign bytes, for the fuzzer and for tests
let fuzzing = folder(
  "Tests/Fuzzing",
  [
    module(
      "FuzzTargets",
      [
        "TactusMIDI", "TactusFiles", "TactusEngine", "TactusSequencer", "TactusProcessors", "TactusSynth",
        "TactusPlugin", "TactusLV2Atoms", "CLV2", "TactusTool",
      ]),
    tests(of: "FuzzTargets"),
  ])

// what tests share
let support = folder(
  "Tests/Support",
  [
    .target(
      name: "TestSupport",
      dependencies: [
        "TactusMIDI", "TactusFiles", "TactusEngine", "TactusDSP", "TactusFileAccess", "CTactusShims", "CTactusKernels",
      ],
      swiftSettings: language + [.define("OPTIMIZED", .when(configuration: .release))],
      linkerSettings: realtimeSanitizerLinking),
    tests("TestSupportTests", ["TestSupport"]),
    .target(name: "CAllocationCounter", cSettings: realtimeSanitizer == nil ? [] : [.define("SANITIZED")]),
  ])

// the program that runs libFuzzer over the targets
let fuzzer = folder(
  "Fuzzing",
  [
    .target(name: "CFuzzer"),
    program(
      "tactus-fuzzer", ["FuzzTargets", "CFuzzer"], path: "Fuzzer",
      linking: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ])

let package = Package(
  name: "tactus",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Tactus", targets: ["Tactus"]),
    .library(name: "TactusPictures", targets: ["TactusPictures"]),
    .library(name: "TactusCLAP", type: .dynamic, targets: ["TactusCLAP", "CCLAPEntry"]),
    .library(name: "TactusDevices", targets: ["TactusDevices"]),
    .library(name: "TactusJACK", targets: ["TactusJACK"]),
    .executable(name: "tactus", targets: ["TactusProgram"]),
    .executable(name: "tactus-studio", targets: ["TactusStudioProgram"]),
    .executable(name: "tactus-plugin-files", targets: ["TactusPluginFiles"]),
    .library(name: "TactusLV2Plugin", type: .dynamic, targets: ["TactusLV2Plugin"]),
    .library(name: "TactusVST3Plugin", type: .dynamic, targets: ["TactusVST3Plugin"]),
    .library(name: "TactusC", type: .dynamic, targets: ["TactusC"]),
    .library(name: "TactusFluidSynth", type: .dynamic, targets: ["TactusFluidSynth"]),
    .library(name: "TactusPython", type: .dynamic, targets: ["TactusPython"]),
  ] + appleProducts.map { .library(name: $0, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    c, core, engine, system, library, plugins, bindings, apple, development, tool,
    coreTests, engineTests, systemTests, pluginTests, bindingTests, appleTests, developmentTests, toolTests, fuzzing,
    support, appleStandIns, isFuzzed ? fuzzer : [],
  ].flatMap { $0 }
)

// in debug builds of the checks
let calculating = core + engine + system + library + plugins + apple + development
for target in calculating where isStrict && target.swiftSettings != nil {
  guard sanitizedTests == nil || optimizedUnderSanitizer.contains(target.name) else { continue }
  target.swiftSettings! += optimizedInChecks
}
for target in package.targets where isStrict && sanitizedTests == nil {
  if optimizedTests.contains(target.name) { target.swiftSettings! += optimizedInChecks }
  if target.name == "TestSupport" { target.swiftSettings! += [.define("OPTIMIZED", .when(configuration: .debug))] }
}
for target in system + library + plugins + bindings + development + tool where isFuzzed && target.swiftSettings != nil {
  target.swiftSettings! += unoptimized
}
if let sanitizedTests { package.targets.removeAll { $0.type == .test && !sanitizedTests.contains($0.name) } }
