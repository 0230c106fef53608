// Songs whose ticks, seconds or numbers of passes exceed 32 bits, the size of an `Int` in WebAssembly:
// node far_ticks.mjs WASM
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { Module } from '../../Web/Engine/module.js'

const compiled = await WebAssembly.compile(fs.readFileSync(process.argv[2]))
let engine
const song = (document) => engine.song(new TextEncoder().encode(JSON.stringify(document)))

const tests = {
  aLongRampHasFewPoints() {
    const tempo = [{ bpm: 120, curve: 'linearInBeats' }, { at: 2 ** 52, bpm: 60 }]
    const { times } = song({ tempo, tracks: [] }).facts
    assert.ok(times.length > 4_000 && times.length < 4_200, `${times.length} points`)
    assert.ok(times.every(([tick, second], index) => index === 0 || (tick > times[index - 1][0] && second > 0)))
  },

  manyRampsShareTheirPoints() {
    const tempo = Array.from({ length: 2_000 }, (_, index) => (
      { at: 10_000_000 * index, bpm: 100 + index % 2, curve: 'linearInTime' }))
    const { times } = song({ tempo, tracks: [] }).facts
    assert.ok(times.length > 10_000 && times.length < 70_000, `${times.length} points`)
  },

  aLoopWithTooManyPassesIsRefused() {
    const far = song({
      tracks: [{ pattern: { steps: 'x', step: 1 } }, { clip: { notes: [[2 ** 45, 1, 60]] } }] })
    assert.throws(() => far.notes, /play a shorter part/)
  },

  aLongNoteHasAChord() {
    const notes = [60, 64, 67].map((key) => [0, 2 ** 40, key])
    assert.equal(song({ tracks: [{ clip: { notes } }] }).chord([60, 64, 67], 0), 'C')
  },

  aDeltaTimeOfCenturiesIsLeftOut() {
    const track = [
      0, 0xff, 0x51, 3, 0xff, 0xff, 0xff, 0, 0x90, 60, 100, 1, 0x80, 60, 64, 0xff, 0xff, 0xff, 0x7f, 0xff, 0x2f, 0]
    const header = [...'MThd'].map((letter) => letter.charCodeAt(0)).concat([0, 0, 0, 6, 0, 0, 0, 1, 0, 1])
    const chunk = [...'MTrk'].map((letter) => letter.charCodeAt(0)).concat([0, 0, 0, track.length])
    const { length } = engine.song(Uint8Array.from([...header, ...chunk, ...track])).facts
    assert.ok(length >= 1 && length <= 4, `${length} ticks`)
  },

  theBounceOfALongSongIsRefused() {
    const far = song({ tracks: [{ clip: { notes: [[2 ** 44, 1, 60]] } }] })
    assert.throws(() => engine.bounce(engine.builtInBank(), far), /days long/)
  },
}

for (const [name, test] of Object.entries(tests)) {
  try {
    engine = await Module.load(compiled)
    test()
  } catch (error) {
    console.error(`${name}: ${error.stack}`)
    process.exit(1)
  }
}
console.log(`${Object.keys(tests).length} songs beyond 32 bits`)
process.exit(0)
