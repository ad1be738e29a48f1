/** Splits the text of a capsule into lines as it arrives, and stops at a limit. */
import { Misuse } from '../../../misuse.ts'

export interface LineLimits {
  /** Bytes of text. A line counts as 256 bytes at least, because it takes more memory than its text. */
  readonly most: number
  /** The file, for messages. */
  readonly place: string
}

/** What a capsule may have as text. */
export const mostCapsule = 2 ** 30
/** A line is one text, so that it has a limit of its own. The one of a world holds all of the world. */
const [mostLine, mostWorldLine, leastLine] = [2 ** 26, 2 ** 28, 256]

export interface Splitting {
  /** The whole lines that came with these bytes. Throws {@link Misuse} beyond a limit. */
  take(bytes: Uint8Array): Generator<string>
  /** What came after the last end of a line. */
  rest(): string
}

export function createSplitting({ most, place }: LineLimits): Splitting {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let length = 0
  let counted = 0
  let lines = 0

  function count(more: number): void {
    counted += more
    if (counted > most)
      throw new Misuse(`${place} has more than ${most} bytes of text. If you trust it, give a larger --max-capsule, in bytes.`)
  }
  function add(text: string): void {
    parts.push(text)
    length += text.length
    if (length <= mostLine) return
    const isWorld = (parts[0] ?? '').startsWith('{"event":"world"')
    if (!isWorld || length > mostWorldLine)
      throw new Misuse(`${place}:${lines + 1}: the line has more than ${isWorld ? mostWorldLine : mostLine} characters.`)
  }
  return {
    *take(bytes) {
      count(bytes.byteLength)
      const text = decoder.decode(bytes, { stream: true })
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        add(text.slice(from, end))
        const line = parts.join('')
        count(Math.max(0, leastLine - line.length))
        parts = []
        length = 0
        lines++
        from = end + 1
        yield line
      }
      if (from < text.length) add(text.slice(from))
    },
    rest: () => parts.join('') + decoder.decode(),
  }
}
