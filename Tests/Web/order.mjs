// Calls of `Tactus` and `Studio` that overlap, or that meet an engine that has gone: node order.mjs. A worker and a worklet
// that only answer take the engine's place, so that the test decides what happens first.
import assert from 'node:assert/strict'

const pause = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What has been sent to the worker and the worklet. */
let log = []
/** Calls that the worker does not answer. */
const unanswered = new Set()

const answers = {
  start: () => ({ presets: [] }),
  stackBanks: () => [],
  openBank: () => [],
  openSong: ({ bytes }) => ({
    document: new TextDecoder().decode(bytes), facts: { times: [[0, 0], [1, 1]], remarks: [], length: 1 },
    notes: new Int32Array(0),
  }),
}

class WorkletPort {
  postMessage(message) {
    log.push(message)
    setTimeout(() => message.id !== undefined && this.onmessage?.({ data: { id: message.id } }), 1)
  }
}

globalThis.AudioWorkletNode = class {
  constructor(context) {
    this.context = context
    this.port = new WorkletPort()
  }
  connect() {}
  disconnect() {}
}
globalThis.OfflineAudioContext = class {}
globalThis.Worker = class {
  static isBroken = false
  constructor() {
    this.isBroken = Worker.isBroken
    if (this.isBroken) setTimeout(() => this.onerror?.(new Event('error')), 5)
  }
  postMessage(message) {
    if (this.isBroken || this.isEnded) return
    log.push(message)
    if (unanswered.has(message.call)) return
    setTimeout(() => this.isEnded || this.onmessage?.({ data: { id: message.id, result: answers[message.call]?.(message) } }), 2)
  }
  terminate() {
    this.isEnded = true
  }
}
const emptyModule = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])
globalThis.fetch = async () => {
  await pause(20)
  return { ok: true, headers: { get: () => null }, arrayBuffer: async () => emptyModule.buffer }
}
const newContext = () => ({
  state: 'running', currentTime: 0, sampleRate: 48000, audioWorklet: { addModule: async () => {} }, destination: {},
  createGain: () => ({ gain: {}, connect() {} }),
})
const { Tactus } = await import('../../Web/Engine/tactus.js')
const load = () => Tactus.load({ context: newContext(), base: 'http://localhost/' })

/** What becomes of a promise within ten seconds. */
const outcome = (promise) => Promise.race([
  promise.then(() => 'resolved', (error) => error.message), pause(10000).then(() => 'never settled')])
/** Waits until something holds, for at most ten seconds. */
const until = async (holds) => {
  for (let turn = 0; turn < 10000 && !holds(); turn++) await pause(1)
}
const bank = () => new Uint8Array(4)

const tests = {
  async theBankThatPlaysIsTheLastOneChosen() {
    const tactus = await load()
    const [first, second] = [await tactus.openBank(bank(), { name: 'first' }), await tactus.openBank(bank(), { name: 'second' })]
    const both = await Promise.all([tactus.use({ bank: first, offset: 1 }), tactus.use(second)])
    assert.equal(tactus.bank, second)
    assert.deepEqual(both.map(({ name }) => name), ['first', 'second'])
  },

  async closingEndsWhatWaits() {
    const tactus = await load()
    const song = await tactus.open({ tracks: [] })
    unanswered.add('bounce')
    const bounce = tactus.bounce(song)
    tactus.close()
    assert.equal(await outcome(bounce), 'the engine is closed')
    assert.equal(await outcome(tactus.open({ tracks: [] })), 'the engine is closed')
  },

  async aWorkerThatCannotStartFailsTheLoading() {
    Worker.isBroken = true
    assert.equal(await outcome(load()), 'the engine cannot be started')
    Worker.isBroken = false
  },

  async polyphonyHasARange() {
    for (const polyphony of [0, 4097, 1.5, '8']) {
      assert.match(await outcome(Tactus.load({ context: newContext(), base: 'http://localhost/', polyphony })), /1 to 4096/)
    }
  },

  async closedInputsStayClosed() {
    const { Inputs } = await import('../../Web/Engine/inputs.js')
    const input = { onmidimessage: null }
    const access = Object.assign(new EventTarget(), { inputs: new Map([['input', input]]) })
    Object.defineProperty(globalThis, 'navigator', { value: { requestMIDIAccess: async () => access }, configurable: true })
    const inputs = new Inputs()
    await inputs.connect(() => {})
    assert.ok(input.onmidimessage)
    inputs.close()
    access.dispatchEvent(new Event('statechange'))
    assert.equal(input.onmidimessage, null)
    const late = new Inputs()
    const connecting = late.connect(() => {})
    late.close()
    await connecting
    assert.equal(input.onmidimessage, null)
  },

  async aProgramOfAPatternIsANewPreset() {
    const { Song } = await import('../../Web/Engine/song.js')
    const song = (program) => new Song({
      number: 1, name: '', document: { tracks: [{ channel: 1, pattern: { steps: 'x', step: 1, messages: [{ program }] } }] },
      facts: { times: [[0, 0], [1, 1]], length: 1 },
    })
    assert.notEqual(song(40).presets, song(41).presets)
    assert.equal(song(40).presets, song(40).presets)
  },

  async theSongsAndBanksOfAnotherEngineAreRefused() {
    const [one, other] = [await load(), await load()]
    const song = await one.open({ tracks: [] })
    await other.open({ tracks: [1] })
    const loaded = await one.openBank(bank())
    for (const call of [() => other.bounce(song), () => other.play(song), () => other.bounce(one.song)]) {
      assert.match(await outcome(call()), /expected a song that this engine has opened/)
    }
    const preset = { layer: 0, bank: 0, program: 0 }
    for (const call of [() => other.use(loaded), () => other.presetPicture(preset, { bank: loaded })]) {
      assert.match(await outcome(call()), /expected a bank that this engine has opened/)
    }
    assert.equal(await outcome(one.play(song)), 'resolved')
  },

  async whatIsNoNumberIsRefusedAndNothingWaitsBehindIt() {
    const tactus = await load()
    log = []
    for (const call of [
      () => tactus.noteOn(0, 60, 100, NaN), () => tactus.noteOn(0, undefined), () => tactus.seek({}), () => tactus.seek(NaN),
      () => tactus.loop(0, Infinity), () => tactus.bend(0, 'up'), () => tactus.send([0x90, NaN, 1]),
    ]) assert.throws(call, TypeError)
    for (const call of [
      () => tactus.noteOn(16, 60), () => tactus.noteOff(-1, 60), () => tactus.noteOn(0, 128), () => tactus.control(0, 7, 300),
      () => tactus.program(0, 128), () => tactus.program(0, 0, 129), () => tactus.send([256]),
    ]) assert.throws(call, RangeError)
    assert.deepEqual(log, [])
    tactus.program(9, 0, 128)
    tactus.noteOn(9, 38, 99.6)
    tactus.send([0xfe])
    await until(() => log.filter(({ call }) => call === 'midi').length >= 4)
    assert.deepEqual(log.filter(({ call }) => call === 'midi').map(({ midi }) => midi),
      [[0xb9, 0, 0], [0xc9, 0], [0x99, 38, 100], [0xfe]])
  },

  async aMessageThatCannotBeSentDoesNotEndTheOthers() {
    const { Outlet } = await import('../../Web/Engine/outlet.js')
    const [sent, refused] = [[], []]
    const port = { postMessage: (message) => sent.push(structuredClone(message)) }
    const outlet = new Outlet(port, () => undefined, (message, error) => refused.push([message.id, error.name]))
    for (const message of [{ id: 1, call() {} }, { id: 2 }]) outlet.postMessage(message)
    assert.deepEqual(sent, [{ id: 2 }])
    assert.deepEqual(refused, [[1, 'DataCloneError']])
  },

  async contextsInWhichNothingCanPlayAreRefused() {
    const loading = (change) => outcome(Tactus.load({ context: { ...newContext(), ...change }, base: 'http://localhost/' }))
    assert.match(await loading({ sampleRate: 4000 }), /4000 frames per second; expected 8000 to 768000/)
    assert.match(await loading({ audioWorklet: undefined }), /HTTPS/)
    const context = newContext()
    const tactus = await Tactus.load({ context, base: 'http://localhost/' })
    const song = await tactus.open({ tracks: [] })
    context.state = 'closed'
    assert.equal(await outcome(tactus.play(song)), 'the audio context is closed')
  },

  async aContextIsStartedByPlayingUnlessThePageRendersIt() {
    let count = 0
    const resume = () => Promise.reject(new Error(`refused ${++count}`))
    const play = async (context) => {
      const tactus = await Tactus.load({ context, base: 'http://localhost/' })
      assert.equal(await outcome(tactus.play(await tactus.open({ tracks: [] }))), 'resolved')
    }
    for (const state of ['suspended', 'interrupted', 'running']) await play(Object.assign(newContext(), { state, resume }))
    assert.equal(count, 2)
    await play(Object.assign(new OfflineAudioContext(), newContext(), { state: 'suspended', resume }))
    assert.equal(count, 2)
  },

  async theContextOfTheEngineEndsWithIt() {
    let closed = 0
    globalThis.AudioContext = function AudioContext() {
      return { ...newContext(), close: async () => closed++ }
    }
    const own = await Tactus.load({ base: 'http://localhost/' })
    assert.equal(closed, 0)
    own.close()
    own.close()
    assert.equal(closed, 1)
    assert.match(await outcome(Tactus.load({ base: 'http://localhost/', polyphony: 0 })), /polyphony/)
    assert.equal(closed, 2)
    const context = Object.assign(newContext(), { close: async () => closed++ })
    const given = await Tactus.load({ context, base: 'http://localhost/' })
    given.close()
    assert.equal(closed, 2)
  },

  async aBankThatIsCancelledInTheEndDoesNotPlay() {
    const tactus = await load()
    const canceller = new AbortController()
    const loading = tactus.loadBank(bank(), { signal: canceller.signal })
    canceller.abort(new Error('another bank'))
    assert.equal(await outcome(loading), 'another bank')
    assert.equal(tactus.bank, tactus.builtInBank)
  },

  async aServerThatDoesNotAnswerIsNamed() {
    const tactus = await load()
    const { fetch } = globalThis
    globalThis.fetch = async () => { throw new TypeError('Failed to fetch') }
    assert.equal(await outcome(tactus.open('/songs/one.mid')), '/songs/one.mid: Failed to fetch')
    globalThis.fetch = fetch
  },

  async anEditOfTheSongBeforeDoesNotReplaceTheNextOne() {
    globalThis.document = { addEventListener() {} }
    globalThis.localStorage = { getItem: () => null, setItem() {} }
    const { Studio } = await import('../../Web/Studio/model/studio.js')
    const tactus = await load()
    const studio = new Studio(tactus)
    const song = (name, channel) => ({ name, tracks: [{ id: 1, channel, clip: { notes: [] } }] })
    const mute = (document) => ({ ...document, tracks: [{ ...document.tracks[0], muted: true }] })
    const edits = () => log.filter(({ call }) => call === 'edit').length
    await studio.open(song('first', 1))
    const second = await tactus.open(song('second', 2))
    log = []
    const showing = studio.show(second)
    while (!log.some(({ call }) => call === 'cue')) await pause()
    studio.change('Mute', mute)
    await showing
    await pause(50)
    assert.equal(studio.document.name, 'second')
    assert.equal(tactus.song.document.name, 'second')
    assert.ok(!log.some(({ call }) => call === 'edit'))
    // the next song can be edited, and an edit during a cue that fails is kept
    studio.change('Mute', mute)
    await until(() => edits() > 0)
    await pause(50)
    assert.equal(edits(), 1)
    const cue = tactus.cue
    tactus.cue = async () => {
      await pause(10)
      throw new Error('refused')
    }
    const refused = studio.show(second)
    await pause(5)
    studio.change('Solo', (document) => ({ ...document, tracks: [{ ...document.tracks[0], solo: true }] }))
    assert.equal(await outcome(refused), 'refused')
    tactus.cue = cue
    await until(() => edits() > 1)
    await pause(50)
    assert.equal(edits(), 2)
    // so is one that was on its way when the cue began
    studio.change('Volume', (document) => ({ ...document, tracks: [{ ...document.tracks[0], volume: 9 }] }))
    const engines = WorkletPort.prototype.postMessage
    WorkletPort.prototype.postMessage = function (message) {
      if (message.call !== 'cue') return engines.call(this, message)
      setTimeout(() => this.onmessage?.({ data: { id: message.id, error: 'no memory' } }), 1)
    }
    assert.equal(await outcome(studio.show(second)), 'no memory')
    WorkletPort.prototype.postMessage = engines
    await until(() => tactus.song.document.tracks[0].volume === 9)
    assert.ok(log.findLast(({ call }) => call === 'edit'))
    assert.equal(tactus.song.document.tracks[0].volume, 9)
  },
}

for (const [name, test] of Object.entries(tests)) {
  try {
    await test()
  } catch (error) {
    console.error(`${name}: ${error.stack}`)
    process.exit(1)
  }
}
console.log(`${Object.keys(tests).length} orders of calls`)
process.exit(0)
