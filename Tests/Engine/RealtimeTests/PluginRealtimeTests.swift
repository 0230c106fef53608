import TactusPlugin
import TestSupport
import Testing

@Suite(.serialized) struct PluginRealtimeSanitizerTests {
  /// The plug-ins, while another thread changes their settings.
  @Test(arguments: Plugins.all.indices) func playingWhileOthersSet(index: Int) {
    let fewestSent = index == 0 ? 0 : 100
    let session = PluginSession(Plugins.all[index], seed: 900, cycles: rounds(600), fewestSent: fewestSent)
    session.run { realtime($0) }
    #expect(session.editCount >= PluginSession.fewestEdits)
    #expect(session.sentCount >= fewestSent)
  }

  /// The sampler with outputs by part.
  @Test func outputsWhileOthersSet() {
    let session = PluginSession(Plugins.samplerOutputs, seed: 902, cycles: rounds(300))
    session.run { realtime($0) }
    #expect(session.editCount >= PluginSession.fewestEdits)
  }
}

@Suite(.serialized) struct PluginThreadsTests {
  /// The same for ThreadSanitizer.
  @Test(arguments: Plugins.all.indices) func settingAndPlaying(index: Int) {
    let session = PluginSession(Plugins.all[index], seed: 901, cycles: rounds(300))
    session.run { $0() }
    #expect(session.editCount >= PluginSession.fewestEdits)
  }

  @Test func outputsByPart() {
    let session = PluginSession(Plugins.samplerOutputs, seed: 903, cycles: rounds(150))
    session.run { $0() }
    #expect(session.editCount >= PluginSession.fewestEdits)
  }
}
