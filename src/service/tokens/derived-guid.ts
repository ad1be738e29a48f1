/** Derives GUIDs from words: the same words always give the same GUID. */

/** A seed and an odd factor for each 32 bits of the GUID. */
const lanes = [
  [0x9e3779b9, 0x85ebca6b],
  [0x243f6a88, 0xc2b2ae35],
  [0xb7e15162, 0x27d4eb2f],
  [0x6a09e667, 0x165667b1],
] as const

export function derivedGuid(...words: readonly string[]): string {
  const text = JSON.stringify(words)
  const digits = lanes.map(([seed, factor]) => hash(text, seed, factor).toString(16).padStart(8, '0')).join('')
  const variant = '89ab'[Number.parseInt(digits.charAt(16), 16) % 4]
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}

/**
 * The client id of an organization whose token names none. A supplier has another client id for each organization. Source: decisions §3.
 */
export const derivedClientId = (orgNo: string, supplierOrgNo?: string): string =>
  derivedGuid('client', orgNo, ...(supplierOrgNo === undefined ? [] : [supplierOrgNo]))

/** Good enough to tell identifiers apart. Not a cryptographic hash. */
function hash(text: string, seed: number, factor: number): number {
  let state = seed ^ text.length
  for (let at = 0; at < text.length; at++) {
    state = Math.imul(state ^ text.charCodeAt(at), factor)
    state ^= state >>> 15
  }
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97)
  return (state ^ (state >>> 15)) >>> 0
}
