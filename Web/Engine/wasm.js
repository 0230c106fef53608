/** The size of a shared memory at first, in pages of 64 KiB: that of `Scripts/make-web`. */
const FIRST_PAGES = 256

/**
 * Compiles the engine for this browser. `address` returns the address of a file. Returns `{ module, memory }`: in a page
 * with cross-origin isolation the memory that its threads share, otherwise null.
 */
export async function compileEngine(address) {
  if (!hasSIMD()) return { module: await compiled(address('tactus-plain.wasm')), memory: null }
  const memory = globalThis.crossOriginIsolated ? sharedMemory() : null
  if (memory) {
    const response = await fetch(address('tactus-shared.wasm'))
    if (response.ok) return { module: await compiledResponse(response), memory }
  }
  return { module: await compiled(address('tactus.wasm')), memory: null }
}

async function compiled(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`)
  return compiledResponse(response)
}

/** Compiles while the file arrives, if the server states the right type. */
async function compiledResponse(response) {
  const isStated = response.headers.get('Content-Type')?.startsWith('application/wasm')
  return isStated ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}

/**
 * A memory for `tactus-shared.wasm`, which threads share; null if there is none. Not every device lets a page reserve
 * 4 GiB of addresses, and not every browser can send a memory to another thread (WebKit cannot).
 */
export function sharedMemory() {
  for (const maximum of [65536, 32768, 16384]) {
    try {
      const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true })
      structuredClone(memory)
      return memory
    } catch { /* the next one is smaller */ }
  }
  return null
}

/** Whether the browser accepts a module with one SIMD instruction. */
const hasSIMD = () => WebAssembly.validate(new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]))
