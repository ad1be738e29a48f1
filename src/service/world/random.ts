/** Seeded randomness: every call and every job has a generator of its own. */

export interface Random {
  /** A whole number from 0 up to, but not including, 2^32. */
  next(): number
  /** From 0 up to, but not including, 1. */
  fraction(): number
  /** A version 4 GUID. */
  guid(): string
  /** Hexadecimal digits; their number is a multiple of eight. */
  hex(digits: number): string
}

const eight = (word: number) => word.toString(16).padStart(8, '0')

const form = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'
const places = Array.from(form).flatMap((sign, at) => (sign === '-' ? [] : [at]))
const digitCodes = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const codes = Array.from(form, (sign) => sign.charCodeAt(0))

/** Writes all digits at once: 0.6 µs of CPU, joined from pieces 2.5 µs. An SMS order of bench/walk.ts costs 25 to 30 µs and draws two. */
function guidOf(words: readonly number[]): string {
  places.forEach((position, nth) => {
    codes[position] = digitCodes[((words[nth >> 3] ?? 0) >>> (28 - 4 * (nth & 7))) & 15] ?? 0
  })
  return String.fromCharCode(...codes)
}

/** Mixes texts and numbers into 32 bits: FNV-1a over UTF-16 units, and the last step of MurmurHash3. */
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

/** The same parts give the same sequence, on every machine. */
export function random(...parts: readonly (string | number)[]): Random {
  let a = 0
  let b = 0
  let c = 0
  let counter = 1
  let seeded = false
  /** Runs at the first draw, because most calls draw nothing: it takes 0.3 µs of CPU, an overview of bench/walk.ts 11 µs. */
  function seed(): void {
    seeded = true
    a = mix(1, parts)
    b = mix(2, parts)
    c = mix(3, parts)
    for (let round = 0; round < 12; round++) next()
  }
  /** sfc32. */
  function next(): number {
    if (!seeded) seed()
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  return {
    next,
    fraction: () => next() / 0x1_0000_0000,
    hex(digits) {
      let text = ''
      while (text.length < digits) text += eight(next())
      return text
    },
    guid() {
      const second = (next() & 0xffff0fff) | 0x4000
      const third = (next() & 0x3fffffff) | 0x80000000
      const fourth = next()
      return guidOf([next(), second, third, fourth])
    },
  }
}

/** One number from 0 up to, but not including, 1. Cheaper than the first draw of a generator. */
export const fractionOf = (...parts: readonly (string | number)[]): number => mix(4, parts) / 0x1_0000_0000
