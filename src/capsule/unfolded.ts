/** Puts back what the lines of a capsule leave out because it follows from others: each reply gets a line of its own. */
import type { CapsuleLine, LineOf } from './lines.ts'
import { numberHeader } from './shared-headers.ts'

/** A function that is given the lines in order. */
export function createUnfolding(): (line: CapsuleLine) => readonly CapsuleLine[] {
  let version = 0
  const bases = new Map<number, string>()
  /** The values of `x-standin-call`. */
  const numbers = new Map<number, string>()

  function withNumber(line: LineOf<'reply'>): LineOf<'reply'> {
    const number = line.headers === undefined ? undefined : numbers.get(line.n)
    return number === undefined ? line : { ...line, more: { [numberHeader]: number, ...line.more } }
  }
  function apart({ reply, ...line }: LineOf<'call'> | LineOf<'body'>): CapsuleLine[] {
    return reply ? [line, withNumber({ event: 'reply', n: line.n, at: line.at, ...reply })] : [line]
  }
  return (line) => {
    if (line.event === 'capsule') version = line.version
    if (version === 1) return [line]
    switch (line.event) {
      case 'headers':
        if (line.base !== undefined) bases.set(line.headers, line.base)
        return [line]
      case 'call':
        numbers.set(line.n, String(line.number))
        return apart({ ...line, base: bases.get(line.headers) })
      case 'body':
        return apart(line)
      case 'reply':
        return [withNumber(line)]
      default:
        return [line]
    }
  }
}
