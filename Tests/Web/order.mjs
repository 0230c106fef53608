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

/** What becomes of a promise within half a second. */
const outcome = (promise) => Promise.race([
  promise.then(() => 'resolved', (error) => error.message), pause(500).then(() => 'never settled')])
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

  async anEditOfTheSongBeforeDoesNotReplaceTheNextOne() {
    globalThis.document = { addEventListener() {} }
    globalThis.localStorage = { getItem: () => null, setItem() {} }
    const { Studio } = await import('../../Web/Studio/model/studio.js')
    const tactus = await load()
    const studio = new Studio(tactus)
    const song = (name, channel) => ({ name, tracks: [{ id: 1, channel, clip: { notes: [] } }] })
    const mute = (document) => ({ ...document, tracks: [{ ...document.tracks[0], muted: true }] })
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
    await pause(50)
    assert.equal(log.filter(({ call }) => call === 'edit').length, 1)
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
    await pause(50)
    assert.equal(log.filter(({ call }) => call === 'edit').length, 2)
    // so is one that was on its way when the cue began
    studio.change('Volume', (document) => ({ ...document, tracks: [{ ...document.tracks[0], volume: 9 }] }))
    const engines = WorkletPort.prototype.postMessage
    WorkletPort.prototype.postMessage = function (message) {
      if (message.call !== 'cue') return engines.call(this, message)
      setTimeout(() => this.onmessage?.({ data: { id: message.id, error: 'no memory' } }), 1)
    }
    assert.equal(await outcome(studio.show(second)), 'no memory')
    WorkletPort.prototype.postMessage = engines
    await pause(50)
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
