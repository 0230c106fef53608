// Plays ten seconds in cycles of 128 frames, and fails if rendering allocates: node memory.mjs WASM BANK|built-in.
import fs from 'node:fs'
import { Module } from '../../Web/Engine/module.js'

const [wasm, bank] = process.argv.slice(2)
const engine = await Module.load(fs.readFileSync(wasm))
const player = engine.player()
const song = engine.demoSong()
player.setBank(bank === 'built-in' ? engine.builtInBank() : engine.bank(fs.readFileSync(bank)))
player.prepareSong(song)
player.setSong(song)
player.play()
const [left, right] = [new Float32Array(128), new Float32Array(128)]
const before = [engine.calls.web_allocations(), engine.memory.buffer.byteLength]
let loudest = 0
for (let cycle = 0; cycle < 3750; cycle++) {
  if (cycle % 50 === 0) player.send(7, 0x90, 40 + (cycle / 50) % 40, 100)
  player.render(left, right)
  for (const sample of left) loudest = Math.max(loudest, Math.abs(sample))
}
const after = [engine.calls.web_allocations(), engine.memory.buffer.byteLength]
console.log(`${after[0] - before[0]} allocations, ${after[1] - before[1]} bytes more; peak ${loudest.toFixed(3)}`)
process.exit(after[0] === before[0] && after[1] === before[1] && loudest > 0.01 ? 0 : 1)
