/** Reads what another program sends or wrote: up to a size, with no more values than fit, and no deeper than anything that Standin reads. */

import { extentOf } from './json-extent.ts'
import { Misuse } from './misuse.ts'

export interface Bounds {
  /** Bytes, unpacked. */
  readonly most: number
  /** Its sender or its file, for messages. */
  readonly place: string
}

/** Stops reading beyond the bounds, with {@link Misuse}. */
export async function boundedText(chunks: AsyncIterable<Uint8Array> | null, { most, place: sender }: Bounds): Promise<string> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  let size = 0
  for await (const bytes of chunks ?? []) {
    size += bytes.byteLength
    if (size > most) throw new Misuse(`${sender} answers with more than ${most} bytes.`)
    parts.push(decoder.decode(bytes, { stream: true }))
  }
  return parts.join('') + decoder.decode()
}

/** The same for JSON, which may also be too deep, or have too many values. */
export async function boundedJson(chunks: AsyncIterable<Uint8Array> | null, bounds: Bounds): Promise<string> {
  const text = await boundedText(chunks, bounds)
  demandModest(text, bounds)
  return text
}

/** `text`: JSON, or not. Throws {@link Misuse}. */
export function demandModest(text: string, { most, place }: Bounds): void {
  const excess = excessIn(text, most)
  if (excess !== undefined) throw new Misuse(`${place} ${excess}.`)
}

/** Nothing that Standin writes is nested deeper: walking through it would take more stack than there is. */
const mostDepth = 100
/** What counts for a value: it takes more memory than its text. In what Standin writes, a value has as many characters, or more. */
export const bytesOfValue = 24

/** What JSON has too much of, where so many bytes of it are allowed. `text`: JSON, or not. */
export function excessIn(text: string, most: number): string | undefined {
  // Few values take little, however small the text may be.
  const mostValues = Math.max(1_000, Math.floor(most / bytesOfValue))
  const { values, levels } = extentOf(text, { values: mostValues, levels: mostDepth })
  if (levels > mostDepth) return `is nested more than ${mostDepth} deep`
  return values > mostValues ? `has more than ${mostValues} values` : undefined
}
