/** Seeded random numbers, with a separate generator for every call and job. */

export interface Random {
  /** An integer from 0 (inclusive) to 2^32 (exclusive). */
  next(): number
  /** From 0 (inclusive) to 1 (exclusive). */
  fraction(): number
  guid(): string
  /** `length`: the number of digits, a multiple of eight. */
  hex(length: number): string
}

/** The two hexadecimal digits of each byte. */
const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** Formats 32 bits as eight hexadecimal digits. */
const eight = (word: number) => `${digits[word >>> 24]}${digits[(word >>> 16) & 255]}${digits[(word >>> 8) & 255]}${digits[word & 255]}`

/** Hashes strings and numbers to 32 bits: FNV-1a over UTF-16 units, then MurmurHash3's finalizer. */
function mix(lane: number, parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5 ^ lane
  for (const part of parts) {
    if (typeof part === 'number') hash = Math.imul(hash ^ part, 0x01000193) ^ Math.imul(Math.floor(part / 0x1_0000_0000) + lane, 0x9e3779b1)
    else for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Creates a generator. The same parts yield the same sequence on every machine. */
export function random(...parts: readonly (string | number)[]): Random {
  let a = mix(1, parts)
  let b = mix(2, parts)
  let c = mix(3, parts)
  let counter = 1
  /** Returns the next number of the sfc32 generator. */
  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let round = 0; round < 12; round++) next()
  function hex(length: number): string {
    let text = ''
    while (text.length < length) text += eight(next())
    return text
  }
  return {
    next,
    fraction: () => next() / 0x1_0000_0000,
    hex,
    guid() {
      const second = eight((next() & 0xffff0fff) | 0x4000)
      const third = eight((next() & 0x3fffffff) | 0x80000000)
      const fourth = eight(next())
      return `${eight(next())}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${fourth}`
    },
  }
}

/** Returns a number from 0 (inclusive) to 1 (exclusive). Cheaper than creating a generator. */
export const fractionOf = (...parts: readonly (string | number)[]): number => mix(4, parts) / 0x1_0000_0000
