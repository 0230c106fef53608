import TactusPlugin
import TestSupport
import Testing

@Suite(.serialized) struct PluginRealtimeSanitizerTests {
  /// The plug-ins, while another thread changes their settings.
  @Test(arguments: Plugins.all.indices) func playingWhileOthersSet(index: Int) {
    let session = PluginSession(Plugins.all[index], seed: 900, cycles: rounds(600))
    session.run { realtime($0) }
    #expect(session.editCount >= PluginSession.fewestEdits)
    #expect(index == 0 || session.sentCount > 100)
  }
}

@Suite(.serialized) struct PluginThreadsTests {
  /// The same for ThreadSanitizer.
  @Test(arguments: Plugins.all.indices) func settingAndPlaying(index: Int) {
    let session = PluginSession(Plugins.all[index], seed: 901, cycles: rounds(300))
    session.run { $0() }
    #expect(session.editCount >= PluginSession.fewestEdits)
  }
}
