/**
 * Writes zip archives without compression: for each file a local header and its bytes, then the directory. Names are
 * UTF-8. Archives are smaller than 4 GiB.
 */

const LARGEST = 0xffffffff

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The CRC-32 of blocks of bytes. */
export function checksum(blocks) {
  let crc = 0xffffffff
  for (const block of blocks) for (const byte of block) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** The blocks of an archive of files: objects with a name and blocks of bytes. */
export function zip(files, date = new Date()) {
  const blocks = []
  const directory = []
  let offset = 0
  for (const file of files) {
    const size = file.blocks.reduce((sum, block) => sum + block.length, 0)
    const entry = { name: new TextEncoder().encode(file.name), crc: checksum(file.blocks), size, offset, date }
    const header = localHeader(entry)
    blocks.push(header, ...file.blocks)
    directory.push(directoryEntry(entry))
    offset += header.length + size
    if (offset > LARGEST) throw new Error('the stems are larger than 4 GB together; bounce with fewer bits or a lower rate')
  }
  return [...blocks, ...directory, directoryEnd(directory, offset)]
}

const FIRST_VERSION = 20
const UTF8_NAMES = 1 << 11

/** What local headers and the directory say of a file, from the version onwards. */
function description({ name, crc, size, date }) {
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)
  return [[2, FIRST_VERSION], [2, UTF8_NAMES], [2, 0], [2, time], [2, day], [4, crc], [4, size], [4, size],
    [2, name.length], [2, 0]]
}

const localHeader = (entry) => joined(packed([[4, 0x04034b50], ...description(entry)]), entry.name)

function directoryEntry(entry) {
  const made = [[4, 0x02014b50], [2, FIRST_VERSION], ...description(entry)]
  return joined(packed([...made, [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.offset]]), entry.name)
}

function directoryEnd(directory, offset) {
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  const count = directory.length
  return packed([[4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]])
}

/** Numbers of two or four bytes, the lowest byte first. */
function packed(fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [width]) => sum + width, 0)))
  let at = 0
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  }
  return new Uint8Array(view.buffer)
}

function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
