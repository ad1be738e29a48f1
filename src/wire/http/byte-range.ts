/** Reads the range of bytes that a Range header asks for. Source: file-transfer §6.1. */

/** The bytes from `start` up to, and without, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const number = /^\d{0,19}$/
/** The service reads 64-bit integers. Larger numbers are malformed. */
const most = 2n ** 63n - 1n

/** `whole` for a header that is missing, malformed or asks for several ranges. */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [from, to] = boundsIn(header ?? '')
  if ((from === '' && to === '') || BigInt(from) > most || BigInt(to) > most) return 'whole'
  if (from === '') return between(Math.max(0, size - Number(to)), size, size)
  if (to !== '' && BigInt(to) < BigInt(from)) return 'whole'
  return between(Number(from), to === '' ? size : Math.min(size, Number(to) + 1), size)
}

/** Split by hand, because a pattern would try every way to divide a long row of blanks. */
function boundsIn(header: string): readonly [from: string, to: string] {
  const [unit = '', list = '', ...more] = header.split('=', 3).map((part) => part.trim())
  // A list may have empty parts.
  const ranges = list.split(',').flatMap((part) => part.trim() || [])
  const [from = '', to, ...others] = (ranges[0] ?? '').split('-', 3).map((part) => part.trim())
  const isRead = unit.toLowerCase() === 'bytes' && more.length === 0 && ranges.length === 1 && to !== undefined && others.length === 0
  return isRead && number.test(from) && number.test(to) ? [from, to] : ['', '']
}

const between = (start: number, end: number, size: number) => (start < size ? { start, end } : 'unsatisfiable')
