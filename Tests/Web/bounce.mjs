// Bounces a song as `tactus bounce --depth f32 -o OUT.raw` does:
// node bounce.mjs WASM BANK|built-in SONG|demo OUT.raw RATE QUALITY
import fs from 'node:fs'
import { Module } from '../../Web/Engine/module.js'
import { sharedMemory } from '../../Web/Engine/wasm.js'

const [wasm, bank, song, out, rate, quality] = process.argv.slice(2)
const engine = await Module.load(fs.readFileSync(wasm), wasm.includes('shared') ? sharedMemory() : undefined)
const start = process.cpuUsage()
try {
  const bounce = engine.bounce(
    bank === 'built-in' ? engine.builtInBank() : engine.bank(fs.readFileSync(bank)),
    song === 'demo' ? engine.demoSong() : engine.song(fs.readFileSync(song)), { rate: +rate, quality })
  const pieces = []
  let frames = 0
  for (let block = bounce.read(); block; block = bounce.read()) {
    const [left, right] = block
    frames += left.length
    const both = new Float32Array(2 * left.length)
    for (let i = 0; i < left.length; i++) [both[2 * i], both[2 * i + 1]] = [left[i], right[i]]
    pieces.push(Buffer.from(both.buffer))
  }
  fs.writeFileSync(out, Buffer.concat(pieces))
  const { user } = process.cpuUsage(start)
  console.log(JSON.stringify({ frames, seconds: user / 1e6, memory: engine.memory.buffer.byteLength }))
} catch (error) {
  console.log(error.message)
  process.exit(1)
}
