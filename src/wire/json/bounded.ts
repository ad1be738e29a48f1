/** Reads what another program sends: up to a size, and no deeper than anything that Standin reads. */
import { Misuse } from '../../misuse.ts'

export interface Bounds {
  /** Bytes, unpacked. */
  readonly most: number
  /** Its sender, for messages. */
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

/** The same for JSON, which may also be too deep. */
export async function boundedJson(chunks: AsyncIterable<Uint8Array> | null, bounds: Bounds): Promise<string> {
  const text = await boundedText(chunks, bounds)
  demandShallow(text, bounds.place)
  return text
}

/** `text`: JSON, or not. Throws {@link Misuse}. */
export function demandShallow(text: string, source: string): void {
  if (isDeep(text)) throw new Misuse(`${source} is nested more than ${mostDepth} deep.`)
}

/** Nothing that Standin writes is nested deeper: walking through it would take more stack than there is. */
export const mostDepth = 100
const [quote, backslash, list, object, endOfList, endOfObject] = Array.from('"\\[{]}', (sign) => sign.charCodeAt(0))

/** `text`: JSON, or not. */
export function isDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === list || code === object) {
      if (++depth > mostDepth) return true
    } else if (code === endOfList || code === endOfObject) depth--
  }
  return false
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const end = text.indexOf('"', at)
    if (end < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
    at = end
  }
}
