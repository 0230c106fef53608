// Bounces songs one after the other in one module, as `tactus bounce SONG… --depth f32` does, and prints the processor
// time in seconds, which contains the compilation of the module: node bounce_all.mjs WASM BANK|built-in RATE SONG|demo…
import fs from 'node:fs'
import { Module } from '../../Web/Engine/module.js'

const [wasm, bank, rate, ...songs] = process.argv.slice(2)
const start = process.cpuUsage()
const engine = await Module.load(fs.readFileSync(wasm))
const samples = bank === 'built-in' ? engine.builtInBank() : engine.bank(fs.readFileSync(bank))
for (const song of songs) {
  const bounce = engine.bounce(samples, song === 'demo' ? engine.demoSong() : engine.song(fs.readFileSync(song)), { rate: +rate })
  while (bounce.read());
}
console.log(process.cpuUsage(start).user / 1e6)
