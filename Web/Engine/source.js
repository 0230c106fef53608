import { bytesOf, isBytes } from './bytes.js'

/**
 * Reads a file: its address, a Blob (as a File is), an ArrayBuffer or a typed array. Returns its bytes, which the caller
 * owns, and its name.
 */
export async function read(source, { name, onProgress, signal } = {}) {
  if (isBytes(source)) {
    const bytes = bytesOf(source).slice()
    onProgress?.(bytes.length, bytes.length)
    return { bytes, name: name ?? 'file' }
  }
  if (source instanceof Blob) {
    const total = source.size
    return { bytes: await collected(source.stream(), total, onProgress, signal), name: name ?? source.name ?? 'file' }
  }
  const response = await fetched(source, signal)
  if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`)
  // a compressed answer has more bytes than its header says
  const isPlain = !response.headers.get('Content-Encoding')
  const total = (isPlain && Number(response.headers.get('Content-Length'))) || undefined
  const last = new URL(response.url || source, globalThis.location?.href).pathname.split('/').at(-1)
  return {
    bytes: await collected(response.body, total, onProgress, signal),
    name: name ?? (decoded(last) || 'file'),
  }
}

/** The answer of a server. If there is none, the error's message has the address. */
async function fetched(source, signal) {
  try {
    return await fetch(source, { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(`${source}: ${error.message}`, { cause: error })
  }
}

/** A part of an address with its escapes decoded, or as it is if they are not UTF-8. */
function decoded(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The bytes of a stream. */
async function collected(stream, total, onProgress, signal) {
  let bytes = new Uint8Array(total ?? 1 << 20)
  let count = 0
  for (const reader = stream.getReader(); ;) {
    signal?.throwIfAborted()
    const { done, value } = await reader.read()
    if (done) break
    if (count + value.length > bytes.length) {
      const larger = new Uint8Array(Math.max(count + value.length, 2 * bytes.length))
      larger.set(bytes.subarray(0, count))
      bytes = larger
    }
    bytes.set(value, count)
    count += value.length
    onProgress?.(count, total)
  }
  return count === bytes.length ? bytes : bytes.slice(0, count)
}
