/** Bytes as base64, and back, in any JavaScript engine. */

/** Characters that are turned at once. A multiple of 3, so that no padding stands in the middle. */
const step = 3 * 2 ** 13

export function encodeBase64(chunks: readonly Uint8Array[]): string {
  const whole = chunks.length === 1 ? (chunks[0] as Uint8Array) : joined(chunks)
  let text = ''
  for (let at = 0; at < whole.length; at += step) text += btoa(String.fromCharCode(...whole.subarray(at, at + step)))
  return text
}

export const decodeBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
