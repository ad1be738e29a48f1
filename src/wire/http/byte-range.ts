/** Reads the range of bytes that a Range header asks for. Source: file-transfer §6.1. */

/** The bytes from `start` up to, and without, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const form = /^\s*bytes\s*=\s*(\d{0,19})\s*-\s*(\d{0,19})\s*$/i
/** The service reads 64-bit integers. Larger numbers are malformed. */
const most = 2n ** 63n - 1n

/** `whole` for a header that is missing, malformed or asks for several ranges. */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = form.exec(header ?? '') ?? []
  if ((from === '' && to === '') || BigInt(from) > most || BigInt(to) > most) return 'whole'
  if (from === '') return between(Math.max(0, size - Number(to)), size, size)
  if (to !== '' && BigInt(to) < BigInt(from)) return 'whole'
  return between(Number(from), to === '' ? size : Math.min(size, Number(to) + 1), size)
}

const between = (start: number, end: number, size: number) => (start < size ? { start, end } : 'unsatisfiable')
