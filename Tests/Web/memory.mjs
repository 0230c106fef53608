// Plays ten seconds in cycles of 128 frames, and fails if what the audio thread calls allocates:
// node memory.mjs WASM BANK|built-in. The shared module is used as by two threads, with a stack for each.
import fs from 'node:fs'
import { Module } from '../../Web/Engine/module.js'
import { Player } from '../../Web/Engine/player.js'
import { sharedMemory } from '../../Web/Engine/wasm.js'

const [wasm, bank] = process.argv.slice(2)
const compiled = await WebAssembly.compile(fs.readFileSync(wasm))
const memory = wasm.includes('shared') ? sharedMemory() : undefined
const engine = await Module.load(compiled, memory)
const control = engine.player()
const song = engine.demoSong()
control.setBank(bank === 'built-in' ? engine.builtInBank() : engine.bank(fs.readFileSync(bank)))
control.runControlTasks()
control.prepareSong(song)
control.setSong(song)
const player = memory
  ? new Player(Module.onThread(compiled, memory, engine.allocateStack()), control.address) : control
const [left, right] = [new Float32Array(128), new Float32Array(128)]
const before = [engine.calls.web_allocations(), engine.memory.buffer.byteLength]
let loudest = 0
let ended = 0
player.play()
for (let cycle = 0; cycle < 3750; cycle++) {
  if (cycle % 50 === 0) player.send(7, 0x90, 40 + (cycle / 50) % 40, 100)
  if (cycle % 100 === 99) player.loop(0, 96 * cycle)
  if (cycle % 500 === 499) player.panic()
  if (cycle % 1000 === 997) player.pause()
  if (cycle % 1000 === 998) player.reset()
  if (cycle % 1000 === 999) [player.seek(10 * cycle), player.play()]
  player.render(left, right)
  for (const sample of left) loudest = Math.max(loudest, Math.abs(sample))
  ended += player.tick < 0 || player.state === 'ended' || player.voices < 0
}
const after = [engine.calls.web_allocations(), engine.memory.buffer.byteLength]
console.log(`${after[0] - before[0]} allocations, ${after[1] - before[1]} bytes more; peak ${loudest.toFixed(3)}`)
process.exit(after[0] === before[0] && after[1] === before[1] && loudest > 0.01 && ended === 0 ? 0 : 1)
