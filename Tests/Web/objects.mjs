// The module's objects, as a program in Node uses them: released objects, stacks, and what is no file: node objects.mjs WASM
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { bytesOf, isBytes } from '../../Web/Engine/bytes.js'
import { program } from '../../Web/Engine/messages.js'
import { Module } from '../../Web/Engine/module.js'
import { Transport } from '../../Web/Engine/transport.js'
import { WorkletControl } from '../../Web/Engine/worklet-control.js'

const engine = await Module.load(fs.readFileSync(process.argv[2]))
const bank = engine.builtInBank()
const document = new TextEncoder().encode('{"tracks": [{"channel": 1, "clip": {"notes": [[0, 1000, 60]]}}]}')

const tests = {
  aReleasedObjectIsRefused() {
    const song = engine.song(document)
    song.release()
    song.release()
    assert.throws(() => song.facts, /has been released/)
    assert.throws(() => engine.bounce(bank, song), /has been released/)
    assert.equal(engine.song(document).facts.length, 1000)
  },

  aStackHasBanksAndOffsetsInRange() {
    assert.throws(() => engine.stack([]), /1 to 256/)
    assert.throws(() => engine.stack(Array(257).fill({ bank })), /1 to 256/)
    for (const offset of [-129, 65536, 2 ** 31, 0.5, NaN]) assert.throws(() => engine.stack([{ bank, offset }]), /offset/)
    const raised = engine.presets(engine.stack([{ bank, offset: 2 }])).map((preset) => preset.bank)
    assert.ok(raised.length > 0 && raised.every((number) => number >= 2))
  },

  aReleasedBankIsRefusedBeforeMemoryIsTaken() {
    const released = engine.builtInBank()
    released.release()
    const allocate = engine.allocate
    engine.allocate = () => assert.fail('memory was taken')
    assert.throws(() => engine.stack([{ bank }, { bank: released }]), /has been released/)
    engine.allocate = allocate
  },

  aBankOutOfRangeIsNamed() {
    assert.throws(() => program(0, 0, 129), /^RangeError: bank: /)
    assert.deepEqual(program(9, 3, 128), [[0xb9, 0, 0], [0xc9, 3]])
  },

  bytesAreTakenFromBuffersAndViews() {
    const shared = new SharedArrayBuffer(document.length)
    new Uint8Array(shared).set(document)
    const inside = new Uint8Array(document.length + 8)
    inside.set(document, 4)
    const part = new DataView(inside.buffer, 4, document.length)
    for (const file of [document, document.buffer.slice(0), shared, part, Buffer.from(document)]) {
      assert.ok(isBytes(file))
      assert.equal(engine.song(file).facts.length, 1000)
    }
    for (const file of ['{"tracks": []}', undefined, { length: 5 }, [1, 2, 3]]) {
      assert.throws(() => engine.song(file), /expected the bytes of a file/)
      assert.throws(() => engine.bank(file), /expected the bytes of a file/)
    }
    assert.equal(bytesOf(part)[0], document[0])
  },

  wordsAreTakenFromNumbers() {
    const song = engine.song(document)
    assert.ok(engine.bounce(bank, song, { depth: 24 }).read())
    assert.throws(() => engine.bounce(bank, song, { depth: 20 }), /"20" does not exist/)
  },

  aSongThatHasEndedPlaysAgainFromItsStart() {
    const player = engine.player()
    const [left, right] = [new Float32Array(4096), new Float32Array(4096)]
    player.setBank(bank)
    player.setSong(engine.song(document))
    const transport = new Transport(player)
    const playToEnd = () => {
      transport.play()
      player.render(left, right)
      for (let cycle = 0; cycle < 40 && player.state === 'playing'; cycle++) player.render(left, right)
      return [player.state, player.tick]
    }
    assert.deepEqual(playToEnd(), ['ended', 1000])
    assert.deepEqual(playToEnd(), ['ended', 1000])
    // from where it has been moved meanwhile
    transport.seek({ tick: 500 })
    transport.play()
    player.render(left.subarray(0, 128), right.subarray(0, 128))
    assert.ok(player.tick > 500 && player.tick < 700 && player.state === 'playing')
    transport.sendDue(0, 128)
    assert.deepEqual(playToEnd(), ['ended', 1000])
    // a recording continues after the end
    transport.setOpenEnded({ isOpenEnded: true })
    transport.play()
    player.render(left, right)
    assert.ok(player.tick > 1000 && player.state === 'playing')
  },

  aSongThatIsMovedBeyondItsEndEnds() {
    const player = engine.player()
    const [left, right] = [new Float32Array(128), new Float32Array(128)]
    player.setBank(bank)
    player.setSong(engine.song(document))
    player.play()
    player.render(left, right)
    player.seek(5000)
    for (let cycle = 0; cycle < 3; cycle++) player.render(left, right)
    assert.equal(player.state, 'ended')
  },

  anEditToALowerResolutionContinues() {
    const song = (ticksPerQuarter) => engine.song(new TextEncoder().encode(JSON.stringify({
      ticksPerQuarter, tracks: [{ channel: 1, clip: { notes: [[0, 8 * ticksPerQuarter, 60]] } }],
    })))
    const player = engine.player()
    const [left, right] = [new Float32Array(4096), new Float32Array(4096)]
    player.setBank(bank)
    player.setSong(song(960))
    player.play()
    for (let cycle = 0; cycle < 10; cycle++) player.render(left, right)
    assert.ok(player.tick > 8 * 96)
    player.setSong(song(96))
    for (let cycle = 0; cycle < 3; cycle++) player.render(left, right)
    assert.equal(player.state, 'playing')
    assert.ok(player.tick > 96 && player.tick < 3 * 96)
  },

  aBankWithoutMemoryIsRefusedOnce() {
    const control = new WorkletControl(engine, engine.player())
    const allocate = engine.allocate
    engine.allocate = () => { throw new Error('there is not enough memory') }
    control.beginBank({ bank: 7, size: 100 })
    control.addToBank({ bank: 7, offset: 0, bytes: new Uint8Array(100) })
    engine.allocate = allocate
    assert.throws(() => control.openBank({ bank: 7, name: 'piano.sf2' }), /not enough memory/)
    control.releaseBank({ bank: 7 })
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
console.log(`${Object.keys(tests).length} uses of the module's objects`)
