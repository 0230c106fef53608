// Takes: what the studio sends to the engine, and the clip that the engine makes of it: node takes.mjs WASM
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { Module } from '../../Web/Engine/module.js'
import { Recorder } from '../../Web/Studio/model/recorder.js'
import { Take } from '../../Web/Studio/model/take.js'

const engine = await Module.load(fs.readFileSync(process.argv[2]))
const loop = { start: 0, end: 1920, isOn: true }
const off = { start: 0, end: 0, isOn: false }

/** The notes of a track after a take: onset, duration and key. */
function recorded(take, notes = []) {
  const document = { ticksPerQuarter: 480, tracks: [{ id: 1, channel: 1, clip: { notes } }] }
  const { clip } = engine.recordTake(new TextEncoder().encode(JSON.stringify(document)), take)
  return (clip.notes ?? []).map(([at, length, key]) => [at, length, key])
}

/** What the studio asks the engine to record. */
function request(take, { grid = 1, replaces = false } = {}) {
  const takeSettings = Object.assign(new EventTarget(), { grid, replaces, strength: 100 })
  const studio = { tactus: new EventTarget(), takeSettings, document: { ticksPerQuarter: 480 } }
  return new Recorder(Object.assign(new EventTarget(), studio)).request(take)
}

/** A take in which the transport moves through ticks. */
function moved(take, ticks, region) {
  for (const tick of ticks) take.move(tick, region, 60)
  return take
}

function play(take, key, start, end, region) {
  take.add(start, [0x90, key, 100], region)
  if (end) take.add(end, [0x80, key, 64], region)
}

const tests = {
  theEngineMovesWhatIsOnTheEndOfTheLoopToItsStart() {
    const events = [1900, 0x90, 62, 100, 1910, 0x80, 62, 64]
    const take = { start: 0, end: 1915, grid: 480 }
    assert.deepEqual(recorded({ ...take, events }), [[1920, 10, 62]])
    assert.deepEqual(recorded({ ...take, events: [0, 0, 0, 0, ...events] }), [[1920, 10, 62]])
    assert.deepEqual(recorded({ ...take, events: [0, 0, 0, 1920, ...events] }), [[0, 10, 62]])
    assert.deepEqual(recorded({ ...take, events: [0, 0, 0, 1920, 0, 0, 7, 7, ...events] }), [[1920, 10, 62]])
  },

  theStudioReportsTheLoop() {
    for (const region of [off, loop]) {
      const take = moved(new Take(0, 0), [10, 1000, 1890], region)
      play(take, 62, 1900, 1910, region)
      assert.deepEqual(recorded(request(take)), [[region.isOn ? 0 : 1920, 10, 62]])
    }
    assert.deepEqual(moved(new Take(0, 0), [10, 1000], off).numbers, [], 'without a loop there is nothing to report')
  },

  aLoopThatChangesEndsEarlierPassesWhereTheyEnded() {
    const take = moved(new Take(0, 0), [10, 1000, 1490], loop)
    play(take, 64, 1500, undefined, loop)
    moved(take, [1890, 5], loop)
    const longer = { ...loop, end: 3840 }
    moved(take, [900, 1890], longer)
    play(take, 62, 1900, 1910, longer)
    assert.deepEqual(recorded(request(take)), [[1440, 420, 64], [1920, 10, 62]])
  },

  aTakeOverAnEditedTrackKeepsTheLoop() {
    const take = moved(new Take(0, 0), [10], loop)
    play(take, 60, 20, 200, loop)
    take.markApplied(take.extent)
    take.continueOver(undefined)
    moved(take, [1000, 1890], loop)
    play(take, 62, 1900, 1910, loop)
    assert.deepEqual(recorded(request(take)), [[0, 10, 62]])
  },

  aPassThatEndsBeforeTheStartOfTheTakeErasesNoMore() {
    const take = moved(new Take(1000, 0), [1000, 1090], loop)
    play(take, 60, 1100, 1200, loop)
    moved(take, [1890, 5, 100], loop)
    const before = [[50, 10, 42], [500, 10, 40], [1500, 10, 41]]
    assert.deepEqual(recorded(request(take, { grid: 0, replaces: true }), before), [[500, 10, 40], [1100, 100, 60]])
  },
}

for (const [name, test] of Object.entries(tests)) {
  try {
    test()
  } catch (error) {
    console.error(`${name}: ${error.stack}`)
    process.exit(1)
  }
}
console.log(`${Object.keys(tests).length} kinds of takes`)
process.exit(0)
