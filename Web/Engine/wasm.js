/** Compiles the engine for this browser: with SIMD where it has that. `address` returns the address of a file. */
export async function compileEngine(address) {
  const url = address(hasSIMD() ? 'tactus.wasm' : 'tactus-plain.wasm')
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`)
  return WebAssembly.compile(await response.arrayBuffer())
}

/** Whether the browser accepts a module with one SIMD instruction. */
const hasSIMD = () => WebAssembly.validate(new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]))
