// Opens damaged songs, documents, chains and banks: each gives an error or plays, and none traps.
// node damage.mjs WASM ROUNDS SEED FILE...; a seed replays its rounds. Each file is opened undamaged, too. A file NAME.hex
// has an input of the fuzz target NAME in each line.
import fs from 'node:fs'
import { Module } from '../../Web/Engine/module.js'

const [wasm, rounds, seed, ...files] = process.argv.slice(2)
const compiled = await WebAssembly.compile(fs.readFileSync(wasm))
let state = Number(seed) >>> 0
const random = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 4294967296) * limit)
}
const values = [0, 1, 0x7f, 0x80, 0xff]

function damaged(bytes) {
  const copy = Uint8Array.from(bytes)
  for (let n = 1 + random(6); n > 0; n--) {
    const start = random(2) ? random(Math.min(copy.length, 1024)) : random(copy.length)
    for (let i = 0; i < (random(2) ? 4 : 1) && start + i < copy.length; i++) {
      copy[start + i] = random(3) ? values[random(5)] : random(256)
    }
  }
  return random(4) ? copy : copy.slice(0, random(copy.length))
}

const counts = { played: 0, refused: 0, trapped: 0 }
async function open(name, { bytes, kind }) {
  const engine = await Module.load(compiled)
  try {
    const bank = kind === 'bank' ? engine.bank(bytes) : engine.builtInBank()
    const song = kind === 'song' ? engine.song(bytes) : engine.demoSong()
    const player = engine.player()
    if (kind === 'bank') player.setBank(bank)
    if (kind === 'chain') player.setChain(engine.chain(bytes))
    if (kind === 'bank') player.prepareSong(song)
    if (kind === 'song') song.notes.length + song.document.length + song.midi.length
    player.setSong(song)
    player.play()
    player.render(new Float32Array(4096), new Float32Array(4096))
    counts.played++
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) return counts.refused++
    counts.trapped++
    console.log(`${name}: ${error.message}\n${error.stack.split('\n').slice(1, 4).join('\n')}`)
  }
}

/** The inputs of a file. */
function inputs(name) {
  const content = fs.readFileSync(name)
  const isSoundFont = content[0] === 0x52 && content[8] === 0x73  // RIFF, sfbk
  if (!name.endsWith('.hex')) return [{ bytes: content, kind: isSoundFont ? 'bank' : 'song' }]
  const lines = content.toString().split('\n').filter((line) => line)
  const kind = ['bank', 'chain'].find((target) => name.endsWith(`${target}.hex`)) ?? 'song'
  return lines.map((line) => ({ bytes: Buffer.from(line, 'hex'), kind }))
}

const all = files.flatMap(inputs)
for (const [number, input] of all.entries()) await open(`input ${number}`, input)
for (let round = 0; round < Number(rounds); round++) {
  const { bytes, kind } = all[random(all.length)]
  await open(`round ${round} of seed ${seed}`, { bytes: damaged(bytes), kind })
}
console.log(JSON.stringify(counts))
process.exit(counts.trapped ? 1 : 0)
